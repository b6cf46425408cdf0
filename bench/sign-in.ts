/**
 * Strangers send wrong codes from thousands of addresses: first against one owner, then against everybody.
 * The owner signs in meanwhile. Prints the owner's tries, the time of other calls before and during the
 * attack, and the memory of the API after a tenth of an attack and after each. Exits with 1 when the owner
 * needs a second try, other calls take more than 1.2 times as long, or the memory grows by more than 100 MB.
 *
 * `--codes 100000 --addresses 10000 --rate 100` are the defaults: wrong codes in each attack, and per second.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { createApi } from './people.ts';
import type { Credential } from './people.ts';
import { residentMb } from './processor-time.ts';
import { median } from './slices.ts';
import { withStack } from './stack.ts';
import type { BenchStack } from './stack.ts';

const { values: flags } = parseArgs({
  options: {
    codes: { type: 'string', default: '100000' },
    addresses: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '100' },
  },
});
const CODES = Number(flags.codes);
const ADDRESSES = Number(flags.addresses);
const RATE = Number(flags.rate);
const TRIES_PER_CHALLENGE = 5;
const MOST_SLOWER = 1.2;
const MOST_GROWTH_MB = 100;
const OTHER_CALLS = 400;
const OTHER_MS = 25;
const HOME = '203.0.113.7';
/** The addresses of an attack before the first measurement. */
const WARM_UP = ADDRESSES / 10;

/** An address of the attackers: every 250 of them share a network. */
const attacker = (nth: number): string =>
  `10.${Math.floor(nth / 250) % 250}.${nth % 250}.${1 + Math.floor(nth / 62_500)}`;

interface Reply {
  readonly status: number;
  readonly body: Record<string, string>;
}
type Post = (path: string, body: object, from: string) => Promise<Reply>;

function createPost(stack: BenchStack): Post {
  const pool = new Pool(stack.apiUrl, { connections: 64 });
  stack.atEnd(() => pool.close());
  return async (path, body, from) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
    const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
    return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, string> };
  };
}

interface Attack {
  readonly post: Post;
  /** The e-mail address that is attacked by the address of this number. */
  readonly target: (nth: number) => string;
  /** True for attackers who ask for challenges of their own. */
  readonly asks: boolean;
  /** The number of attackers. */
  readonly addresses: number;
}

/** Sends wrong codes at an even rate, whatever the answers take. Returns the count of each status. */
async function attack({ post, target, asks, addresses }: Attack): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const sent: Promise<void>[] = [];
  const each = Math.max(1, Math.round(CODES / ADDRESSES));
  const began = performance.now();
  const one = async (nth: number): Promise<void> => {
    const [from, email] = [attacker(nth), target(nth)];
    const challenge = asks ? (await post('/auth/otp/request', { email }, from)).body['challenge'] : undefined;
    for (let guess = 0; guess < each; guess++) {
      const own = guess < TRIES_PER_CHALLENGE && challenge !== undefined ? { challenge } : {};
      const { status } = await post('/auth/otp/verify', { email, code: 'wrong', ...own }, from);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  for (let nth = 0; nth < addresses; nth++) {
    sent.push(one(nth));
    await sleep(Math.max(0, began + (nth * each * 1000) / RATE - performance.now()));
  }
  await Promise.all(sent);
  return statuses;
}

/** The time between two mails to one address, and the time that a mail takes at most. */
const BETWEEN_MAILS_MS = 61_000;
const MAIL_MS = 2000;

/** Signs the owner in. Returns the number of tries with a code. */
async function signIn(post: Post, stack: BenchStack, email: string): Promise<number> {
  for (let tries = 1; tries <= 3; tries++) {
    const { challenge } = (await post('/auth/otp/request', { email }, HOME)).body;
    // A stranger may have had the newest code mailed, a moment ago: the challenge is good for it.
    await sleep(MAIL_MS);
    const code = await newestCode(stack.inboxUrl, email);
    if ((await post('/auth/otp/verify', { email, code, challenge }, HOME)).status === 200) return tries;
    await sleep(BETWEEN_MAILS_MS);
  }
  return Infinity;
}

async function newestCode(inboxUrl: string, email: string): Promise<string> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(25)) {
    const answer = await fetch(`${inboxUrl}/messages?to=${encodeURIComponent(email)}`);
    const { messages } = (await answer.json()) as { messages: { text: string }[] };
    const code = /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0];
    if (code !== undefined) return code;
  }
  throw new Error(`no code was mailed to ${email}`);
}

/** The median time of a call by API key in milliseconds. */
async function timeOthers(stack: BenchStack, key: Credential): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < OTHER_CALLS; call++) {
    const began = performance.now();
    const answer = await fetch(`${stack.apiUrl}/apikeys/verify`, { headers: key });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a call by key answered ${answer.status}`);
    times.push(performance.now() - began);
    await sleep(OTHER_MS);
  }
  return median(times);
}

const memoryOf = ({ processes }: BenchStack): Promise<number> => residentMb(processes.get('api'));

async function benchmark(stack: BenchStack): Promise<number> {
  const post = createPost(stack);
  const shop = await createApi(stack).merchant();
  const owner = `${randomUUID()}@example.com`;
  await signIn(post, stack, owner);
  // A process that has answered nothing yet is slow, and its heap is small: neither is a state to compare
  // with.
  await attack({ post, target: () => `${randomUUID()}@example.com`, asks: true, addresses: WARM_UP });
  const [quiet, memory] = [await timeOthers(stack, shop.key), await memoryOf(stack)];
  console.log(`quiet: a call by key takes ${quiet.toFixed(2)} ms; the API has ${memory.toFixed(0)} MB`);
  let failed = false;
  const attacks = [
    { name: 'one owner', target: () => owner, asks: true },
    { name: 'everybody', target: (nth: number) => `${nth}@example.com`, asks: false },
  ];
  for (const { name, ...how } of attacks) {
    const attacking = attack({ post, addresses: ADDRESSES, ...how });
    const busy = await timeOthers(stack, shop.key);
    await sleep(BETWEEN_MAILS_MS);
    const tries = await signIn(post, stack, owner);
    const statuses = await attacking;
    const after = await memoryOf(stack);
    const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    console.log(
      `${CODES} wrong codes against ${name} from ${ADDRESSES} addresses, ${RATE}/s: ${answers}; the owner signed in at try ${tries}; a call by key takes ${busy.toFixed(2)} ms (${(busy / quiet).toFixed(2)} ×); the API has ${after.toFixed(0)} MB`,
    );
    failed ||= tries > 1 || busy > MOST_SLOWER * quiet || after - memory > MOST_GROWTH_MB;
  }
  return failed ? 1 : 0;
}

process.exitCode = await withStack(benchmark, { settings: { TRUSTED_PROXY_HOPS: '1' } });

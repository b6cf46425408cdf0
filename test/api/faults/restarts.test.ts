import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Pool } from 'pg';
import { bookkeeping, expectIntegrity, item, merchant, shopper, until } from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';
import { factOf, pidsOf, startCopy } from '../../support/started-copy.ts';
import type { StartedCopy } from '../../support/started-copy.ts';

/**
 * `npm start` with its own PostgreSQL and Temporal, whose processes are killed. `CHAOS_KILLS=10` kills each
 * of them ten times, and then no gap between payments may be longer than five seconds.
 */
const KILLS = Number(process.env['CHAOS_KILLS'] ?? 1);
const BY_HAND = KILLS > 1;
/** The other tests use the processors too, so that a restart may take several times as long. */
const LONGEST_GAP_MS = BY_HAND ? 5000 : 20_000;
const PAYMENTS_BETWEEN = BY_HAND ? 8 : 3;
const RECOVERY_MS = 60_000;
const PRICE = 1000;
const FUNDS = 9_000_000;
const VICTIMS = ['api', 'worker', 'postgresql', 'temporal'];

let copy: StartedCopy;
let base: string;
let shop: Merchant;
let buyer: Person;
let books: Pool;
let traffic: Traffic;

beforeAll(async () => {
  copy = await startCopy({ settings: {}, words: ['--no-payment'] });
  base = await factOf(copy, 'api_url');
  process.env['TEST_INBOX_URL'] = await factOf(copy, 'inbox_url');
  books = bookkeeping(await factOf(copy, 'database_url'));
  books.on('error', () => undefined); // The server is killed under it.
  [shop, buyer] = await Promise.all([merchant({ base }), shopper({ base, funds: FUNDS })]);
  traffic = payInLoop();
}, 150_000);

afterAll(async () => {
  await traffic.stop();
  await copy.interrupt();
  await books.end();
  await copy.remove();
}, 60_000);

interface Traffic {
  /** The ids of the captured charges, with the time of each answer. */
  readonly paid: { readonly authId: string; readonly at: number }[];
  stop(): Promise<void>;
}

/** A shopper pays again and again. */
function payInLoop(): Traffic {
  const paid: Traffic['paid'] = [];
  let goesOn = true;
  const loop = (async () => {
    while (goesOn) paid.push({ authId: await pay(), at: performance.now() });
  })();
  loop.catch(() => undefined); // `stop` reports it.
  return {
    paid,
    async stop() {
      goesOn = false;
      await loop;
    },
  };
}

async function pay(): Promise<string> {
  const cart = { items: [item({ unit_price: PRICE })], total: PRICE };
  const { id } = await post('/checkouts', { 'x-api-key': shop.key }, cart);
  const { auth_id: authId } = await post(`/checkouts/${id}/authorize`, {
    authorization: `Bearer ${buyer.session}`,
  });
  await post(`/charges/${authId}/capture`, { 'x-api-key': shop.key });
  return String(authId);
}

/** Makes a call that must succeed. Repeats it under its key while parts of the service are away. */
async function post(path: string, credential: Record<string, string>, body = {}) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...credential };
  const ask = async () => {
    try {
      const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    } catch {
      return { status: 503, body: {} };
    }
  };
  const answer = await until(ask, ({ status }) => status !== 503 && status !== 409, RECOVERY_MS);
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Waits for this many more payments. */
async function expectPayments(count: number): Promise<void> {
  const { paid } = traffic;
  const wanted = paid.length + count;
  await until(
    async () => paid.length,
    (length) => length >= wanted,
    RECOVERY_MS,
  );
}

/** Kills a process of the stack. Returns when another one has replaced it. */
async function kill(name: string): Promise<void> {
  const pid = Number((await pidsOf(copy))[name]);
  process.kill(pid, 'SIGKILL');
  await until(
    async () => (await pidsOf(copy))[name],
    (now) => now !== pid,
    RECOVERY_MS,
  );
}

const restartsOf = (name: string): number =>
  copy.output().match(new RegExp(`${name} stopped \\(killed\\); started again after [\\d.]+ s$`, 'gm'))
    ?.length ?? 0;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function longestGap(from: number): number {
  const times = traffic.paid.map(({ at }) => at).filter((at) => at >= from);
  return Math.max(...times.map((at, index) => at - (times[index - 1] ?? from)));
}

test.each(
  Array.from({ length: KILLS }, () => VICTIMS)
    .flat()
    .map((name, index) => [name, index]),
)(
  '%s is killed while a shopper pays (%i): it is started again in its place, and the payments go on',
  async (name) => {
    const before = restartsOf(name);
    await expectPayments(1);
    const killed = performance.now();
    await kill(name);
    await expectPayments(PAYMENTS_BETWEEN);
    expect(restartsOf(name)).toBe(before + 1);
    const gap = longestGap(killed);
    if (BY_HAND) process.stdout.write(`${name} killed: longest gap ${Math.round(gap)} ms\n`);
    expect(gap).toBeLessThan(LONGEST_GAP_MS);
  },
  RECOVERY_MS * 2,
);

test('no payment is lost or doubled, and the terminal has one line for each restart', async () => {
  await traffic.stop();
  const ids = traffic.paid.map(({ authId }) => authId).sort();
  const { rows } = await books.query<{ auth_id: string }>(
    'select charge_id as auth_id from captures order by 1',
  );
  expect(rows.map(({ auth_id }) => auth_id).sort()).toEqual(ids);
  const { rows: counts } = await books.query(
    `select (select count(*)::int from checkouts) as checkouts, (select count(*)::int from charges) as charges`,
  );
  expect(counts).toEqual([{ checkouts: ids.length, charges: ids.length }]);
  const wallet = await fetch(`${base}/wallet`, { headers: { authorization: `Bearer ${buyer.session}` } });
  expect(await wallet.json()).toMatchObject({
    wallets: [{ balance_minor: FUNDS - ids.length * PRICE, held_minor: 0 }],
  });
  await expectIntegrity(books);
  expect(copy.output().match(/ stopped .*/g)).toHaveLength(KILLS * VICTIMS.length);
  process.stdout.write(
    `restarts: ${ids.length} payments, longest gap ${Math.round(longestGap(traffic.paid[0]?.at ?? 0))} ms\n`,
  );
});

test(
  'Temporal lives but no longer answers: the terminal says so, it is started again, and the payments go on',
  async () => {
    const before = restartsOf('temporal');
    const pid = Number((await pidsOf(copy))['temporal']);
    process.kill(pid, 'SIGSTOP');
    await until(
      async () => (await pidsOf(copy))['temporal'],
      (now) => now !== pid,
      RECOVERY_MS * 2,
    );
    expect(copy.output()).toMatch(/temporal lives but gave no answer 5 times in a row: killing it$/m);
    expect(restartsOf('temporal')).toBe(before + 1);
    expect(isAlive(pid)).toBe(false);
    await pay();
  },
  RECOVERY_MS * 4,
);

test('simulators that end again and again: the terminal names their log and a remedy, and their starts wait longer', async () => {
  for (let end = 1; end < 5; end++) await kill('simulators');
  process.kill(Number((await pidsOf(copy))['simulators']), 'SIGKILL');
  const shown =
    /simulators stopped 5 times within a minute \(killed\); next start in 10 s\. .*\n(.*\n)+ +Its log: .*simulators\.log\n +Remedy: /;
  await until(
    async () => shown.test(copy.output()),
    (isShown) => isShown,
  );
}, 120_000);

test('`npm start` is killed: its processes end. The next start has the same addresses, except that of a busy port', async () => {
  const left = Object.values(await pidsOf(copy));
  const inbox = Number(new URL(await factOf(copy, 'inbox_url')).port);
  process.kill(Number((await pidsOf(copy))['stack']), 'SIGKILL');
  await copy.interrupt();
  await until(
    async () => left.filter(isAlive),
    (alive) => alive.length === 0,
  );
  const squatter = createServer().listen(inbox, '127.0.0.1');
  await once(squatter, 'listening');
  copy = await startCopy({ settings: {}, words: ['--no-payment'], again: copy });
  expect(await factOf(copy, 'api_url')).toBe(base);
  expect(copy.output()).toMatch(new RegExp(`port ${inbox} is busy: inbox gets port \\d+$`, 'm'));
  expect(copy.output()).toContain(`${base}/docs\n`);
  await pay();
  squatter.close();
}, 120_000);

test('Ctrl-C stops everything', async () => {
  const pids = Object.values(await pidsOf(copy));
  await copy.interrupt();
  expect(pids.filter(isAlive)).toEqual([]);
}, 60_000);

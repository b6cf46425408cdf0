import { Client } from 'pg';
import type { BreakableStack } from '../stack/stack.ts';
import type { Gun, Target } from './gun.ts';

/** Charges whose returns are delayed together. */
const AT_ONCE = 20;
const ONE = { items: [{ product_id: 'tea', qty: 1 }] };

/** The causes that delay a return past its deadline. */
const DELAYS = ['a row lock', 'a frozen worker'] as const;

/** The number of delayed returns, and a sentence for each one that was not answered 503, or was carried out all the same. */
export interface LateResult {
  readonly rounds: number;
  readonly untruths: readonly string[];
}

/**
 * Asks for the return of one piece of two while nothing can carry it out in time. Each is answered 503, so none may ever be
 * carried out: a later return of one piece and a last return of what is left must each refund exactly one.
 */
export async function delayReturns(stack: BreakableStack, gun: Gun, rounds: number): Promise<LateResult> {
  const untruths: string[] = [];
  const targets: Target[] = [];
  for (let done = 0; done < rounds; done += AT_ONCE) {
    const delay = DELAYS[(done / AT_ONCE) % DELAYS.length] as (typeof DELAYS)[number];
    const batch = await Promise.all(Array.from({ length: Math.min(AT_ONCE, rounds - done) }, () => gun.prepare('CAPTURED', 2)));
    const answers = await during(delay, { stack, batch }, () => Promise.all(batch.map((target) => giveBack(gun, target, ONE))));
    for (const { status } of answers) if (status !== 503) untruths.push(`a return behind ${delay} was answered ${status}`);
    untruths.push(...(await refundsOf(gun, batch, ONE)));
    targets.push(...batch);
  }
  // By now every late step has had its chance.
  untruths.push(...(await refundsOf(gun, targets, {})));
  return { rounds, untruths };
}

const giveBack = (gun: Gun, { authId }: Target, body: object) => gun.post(`/charges/${authId}/return`, 'key', body);

/** Sends this return to each charge. Answers a sentence for each one that did not refund exactly one piece. */
async function refundsOf(gun: Gun, targets: readonly Target[], body: object): Promise<string[]> {
  const untruths: string[] = [];
  for (const target of targets) {
    let answer = await giveBack(gun, target, body);
    // A worker that was just resumed may be late once more: that 503 changed nothing either.
    for (let tries = 1; answer.status === 503 && tries < 5; tries++) answer = await giveBack(gun, target, body);
    if (answer.body['refund'] !== 1000) untruths.push(`a return of one piece was answered ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return untruths;
}

async function during<T>(
  delay: (typeof DELAYS)[number],
  { stack, batch }: { stack: BreakableStack; batch: readonly Target[] },
  work: () => Promise<T>,
): Promise<T> {
  if (delay === 'a row lock') return whileLocked(stack.databaseUrl, batch, work);
  const workers = stack.components.filter(({ name }) => name.startsWith('worker'));
  await Promise.all(workers.map((worker) => worker.freeze()));
  try {
    return await work();
  } finally {
    for (const worker of workers) worker.thaw();
  }
}

async function whileLocked<T>(databaseUrl: string, batch: readonly Target[], work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from checkouts where id = any($1::uuid[]) for no key update', [batch.map(({ checkoutId }) => checkoutId)]);
    return await work();
  } finally {
    await client.end();
  }
}

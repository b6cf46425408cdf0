import { Client } from 'pg';
import type { BreakableStack } from '../stack/stack.ts';
import type { Gun, Target } from './gun.ts';

/** Charges whose returns are delayed together. */
const AT_ONCE = 20;
const ONE = { items: [{ product_id: 'tea', qty: 1 }] };

/** The causes that delay a return past its deadline. */
const DELAYS = ['a row lock', 'a frozen worker'] as const;

/** The number of delayed returns, and one sentence for each that did not get 503, or took effect anyway. */
export interface LateResult {
  readonly rounds: number;
  readonly untruths: readonly string[];
}

/**
 * Requests the return of one piece of two while nothing can carry it out in time.
 *
 * Each request gets 503, so none may ever take effect: a later return of one piece and a last return of the
 * rest must each refund exactly one piece.
 */
export async function delayReturns(stack: BreakableStack, gun: Gun, rounds: number): Promise<LateResult> {
  const untruths: string[] = [];
  const targets: Target[] = [];
  for (let done = 0; done < rounds; done += AT_ONCE) {
    const delay = DELAYS[(done / AT_ONCE) % DELAYS.length] as (typeof DELAYS)[number];
    const batch = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, rounds - done) }, () => gun.prepare('CAPTURED', 2)),
    );
    const answers = await during(delay, { stack, batch }, () =>
      Promise.all(batch.map((target) => giveBack(gun, target, ONE))),
    );
    for (const { status } of answers)
      if (status !== 503) untruths.push(`a return behind ${delay} was answered ${status}`);
    untruths.push(...(await refundsOf(gun, batch, ONE)));
    targets.push(...batch);
  }
  // By now every late step has had time to run.
  untruths.push(...(await refundsOf(gun, targets, {})));
  return { rounds, untruths };
}

const giveBack = (gun: Gun, { authId }: Target, body: object) =>
  gun.post(`/charges/${authId}/return`, 'key', body);

/** Sends this return to each charge. Returns one sentence for each that did not refund exactly one piece. */
async function refundsOf(gun: Gun, targets: readonly Target[], body: object): Promise<string[]> {
  const untruths: string[] = [];
  for (const target of targets) {
    let answer = await giveBack(gun, target, body);
    // A worker that was just resumed may be late again. Such a 503 changes nothing either.
    for (let tries = 1; answer.status === 503 && tries < 5; tries++)
      answer = await giveBack(gun, target, body);
    if (answer.body['refund'] !== 1000)
      untruths.push(`a return of one piece was answered ${answer.status} ${JSON.stringify(answer.body)}`);
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

async function whileLocked<T>(
  databaseUrl: string,
  batch: readonly Target[],
  work: () => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from checkouts where id = any($1::uuid[]) for no key update', [
      batch.map(({ checkoutId }) => checkoutId),
    ]);
    return await work();
  } finally {
    await client.end();
  }
}

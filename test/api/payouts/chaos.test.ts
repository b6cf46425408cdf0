import { randomInt, randomUUID } from 'node:crypto';
import { BANK_SCRIPTS } from '../../../simulators/bank-script.ts';
import { workflowId } from '../../../workflows/messages.ts';
import {
  atBank,
  becomes,
  liveBalance,
  liveMerchant,
  payLive,
  payoutOf,
  simulator,
  tellOfBank,
} from '../../support/live.ts';
import type { LiveMerchant } from '../../support/live.ts';
import { thresholdsOfEveryCurrency } from '../../../stack/monitoring.ts';
import { standingOf } from '../../support/histories.ts';
import { startPayoutStack } from '../../support/payout-stack.ts';
import type { PayoutStack } from '../../support/payout-stack.ts';
import { expectIntegrity, until } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';

/**
 * The bank lies in every way it knows while the worker is killed again and again; with `NIGHTLY=true` ten
 * thousand payouts of it.
 */
const PAYOUTS = Number(process.env['CHAOS_PAYOUTS'] ?? (process.env['NIGHTLY'] === 'true' ? 10_000 : 60));
const QUIET_MS = 120_000 + PAYOUTS * 200;
const CRASH_POINTS = ['payout.reserved', 'payout.sending', 'payout.sent', 'payout.applied'];
const LIES = Object.entries(BANK_SCRIPTS).filter(
  // The first ends by a control, the other by an operator.
  ([script]) => script !== 'waits' && script !== 'refused_without_trace',
);
const AT_ONCE = 8;
const SALES = (PAYOUTS + 100) * 1_000_000;
/** Of them: how many are asked for while everything is killed, and while a worker is frozen. */
const KILLED = 30;
const FROZEN = 20;
const FIRST = PAYOUTS - KILLED - FROZEN;

let stack: PayoutStack;
let shop: LiveMerchant;
beforeAll(async () => {
  const monitoring = thresholdsOfEveryCurrency({ windows: [] });
  stack = await startPayoutStack('payout_chaos', { MONITORING_THRESHOLDS: monitoring });
  shop = await liveMerchant(stack.books, { base: stack.base, sales: SALES });
}, 120_000);
afterAll(() => stack.stop());

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const seed = Number(process.env['CHAOS_SEED'] ?? randomInt(2 ** 31));
process.stdout.write(`payout chaos: CHAOS_SEED=${seed}\n`);
const draw = random(seed);

/** Amounts by whose endings the bank misbehaves; one in ten is treated as usual. */
function amounts(count: number, lies: (index: number) => typeof LIES): number[] {
  return Array.from({ length: count }, (_, index) => {
    const thousands = Math.floor(draw() * 5) * 100_000;
    if (draw() < 0.1) return thousands + 5000 + Math.floor(draw() * 1000);
    const among = lies(index);
    return thousands + Number(among[Math.floor(draw() * among.length)]?.[1].amountEndsIn);
  });
}

/** Payouts that are being asked for. */
interface Traffic {
  /** The ids of those that were answered. */
  readonly done: string[];
  /** Ends when all of them are. */
  readonly all: Promise<unknown>;
}

/** The ids of all payouts that the API has answered with 200. */
const acknowledged: string[] = [];

/** Requests payouts of these amounts, some at once. Repeats a request after a 503, as a merchant would. */
function ask(wanted: readonly number[]): Traffic {
  const done: string[] = [];
  const left = wanted.values();
  const lane = async (): Promise<void> => {
    for (const amount of left) {
      const { status, body } = await until(
        () => asked(amount),
        (answer) => answer.status !== 503,
        QUIET_MS * 2, // Each crash may meet this request, and on a busy machine workers start slowly.
      );
      if (status !== 200)
        throw new Error(`a payout of ${amount} was answered ${status} ${JSON.stringify(body)}`);
      done.push(body.instruction_id);
      acknowledged.push(body.instruction_id);
    }
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, lane));
  all.catch(() => undefined); // A rejection before the test awaits `all` would fail it as unhandled.
  return { done, all };
}

/** An API that is away answers nothing: that is asked again as well. */
async function asked(amount: number): Promise<Pick<Answer, 'status' | 'body'>> {
  return payLive(shop, amount).catch(() => ({ status: 503, body: {} }));
}

const answered = ({ done }: Traffic, least: number): Promise<number> =>
  until(
    async () => done.length,
    (count) => count >= least,
    QUIET_MS,
  );

test(
  `a worker that is killed again and again, at random and at every step, over ${FIRST} payouts: all of them are answered`,
  async () => {
    const { applications } = stack;
    const traffic = ask(amounts(FIRST, () => LIES));
    const rounds = Math.ceil(PAYOUTS / 1000);
    for (let round = 0; round < rounds; round++) {
      await answered(traffic, Math.floor(((round + draw()) / (rounds + 1)) * FIRST));
      await applications.worker.kill();
      for (const point of CRASH_POINTS) await applications.crashWorkerAt(point);
      await applications.restartWorker();
    }
    await traffic.all;
    expect(traffic.done).toHaveLength(FIRST);
  },
  QUIET_MS * 3,
);

test(
  'API, worker and Temporal’s server killed in the middle of thirty payouts, and started again: all of them are answered',
  async () => {
    const traffic = ask(amounts(KILLED, () => LIES));
    await answered(traffic, 10);
    await stack.restartAll();
    await traffic.all;
    expect(traffic.done).toHaveLength(KILLED);
  },
  QUIET_MS * 2,
);

test(
  'a worker that is frozen while it sends, and thawed when another has done its work: each is transferred once',
  async () => {
    const { applications } = stack;
    const frozen = applications.worker;
    const traffic = ask(amounts(FROZEN, () => LIES));
    const inDoubt = async () =>
      (
        await stack.books.query<{ id: string }>(
          `select id from payouts where status = 'PENDING' and taken_at is null`,
        )
      ).rows;
    const sending = await until(inDoubt, (rows) => rows.length > 3, 30_000);
    process.kill(frozen.pid, 'SIGSTOP');
    try {
      await applications.restartWorker();
      await traffic.all;
      await until(inDoubt, (rows) => !rows.some(({ id }) => sending.some((one) => one.id === id)), QUIET_MS);
    } finally {
      process.kill(frozen.pid, 'SIGCONT');
    }
    await frozen.stop();
    const { transfers } = await atBank();
    expect(new Set(transfers.map(({ reference }) => reference)).size).toBe(transfers.length);
  },
  QUIET_MS * 2,
);

interface Row {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
}

/** The final status of a payout of this amount under the bank's script. */
function endOf(amount: string): string {
  const [script = 'usual'] = LIES.find(([, { amountEndsIn }]) => amount.endsWith(amountEndsIn)) ?? [];
  const ends = { fails: 'FAILED', rejected: 'FAILED', returns: 'RETURNED', reversed_callbacks: 'RETURNED' };
  return (ends as Readonly<Record<string, string>>)[script] ?? 'SETTLED';
}

test(
  `after all that each of ${PAYOUTS} payouts and more ends as its treatment ends, with one transfer at most, and the books are the bank’s to the minor unit`,
  async () => {
    await until(
      async () =>
        (
          await stack.books.query(
            `select id, amount, sending_at, taken_at from payouts where status = 'PENDING' limit 20`,
          )
        ).rows,
      (rows) => rows.length === 0,
      QUIET_MS,
    );
    const { rows: payouts } = await stack.books.query<Row>(
      'select id, status, amount from payouts order by id',
    );
    const { transfers } = await atBank();
    const byReference = new Map(transfers.map((transfer) => [transfer.reference, transfer]));
    expect(byReference.size).toBe(transfers.length);
    for (const { id, status, amount } of payouts) {
      const end = endOf(amount);
      expect([id, amount, status]).toEqual([id, amount, end]);
      const transfer = {
        status: status.toLowerCase(),
        amount_minor: Number(amount),
        account: { iban: shop.iban },
      };
      expect(byReference.get(id)).toMatchObject(transfer);
    }
    const ids = new Set(payouts.map(({ id }) => id));
    expect(transfers.filter(({ reference }) => !ids.has(reference))).toEqual([]);
    // Every acknowledged payout exists. One that was answered 503 may exist too.
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBeGreaterThanOrEqual(PAYOUTS);
    process.stdout.write(
      `payout chaos: ${ids.size} payouts, ${ids.size - acknowledged.length} of them answered 503\n`,
    );
    const paid = payouts
      .filter(({ status }) => status === 'SETTLED')
      .reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(await liveBalance(shop)).toEqual({ available: SALES * 0.98 - paid, pending: 0 });
    expect(await stack.compare()).toEqual({
      transfers: transfers.length,
      deposits: 1,
      underWay: 0,
      differences: [],
    });
    await expectIntegrity(stack.books);
  },
  QUIET_MS,
);

test('and only a late screening blocked a payout: the call answered 503, and no payout exists', async () => {
  const { rows } = await stack.books.query(
    `select rule, facts from compliance_records r where decision = 'BLOCKED'
     and (rule <> 'screening_unavailable' or exists (select from payouts where subject = 'payout:' || id))`,
  );
  expect(rows).toEqual([]);
});

test('a payout that is hinted at more often than one run may remember continues as a new run, and ends', async () => {
  const { body } = await payLive(shop, Number(BANK_SCRIPTS.waits.amountEndsIn));
  const id = String(body.instruction_id);
  const seen = async () => (await atBank(id)).submits[0] ?? { asked: 0, count: 0 };
  const standing = () =>
    standingOf(workflowId.payout(id), stack.applications.environment['TEMPORAL_ADDRESS']);
  await until(seen, ({ count }) => count === 1);
  const { runId } = await standing();
  const hint = async () => {
    const { asked } = await seen();
    const event = {
      id: randomUUID(),
      type: 'transfer.settled',
      reference: id,
      amount_minor: 99_100,
      currency: 'EUR',
    };
    await tellOfBank({ ...event, occurred_at: new Date().toISOString() }, stack.base);
    await until(seen, (now) => now.asked > asked);
    return standing();
  };
  await until(hint, (now) => now.runId !== runId, 60_000);
  expect((await payoutOf(shop, id)).status).toBe('PENDING');
  await simulator('POST', `/bank/transfers/${id}/settle`, {});
  await becomes(shop, id, 'SETTLED');
  expect((await seen()).count).toBe(1);
}, 90_000);

test(
  'after the loss of Temporal’s store payouts under way get their workflows back: these ask the bank, and send nothing again',
  async () => {
    const begin = async ({ amountEndsIn }: { amountEndsIn: string }) =>
      String((await payLive(shop, Number(amountEndsIn))).body.instruction_id);
    const waiting = await Promise.all([BANK_SCRIPTS.waits, BANK_SCRIPTS.waits].map(begin));
    const all = [...waiting, await begin(BANK_SCRIPTS.accepted_then_no_answer)];
    const submits = () => Promise.all(all.map(async (id) => (await atBank(id)).submits[0]?.count));
    await until(submits, (counts) => !counts.includes(undefined));
    const [, open, started] = (/^(\d+) open rows, (\d+) workflows started for them/.exec(
      await stack.loseTemporal(),
    ) ?? []) as unknown[];
    // Settled payouts are asked about for late returns.
    const { rows } = await stack.books.query<{ count: number }>(
      `select count(*)::int from payouts where env = 'live' and (status = 'PENDING' or next_lookup_at is not null)`,
    );
    expect(Number(open)).toBe(rows[0]?.count);
    // The bank tells of the last one by itself, which begins its workflow again, and may be faster.
    expect(Number(open) - Number(started)).toBeLessThanOrEqual(1);
    for (const id of waiting) await simulator('POST', `/bank/transfers/${id}/settle`, { copies: 0 });
    for (const id of all) await becomes(shop, id, 'SETTLED');
    expect(await submits()).toEqual([1, 1, 1]);
  },
  QUIET_MS,
);

test('a return that the bank tells of while it cannot be asked is booked once it can', async () => {
  const { body } = await payLive(shop, Number(BANK_SCRIPTS.settles.amountEndsIn));
  const id = String(body.instruction_id);
  await becomes(shop, id, 'SETTLED');
  await simulator('POST', `/bank/transfers/${id}/return`, { copies: 0 });
  await stack.stopPartners();
  const event = {
    id: randomUUID(),
    type: 'transfer.returned',
    reference: id,
    amount_minor: 99_101,
    currency: 'EUR',
  };
  expect((await tellOfBank({ ...event, occurred_at: new Date().toISOString() }, stack.base)).status).toBe(
    200,
  );
  const log = () => stack.books.query(`select 1 from partner_events where event_id = $1`, [event.id]);
  expect((await log()).rowCount).toBe(1);
  expect((await payoutOf(shop, id)).status).toBe('SETTLED');
  await stack.startPartners();
  await becomes(shop, id, 'RETURNED');
  expect(await stack.compare()).toMatchObject({ differences: [] });
  await expectIntegrity(stack.books);
}, 120_000);

/** Faults that are planted in our books, each after the difference that the comparison must report. */
const FAULTS: readonly (readonly [said: RegExp, plant: string])[] = [
  [
    /payout .* SETTLED with us, .* settled at the bank/,
    `update payouts set amount = amount + 1 where status = 'SETTLED'`,
  ],
  [
    /payout .* FAILED with us, .* settled at the bank/,
    `update payouts set status = 'FAILED', settled_at = null, failed_at = now(), failure_reason = 'x' where status = 'SETTLED'`,
  ],
  [
    /payout .* SETTLED with us, .* returned at the bank/,
    `update payouts set status = 'SETTLED', returned_at = null, failure_reason = null where status = 'RETURNED'`,
  ],
  [
    /payout .*: the bank had it as another.* and has it as /,
    `update payouts set bank_id = 'another-' || id where bank_id is not null`,
  ],
  [/transfer .*: we have no such payout/, `delete from payouts where status = 'SETTLED'`],
  [
    /payout .*: the bank does not have it/,
    `update payouts set id = gen_random_uuid() where status = 'SETTLED'`,
  ],
  [
    /^EUR: deposits less payouts come to -?\d+ by the bank's lists, to -?\d+ by our books/,
    `update entries set amount = amount + 1 where id = (select min(e.id) from entries e
    join accounts o on o.id = e.account_id where o.kind = 'funding' and e.amount > 0)`,
  ],
  [/deposit .*: none with us/, `delete from journals where kind = 'deposit'`],
  [
    /deposit .*: the bank does not have it/,
    `update journals set op_key = 'deposit:' || gen_random_uuid() where kind = 'deposit'`,
  ],
  [
    /deposit .*: \d+ EUR for /,
    `update entries set amount = amount + 1 where journal_id in (select id from journals where kind = 'deposit')`,
  ],
];

/** The differences that the comparison reports after a planted fault, which is rolled back. */
async function differencesAfter(plant: string): Promise<readonly string[]> {
  const client = await stack.books.connect();
  try {
    await client.query('begin');
    // Without the triggers that keep such faults out.
    await client.query(`set local session_replication_role = 'replica'`);
    expect((await client.query(plant)).rowCount).toBeGreaterThan(0);
    return (await stack.compare(client))?.differences ?? [];
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each(FAULTS)('the comparison with the bank says "%s" after: %s', async (said, plant) => {
  expect((await differencesAfter(plant)).filter((difference) => said.test(difference))).not.toEqual([]);
});

test.each([
  ['a deposit is booked with 5 more than the bank has', 'deposit', -5, 5n],
  ['a payout is booked with 5 more than the bank has', 'payout_settlement', 5, -5n],
])(
  'where %s, deposits less payouts come to as much more or less by our books',
  async (_, kind, change, more) => {
    const differences =
      await differencesAfter(`update entries set amount = amount + ${change} where id = (select min(e.id) from entries e
    join accounts o on o.id = e.account_id and o.kind = 'funding' join journals j on j.id = e.journal_id where j.kind = '${kind}')`);
    const sums = differences.flatMap(
      (difference) => / come to (-?\d+) by the bank's lists, to (-?\d+) by our books/.exec(difference) ?? [],
    );
    expect(sums).toHaveLength(3);
    expect(BigInt(sums[2] ?? '') - BigInt(sums[1] ?? '')).toBe(more);
  },
);

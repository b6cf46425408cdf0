import { randomUUID } from 'node:crypto';
import { BANK_SCRIPTS } from '../../../simulators/bank-script.ts';
import { countStuckPayouts } from '../../../src/store/stuck-payouts.ts';
import { apiTest } from '../../support/api-test.ts';
import {
  atBank,
  becomes,
  liveBalance,
  liveMerchant,
  paidOut,
  payoutOf,
  setKyb,
  simulator,
} from '../../support/live.ts';
import { OLGA, OMAR } from '../../support/operators.ts';
import { api, call, until } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';
import { resolve, STUCK_MS, stuckPayout, stuckRow, WITHOUT_TRACE } from '../../support/stuck-payouts.ts';
import type { StuckPayout } from '../../support/stuck-payouts.ts';

const { books } = apiTest();

/**
 * A payout becomes stuck only after several seconds, so all of them begin to wait at once. Each test takes
 * one of its own.
 */
const STUCK = 6;
let stuck: Promise<StuckPayout>[];
let stoppedByGate: Promise<string>;
beforeAll(() => {
  stuck = Array.from({ length: STUCK }, () => stuckPayout(books));
  stoppedByGate = gateCloses();
  // The test that awaits one hears of its failure.
  for (const one of [...stuck, stoppedByGate]) one.catch(() => undefined);
});

function takeStuck(): Promise<StuckPayout> {
  const one = stuck.pop();
  if (one === undefined) throw new Error(`more than ${STUCK} tests take a stuck payout`);
  return one;
}

const refusal = ({ status, body }: Answer) => [status, body.error];
const WAITS = Number(BANK_SCRIPTS.waits.amountEndsIn);

/**
 * A payout of which the bank took nothing at the first submit, and whose merchant loses the approval before
 * the next.
 */
async function gateCloses(): Promise<string> {
  const shop = await liveMerchant(books, { sales: 1_000_000 });
  const id = await paidOut(shop, Number(BANK_SCRIPTS.error.amountEndsIn));
  await until(
    async () => (await atBank(id)).submits[0]?.count ?? 0,
    (count) => count > 0,
  );
  await setKyb(shop, 'WITHDRAWN');
  const { reason } = await until(
    () => stuckRow(id),
    (found) => found !== undefined,
    STUCK_MS,
  );
  await setKyb(shop, 'APPROVED');
  expect((await atBank(id)).transfers).toEqual([]);
  return reason;
}

const casesOf = async (id: string) =>
  (
    await books.query<{ kind: string; amount: string }>(
      'select kind, amount from suspense_cases where payout_id = $1 order by created_at',
      [id],
    )
  ).rows;

describe('a payout that the bank refuses and of which it gives no final status', () => {
  test('is not given up: it is listed with its reason, and the money stays reserved', async () => {
    const { shop, id } = await takeStuck();
    expect((await countStuckPayouts(books, {}))?.count).toBeGreaterThanOrEqual(1);
    expect(await stuckRow(id)).toEqual({
      id,
      org_id: shop.orgId,
      amount_minor: WITHOUT_TRACE,
      currency: 'EUR',
      status: 'PENDING',
      reason: 'account unknown',
      submitted_at: expect.any(String),
      created_at: expect.any(String),
      stuck_at: expect.any(String),
      adjustment_id: null,
    });
    expect((await payoutOf(shop, id)).status).toBe('PENDING');
    expect(await liveBalance(shop)).toEqual({ available: 980_000 - WITHOUT_TRACE, pending: WITHOUT_TRACE });
  });

  test('ends as settled by one operator', async () => {
    const { shop, id } = await takeStuck();
    const answer = await resolve(id, 'settled');
    expect([answer.status, answer.body]).toEqual([200, { id, status: 'SETTLED' }]);
    expect(refusal(await resolve(id, 'settled'))).toEqual([400, 'payout settled']);
    expect(await stuckRow(id)).toBeUndefined();
    expect(await liveBalance(shop)).toEqual({ available: 980_000 - WITHOUT_TRACE, pending: 0 });
  });

  test('ends as not sent only by two operators, and gives the money back', async () => {
    const { shop, id } = await takeStuck();
    const proposed = await resolve(id, 'not_sent');
    expect([proposed.status, proposed.body]).toEqual([200, { id: expect.any(String), status: 'PROPOSED' }]);
    expect(await stuckRow(id)).toMatchObject({ adjustment_id: proposed.body.id });
    expect(refusal(await resolve(id, 'not_sent'))).toEqual([403, 'second operator required']);
    expect((await payoutOf(shop, id)).status).toBe('PENDING');
    const ended = await resolve(id, 'not_sent', OMAR);
    expect([ended.status, ended.body]).toEqual([200, { id, status: 'FAILED' }]);
    expect(await payoutOf(shop, id)).toMatchObject({ failure_reason: 'the bank did not receive it' });
    expect(await liveBalance(shop)).toEqual({ available: 980_000, pending: 0 });
    expect(refusal(await resolve(id, 'not_sent', OMAR))).toEqual([400, 'payout failed']);
  });

  test('ends as not sent when the second operator approves the adjustment', async () => {
    const { shop, id } = await takeStuck();
    const { body } = await resolve(id, 'not_sent');
    const approve = (headers: Record<string, string>) =>
      api('POST', `/operator/adjustments/${body.id}/approve`, { headers });
    expect(refusal(await approve(OLGA))).toEqual([403, 'second operator required']);
    expect((await approve(OMAR)).body).toEqual({ id: body.id, status: 'APPROVED' });
    expect((await payoutOf(shop, id)).status).toBe('FAILED');
    expect(refusal(await approve(OMAR))).toEqual([400, 'adjustment approved']);
  });
});

describe('a payout that an operator may end', () => {
  test('is a stuck payout only', async () => {
    const shop = await liveMerchant(books, { sales: 1_000_000 });
    const waiting = await paidOut(shop, WAITS);
    expect(refusal(await resolve(waiting, 'settled'))).toEqual([400, 'payout pending']);
    expect(refusal(await resolve(waiting, 'not_sent'))).toEqual([400, 'payout pending']);
    for (const id of [randomUUID(), 'x'])
      expect(refusal(await resolve(id, 'settled'))).toEqual([404, 'payout not found']);
    expect(refusal(await resolve(waiting, 'lost'))).toEqual([400, 'outcome: must be settled or not_sent']);
  });
});

describe('a payout that operators ended as not sent, and that the bank books later', () => {
  test('is in suspense until the bank returns it; the merchant keeps the money', async () => {
    const { shop, id } = await takeStuck();
    await resolve(id, 'not_sent');
    expect((await resolve(id, 'not_sent', OMAR)).body).toEqual({ id, status: 'FAILED' });
    await simulator('POST', `/bank/transfers/${id}/book`, {});
    await simulator('POST', `/bank/transfers/${id}/settle`, {});
    await until(
      () => casesOf(id),
      (cases) => cases.length === 1,
    );
    expect(await casesOf(id)).toEqual([{ kind: 'contradiction', amount: String(-WITHOUT_TRACE) }]);
    await simulator('POST', `/bank/transfers/${id}/return`, {});
    await until(
      () => casesOf(id),
      (cases) => cases.length === 2,
    );
    expect((await casesOf(id))[1]).toEqual({ kind: 'contradiction', amount: String(WITHOUT_TRACE) });
    expect((await payoutOf(shop, id)).status).toBe('FAILED');
    expect(await liveBalance(shop)).toEqual({ available: 980_000, pending: 0 });
  });

  test('is charged to the merchant when two operators assign its case', async () => {
    const { shop, id } = await takeStuck();
    await resolve(id, 'not_sent');
    await resolve(id, 'not_sent', OMAR);
    await simulator('POST', `/bank/transfers/${id}/book`, {});
    await simulator('POST', `/bank/transfers/${id}/settle`, {});
    const { rows } = await until(
      () => books.query<{ id: string }>('select id from suspense_cases where payout_id = $1', [id]),
      (found) => found.rows.length === 1,
    );
    const body = { org_id: shop.orgId, reason: 'their account has it' };
    const path = `/operator/suspense/${rows[0]?.id}/assign`;
    const proposed = await call('POST', path, { headers: OLGA, body });
    await call('POST', `/operator/adjustments/${proposed.id}/approve`, { headers: OMAR });
    expect(await liveBalance(shop)).toEqual({ available: 980_000 - WITHOUT_TRACE, pending: 0 });
  });
});

describe('a repeated send', () => {
  test(
    'is stopped by a gate that has closed meanwhile; what was sent before is left to an operator',
    async () => {
      expect(await stoppedByGate).toBe('merchant KYB not approved');
    },
    STUCK_MS + 30_000,
  );
});

test('a bank that refuses a payout and books it all the same has paid it: nothing is credited', async () => {
  const shop = await liveMerchant(books, { sales: 1_000_000 });
  const amount = Number(BANK_SCRIPTS.refused_then_booked.amountEndsIn);
  await becomes(shop, await paidOut(shop, amount), 'SETTLED');
  expect(await liveBalance(shop)).toEqual({ available: 980_000 - amount, pending: 0 });
});

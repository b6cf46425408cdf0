import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import type { PartnerSecrets } from '../../../stack/partners.ts';
import { startOf } from '../../../src/temporal/starts.ts';
import { taskQueues, workflowId } from '../../../workflows/messages.ts';
import type { BankComparisonResult } from '../../../workflows/messages.ts';
import { becomes, liveMerchant, paidOut, simulator } from '../../support/live.ts';
import type { LiveMerchant } from '../../support/live.ts';
import { OLGA } from '../../support/operators.ts';
import { startPayoutStack } from '../../support/payout-stack.ts';
import type { PayoutStack } from '../../support/payout-stack.ts';
import { api, call, expectIntegrity, person } from '../../support/people.ts';

const OPERATOR = { headers: OLGA };
const { partner_token: PARTNER_TOKEN } = JSON.parse(
  process.env['TEST_PARTNER_SECRETS'] ?? '{}',
) as PartnerSecrets;
const SALES = 1_000_000;
const SETTLES = 9101;

let stack: PayoutStack;
let shop: LiveMerchant;
let connection: Connection;
let client: Client;
beforeAll(async () => {
  stack = await startPayoutStack('bank_comparison');
  connection = await Connection.connect({ address: stack.temporalAddress() });
  client = new Client({ connection });
  shop = await liveMerchant(stack.books, { base: stack.base, sales: SALES });
}, 120_000);
afterAll(async () => {
  await connection.close();
  await expectIntegrity(stack.books);
  await stack.stop();
});

/** Compares the books with the bank, as the schedule does every night. */
function compared(): Promise<BankComparisonResult> {
  const { type, options } = startOf(
    'bankComparison',
    { taskQueue: stack.taskQueue },
    { queues: taskQueues(stack.taskQueue) },
  );
  return client.workflow.execute(type, options) as Promise<BankComparisonResult>;
}

/** Lets so much time pass for what is stored of the bank's list. */
const later = (interval: string) =>
  stack.books.query('update bank_lines set status_since = status_since - $1::interval', [interval]);

// oxlint-disable-next-line typescript/no-explicit-any
async function breaks(query = ''): Promise<any[]> {
  return (await call('GET', `/operator/bank/breaks${query}`, OPERATOR, stack.base)).breaks;
}
async function settled(amount = SETTLES): Promise<string> {
  const id = await paidOut(shop, amount);
  await becomes(shop, id, 'SETTLED');
  return id;
}
const today = () => new Date().toISOString().slice(0, 10);

test('a Temporal Schedule compares the books with the bank every night', async () => {
  const { spec } = await client.schedule.getHandle(workflowId.bankComparison(stack.taskQueue)).describe();
  expect(spec.calendars).toEqual([
    expect.objectContaining({
      hour: [expect.objectContaining({ start: 3 })],
      dayOfMonth: [expect.anything()],
    }),
  ]);
});

test('books that agree with the bank have no break, and the day is recorded with its lines', async () => {
  await Promise.all([settled(), settled(), settled()]);
  expect(await compared()).toEqual({ days: 1, open: 0 });
  expect(await breaks()).toEqual([]);
  const { rows } = await stack.books.query(
    `select to_char(day, 'YYYY-MM-DD') as day, transfers, deposits from bank_days`,
  );
  expect(rows).toEqual([{ day: today(), transfers: 3, deposits: 1 }]);
});

test('a transfer that the bank no longer lists, and one of another amount, are breaks until the lists agree', async () => {
  const [gone, other] = [await settled(), await settled()];
  let before = '';
  await stack.rewriteBank((ledger) => {
    before = ledger;
    return ledger
      .split('\n')
      .filter((line) => !line.includes(gone))
      .map((line) =>
        line.includes(other) ? line.replace(`"amount_minor":${SETTLES}`, '"amount_minor":7') : line,
      )
      .join('\n');
  });
  expect(await compared()).toEqual({ days: 1, open: 2 });
  const shown = { day: today(), currency: 'EUR', status: 'OPEN', closed_at: null };
  const found = await breaks('?status=OPEN');
  expect(found).toHaveLength(2);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...shown,
        kind: 'missing_at_bank',
        reference: gone,
        ours_minor: SETTLES,
        theirs_minor: null,
      }),
      expect.objectContaining({
        ...shown,
        kind: 'amount_differs',
        reference: other,
        ours_minor: SETTLES,
        theirs_minor: 7,
      }),
    ]),
  );
  const again = await compared();
  expect([again.open, (await breaks()).map(({ id }) => id)]).toEqual([2, found.map(({ id }) => id)]);
  await stack.rewriteBank(() => before);
  expect((await compared()).open).toBe(0);
  expect(await breaks('?status=OPEN')).toEqual([]);
  const closed = await breaks('?status=CLOSED');
  expect(closed.map(({ id, status }) => [id, status])).toEqual(found.map(({ id }) => [id, 'CLOSED']));
});

test('a transfer that we did not order is missing in the books', async () => {
  const reference = randomUUID();
  const answer = await fetch(`${process.env['TEST_SIMULATOR_URL']}/bank/transfers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${PARTNER_TOKEN}`,
      'idempotency-key': reference,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      reference,
      amount_minor: 5000,
      currency: 'EUR',
      rail: 'iban',
      account: { iban: shop.iban },
      name: 'Thief',
    }),
  });
  expect(answer.status).toBe(200);
  await compared();
  const [found] = await breaks('?status=OPEN');
  expect(found).toMatchObject({ kind: 'missing_in_books', reference, ours_minor: null, theirs_minor: 5000 });
  await stack.rewriteBank((ledger) =>
    ledger
      .split('\n')
      .filter((line) => !line.includes(reference))
      .join('\n'),
  );
  expect((await compared()).open).toBe(0);
});

test('a return whose callback is lost is a break when both sides have had an hour to agree', async () => {
  const id = await settled();
  await simulator('POST', `/bank/transfers/${id}/return`, { copies: 0 });
  await compared();
  expect(await breaks('?status=OPEN')).toEqual([]);
  await later('2 hours');
  await stack.books.query(`update payouts set settled_at = settled_at - interval '2 hours' where id = $1`, [
    id,
  ]);
  expect((await compared()).open).toBe(1);
  expect(await breaks('?status=OPEN')).toMatchObject([{ kind: 'status_differs', reference: id }]);
});

test('a deposit that the bank has and never reported is missing in the books after an hour', async () => {
  const { userId } = await person(stack.base);
  const booked = { user_id: userId, amount_minor: 4200, currency: 'EUR', copies: 0 };
  const { event_id: reference } = await simulator('POST', '/bank/deposits', booked);
  await compared();
  expect((await breaks('?status=OPEN')).map(({ kind }) => kind)).toEqual(['status_differs']);
  await later('2 hours');
  await compared();
  expect(await breaks('?status=OPEN')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'missing_in_books', reference, theirs_minor: 4200, currency: 'EUR' }),
    ]),
  );
});

test('a comparison waits for a bank that is away, and goes on by itself', async () => {
  await stack.stopPartners();
  const running = compared();
  await stack.startPartners();
  expect((await running).days).toBe(1);
});

test('the days since the last comparison are compared, oldest first, and each day ends once', async () => {
  await stack.books.query(
    `update bank_days set day = day - 3, compared_at = compared_at - interval '2 days'`,
  );
  await stack.books.query('update bank_breaks set closed_at = clock_timestamp() where closed_at is null');
  expect((await compared()).days).toBe(3);
  expect((await compared()).days).toBe(1);
});

test('a status that no break has is refused', async () => {
  const { status, body } = await api('GET', '/operator/bank/breaks?status=HEALED', OPERATOR, stack.base);
  expect([status, body.error]).toEqual([400, 'bad status']);
});

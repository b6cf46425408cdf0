import type { PoolClient } from 'pg';
import { PAYOUTS } from '../../../src/store/integrity-payouts.ts';
import { apiTest } from '../../support/api-test.ts';
import { becomes, liveMerchant, paidOut, simulator } from '../../support/live.ts';
import type { LiveMerchant } from '../../support/live.ts';
import { order, payable } from '../../support/payouts.ts';
import { call, until } from '../../support/people.ts';

const { books } = apiTest();
/** In live; `sandbox` is pending there. */
const payouts = { pending: '', settled: '', failed: '', returned: '', sandbox: '' };

beforeAll(async () => {
  const [shop, tryout] = await Promise.all([liveMerchant(books, { sales: 1_000_000 }), payable()]);
  payouts.sandbox = (await call('POST', '/payouts', { key: tryout.key, body: order(100) })).instruction_id;
  payouts.pending = await paidOut(shop, 99_100);
  payouts.settled = await ended(shop, 99_101, 'SETTLED');
  payouts.failed = await ended(shop, 99_102, 'FAILED');
  payouts.returned = await ended(shop, 99_103, 'RETURNED');
  await until(
    async () =>
      (await books.query(`select status, taken_at from payouts where id = $1`, [payouts.pending])).rows[0],
    ({ taken_at: at }) => at !== null,
  );
});
afterAll(() => simulator('POST', `/bank/transfers/${payouts.pending}/fail`, {}));

async function ended(shop: LiveMerchant, amount: number, status: string): Promise<string> {
  const id = await paidOut(shop, amount);
  await becomes(shop, id, status);
  return id;
}

const violations = async (on: Pick<PoolClient, 'query'>, query: string) =>
  (await on.query<{ count: number }>(`select count(*)::int as count from (${query}) broken`)).rows[0]
    ?.count ?? -1;

test.each(PAYOUTS)('holds here: $name', async ({ query }) => {
  expect(await violations(books, query)).toBe(0);
});

const ENTRIES = 'journal_id in (select id from journals where payout_id = $1';

/** A fault for each check, as a part of its name and the statement that plants it. $1 is a payout. */
const FAULTS: readonly (readonly [check: string, payout: keyof typeof payouts, plant: string])[] = [
  ...(['pending', 'settled', 'failed', 'returned', 'sandbox'] as const).map(
    (payout) =>
      [
        'every payout has exactly the journals',
        payout,
        `delete from journals where payout_id = $1 and kind = 'payout'`,
      ] as const,
  ),
  [
    'every payout has exactly the journals',
    'settled',
    `delete from journals where payout_id = $1 and kind = 'payout_settlement'`,
  ],
  [
    'every payout has exactly the journals',
    'failed',
    `delete from journals where payout_id = $1 and kind = 'payout_failure'`,
  ],
  [
    'every payout has exactly the journals',
    'returned',
    `delete from journals where payout_id = $1 and kind = 'payout_return'`,
  ],
  ['every payout has exactly the journals', 'settled', `delete from payouts where id = $1`],
  [
    'every payout has exactly the journals',
    'settled',
    `update payouts set status = 'PENDING', settled_at = null where id = $1`,
  ],
  [
    'every payout has exactly the journals',
    'pending',
    `update payouts set status = 'SETTLED', settled_at = now() where id = $1`,
  ],
  [
    'every payout has exactly the journals',
    'failed',
    `update entries set amount = amount * 2 where ${ENTRIES})`,
  ],
  [
    'every payout has exactly the journals',
    'failed',
    `update entries set account_id = (select id from accounts where kind = 'merchant' and owner_id <> (select org_id from payouts where id = $1) limit 1)
     where amount > 0 and ${ENTRIES} and kind = 'payout_failure')`,
  ],
  [
    'every payout has exactly the journals',
    'settled',
    `update entries set account_id = (select id from accounts where kind = 'fees' limit 1) where amount > 0 and ${ENTRIES} and kind = 'payout_settlement')`,
  ],
  [
    'every payout has exactly the journals',
    'settled',
    `update journals set org_id = gen_random_uuid() where payout_id = $1`,
  ],
  ['the account of money on its way', 'pending', `update payouts set amount = amount - 1 where id = $1`],
  [
    'the account of money on its way',
    'pending',
    `update payouts set status = 'FAILED', failed_at = now(), failure_reason = 'x' where id = $1`,
  ],
  [
    'no payout took more than its merchant had',
    'pending',
    `update entries set amount = amount * 100 where ${ENTRIES})`,
  ],
  ...['monitoring', 'screening'].flatMap((rule) => [
    [
      'no payout was reserved, or sent, before',
      'pending',
      `delete from compliance_records where subject = 'payout:' || $1 and rule = '${rule}'`,
    ] as const,
    [
      'no payout was reserved, or sent, before',
      'settled',
      `update compliance_records set recorded_at = recorded_at + interval '1 minute' where subject = 'payout:' || $1 and rule = '${rule}'`,
    ] as const,
    [
      'no payout was reserved, or sent, before',
      'settled',
      `update compliance_records set decision = 'BLOCKED' where subject = 'payout:' || $1 and rule = '${rule}'`,
    ] as const,
  ]),
  [
    'no payout was reserved, or sent, before',
    'settled',
    `update compliance_records set amount = amount - 1 where subject = 'payout:' || $1`,
  ],
  [
    'no payout was reserved, or sent, before',
    'settled',
    `update payouts set sending_at = recorded_at - interval '1 second' where id = $1`,
  ],
  [
    'no live payout is of a business that nobody',
    'settled',
    `delete from operator_actions where target = (select 'org:' || org_id from payouts where id = $1)`,
  ],
  [
    'no live payout is of a business that nobody',
    'settled',
    `update operator_actions set at = now() where target = (select 'org:' || org_id from payouts where id = $1)`,
  ],
  [
    'every payout goes to a destination',
    'settled',
    `update counterparties set status = 'REJECTED', name_match = null where id = (select counterparty_id from payouts where id = $1)`,
  ],
  [
    'every payout goes to a destination',
    'settled',
    `update counterparties set recorded_at = now() where id = (select counterparty_id from payouts where id = $1)`,
  ],
  [
    'no live payout was reserved for a destination that was held',
    'settled',
    `update counterparties set held_until = now() + interval '1 hour' where id = (select counterparty_id from payouts where id = $1)`,
  ],
  [
    'no live payout was reserved for a destination that was held',
    'settled',
    `update counterparties set held_until = now(), approved_at = now(), approved_by = 'user:' || gen_random_uuid() where id = (select counterparty_id from payouts where id = $1)`,
  ],
  [
    'no live payout was reserved for a destination that was held',
    'settled',
    `update counterparties set status = 'DISABLED', recorded_at = recorded_at - interval '1 hour', disabled_at = recorded_at - interval '1 hour', disabled_by = created_by where id = (select counterparty_id from payouts where id = $1)`,
  ],
  [
    'no transfer of the bank stands for two',
    'settled',
    `update payouts set bank_id = 'the same' where bank_id is not null and $1 is not null`,
  ],
  [
    'no live payout is longer in doubt',
    'pending',
    `update payouts set taken_at = null, bank_id = null, recorded_at = recorded_at - interval '61 minutes' where id = $1`,
  ],
  [
    'no live payout that was sent was given up',
    'failed',
    `update payouts set taken_at = null, bank_id = null, submit_state = 'BEGUN' where id = $1`,
  ],
  [
    'an approved adjustment of a payout has failed it',
    'settled',
    `insert into adjustments (id, org_id, env, currency, amount, payout_id, reason, status, proposed_by,
       approved_by, approved_at)
     select gen_random_uuid(), org_id, env, currency, amount, id, 'never sent', 'APPROVED', 'one', 'another', now()
     from payouts where id = $1`,
  ],
  [
    'no sandbox payout outlives its day',
    'sandbox',
    `update payouts set due_at = due_at - interval '25 hours' where id = $1`,
  ],
  [
    'what the bank said of a transfer',
    'settled',
    `update partner_events set reference = gen_random_uuid() where reference = $1`,
  ],
];

test('every check has a fault that it must find', () => {
  expect(
    PAYOUTS.filter(({ name }) => !FAULTS.some(([part]) => name.startsWith(part))).map(({ name }) => name),
  ).toEqual([]);
});

/**
 * Constraints that prevent a fault, to drop before it is planted: the check must find it in books that lacked
 * the constraint.
 */
const HELD_BY: Readonly<Record<string, string>> = {
  'no transfer of the bank stands for two': 'drop index payouts_one_a_transfer',
};

test.each(FAULTS)('"%s…" finds a fault planted in a payout that is %s: %s', async (part, payout, plant) => {
  const check = PAYOUTS.find(({ name }) => name.startsWith(part));
  const client = await books.connect();
  try {
    await client.query('begin');
    // Without the triggers that keep such faults out.
    await client.query(`set local session_replication_role = 'replica'`);
    const constraint = HELD_BY[part];
    if (constraint !== undefined) await client.query(constraint);
    const { rowCount } = await client.query(plant.replaceAll('$1', `'${payouts[payout]}'`));
    expect(rowCount).toBeGreaterThan(0);
    expect(await violations(client, check?.query ?? '')).toBeGreaterThan(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

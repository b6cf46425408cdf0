import type { PoolClient } from 'pg';
import { CASHBACK } from '../../../src/store/integrity-cashback.ts';
import { apiTest } from '../../support/api-test.ts';
import { authorized, call, GOLDEN_CART, merchant, person, shopper } from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';

const { books } = apiTest();
let shop: Merchant;
/** Captured and landed; captured and returned in part. */
const charges = { landed: '', returned: '' };

beforeAll(async () => {
  let buyer: Person;
  let recommender: Person;
  [shop, buyer, recommender] = await Promise.all([merchant(), shopper({ funds: 10_000_000 }), person()]);
  await call('POST', '/buy-list', {
    session: recommender.session,
    body: { merchant_id: shop.orgId, product_id: 'A' },
  });
  charges.landed = await captured(buyer);
  await call('POST', '/sandbox/clock/advance', { key: shop.key, body: { seconds: 31 * 86_400 } });
  charges.returned = await captured(buyer);
  await call('POST', `/charges/${charges.returned}/return`, {
    key: shop.key,
    body: { items: [{ product_id: 'A', qty: 1 }] },
  });
});

async function captured(buyer: Person): Promise<string> {
  const { authId } = await authorized(shop, buyer, { cart: GOLDEN_CART });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  return authId;
}

const violations = async (on: Pick<PoolClient, 'query'>, query: string) =>
  (await on.query<{ count: number }>(`select count(*)::int as count from (${query}) broken`)).rows[0]
    ?.count ?? -1;

test.each(CASHBACK)('holds here: $name', async ({ query }) => {
  expect(await violations(books, query)).toBe(0);
});

/** A fault for each check, as a part of its name and the statement that plants it. $1 is a charge. */
const FAULTS: readonly (readonly [check: string, charge: keyof typeof charges, plant: string])[] = [
  [
    'what the awards of a line began with',
    'landed',
    `update awards set original_amount = original_amount + 1 where charge_id = $1 and kind = 'buyer'`,
  ],
  ['what the awards of a line began with', 'landed', `delete from awards where charge_id = $1 and line = 1`],
  [
    'what the awards of a line began with',
    'landed',
    `update awards set beneficiary_id = (select consumer_id from charges where id = $1) where charge_id = $1 and kind = 'recommender'`,
  ],
  [
    'a pot is conserved',
    'returned',
    `update awards set amount = amount - 1 where charge_id = $1 and kind = 'recommender'`,
  ],
  [
    'a pot is conserved',
    'returned',
    `update return_lines set buyer_cut = buyer_cut + 1 where return_id in (select id from returns where charge_id = $1)`,
  ],
  [
    'an open award is what its line earns',
    'returned',
    `update awards set amount = amount - 1 where charge_id = $1 and kind = 'buyer' and line = 1`,
  ],
  [
    'an open award is what its line earns',
    'returned',
    `update awards set status = 'VOIDED', amount = 0 where charge_id = $1 and line = 1`,
  ],
  [
    'an award agrees with its charge',
    'landed',
    `update awards set product_id = 'other' where charge_id = $1`,
  ],
  [
    'no award waits for its landing longer',
    'returned',
    `update awards set pending_from = pending_from - interval '60 days', pending_until = pending_until - interval '60 days' where charge_id = $1 and status = 'PENDING'`,
  ],
  [
    'no award lands before its thirty days',
    'landed',
    `update awards set pending_from = pending_from + interval '1 second' where charge_id = $1 and status = 'LANDED'`,
  ],
  [
    'an award has landed exactly when one journal',
    'landed',
    `delete from journals where charge_id = $1 and kind = 'landing'`,
  ],
  [
    'an award has landed exactly when one journal',
    'landed',
    `update awards set status = 'PENDING', landed_at = null where charge_id = $1 and status = 'LANDED'`,
  ],
  [
    'an award has landed exactly when one journal',
    'landed',
    `update entries set amount = amount * 2 where journal_id in (select id from journals where charge_id = $1 and kind = 'landing')`,
  ],
  [
    'the cashback account holds what open awards',
    'landed',
    `update awards set amount = amount - 1 where charge_id = $1 and status = 'DEFERRED'`,
  ],
  [
    'a return is the sum of its lines',
    'returned',
    `update returns set buyer_cut = buyer_cut - 1, recommender_cut = recommender_cut + 1 where charge_id = $1`,
  ],
  [
    'a return is the sum of its lines',
    'returned',
    `delete from return_lines where return_id in (select id from returns where charge_id = $1)`,
  ],
  [
    'a returned line is its price times its quantity',
    'returned',
    `update return_lines set goods = goods + 1 where return_id in (select id from returns where charge_id = $1)`,
  ],
  [
    'no more of a line is returned',
    'returned',
    `update return_lines set qty = 4 where return_id in (select id from returns where charge_id = $1)`,
  ],
  [
    'only captured charges are returned',
    'returned',
    `update returns set at = at - interval '1 day' where charge_id = $1`,
  ],
  [
    'refunds reach the total exactly',
    'returned',
    `update returns set goods = goods + 5269, refund = refund + 5269 where charge_id = $1`,
  ],
  [
    'refunds reach the total exactly',
    'returned',
    `update returns set tax_part = 613, refund = goods + shipping_part + 613 where charge_id = $1`,
  ],
  [
    'refunds reach the total exactly',
    'returned',
    `with all_of_it as (insert into return_lines (return_id, line, qty, goods, buyer_cut, recommender_cut) select id, 1, 1, 501, 0, 0 from returns where charge_id = $1)
     update return_lines set qty = 3 where return_id in (select id from returns where charge_id = $1)`,
  ],
  [
    'every return has one journal',
    'returned',
    `update returns set refund = refund + 1, goods = goods + 1 where charge_id = $1`,
  ],
  [
    'every return has one journal',
    'returned',
    `delete from journals where charge_id = $1 and kind = 'return'`,
  ],
  [
    'every return has one event',
    'returned',
    `delete from events where charge_id = $1 and event = 'charge.returned'`,
  ],
  ...['balance', 'captured_count', 'captured', 'funded', 'social_count', 'to_buyers', 'to_recommenders'].map(
    (column) =>
      [
        "a merchant's running totals",
        'landed',
        `update merchant_totals set ${column} = ${column} + 1 where (org_id, slot) = (select org_id, totals_slot(id) from charges where id = $1)`,
      ] as const,
  ),
];

test('every check has a fault that it must find', () => {
  expect(
    CASHBACK.filter(({ name }) => !FAULTS.some(([part]) => name.startsWith(part))).map(({ name }) => name),
  ).toEqual([]);
});

test.each(FAULTS)('"%s…" finds a fault planted in a charge that was %s: %s', async (part, charge, plant) => {
  const check = CASHBACK.find(({ name }) => name.startsWith(part));
  const client = await books.connect();
  try {
    await client.query('begin');
    // Without the triggers that keep such faults out.
    await client.query(`set local session_replication_role = 'replica'`);
    const { rowCount } = await client.query(plant, [charges[charge]]);
    expect(rowCount).toBeGreaterThan(0);
    expect(await violations(client, check?.query ?? '')).toBeGreaterThan(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

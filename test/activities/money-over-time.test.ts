import { testSecrets, THRESHOLDS } from '../support/settings.ts';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { createActivities } from '../../activities/index.ts';
import { decideCart } from '../../src/domain/cart.ts';
import type { Cart, CartItem } from '../../src/domain/cart.ts';
import { insertRecommendationRequest } from '../../src/store/buy-list.ts';
import { insertCart } from '../../src/store/checkouts.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { Database } from '../../src/store/database.ts';
import { checkIntegrity } from '../../src/store/integrity.ts';
import { insertReturnRequest } from '../../src/store/returns.ts';
import { jsonText } from '../../src/store/statement.ts';
import { postTopup } from '../../src/store/wallets.ts';
import { commandBy, IN_TIME } from '../support/commands.ts';
import { cloneDatabase } from '../support/database.ts';

/** A thousand cases at night (`NIGHTLY=true npm test`), a hundred otherwise. */
const CASES = process.env['NIGHTLY'] === 'true' ? 1000 : 100;
const DAY = 24 * 3600 * 1000;
const PRODUCTS = ['a', 'b', 'c'] as const;

const items: fc.Arbitrary<CartItem[]> = fc.array(
  fc.record({
    productId: fc.constantFrom(...PRODUCTS),
    displayName: fc.constant('x'),
    unitPrice: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 ** 6 })),
    qty: fc.integer({ min: 1, max: 5 }),
    cashbackRate: fc.oneof(fc.constantFrom(0, 1, 9999, 10_000), fc.integer({ min: 0, max: 10_000 })),
  }),
  { minLength: 1, maxLength: 12 },
);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('return' as const),
    productId: fc.constantFrom(...PRODUCTS),
    qty: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ kind: fc.constant('recommend' as const), productId: fc.constantFrom(...PRODUCTS) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface World {
  readonly database: Database;
  readonly activities: ReturnType<typeof createActivities>;
  readonly orgId: string;
  readonly buyerId: string;
  readonly checkoutId: string;
  readonly chargeId: string;
}

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ url: await cloneDatabase(`over_time_${process.pid}`), poolSize: 4 });
});
afterAll(() => database.close());

const rows = async <T>(sql: string, values: unknown[]): Promise<T[]> =>
  (await database.pool.query(sql, values)).rows as T[];

async function make(table: 'users' | 'orgs'): Promise<string> {
  const id = v7();
  if (table === 'users')
    await rows('insert into users (id, email) values ($1, $2)', [id, `${id}@example.com`]);
  else {
    await rows(`insert into orgs (id, name, country_code) values ($1, 'shop', 'US')`, [id]);
    await rows(`insert into members (org_id, user_id, role) values ($1, $2, 'owner')`, [
      id,
      await make('users'),
    ]);
  }
  return id;
}

/** Writes down that this shopper recommends a product. Answers the id of what was asked for. */
async function recommended(userId: string, orgId: string, productId: string): Promise<string> {
  const id = v7();
  await insertRecommendationRequest(database.pool, {
    recommendationId: id,
    userId,
    env: 'sandbox',
    merchantId: orgId,
    productId,
    displayName: null,
  });
  return id;
}

/** A captured charge of a shopper over this cart; another shopper recommends the first product. */
async function capturedCharge(cart: Cart): Promise<World> {
  const activities = createActivities({
    database,
    secrets: testSecrets(),
    newId: () => v7(),
    deliver: () => undefined,
    land: () => undefined,
    watchReturns: () => undefined,
    returnWindowDays: 60,
    reached: () => undefined,
    thresholds: THRESHOLDS,
    bankName: 'bank',
  });
  const [orgId, buyerId, friendId] = await Promise.all([make('orgs'), make('users'), make('users')]);
  await activities.recommendProduct({ entryId: await recommended(friendId, orgId, 'a') });
  const topup = { journalId: v7(), userId: buyerId, currency: 'USD', amount: cart.total };
  if (cart.total > 0) await database.transaction((tx) => postTopup(tx, topup));
  const checkoutId = v7();
  const extras = { orderId: null, store: null, shipping: null, confirmationUrl: null, cancelUrl: null };
  await insertCart(database.pool, { id: checkoutId, orgId, env: 'sandbox', cart, extras, actor: null });
  const checkout = { checkoutId, orgId };
  await activities.openCheckout({
    ...checkout,
    opening: { terminalId: null, newTerminalId: v7(), expiresInSecs: 3600, deadline: IN_TIME },
  });
  const { answer } = await activities.authorizeCheckout({
    ...checkout,
    request: { consumerId: buyerId, newChargeId: v7(), attribution: [], deadline: IN_TIME },
  });
  if (!answer.ok) throw new Error(answer.refusal.reason);
  const { answer: captured } = await activities.captureCharge({
    ...checkout,
    ...commandBy(`user:${buyerId}`),
  });
  if (!captured.ok) throw new Error(captured.refusal.reason);
  return { database, activities, ...checkout, buyerId, chargeId: answer.value.authId };
}

/** Moves the org's clock as the public endpoint does, and lands what is due by then. */
async function wait({ activities, orgId }: World, ms: number): Promise<void> {
  await rows(
    'insert into org_clocks (org_id, offset_ms) values ($1, $2) on conflict (org_id) do update set offset_ms = org_clocks.offset_ms + $2',
    [orgId, ms],
  );
  const due = await rows<{ id: string; at: number }>(
    `select id, extract(epoch from pending_until)::float8 * 1000 as at from awards
     where org_id = $1 and status = 'PENDING' and pending_until <= org_now($1, 'sandbox') order by pending_until`,
    [orgId],
  );
  for (const { id, at } of due) await activities.landAward({ awardId: id, orgId, at });
}

async function giveBack(
  { activities, orgId, checkoutId, chargeId, buyerId }: World,
  asked: { productId: string; qty: number }[] | null,
) {
  const returnId = v7();
  const items = asked === null ? null : jsonText(asked);
  await insertReturnRequest(database.pool, {
    returnId,
    chargeId,
    reason: null,
    items,
    actor: `user:${buyerId}`,
  });
  const first = await activities.returnCharge({ returnId, checkoutId, orgId, deadline: IN_TIME });
  // Run twice, as after a crash: the same answer, nothing done again.
  expect(await activities.returnCharge({ returnId, checkoutId, orgId, deadline: IN_TIME })).toEqual(first);
  return first;
}

async function take(world: World, step: Step): Promise<number> {
  if (step.kind === 'wait') await wait(world, step.days * DAY);
  if (step.kind === 'recommend') {
    await world.activities.recommendProduct({
      entryId: await recommended(world.buyerId, world.orgId, step.productId),
    });
  }
  if (step.kind !== 'return') return 0;
  const answer = await giveBack(world, [{ productId: step.productId, qty: step.qty }]);
  return answer.ok ? answer.value.refund : 0;
}

const landedOf = (world: World) =>
  rows('select id, amount, landed_at from awards where charge_id = $1 and status = $2 order by id', [
    world.chargeId,
    'LANDED',
  ]);

/** The invariants of one charge, checked after every step. */
async function expectBalanced(world: World): Promise<void> {
  const [books] = await rows(
    `select (select coalesce(sum(e.amount), 0)::int from entries e join journals j on j.id = e.journal_id where j.charge_id = $1) as sum,
            (select count(*)::int from awards a where a.charge_id = $1 and a.original_amount - a.amount <> (
               select coalesce(sum(case a.kind when 'buyer' then l.buyer_cut else l.recommender_cut end), 0)
               from return_lines l join returns r on r.id = l.return_id where r.charge_id = $1 and l.line = a.line)) as miscut,
            (select count(*)::int from capture_lines where charge_id = $1 and recommender_amount + buyer_amount <> pot) as missplit,
            (select coalesce(sum(e.amount), 0)::int from entries e join journals j on j.id = e.journal_id join accounts a on a.id = e.account_id
             where j.charge_id = $1 and a.kind = 'cashback')
            - (select coalesce(sum(amount), 0)::int from awards where charge_id = $1 and status in ('DEFERRED', 'PENDING')) as owed`,
    [world.chargeId],
  );
  expect(books).toEqual({ sum: 0, miscut: 0, missplit: 0, owed: 0 });
}

test('random carts, returns, recommendations and months: every cent is accounted for after every step, and what has landed stays', async () => {
  await fc.assert(
    fc.asyncProperty(
      items,
      fc.nat(10 ** 5),
      fc.nat(10 ** 5),
      fc.array(step, { maxLength: 8 }),
      async (goods, shipping, tax, steps) => {
        const total = goods.reduce((all, { unitPrice, qty }) => all + unitPrice * qty, shipping + tax);
        const cart = decideCart({ items: goods, total, shippingAmount: shipping, taxAmount: tax });
        if (!cart.ok) throw new Error(cart.refusal.reason);
        const world = await capturedCharge(cart.value);
        await expectBalanced(world);
        let refunded = 0;
        let landed: unknown[] = [];
        for (const now of steps) {
          refunded += await take(world, now);
          await expectBalanced(world);
          const landedNow = await landedOf(world);
          expect(landedNow).toEqual(expect.arrayContaining(landed));
          landed = landedNow;
        }
        const rest = await giveBack(world, null);
        refunded += rest.ok ? rest.value.refund : 0;
        expect(refunded).toBe(total);
        await expectBalanced(world);
        expect(await landedOf(world)).toEqual(landed);
        const open = await rows(
          `select 1 from awards where charge_id = $1 and status in ('DEFERRED', 'PENDING')`,
          [world.chargeId],
        );
        expect(open).toEqual([]);
      },
    ),
    { numRuns: CASES },
  );
  expect((await checkIntegrity(database.pool)).filter(({ violations }) => violations > 0)).toEqual([]);
}, 600_000);

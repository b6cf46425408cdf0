import { testSecrets } from '../support/settings.ts';
import { Client } from 'pg';
import { v7 } from 'uuid';
import { createActivities } from '../../activities/index.ts';
import { decideCart } from '../../src/domain/cart.ts';
import type { Environment } from '../../src/domain/environment.ts';
import { THRESHOLDS } from '../support/settings.ts';
import { removeEntry } from '../../src/commands/buy-list.ts';
import { findEntry, insertRecommendationRequest } from '../../src/store/buy-list.ts';
import { insertCart } from '../../src/store/checkouts.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { Database } from '../../src/store/database.ts';
import { checkIntegrity } from '../../src/store/integrity.ts';
import { askPayout, payoutRow } from '../../src/store/payouts.ts';
import { postTopup } from '../../src/store/wallets.ts';
import { commandBy, IN_TIME, nudgeTo } from '../support/commands.ts';
import { cloneDatabase } from '../support/database.ts';
import { goLive } from '../support/payout-cases.ts';
import { DAY } from '../support/time-skipping.ts';

type Activities = ReturnType<typeof createActivities>;
const ACTOR = `user:${v7()}`;
/** The result of screening a payee that is on no list. */
const CLEAR = { kind: 'screened', listVersion: 'test', hits: [] } as const;

let url: string;
let database: Database;
let activities: Activities;

beforeAll(async () => {
  url = await cloneDatabase(`guards_${process.pid}`);
  database = await openDatabase({ url, poolSize: 10 });
  activities = activitiesOf(database);
});
afterAll(() => database.close());
afterEach(async () => {
  await setBooks('0');
  expect((await checkIntegrity(database.pool)).filter(({ violations }) => violations > 0)).toEqual([]);
});

const activitiesOf = (on: Database): Activities =>
  createActivities({
    database: on,
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

// oxlint-disable-next-line typescript/no-explicit-any
const rows = async (sql: string, values: unknown[] = []): Promise<any[]> =>
  (await database.pool.query(sql, values)).rows;

/** Lets the database's clock run ahead of the machine's by this many milliseconds. */
async function setBooks(ahead: number | string): Promise<void> {
  await rows(`create or replace function real_ms() returns bigint language sql volatile as
    $$ select floor(extract(epoch from clock_timestamp()) * 1000)::bigint + ${ahead} $$`);
}

async function newUser(): Promise<string> {
  const id = v7();
  await rows('insert into users (id, email) values ($1, $2)', [id, `${id}@example.com`]);
  return id;
}

interface Shop {
  readonly orgId: string;
  readonly env: Environment;
  readonly buyerId: string;
}

const topUp = (userId: string, currency: string, amount: number) =>
  database.transaction((tx) => postTopup(tx, { journalId: v7(), userId, currency, amount }));

/** A business that may sell in this environment, and a shopper with money there. */
async function openShop(env: Environment): Promise<Shop> {
  const [orgId, buyerId] = [v7(), await newUser()];
  await rows(`insert into orgs (id, name, country_code) values ($1, 'shop', 'US')`, [orgId]);
  await rows(`insert into members (org_id, user_id, role) values ($1, $2, 'owner')`, [
    orgId,
    await newUser(),
  ]);
  if (env === 'live') await goLive({ database }, { orgId }, buyerId);
  else await topUp(buyerId, 'USD', 1_000_000);
  return { orgId, env, buyerId };
}

/** A checkout that waits for the shopper. Half of its total is cashback. */
async function openCheckout(
  { orgId, env }: Shop,
  { terminalId = null as string | null, currency = 'USD', total = 1000, step = activities } = {},
) {
  const checkoutId = v7();
  const item = { productId: 'tea', displayName: 'Tea', unitPrice: total, qty: 1, cashbackRate: 5000 };
  const cart = decideCart({ items: [item], total, currency });
  if (!cart.ok) throw new Error(cart.refusal.reason);
  const extras = { orderId: null, store: null, shipping: null, confirmationUrl: null, cancelUrl: null };
  await insertCart(database.pool, { id: checkoutId, orgId, env, cart: cart.value, extras, actor: null });
  const opening = { terminalId, newTerminalId: v7(), expiresInSecs: 3600, deadline: IN_TIME };
  const { answer, row } = await step.openCheckout({ checkoutId, orgId, opening });
  if (!answer.ok || row === null) throw new Error('the checkout was refused');
  return { checkoutId, orgId, due: row.due ?? 0 };
}

async function authorized(shop: Shop, what: Parameters<typeof openCheckout>[1] = {}) {
  const opened = await openCheckout(shop, what);
  const request = { consumerId: shop.buyerId, newChargeId: v7(), attribution: [], deadline: IN_TIME };
  const { answer, row } = await activities.authorizeCheckout({ ...opened, request });
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return { ...opened, chargeId: answer.value.authId, due: row?.due ?? 0 };
}

async function captured(shop: Shop, what: Parameters<typeof openCheckout>[1] = {}) {
  const held = await authorized(shop, what);
  const { answer } = await activities.captureCharge({ ...held, ...commandBy(ACTOR) });
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return held;
}

/** The shopper's award of a captured sale, pending since the shopper recommends what they bought. */
async function pendingAward(shop: Shop) {
  const { chargeId } = await captured(shop);
  await activities.recommendProduct({ entryId: await recommendationOf(shop) });
  const [award] = await rows(
    `select id, extract(epoch from pending_until)::float8 * 1000 as due from awards where charge_id = $1`,
    [chargeId],
  );
  return { awardId: award.id as string, orgId: shop.orgId, due: award.due as number };
}

/** A stored request of the shopper to recommend a product. */
async function recommendationOf({ orgId, env, buyerId }: Shop): Promise<string> {
  const id = v7();
  await insertRecommendationRequest(database.pool, {
    recommendationId: id,
    userId: buyerId,
    env,
    merchantId: orgId,
    productId: 'tea',
    displayName: null,
  });
  return id;
}

/** A payout request of a shop with sales, and its destination. */
async function payoutRequest(shop: Shop, amount = 100) {
  const [payoutId, counterpartyId] = [v7(), v7()];
  await rows(
    `insert into counterparties (id, org_id, env, country_code, currency, rail, name, sealed_account, account_masked, status, name_match,
                                 check_answer, created_by, created_at)
     values ($1, $2, $3, 'US', 'USD', 'ach', 'Corner Shop Ltd', 'sealed', '****1234', 'ACTIVE', 'match', 'match', $4, clock_timestamp())`,
    [counterpartyId, shop.orgId, shop.env, ACTOR],
  );
  const { orgId, env } = shop;
  const asked = { payoutId, orgId, env, counterpartyId, amount, currency: 'USD', actor: ACTOR };
  await askPayout(database.pool, asked);
  return { payoutId, orgId, counterpartyId };
}

async function reserved(shop: Shop, amount = 100) {
  const request = await payoutRequest(shop, amount);
  const { answer } = await activities.reservePayout({ ...request, screened: CLEAR, deadline: IN_TIME });
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return request;
}

/** A payout that was sent, and that the bank took under this id. */
async function taken(shop: Shop, bankId: string, amount = 100) {
  const payout = await reserved(shop, amount);
  await activities.beginSending(payout);
  await activities.applyTransfer({
    ...payout,
    transfer: transfer(bankId, { amount }),
    askedAt: Date.now() + 1000,
  });
  return payout;
}

const transfer = (id: string, { amount = 100, status = 'pending' as 'pending' | 'settled' } = {}) => ({
  id,
  status,
  amount,
  currency: 'USD',
  reason: null,
});

const statusOf = async (table: 'checkouts' | 'charges' | 'awards' | 'payouts', id: string): Promise<string> =>
  (await rows(`select status from ${table} where id = $1`, [id]))[0].status;
const recordsOf = (payoutId: string) =>
  rows(
    'select rule, decision, movement from compliance_records where subject = $1 order by recorded_at, id',
    [`payout:${payoutId}`],
  );

describe('in live, a Temporal clock that runs ahead', () => {
  test('lapses no hold until the clock of the database has reached its end', async () => {
    const held = await authorized(await openShop('live'));
    const late = { ...held, at: held.due + DAY };
    const left = await activities.closeOverdue(late);
    expect(left).toMatchObject({ status: 'AUTHORIZED', due: held.due });
    expect(left.clock.floor).toBeLessThan(held.due);
    expect(await statusOf('charges', held.chargeId)).toBe('AUTHORIZED');
    await setBooks(7 * DAY);
    expect(await activities.closeOverdue(late)).toMatchObject({ status: 'EXPIRED', due: null });
    expect(
      await rows(
        'select lapsed_at = hold_expires_at and fired_recorded_at >= lapsed_at as right from charges where id = $1',
        [held.chargeId],
      ),
    ).toEqual([{ right: true }]);
  });

  test('expires no checkout', async () => {
    const opened = await openCheckout(await openShop('live'));
    const late = { ...opened, at: opened.due + DAY };
    expect(await activities.closeOverdue(late)).toMatchObject({ status: 'PENDING', due: opened.due });
    await setBooks(DAY);
    expect(await activities.closeOverdue(late)).toMatchObject({ status: 'EXPIRED', due: null });
  });

  test('lands no award', async () => {
    const award = await pendingAward(await openShop('live'));
    const late = { ...award, at: award.due + DAY };
    const left = await activities.landAward(late);
    expect(left).toMatchObject({ status: 'PENDING', due: award.due });
    expect(left.clock.floor).toBeLessThan(award.due);
    await setBooks(30 * DAY);
    expect(await activities.landAward(late)).toMatchObject({ status: 'LANDED', due: null });
  });

  test('withdraws no verification case', async () => {
    const { orgId } = await openShop('sandbox');
    const caseId = v7();
    await rows(
      `insert into verification_cases (id, kind, org_id, country_code, started_by, created_at, expires_at)
       values ($1, 'kyb', $2, 'US', $3, clock_timestamp(), clock_timestamp() + interval '30 days')`,
      [caseId, orgId, ACTOR],
    );
    await rows(`update orgs set kyb_status = 'PENDING' where id = $1`, [orgId]);
    const late = { caseId, at: Date.now() + 31 * DAY };
    expect(await activities.expireCase(late)).toMatchObject({ status: 'PENDING' });
    await setBooks(30 * DAY);
    expect(await activities.expireCase(late)).toMatchObject({ status: 'WITHDRAWN' });
  });

  test.each([
    [
      'charges',
      `update charges set status = 'EXPIRED', lapsed_at = hold_expires_at where id = $1`,
      'charges_live_in_time',
    ],
    [
      'awards',
      `update awards set status = 'LANDED', landed_at = pending_until where id = $1`,
      'awards_live_in_time',
    ],
    ['checkouts', `update checkouts set status = 'EXPIRED' where id = $1`, 'checkouts_live_in_time'],
  ] as const)(
    'is held by the database in %s, and an integrity check would see what got past it',
    async (table, statement, constraint) => {
      const shop = await openShop('live');
      const ids = {
        charges: async () => (await authorized(shop)).chargeId,
        awards: async () => (await pendingAward(shop)).awardId,
        checkouts: async () => (await openCheckout(shop)).checkoutId,
      };
      const id = await ids[table]();
      await expect(rows(statement, [id])).rejects.toMatchObject({ constraint });
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        await client.query(`alter table ${table} drop constraint ${constraint}`);
        await client.query(statement, [id]);
        const results = await checkIntegrity(client);
        expect(results.find(({ name }) => name.startsWith('nothing live expired'))).toMatchObject({
          violations: 1,
        });
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
  );
});

test('in the sandbox a step follows the sandbox clock and ignores the clock of the database', async () => {
  const shop = await openShop('sandbox');
  const [held, opened, award] = [await authorized(shop), await openCheckout(shop), await pendingAward(shop)];
  expect(await activities.closeOverdue({ ...held, at: held.due })).toMatchObject({ status: 'EXPIRED' });
  expect(await activities.closeOverdue({ ...opened, at: opened.due })).toMatchObject({ status: 'EXPIRED' });
  expect(await activities.landAward({ ...award, at: award.due })).toMatchObject({ status: 'LANDED' });
});

/** Runs the work while another transaction, which has run these statements, stays open. */
async function whileOpen(
  statements: readonly (readonly [string, unknown[]])[],
  work: () => Promise<void>,
): Promise<void> {
  const other = new Client({ connectionString: url });
  await other.connect();
  try {
    await other.query('begin');
    for (const [statement, values] of statements) await other.query(statement, values);
    await work();
  } finally {
    await other.query('rollback');
    await other.end();
  }
}

const MOVE_CLOCK = 'select pg_advisory_xact_lock(7701, hashtext($1))';

describe('while the sandbox clock of an organization is moved', () => {
  test('its live checkouts open, are paid and captured, its awards land, its payouts are reserved, sent and settled', async () => {
    const shop = await openShop('live');
    const award = await pendingAward(shop);
    const held = await authorized(shop);
    const terminalId = v7();
    await rows(`insert into terminals (id, org_id, title, terminal_type) values ($1, $2, '', 'REUSABLE')`, [
      terminalId,
      shop.orgId,
    ]);
    const request = await payoutRequest(shop);
    await setBooks(30 * DAY);
    await whileOpen([[MOVE_CLOCK, [shop.orgId]]], async () => {
      expect((await activities.landAward({ ...award, at: award.due })).status).toBe('LANDED');
      expect((await activities.closeOverdue({ ...held, at: held.due })).status).toBe('EXPIRED');
      await setBooks(0);
      await captured(shop, { terminalId });
      await activities.recommendProduct({ entryId: await recommendationOf(shop) });
      const { answer } = await activities.reservePayout({ ...request, screened: CLEAR, deadline: IN_TIME });
      expect(answer.ok).toBe(true);
      await activities.beginSending(request);
      const reply = { transfer: transfer(v7(), { status: 'settled' }), askedAt: Date.now() + 1000 };
      expect((await activities.applyTransfer({ ...request, ...reply })).status).toBe('SETTLED');
    });
  });

  test('its sandbox waits', async () => {
    const shop = await openShop('sandbox');
    const held = await authorized(shop);
    await whileOpen([[MOVE_CLOCK, [shop.orgId]]], async () => {
      await expect(activities.captureCharge({ ...held, ...commandBy(ACTOR) })).rejects.toMatchObject({
        code: '55P03',
      });
    });
  });
});

test('an open transaction of live money blocks neither the sandbox clock of its organization nor its sandbox money', async () => {
  const [shop, tryout] = [await openShop('live'), await openShop('sandbox')];
  const sandbox = { ...tryout, orgId: shop.orgId };
  const terminalId = v7();
  await rows(`insert into terminals (id, org_id, title, terminal_type) values ($1, $2, '', 'REUSABLE')`, [
    terminalId,
    shop.orgId,
  ]);
  const [award, held, request] = [await pendingAward(shop), await authorized(shop), await reserved(shop)];
  const cart = await openCheckout(shop, { terminalId });
  const moves = await openDatabase({ url, poolSize: 1 });
  const locks: [string, unknown[]][] = [
    ['select lock_terminal($1, $2, $3)', [shop.orgId, 'live', terminalId]],
    ['select lock_checkout($1, $2)', [shop.orgId, cart.checkoutId]],
    ['select lock_checkout($1, $2)', [shop.orgId, held.checkoutId]],
    ['select lock_award($1, $2)', [shop.orgId, award.awardId]],
    // The same shopper buys in the sandbox too: a lock that both environments share would block the sandbox.
    ['select lock_recommendation($1, $2, $3)', [shop.orgId, 'live', sandbox.buyerId]],
    ['select lock_payouts($1, $2, $3)', [shop.orgId, 'live', 'USD']],
    ['select lock_payout($1, $2)', [shop.orgId, request.payoutId]],
  ];
  await whileOpen(locks, async () => {
    await captured(sandbox, { terminalId });
    await moves.transaction((tx) => (tx as unknown as Client).query(MOVE_CLOCK, [shop.orgId]));
  });
  await moves.close();
});

describe('a payout step', () => {
  test('of the sandbox settles, fails and returns no live payout', async () => {
    const payout = await taken(await openShopWithSales('live'), v7());
    const before = await payoutRow(database.pool, payout);
    for (const trigger of ['settle', 'fail'] as const) {
      await expect(activities.nudgePayout({ ...payout, ...nudgeTo(trigger) })).rejects.toThrow('environment');
    }
    await activities.settleDue({ ...payout, at: Date.now() + 2 * DAY });
    expect(await payoutRow(database.pool, payout)).toEqual({ ...before, now: expect.any(Date) });
    const reply = {
      transfer: transfer(
        String((await rows('select bank_id from payouts where id = $1', [payout.payoutId]))[0].bank_id),
        {
          status: 'settled',
        },
      ),
    };
    await activities.applyTransfer({ ...payout, ...reply, askedAt: Date.now() + 1000 });
    await expect(activities.nudgePayout({ ...payout, ...nudgeTo('return') })).rejects.toThrow('environment');
    expect(await statusOf('payouts', payout.payoutId)).toBe('SETTLED');
  });

  test('of the bank moves no sandbox payout', async () => {
    const payout = await reserved(await openShopWithSales('sandbox'));
    await expect(activities.refuseTransfer({ ...payout, reason: 'no such account' })).rejects.toThrow(
      'environment',
    );
    const reply = { transfer: transfer(v7(), { status: 'settled' }), askedAt: Date.now() + 1000 };
    await expect(activities.applyTransfer({ ...payout, ...reply })).rejects.toThrow('environment');
    expect(await statusOf('payouts', payout.payoutId)).toBe('PENDING');
  });
});

async function openShopWithSales(env: Environment): Promise<Shop> {
  const shop = await openShop(env);
  await captured(shop, { total: 10_000 });
  return shop;
}

/** Countries whose shoppers pay in these currencies. */
const HOMES = { USD: 'US', GBP: 'GB', EUR: 'DE', CHF: 'CH' } as const;

test('awards in several currencies are counted in the order of the whole key, so that two statements never wait for each other', async () => {
  const shop = await openShop('sandbox');
  for (const [currency, home] of Object.entries(HOMES)) {
    await rows('update users set country_code = $2 where id = $1', [shop.buyerId, home]);
    await topUp(shop.buyerId, currency, 100_000);
    for (let sale = 0; sale < 3; sale++) await captured(shop, { currency });
  }
  await rows(`create table counted (place serial, currency text, slot integer)`);
  await rows(`create function note_count() returns trigger language plpgsql as $$
    begin insert into counted (currency, slot) values (new.currency, new.slot); return new; end $$`);
  await rows(
    'create trigger note_count before update of to_buyers on merchant_totals for each row execute function note_count()',
  );
  try {
    await activities.recommendProduct({ entryId: await recommendationOf(shop) });
  } finally {
    await rows('drop trigger note_count on merchant_totals');
  }
  const counted = await rows(
    `select currency || ' ' || to_char(slot, '00') as key from counted order by place`,
  );
  const keys = counted.map(({ key }) => key as string);
  expect(new Set(keys.map((key) => key.slice(0, 3)))).toEqual(new Set(Object.keys(HOMES)));
  expect(keys).toEqual([...keys].sort());
});

describe('with another default isolation', () => {
  test('of the database, transactions and statements run at read committed', async () => {
    const name = new URL(url).pathname.slice(1);
    await rows(`alter database ${name} set default_transaction_isolation = 'repeatable read'`);
    const strict = await openDatabase({ url, poolSize: 8 });
    try {
      expect((await strict.pool.query('show transaction_isolation')).rows).toEqual([
        { transaction_isolation: 'read committed' },
      ]);
      const shop = await openShop('sandbox');
      const held = await authorized(shop);
      const steps = activitiesOf(strict);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => steps.captureCharge({ ...held, ...commandBy(ACTOR) })),
      );
      expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]?.answer.ok).toBe(true);
    } finally {
      await strict.close();
      await rows(`alter database ${name} reset default_transaction_isolation`);
    }
  });

  test('of the connection, transactions run at read committed', async () => {
    const strict = await openDatabase({ url, poolSize: 1 });
    await strict.pool.query(`set default_transaction_isolation = 'serializable'`);
    const isolation = await strict.transaction(
      async (tx) => (await (tx as unknown as Client).query('show transaction_isolation')).rows,
    );
    await strict.close();
    expect(isolation).toEqual([{ transaction_isolation: 'read committed' }]);
  });
});

describe('a bank transfer that belongs to another payout', () => {
  test('moves nothing and leaves one compliance record, however often the bank reports it', async () => {
    const shop = await openShopWithSales('live');
    const bankId = v7();
    const first = await taken(shop, bankId);
    const second = await reserved(shop);
    await activities.beginSending(second);
    const reply = { transfer: transfer(bankId, { status: 'settled' }), askedAt: Date.now() + 1000 };
    for (let time = 0; time < 3; time++) {
      expect(await activities.applyTransfer({ ...second, ...reply })).toMatchObject({
        status: 'PENDING',
        isTaken: false,
      });
    }
    const [record, ...more] = await rows(
      `select decision, facts from compliance_records where subject = $1 and rule = 'bank_contradicts'`,
      [`payout:${second.payoutId}`],
    );
    expect(record).toMatchObject({
      decision: 'BLOCKED',
      facts: { transfer: { id: bankId }, transferOf: first.payoutId },
    });
    expect(more).toEqual([]);
    expect(await statusOf('payouts', first.payoutId)).toBe('PENDING');
  });

  test('is refused by the database too', async () => {
    const shop = await openShopWithSales('live');
    const first = await taken(shop, v7());
    const second = await taken(shop, v7());
    const both = [second.payoutId, first.payoutId];
    await expect(
      rows('update payouts set bank_id = (select bank_id from payouts where id = $2) where id = $1', both),
    ).rejects.toMatchObject({
      constraint: 'payouts_one_a_transfer',
    });
  });
});

describe('a recommendation whose step runs again, as after a reset of its workflow', () => {
  test('answers the same entry and does not restore one that the shopper has removed', async () => {
    const shop = await openShop('sandbox');
    const first = { entryId: await recommendationOf(shop) };
    const entry = await activities.recommendProduct(first);
    expect(await activities.recommendProduct(first)).toBe(entry);
    await removeEntry({ database }, { entryId: entry, userId: shop.buyerId, env: 'sandbox' });
    expect(await activities.recommendProduct(first)).toBe(entry);
    expect(await findEntry(database, entry)).toMatchObject({ status: 'INACTIVE' });
    // A new request does restore it.
    const second = { entryId: await recommendationOf(shop) };
    expect(await activities.recommendProduct(second)).toBe(entry);
    expect(await findEntry(database, entry)).toMatchObject({ status: 'ACTIVE' });
    await removeEntry({ database }, { entryId: entry, userId: shop.buyerId, env: 'sandbox' });
    for (const again of [first, second]) expect(await activities.recommendProduct(again)).toBe(entry);
    expect(await findEntry(database, entry)).toMatchObject({ status: 'INACTIVE' });
  });
});

describe('a payout that a gate before monitoring stops while it is reserved', () => {
  test.each([
    ['merchant_kyb_not_approved', 'merchant_kyb', `update orgs set kyb_status = 'WITHDRAWN' where id = $1`],
    [
      'no_bank_destination',
      'bank_destination',
      `update counterparties set status = 'REJECTED', name_match = null where org_id = $1`,
    ],
  ])(
    '%s: is recorded once, counts towards no limit, and is answered the same again',
    async (code, rule, withdraw) => {
      const shop = await openShopWithSales('live');
      const request = await payoutRequest(shop);
      await withoutGuards(withdraw, shop.orgId);
      for (let time = 0; time < 2; time++) {
        const { answer, row } = await activities.reservePayout({
          ...request,
          screened: CLEAR,
          deadline: IN_TIME,
        });
        expect([answer.ok || answer.refusal.code, row]).toEqual([code, null]);
      }
      expect(await recordsOf(request.payoutId)).toEqual([{ rule, decision: 'BLOCKED', movement: null }]);
      expect(await payoutRow(database.pool, request)).toBeNull();
    },
  );
});

/** Changes rows past the guards of the database. */
async function withoutGuards(statement: string, orgId: string): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query(statement, [orgId]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

import { randomUUID } from 'node:crypto';
import { thresholdsOfEveryCurrency } from '../../../stack/monitoring.ts';
import { sweep } from '../../../src/commands/sweep.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { MONITORING } from '../../../src/store/integrity-monitoring.ts';
import { apiTest } from '../../support/api-test.ts';
import { inParallel } from '../../support/in-parallel.ts';
import { OLGA } from '../../support/operators.ts';
import { IBAN, order, payable } from '../../support/payouts.ts';
import {
  api,
  call,
  complianceRecordsOf,
  expectIntegrity,
  merchant,
  openCheckout,
  shopper,
  until,
} from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';
import { RETENTION } from '../../support/settings.ts';

const MANY = 50;
/** The largest amount that passes. Minor units. */
const LARGEST = 1_000_000;
const sandbox = { largestAmountMinor: LARGEST, windows: [{ seconds: 3600, mostCount: MANY + 10 }] };
const live = JSON.parse(thresholdsOfEveryCurrency()) as object;

const service = apiTest({
  own: 'blocked_attempts',
  settings: { MONITORING_THRESHOLDS: JSON.stringify({ ...live, sandbox }) },
});
const { books } = service;

/**
 * Asks until a busy machine has an answer, each time under the same key: the attempt whose answer was lost is
 * the one that counts.
 */
const answered = (ask: (headers: Record<string, string>) => Promise<Answer>): Promise<Answer> => {
  const headers = { 'idempotency-key': randomUUID() };
  return until(
    () => ask(headers),
    ({ status, body }) => status !== 503 && status !== 429 && body.error !== 'request in progress',
    100_000,
  );
};
const pay = (shop: Merchant, amount: number, more: object = {}) =>
  answered((headers) => api('POST', '/payouts', { key: shop.key, headers, body: order(amount, more) }));
const authorize = ({ session }: Person, checkoutId: string) =>
  answered((headers) => api('POST', `/checkouts/${checkoutId}/authorize`, { session, headers, body: {} }));
const outcomeOf = ({ status, body }: Answer) => `${status} ${body.error}`;
const BLOCKED = '403 blocked by monitoring';

/** Moves the clock of a shop to six in the morning of its next day, so that no test runs over midnight. */
async function atSix(shop: Merchant): Promise<void> {
  const { now } = await call('GET', '/sandbox/clock', { key: shop.key });
  const to = new Date(new Date(now).setUTCHours(30, 0, 0, 0)).toISOString();
  await call('POST', '/sandbox/clock/advance', { key: shop.key, body: { to } });
}

/** The blocked attempts of a shop as operators see them, oldest first. */
async function blockedOf(shop: Merchant) {
  const records = await complianceRecordsOf(shop);
  return records
    .filter(({ decision }) => decision === 'BLOCKED')
    .map(({ facts, ...record }) => ({ ...record, facts: facts as Record<string, unknown> }))
    .toReversed() as (Record<string, unknown> & { facts: Record<string, unknown> })[];
}

/** A shop, and its attempts to be paid out: each asks for one unit more than the last. */
async function tooLargePayouts() {
  const shop = await payable();
  await atSix(shop);
  const attempts = Array.from({ length: MANY }, (_, index) => () => pay(shop, LARGEST + 1 + index));
  return { shop, attempts, largest: LARGEST + MANY };
}

/** A shop, and a shopper's attempts to pay there: each for a checkout of its own. */
async function tooLargeCarts() {
  const [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 2 * LARGEST })]);
  await atSix(shop);
  const totals = Array.from({ length: MANY }, (_, index) => LARGEST + 1 + index);
  const carts = await inParallel(totals, 10, (total) => openCheckout(shop, { total }));
  return {
    shop,
    attempts: carts.map(
      ({ id }) =>
        () =>
          authorize(buyer, id),
    ),
    largest: LARGEST + MANY,
  };
}

/** A shop, and a shopper's attempts to pay one checkout. */
async function tooLargeCart() {
  const [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 2 * LARGEST })]);
  await atSix(shop);
  const { id } = await openCheckout(shop, { total: LARGEST + 1 });
  const attempts = Array.from({ length: MANY }, () => () => authorize(buyer, id));
  return { shop, attempts, largest: LARGEST + 1 };
}

const together = (attempts: readonly (() => Promise<Answer>)[]) => Promise.all(attempts.map((ask) => ask()));
const oneByOne = (attempts: readonly (() => Promise<Answer>)[]) =>
  inParallel(attempts, 1, (attempt) => attempt());

test.each([
  ['authorizations of many checkouts at once', tooLargeCarts, together],
  ['authorizations of one checkout, one after the other', tooLargeCart, oneByOne],
  ['payouts at once', tooLargePayouts, together],
])('many blocked %s are each refused, and are one record with all attempts', async (_what, prepare, run) => {
  const { shop, attempts, largest } = await prepare();
  const answers = await run(attempts);
  expect(new Set(answers.map(outcomeOf))).toEqual(new Set([BLOCKED]));
  const [record, ...others] = await blockedOf(shop);
  expect(others).toEqual([]);
  expect(record).toMatchObject({ rule: 'amount', attempts: MANY, largest_amount_minor: largest, reason: '' });
  expect(String(record?.['last_attempt_at']) > String(record?.['created_at'])).toBe(true);
  await expectIntegrity(books);
});

test('many blocked payouts one after the other are one record, and use up the limit on velocity', async () => {
  const { shop, attempts } = await tooLargePayouts();
  expect(new Set((await oneByOne(attempts)).map(outcomeOf))).toEqual(new Set([BLOCKED]));
  for (let passed = 0; passed < 10; passed++) expect((await pay(shop, 1)).status).toBe(200);
  for (let tried = 0; tried < 2; tried++) expect(outcomeOf(await pay(shop, 1))).toBe(BLOCKED);
  expect((await blockedOf(shop)).map(({ rule, attempts: tried }) => [rule, tried])).toEqual([
    ['amount', MANY],
    ['velocity', 2],
  ]);
});

test('another rule, another currency and another day have a record of their own', async () => {
  const shop = await payable();
  await call('POST', '/bank/payout-iban', {
    session: shop.session,
    body: { iban: IBAN, name: 'Corner Shop Ltd', org_id: shop.orgId },
  });
  const pounds = { currency: 'GBP', country_code: 'GB' };
  await atSix(shop);
  for (const attempt of [
    () => pay(shop, LARGEST + 1),
    () => pay(shop, 666_600),
    () => pay(shop, LARGEST + 1, pounds),
  ])
    for (let time = 0; time < 2; time++) expect(outcomeOf(await attempt())).toBe(BLOCKED);
  await atSix(shop);
  await pay(shop, LARGEST + 1);
  expect(
    (await blockedOf(shop)).map(({ rule, facts, attempts }) => [rule, facts['currency'], attempts]),
  ).toEqual([
    ['amount', 'USD', 2],
    ['magic_amount', 'USD', 2],
    ['amount', 'GBP', 2],
    ['amount', 'USD', 1],
  ]);
});

test('another shopper, another merchant and a payout have a record of their own', async () => {
  const [shop, other] = await Promise.all([payable(), merchant()]);
  const [ann, bob] = await Promise.all([shopper(), shopper()]);
  await Promise.all([atSix(shop), atSix(other)]);
  for (const [buyer, at] of [
    [ann, shop] as const,
    [ann, shop] as const,
    [bob, shop] as const,
    [ann, other] as const,
  ]) {
    const { id } = await openCheckout(at, { total: 666_600 });
    expect(outcomeOf(await authorize(buyer, id))).toBe(BLOCKED);
  }
  expect(outcomeOf(await pay(shop, 666_600))).toBe(BLOCKED);
  const seen = async (of: Merchant) =>
    (await blockedOf(of)).map(({ facts, attempts }) => [facts['consumerId'], attempts]);
  expect(await seen(shop)).toEqual([
    [ann.userId, 2],
    [bob.userId, 1],
    [undefined, 1],
  ]);
  expect(await seen(other)).toEqual([[ann.userId, 1]]);
});

test('payouts that a gate before monitoring refuses are one record a day and currency, and count towards no limit', async () => {
  const shop = await merchant();
  await atSix(shop);
  const answers = await inParallel(Array.from({ length: 30 }), 30, () => pay(shop, 5000));
  expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['400 no bank destination']));
  await pay(shop, 5000, { currency: 'EUR', country_code: 'DE' });
  expect(await blockedOf(shop)).toMatchObject([
    { rule: 'bank_destination', attempts: 30, largest_amount_minor: null, facts: { currency: 'USD' } },
    { rule: 'bank_destination', attempts: 1, largest_amount_minor: null, facts: { currency: 'EUR' } },
  ]);
  const { rows } = await books.query(
    'select 1 from compliance_records where org_id = $1 and movement is not null',
    [shop.orgId],
  );
  expect(rows).toEqual([]);
});

test('a checkout leads operators to the record that counts its attempt, and the record to its checkouts', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper()]);
  await atSix(shop);
  const carts = [await openCheckout(shop, { total: 666_600 }), await openCheckout(shop, { total: 666_600 })];
  for (const { id } of carts) await authorize(buyer, id);
  const find = (id: unknown) => call('GET', `/operator/find?id=${String(id)}`, { headers: OLGA });
  const [record] = await blockedOf(shop);
  for (const { id } of carts)
    expect((await find(id)).related).toContainEqual({ kind: 'compliance_record', id: record?.['id'] });
  const found = await find(record?.['id']);
  expect(found).toMatchObject({ kind: 'compliance_record', status: 'BLOCKED', attempts: 2 });
  expect(found.related).toHaveLength(2);
  expect(found.related).toEqual(expect.arrayContaining(carts.map(({ id }) => ({ kind: 'checkout', id }))));
});

test('a shopper’s export is silent about blocked attempts, and an erasure leaves their number', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper()]);
  await atSix(shop);
  const { id } = await openCheckout(shop, { total: 666_600 });
  for (let time = 0; time < 3; time++) await authorize(buyer, id);
  const everything = JSON.stringify(await call('GET', '/me/export', { session: buyer.session }));
  for (const hidden of [id, 'magic_amount', 'BLOCKED']) expect(everything).not.toContain(hidden);
  await call('POST', `/operator/users/${buyer.userId}/erase`, {
    headers: OLGA,
    body: { reason: 'asked by the person' },
  });
  expect(await blockedOf(shop)).toMatchObject([{ attempts: 3, facts: { consumerId: buyer.userId } }]);
});

test('the sweep deletes attempts that no limit counts any more, and their number stays', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper()]);
  await atSix(shop);
  const { id } = await openCheckout(shop, { total: 666_600 });
  for (let time = 0; time < 4; time++) await authorize(buyer, id);
  const rowsOf = async () =>
    (await books.query('select 1 from blocked_attempts where subject = $1', [`checkout:${id}`])).rowCount;
  const before = await blockedOf(shop);
  expect([before.map(({ attempts }) => attempts), await rowsOf()]).toEqual([[4], 3]);
  await books.query(
    `update blocked_attempts set recorded_at = recorded_at - interval '3 days' where subject = $1`,
    [`checkout:${id}`],
  );
  const { DATABASE_URL = '' } = service.applications.environment;
  const database = await openDatabase({ url: DATABASE_URL, poolSize: 2 });
  await sweep(database, RETENTION);
  await database.close();
  expect([await blockedOf(shop), await rowsOf()]).toEqual([before, 0]);
  await authorize(buyer, id);
  expect((await blockedOf(shop)).map(({ attempts }) => attempts)).toEqual([5]);
  await expectIntegrity(books);
});

/** A fault for each check, as a part of its name and the statement that plants it. $1 is an attempt. */
const FAULTS: readonly (readonly [check: string, plant: string])[] = [
  [
    'a blocked attempt counts on',
    `update compliance_records set series = null where id = (select record_id from blocked_attempts where id = $1)`,
  ],
  ['a blocked attempt counts on', `update blocked_attempts set at = at + interval '1 day' where id = $1`],
  ['a blocked attempt counts on', `update blocked_attempts set amount = null where id = $1`],
  [
    'a blocked attempt counts on',
    `insert into blocked_totals select record_id, 1, 1, at - interval '1 day' from blocked_attempts where id = $1`,
  ],
  [
    'no blocked attempt has moved money',
    `update charges set id = $1 where id = (select id from charges limit 1)`,
  ],
  [
    'no blocked attempt has moved money',
    `update blocked_attempts set subject = 'payout:' || (select id from payouts limit 1) where id = $1`,
  ],
];

test('every check of blocked attempts has a fault that it must find', () => {
  const unproven = MONITORING.filter(({ name }) => !FAULTS.some(([part]) => name.startsWith(part)));
  expect(unproven).toEqual([]);
});

test.each(FAULTS)('"%s…" finds a fault: %s', async (part, plant) => {
  const query = MONITORING.find(({ name }) => name.startsWith(part))?.query ?? '';
  const client = await books.connect();
  try {
    await client.query('begin');
    // Without the triggers and constraints that keep such faults out.
    await client.query(`set local session_replication_role = 'replica'`);
    const { rows } = await client.query<{ id: string }>(
      'select id from blocked_attempts where amount is not null limit 1',
    );
    expect((await client.query(query)).rows).toEqual([]);
    const planted = await client.query(plant.replaceAll('$1', `'${rows[0]?.id}'`));
    expect(planted.rowCount).toBe(1);
    expect((await client.query(query)).rows.length).toBeGreaterThan(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

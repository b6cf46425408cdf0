import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { ownCountry } from '../../support/countries.ts';
import { OLGA } from '../../support/operators.ts';
import {
  api,
  authorized,
  call,
  complianceRecordsOf,
  item,
  merchant,
  openCheckout,
  person,
  shopper,
} from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';

const { books } = apiTest();
let shop: Merchant;
let buyer: Person;

beforeAll(async () => {
  [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 10_000_000 })]);
});

const operate = (method: string, path: string, body?: unknown) =>
  api(method, `/operator${path}`, { headers: OLGA, ...(body === undefined ? {} : { body }) });
async function answerOf(method: string, path: string, body?: unknown): Promise<unknown[]> {
  const answer = await operate(method, path, body);
  return answer.body.error === undefined ? [answer.status] : [answer.status, answer.body.error];
}
async function actionsOn(target: string): Promise<unknown[]> {
  const { rows } = await books.query(
    'select action, before, after, reason from operator_actions where target = $1 order by at, id',
    [target],
  );
  return rows;
}
const captured = async (own: Merchant, cart: object) => {
  const { authId } = await authorized(own, buyer, { cart });
  return call('POST', `/charges/${authId}/capture`, { key: own.key });
};

test('the operator is known by x-operator-token alone', async () => {
  const routes: [string, string][] = [
    ['PATCH', `/orgs/${shop.orgId}/pricing`],
    ['PUT', '/countries/US'],
    ['POST', `/orgs/${shop.orgId}/kyb`],
    ['POST', `/users/${buyer.userId}/kyc`],
    ['GET', '/compliance/records'],
    ['GET', '/integrity'],
  ];
  for (const [method, path] of routes) {
    const wrong = { 'x-operator-token': 'operator-token-of-the-testt' };
    for (const headers of [
      {},
      wrong,
      { 'x-operator-token': '' },
      { 'x-api-key': shop.key, authorization: `Bearer ${shop.session}` },
    ] as Record<string, string>[]) {
      const { status, body } = await api(method, `/operator${path}`, { headers });
      expect([status, body]).toEqual([401, { error: 'invalid operator token' }]);
    }
  }
});

describe('pricing', () => {
  test('answers the changed object, applies from the next capture on and is recorded before and after', async () => {
    const own = await merchant();
    const path = `/orgs/${own.orgId}/pricing`;
    const tipster = await person();
    await call('POST', '/buy-list', {
      session: tipster.session,
      body: { merchant_id: own.orgId, product_id: 'P' },
    });
    const cart = {
      items: [item({ product_id: 'P', unit_price: 10_000, cashback_rate: 1000 })],
      total: 10_000,
    };
    expect(await captured(own, cart)).toMatchObject({
      mdr_fee: 180,
      recommender_amount: 500,
      deferred_buyer_amount: 500,
    });

    expect((await operate('PATCH', path, { mdr_bps: 0 })).body).toEqual({
      org_id: own.orgId,
      mdr_bps: 0,
      recommender_share_bps: 5000,
    });
    expect((await operate('PATCH', path, { recommender_share_bps: 10_000 })).body).toEqual({
      org_id: own.orgId,
      mdr_bps: 0,
      recommender_share_bps: 10_000,
    });
    expect(await captured(own, cart)).toMatchObject({
      mdr_fee: 0,
      recommender_amount: 1000,
      deferred_buyer_amount: 0,
    });

    expect((await operate('PATCH', path, {})).body).toEqual({
      org_id: own.orgId,
      mdr_bps: 0,
      recommender_share_bps: 10_000,
    });
    const at = (mdr_bps: number, recommender_share_bps: number) => ({
      org_id: own.orgId,
      mdr_bps,
      recommender_share_bps,
    });
    expect(await actionsOn(`org:${own.orgId}`)).toEqual([
      { action: 'set_pricing', before: at(200, 5000), after: at(0, 5000), reason: '' },
      { action: 'set_pricing', before: at(0, 5000), after: at(0, 10_000), reason: '' },
    ]);
  });

  test('is refused outside of 0 to 10000 and for unknown orgs', async () => {
    const path = `/orgs/${shop.orgId}/pricing`;
    for (const mdr_bps of [-1, 10_001, 1.5, '200', true]) {
      expect(await answerOf('PATCH', path, { mdr_bps })).toEqual([
        400,
        expect.stringMatching(/^mdr_bps: must be /),
      ]);
      expect(await answerOf('PATCH', path, { recommender_share_bps: mdr_bps })).toEqual([
        400,
        expect.stringMatching(/^recommender_share_bps: must be /),
      ]);
    }
    for (const org of [randomUUID(), 'x', shop.orgId.toUpperCase()]) {
      expect(await answerOf('PATCH', `/orgs/${org}/pricing`, { mdr_bps: 'x' })).toEqual([
        404,
        'org not found',
      ]);
    }
    expect(await actionsOn(`org:${shop.orgId}`)).toEqual([]);
  });
});

describe("a country's terms", () => {
  test("bound the recommender's share of its merchants, and clamp at capture when they are tightened later", async () => {
    const country = await ownCountry(books);
    const own = await merchant({ country });
    const path = `/orgs/${own.orgId}/pricing`;
    const made = await operate('PUT', `/countries/${country}`, { min_share_bps: 2000, max_share_bps: 8000 });
    expect(made.body).toEqual({
      country_code: country,
      min_share_bps: 2000,
      max_share_bps: 8000,
      live_partner: false,
    });
    for (const share of [1999, 8001]) {
      expect(await answerOf('PATCH', path, { recommender_share_bps: share })).toEqual([
        400,
        "recommender_share_bps: must be 2000 to 8000 in the org's country",
      ]);
    }
    for (const share of [2000, 8000])
      expect(await answerOf('PATCH', path, { recommender_share_bps: share })).toEqual([200]);

    await operate('PUT', `/countries/${country}`, { min_share_bps: 0, max_share_bps: 3000 });
    expect((await operate('PATCH', path, { mdr_bps: 100 })).body).toMatchObject({
      recommender_share_bps: 8000,
    });
    const tipster = await person();
    await call('POST', '/buy-list', {
      session: tipster.session,
      body: { merchant_id: own.orgId, product_id: 'P' },
    });
    const cart = {
      items: [item({ product_id: 'P', unit_price: 10_000, cashback_rate: 1000 })],
      total: 10_000,
    };
    expect(await captured(own, cart)).toMatchObject({ recommender_amount: 300, deferred_buyer_amount: 700 });
  });

  test('keep the live partner when it is not sent, and are recorded', async () => {
    const country = await ownCountry(books);
    const terms = (min_share_bps: number, max_share_bps: number, live_partner: boolean) => ({
      country_code: country,
      min_share_bps,
      max_share_bps,
      live_partner,
    });
    const put = async (body: object) => (await operate('PUT', `/countries/${country}`, body)).body;
    expect(await put({ min_share_bps: 0, max_share_bps: 10_000, live_partner: true })).toEqual(
      terms(0, 10_000, true),
    );
    expect(await put({ min_share_bps: 5, max_share_bps: 5 })).toEqual(terms(5, 5, true));
    expect(await put({ min_share_bps: 0, max_share_bps: 1, live_partner: false })).toEqual(
      terms(0, 1, false),
    );
    expect(await actionsOn(`country:${country}`)).toEqual([
      { action: 'set_country', before: null, after: terms(0, 10_000, true), reason: '' },
      { action: 'set_country', before: terms(0, 10_000, true), after: terms(5, 5, true), reason: '' },
      { action: 'set_country', before: terms(5, 5, true), after: terms(0, 1, false), reason: '' },
    ]);
  });

  test('are refused for an unknown country, and for values out of order or out of range', async () => {
    for (const code of ['us', 'XX', 'USA', 'U', '%20']) {
      expect(await answerOf('PUT', `/countries/${code}`, {})).toEqual([400, 'bad country_code']);
    }
    const country = await ownCountry(books);
    const at = (body: object) => answerOf('PUT', `/countries/${country}`, body);
    expect(await at({ min_share_bps: 2, max_share_bps: 1 })).toEqual([
      400,
      'min_share_bps: must be at most max_share_bps',
    ]);
    expect(await at({ max_share_bps: 1 })).toEqual([400, 'min_share_bps: must be a whole number']);
    expect(await at({ min_share_bps: 0, max_share_bps: 10_001 })).toEqual([
      400,
      'max_share_bps: must be 0 to 10000',
    ]);
    expect(await at({ min_share_bps: 0, max_share_bps: 1, live_partner: 'yes' })).toEqual([
      400,
      'live_partner: must be true or false',
    ]);
    expect(await actionsOn(`country:${country}`)).toEqual([]);
  });
});

describe('verification by hand', () => {
  test('of a business answers the changed object and is recorded with its reason', async () => {
    const own = await merchant();
    const standing = async () =>
      (await books.query('select kyb_status from orgs where id = $1', [own.orgId])).rows[0].kyb_status;
    const set = await operate('POST', `/orgs/${own.orgId}/kyb`, {
      status: 'APPROVED',
      reason: 'documents seen',
    });
    expect(set.body).toEqual({ org_id: own.orgId, kyb_status: 'APPROVED' });
    expect(await standing()).toBe('APPROVED');
    await operate('POST', `/orgs/${own.orgId}/kyb`, { status: 'WITHDRAWN', reason: 'fraud' });
    expect(await standing()).toBe('WITHDRAWN');
    const at = (kyb_status: string) => ({ org_id: own.orgId, kyb_status });
    expect(await actionsOn(`org:${own.orgId}`)).toEqual([
      { action: 'set_kyb', before: at('NOT_STARTED'), after: at('APPROVED'), reason: 'documents seen' },
      { action: 'set_kyb', before: at('APPROVED'), after: at('WITHDRAWN'), reason: 'fraud' },
    ]);
  });

  test('of a consumer answers the changed object and is recorded', async () => {
    const someone = await person();
    const set = await operate('POST', `/users/${someone.userId}/kyc`, {
      status: 'APPROVED',
      reason: 'passport seen',
    });
    expect(set.body).toEqual({ user_id: someone.userId, kyc_status: 'APPROVED' });
    const { rows } = await books.query('select kyc_status from users where id = $1', [someone.userId]);
    expect(rows).toEqual([{ kyc_status: 'APPROVED' }]);
    const at = (kyc_status: string) => ({ user_id: someone.userId, kyc_status });
    expect(await actionsOn(`user:${someone.userId}`)).toEqual([
      { action: 'set_kyc', before: at('NOT_STARTED'), after: at('APPROVED'), reason: 'passport seen' },
    ]);
  });

  test('needs a status, a reason and somebody to be about', async () => {
    const [kyb, kyc] = [`/orgs/${shop.orgId}/kyb`, `/users/${buyer.userId}/kyc`];
    for (const path of [kyb, kyc]) {
      expect(await answerOf('POST', path, { status: 'approved', reason: 'x' })).toEqual([
        400,
        expect.stringMatching(/^status: must be one of /),
      ]);
      for (const reason of [undefined, null, '', '  ', 5]) {
        expect(await answerOf('POST', path, { status: 'APPROVED', reason })).toEqual([
          400,
          expect.stringMatching(/^reason: must /),
        ]);
      }
    }
    for (const unknown of [randomUUID(), 'x']) {
      expect(await answerOf('POST', `/orgs/${unknown}/kyb`, {})).toEqual([404, 'org not found']);
      expect(await answerOf('POST', `/users/${unknown}/kyc`, {})).toEqual([404, 'user not found']);
    }
    expect(await actionsOn(`org:${shop.orgId}`)).toEqual([]);
    expect(await actionsOn(`user:${buyer.userId}`)).toEqual([]);
  });
});

describe('compliance records', () => {
  test('tell org, rule, decision, facts, reason and time, newest first, in pages', async () => {
    const { id } = await openCheckout(shop, { total: 666_600 });
    expect((await api('POST', `/checkouts/${id}/authorize`, { session: buyer.session })).body).toEqual({
      error: 'blocked by monitoring',
    });
    const records = (query: string) => call('GET', `/operator/compliance/records${query}`, { headers: OLGA });
    const theirs = await complianceRecordsOf(shop);
    expect(theirs.find(({ subject }) => subject === `checkout:${id}`)).toEqual({
      id: expect.any(String),
      org_id: shop.orgId,
      env: 'sandbox',
      subject: `checkout:${id}`,
      rule: expect.any(String),
      decision: 'BLOCKED',
      facts: expect.objectContaining({ amount: 666_600, currency: 'USD', consumerId: buyer.userId }),
      reason: '',
      created_at: expect.stringMatching(/Z$/),
      attempts: 1,
      last_attempt_at: expect.stringMatching(/Z$/),
      largest_amount_minor: 666_600,
    });
    const first = await records('?limit=1');
    const second = await records(`?limit=1&cursor=${first.next_cursor}`);
    expect(second.records).toHaveLength(1);
    expect([
      first.records[0].created_at >= second.records[0].created_at,
      first.records[0].id === second.records[0].id,
    ]).toEqual([true, false]);
    expect(await answerOf('GET', '/compliance/records?limit=0')).toEqual([400, 'bad limit']);
    expect(await answerOf('GET', '/compliance/records?cursor=x')).toEqual([400, 'bad cursor']);
  });
});

test('every promise of the books holds, each listed with its count of violations', async () => {
  const { body } = await operate('GET', '/integrity');
  expect(body.checks.length).toBeGreaterThan(10);
  for (const check of body.checks)
    expect(check).toEqual({ name: expect.stringMatching(/\w/), violations: 0 });
});

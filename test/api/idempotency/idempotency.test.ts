import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { OLGA } from '../../support/operators.ts';
import {
  api,
  authorized,
  call,
  item,
  merchant,
  openCheckout,
  person,
  shopper,
} from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';
import { IBAN, order, payable, registerAch, sell } from '../../support/payouts.ts';
import { signIn } from '../../support/signing-in.ts';

const { books } = apiTest();
let shop: Merchant;
let buyer: Person;

beforeAll(async () => {
  [shop, buyer] = await Promise.all([payable(), shopper({ funds: 10_000_000 })]);
});

type PostOptions = { key?: string; session?: string; body?: unknown };

/** Posts this under an idempotency key. */
const post = (
  path: string,
  idempotencyKey: string,
  { key, session, body }: PostOptions = {},
): Promise<Answer> =>
  api('POST', path, {
    ...(key === undefined ? {} : { key }),
    ...(session === undefined ? {} : { session }),
    body: body ?? {},
    headers: { 'idempotency-key': idempotencyKey },
  });
const brief = ({ status, body, headers }: Answer) => [status, body, headers.get('idempotent-replayed')];
const twenty = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 20 }, ask));
const cart = (total = 1000) => ({ items: [item({ unit_price: total })], total });
const count = async (query: string, ...values: unknown[]): Promise<number> =>
  (await books.query<{ n: number }>(`select count(*)::integer as n from ${query}`, values)).rows[0]?.n ?? -1;
/** Makes what was kept so far older by this. */
const age = (by: string) =>
  books.query('update idempotent_requests set claimed_at = claimed_at - $1::interval', [by]);
const captured = async (total = 1000): Promise<string> => {
  const { authId } = await authorized(shop, buyer, { total });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  return authId;
};

/** One of twenty at once did it; all have its answer, or were told that it runs. */
function expectOnce(answers: readonly Answer[]): Answer {
  const first = answers.filter(
    ({ status, headers }) => status < 400 && headers.get('idempotent-replayed') === null,
  );
  expect(first).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === 409) expect(answer.body).toEqual({ error: 'request in progress' });
    else expect(answer.body).toEqual(first[0]?.body);
  }
  return first[0] as Answer;
}

describe('twenty copies at once do it once:', () => {
  test('a checkout', async () => {
    const key = randomUUID();
    const { id: terminal_id } = await call('POST', '/terminals', { key: shop.key, body: { title: 'Till' } });
    const answers = await twenty(() =>
      post('/checkouts', key, { key: shop.key, body: { ...cart(), terminal_id } }),
    );
    const first = expectOnce(answers);
    expect(await count('checkouts where terminal_id = $1', terminal_id)).toBe(1);
    expect((await call('GET', `/terminals/${terminal_id}/checkout`, { key: shop.key })).id).toBe(
      first.body.id,
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
  });

  test('a return', async () => {
    const authId = await captured(3000);
    const key = randomUUID();
    expectOnce(await twenty(() => post(`/charges/${authId}/return`, key, { key: shop.key })));
    expect(await count('returns where charge_id = $1', authId)).toBe(1);
    expect(brief(await post(`/charges/${authId}/return`, randomUUID(), { key: shop.key }))).toEqual([
      400,
      { error: 'return qty exceeds captured' },
      null,
    ]);
  });

  test('a payout', async () => {
    const key = randomUUID();
    const { body } = expectOnce(
      await twenty(() => post('/payouts', key, { key: shop.key, body: order(101) })),
    );
    expect(await count('payouts where org_id = $1 and amount = 101', shop.orgId)).toBe(1);
    expect((await call('GET', `/payouts/${body.instruction_id}`, { key: shop.key })).amount_minor).toBe(101);
  });

  test('an organization, a key, a top-up, a terminal, a bank destination', async () => {
    const { session, userId } = await person();
    const key = randomUUID();
    const made = expectOnce(
      await twenty(() => post('/orgs', key, { session, body: { name: 'Shop', country_code: 'GB' } })),
    );
    expect(await count('members where user_id = $1', userId)).toBe(1);
    const orgId = made.body.org_id;

    const issued = await twenty(() =>
      post('/apikeys', key, { session, body: { org_id: orgId, env: 'sandbox', name: 'till' } }),
    );
    expect(await count('api_keys where org_id = $1', orgId)).toBe(1);
    const raw = issued.flatMap(({ body }) => body.key ?? []);
    expect(raw).toHaveLength(1);
    const { key_id: id } = await call('GET', '/apikeys/verify', { key: raw[0] });
    for (const { status, body } of issued) if (status !== 409) expect([status, body.id]).toEqual([200, id]);

    const topped = expectOnce(
      await twenty(() =>
        post('/sandbox/wallet/topup', key, { session, body: { amount_minor: 700, currency: 'USD' } }),
      ),
    );
    expect(topped.body.balance_minor).toBe(700);
    expect((await call('GET', '/wallet/entries', { session })).entries).toHaveLength(1);

    expectOnce(await twenty(() => post('/terminals', key, { session, body: { title: 'Till' } })));
    expect((await call('GET', '/terminals', { session })).terminals).toHaveLength(1);

    expectOnce(
      await twenty(() => post('/bank/payout-iban', key, { session, body: { iban: IBAN, name: 'Shop Ltd' } })),
    );
    expect((await call('GET', '/bank/counterparties', { session })).counterparties).toHaveLength(1);
  });

  test('a move of the sandbox clock', async () => {
    const own = await merchant();
    const key = randomUUID();
    const { body } = expectOnce(
      await twenty(() => post('/sandbox/clock/advance', key, { key: own.key, body: { seconds: 7200 } })),
    );
    const { now } = await call('GET', '/sandbox/clock', { key: own.key });
    expect(Date.parse(now) - Date.parse(body.now)).toBeLessThan(60_000);
  });
});

describe('a repeat', () => {
  test('reads status and body of the first answer, and that it is a repeat', async () => {
    const key = 'k'.repeat(255);
    const first = await post('/checkouts', key, { key: shop.key, body: cart() });
    expect(brief(first)).toEqual([
      200,
      { id: expect.any(String), terminal_id: expect.any(String), pay_url: expect.any(String) },
      null,
    ]);
    const again = await post('/checkouts', key, { key: shop.key, body: cart() });
    expect(brief(again)).toEqual([200, first.body, 'true']);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  test('reads a refusal again, whatever has become of the state since', async () => {
    const { checkoutId, authId } = await authorized(shop, buyer);
    const key = randomUUID();
    const early = await post(`/charges/${authId}/return`, key, { key: shop.key });
    expect(brief(early)).toEqual([400, { error: 'charge not captured' }, null]);
    await call('POST', `/charges/${authId}/capture`, { key: shop.key });
    expect(brief(await post(`/charges/${authId}/return`, key, { key: shop.key }))).toEqual([
      400,
      early.body,
      'true',
    ]);
    expect((await call('GET', `/checkouts/${checkoutId}`, { key: shop.key })).status).toBe('CAPTURED');
  });

  test('of another body is 422 idempotency key reused, also while the first still runs, and one byte is enough', async () => {
    const key = randomUUID();
    await post('/checkouts', key, { key: shop.key, body: JSON.stringify(cart()) });
    for (const body of [JSON.stringify(cart(2000)), `${JSON.stringify(cart())} `, '{}']) {
      expect(brief(await post('/checkouts', key, { key: shop.key, body }))).toEqual([
        422,
        { error: 'idempotency key reused' },
        null,
      ]);
    }
    const authId = await captured();
    const both = await Promise.all(
      ['a', 'b'].map((reason) => post(`/charges/${authId}/return`, key, { key: shop.key, body: { reason } })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('of an issued key has the same id and no key: the service does not keep it', async () => {
    const key = randomUUID();
    const body = { org_id: shop.orgId, env: 'sandbox', name: 'second till' };
    const first = await post('/apikeys', key, { session: shop.session, body });
    expect(brief(await post('/apikeys', key, { session: shop.session, body }))).toEqual([
      200,
      { ...first.body, key: null },
      'true',
    ]);
    const { rows } = await books.query(
      'select r::text as row from idempotent_requests r where status is not null',
    );
    expect(JSON.stringify(rows)).not.toContain(first.body.key);
    expect(JSON.stringify(rows)).not.toContain(first.body.prefix);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(key).toString('hex'));
  });

  test('has the same answer however a key is spelt in headers, and a key of 0 or 256 characters is refused', async () => {
    for (const key of ['', 'k'.repeat(256)]) {
      expect(brief(await post('/checkouts', key, { key: shop.key, body: cart() }))).toEqual([
        400,
        { error: 'idempotency-key: 1 to 255 characters' },
        null,
      ]);
    }
    const headers = { 'Idempotency-Key': 'x' };
    expect((await api('POST', '/checkouts', { key: shop.key, body: cart(), headers })).status).toBe(200);
    expect(
      (await api('GET', '/wallet', { session: buyer.session, headers: { 'idempotency-key': '' } })).status,
    ).toBe(200);
  });

  test('after 24 hours is a new request', async () => {
    const own = await merchant();
    const key = randomUUID();
    const ask = () => post('/checkouts', key, { key: own.key, body: cart() });
    const first = await ask();
    await age('23 hours 59 minutes');
    expect(brief(await ask())).toEqual([200, first.body, 'true']);
    await age('2 minutes');
    const [second, copy] = [await ask(), await ask()];
    expect(second.body.id).not.toBe(first.body.id);
    expect([brief(second)[2], brief(copy)]).toEqual([null, [200, second.body, 'true']]);
    await age('25 hours');
    expect((await post('/checkouts', key, { key: own.key, body: cart(5) })).status).toBe(200);
  });
});

describe('a key means nothing outside of its scope:', () => {
  test('another organization, environment, path or user', async () => {
    const key = randomUUID();
    const other = await merchant();
    const live = await call('POST', '/apikeys', {
      session: shop.session,
      body: { org_id: shop.orgId, env: 'live', name: 'live' },
    });
    const ids = new Set<string>();
    for (const [path, by] of [
      ['/checkouts', shop.key],
      ['/checkouts', other.key],
      ['/checkouts', live.key],
      ['/terminals', shop.key],
    ] as const) {
      const answer = await post(path, key, { key: by, body: { ...cart(), title: 'Till' } });
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
      ids.add(answer.body.id);
    }
    expect(ids.size).toBe(4);
    const [one, two] = [await person(), await person()];
    const topUp = ({ session }: Person) =>
      post('/sandbox/wallet/topup', key, { session, body: { amount_minor: 5 } });
    expect([(await topUp(one)).status, brief(await topUp(two))[2]]).toEqual([200, null]);
    const [first, second] = [await captured(), await captured()];
    for (const authId of [first, second])
      expect((await post(`/charges/${authId}/return`, key, { key: shop.key })).status).toBe(200);
  });

  test('the keys of one organization share theirs, and so do the sessions of one user', async () => {
    const key = randomUUID();
    const second = await call('POST', '/apikeys', {
      session: shop.session,
      body: { org_id: shop.orgId, env: 'sandbox', name: 'other' },
    });
    const first = await post('/checkouts', key, { key: shop.key, body: cart() });
    expect(brief(await post('/checkouts', key, { key: second.key, body: cart() }))).toEqual([
      200,
      first.body,
      'true',
    ]);
    const again = await signIn(books, shop.email);
    const org = await post('/orgs', key, {
      session: shop.session,
      body: { name: 'Another', country_code: 'US' },
    });
    const body = { name: 'Another', country_code: 'US' };
    expect(brief(await post('/orgs', key, { session: again.session_token, body }))).toEqual([
      200,
      org.body,
      'true',
    ]);
  });

  test('a session that acts for another organization sends another request by the same bytes', async () => {
    const owner = await merchant();
    const second = await call('POST', '/orgs', {
      session: owner.session,
      body: { name: 'Second', country_code: 'US' },
    });
    const acting = async (org_id: string) =>
      (await call('POST', '/auth/mode', { session: owner.session, body: { env: 'sandbox', org_id } }))
        .session_token;
    const [one, two] = [await acting(owner.orgId), await acting(second.org_id)];
    const key = randomUUID();
    expect((await post('/terminals', key, { session: one, body: { title: 'Till' } })).status).toBe(200);
    expect(brief(await post('/terminals', key, { session: two, body: { title: 'Till' } }))).toEqual([
      422,
      { error: 'idempotency key reused' },
      null,
    ]);
  });
});

describe('comes after and before other checks:', () => {
  test('a revoked key is 401, an unreadable body bad json, and who has left the organization finds it absent', async () => {
    const owner = await merchant();
    const admin = await person();
    await call('POST', `/orgs/${owner.orgId}/members`, {
      session: owner.session,
      body: { user_id: admin.userId, role: 'admin' },
    });
    const key = randomUUID();
    const body = { org_id: owner.orgId, env: 'sandbox', name: 'till' };
    const ask = () => post('/apikeys', key, { session: admin.session, body });
    const issued = await ask();
    await call('PATCH', `/orgs/${owner.orgId}/members/${admin.userId}`, {
      session: owner.session,
      body: { role: 'support' },
    });
    expect(brief(await ask())).toEqual([200, { ...issued.body, key: null }, 'true']);
    await call('DELETE', `/orgs/${owner.orgId}/members/${admin.userId}`, { session: owner.session });
    expect(brief(await ask())).toEqual([404, { error: 'org not found' }, null]);

    await post('/checkouts', key, { key: issued.body.key, body: cart() });
    expect(brief(await post('/checkouts', key, { key: issued.body.key, body: '{' }))).toEqual([
      400,
      { error: 'bad json' },
      null,
    ]);
    await call('DELETE', `/orgs/${owner.orgId}/keys/${issued.body.id}`, { session: owner.session });
    expect((await post('/checkouts', key, { key: issued.body.key, body: cart() })).status).toBe(401);
  });

  test('401, 403, 409 and 429 are not kept: the same key asks anew', async () => {
    const owner = await merchant();
    const helper = await person();
    await call('POST', `/orgs/${owner.orgId}/members`, {
      session: owner.session,
      body: { user_id: helper.userId, role: 'support' },
    });
    const key = randomUUID();
    const ask = () =>
      post('/apikeys', key, {
        session: helper.session,
        body: { org_id: owner.orgId, env: 'sandbox', name: 'till' },
      });
    for (const _ of [1, 2])
      expect(brief(await ask())).toEqual([403, { error: 'owner/admin required' }, null]);
    await call('PATCH', `/orgs/${owner.orgId}/members/${helper.userId}`, {
      session: owner.session,
      body: { role: 'admin' },
    });
    expect((await ask()).status).toBe(200);

    const wrong = { email: helper.email, code: '000000' };
    for (const _ of [1, 2])
      expect(brief(await post('/auth/otp/verify', key, { body: wrong }))).toEqual([
        401,
        { error: 'invalid or expired code' },
        null,
      ]);
    expect((await post('/auth/otp/verify', key, { body: { ...wrong, code: '000001' } })).status).toBe(401);
    expect(await count(`idempotent_requests where status in (401, 403, 409, 429)`)).toBe(0);
  });

  test('a payout that was blocked and is then allowed goes out once, under the same key', async () => {
    const own = await payable({ name: 'Sanctioned Person' });
    const key = randomUUID();
    const ask = () => post('/payouts', key, { key: own.key, body: order(100) });
    for (const _ of [1, 2]) expect((await ask()).status).toBe(403);
    const { rows } = await books.query<{ id: string }>('select id from screening_cases where org_id = $1', [
      own.orgId,
    ]);
    for (const { id } of rows)
      await call('POST', `/operator/screening/cases/${id}/clear`, {
        headers: OLGA,
        body: { reason: 'another person' },
      });
    const done = await ask();
    expect(done.status).toBe(200);
    expect(brief(await ask())).toEqual([200, done.body, 'true']);
    expect(await count('payouts where org_id = $1', own.orgId)).toBe(1);
  });
});

test('without a key each call is a new one, as before', async () => {
  const [first, second] = [await openCheckout(shop), await openCheckout(shop)];
  expect(first.id).not.toBe(second.id);
  await Promise.all([registerAch(shop), sell(shop, 10)]);
});

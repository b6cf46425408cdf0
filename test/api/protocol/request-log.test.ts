import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, item, merchant, person, shopper } from '../../support/people.ts';
import type { Answer, Merchant, Person, Request } from '../../support/people.ts';

const { books } = apiTest();
let shop: Merchant;
let otherShop: Merchant;
let buyer: Person;

beforeAll(async () => {
  [shop, otherShop, buyer] = await Promise.all([merchant(), merchant(), shopper({ funds: 1_000_000 })]);
});

interface Row {
  readonly [field: string]: unknown;
}
interface Log {
  readonly requests: Row[];
  readonly next_cursor: string | null;
}

const log = (
  query: Record<string, string> = {},
  by: Merchant = shop,
  request: Request = { key: by.key },
): Promise<Log> => call('GET', `/orgs/${by.orgId}/requests?${new URLSearchParams(query)}`, request);
const idOf = ({ headers }: Answer): string => headers.get('x-request-id') ?? '';
const reasons = ({ requests }: Log) => requests.map(({ reason }) => reason);

test('from the request id of a failed call to its cause in one call', async () => {
  const { authId } = await authorized(shop, buyer);
  const failed = await api('POST', `/charges/${authId}/return`, {
    key: shop.key,
    body: { reason: 'too big' },
  });
  const { requests, next_cursor } = await log({ request_id: idOf(failed) });
  const { key_id } = await call('GET', '/apikeys/verify', { key: shop.key });
  expect(requests).toEqual([
    {
      id: expect.any(String),
      request_id: idOf(failed),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      method: 'POST',
      route: '/charges/{id}/return',
      path: `/charges/${authId}/return`,
      status: 400,
      ms: expect.any(Number),
      reason: 'charge not captured',
      ...failed.help,
      credential: 'api_key',
      credential_id: key_id,
      idempotency: null,
    },
  ]);
  expect(next_cursor).toBeNull();
});

test('a reason with details has those that hold no personal data', async () => {
  const refused = await api('POST', '/auth/mode', {
    session: shop.session,
    body: { env: 'live', org_id: shop.orgId },
  });
  expect(refused.status).toBe(403);
  const { requests } = await log({ request_id: idOf(refused) });
  expect(requests).toEqual([
    expect.objectContaining({
      reason: 'live not eligible',
      detail: refused.body.blockers.join(', '),
      credential: 'session',
      credential_id: shop.userId,
    }),
  ]);
});

test('from an order id to its workflow in two calls, paid or not', async () => {
  const order = randomUUID();
  const { checkoutId, authId } = await authorized(shop, buyer, { cart: { order_id: order } });
  const { sales } = await call('GET', `/orgs/${shop.orgId}/sales?order_id=${order}`, { key: shop.key });
  expect(sales.map(({ id }: Row) => id)).toEqual([checkoutId]);
  expect((await call('GET', `/sales/${sales[0].id}`, { key: shop.key })).workflow_id).toBe(
    `checkout:${checkoutId}`,
  );
  expect((await call('GET', `/charges/${authId}/timeline`, { key: shop.key })).workflow_id).toBe(
    `checkout:${checkoutId}`,
  );

  const unpaid = randomUUID();
  const cart = { items: [item()], total: 1000, order_id: unpaid };
  const [first, second] = [
    await call('POST', '/checkouts', { key: shop.key, body: cart }),
    await call('POST', '/checkouts', { key: shop.key, body: cart }),
  ];
  const of = (query: string, by = shop) => call('GET', `/orgs/${by.orgId}/sales?${query}`, { key: by.key });
  const ids = ({ sales: found }: { sales: Row[] }) => found.map(({ id }) => id);
  expect(ids(await of(`order_id=${unpaid}`))).toEqual([second.id, first.id]);
  const page = await of(`order_id=${unpaid}&limit=1`);
  expect([ids(page), ids(await of(`order_id=${unpaid}&cursor=${page.next_cursor}`))]).toEqual([
    [second.id],
    [first.id],
  ]);
  expect((await call('GET', `/sales/${first.id}`, { key: shop.key })).workflow_id).toBe(
    `checkout:${first.id}`,
  );
  expect(ids(await of(`order_id=${unpaid}&status=CAPTURED`))).toEqual([]);
  expect(ids(await of(`order_id=${randomUUID()}`))).toEqual([]);
  expect(ids(await of(`order_id=${order}`, otherShop))).toEqual([]);
});

test('the log is filtered by status, class of status, reason and route, and all filters hold together', async () => {
  const own = await merchant();
  const post = (body: unknown) => api('POST', '/checkouts', { key: own.key, body });
  await post({ items: [item()], total: 1000 });
  await post({ items: [], total: 0 });
  await post({ items: [item()], total: 1 });
  await api('POST', `/charges/${randomUUID()}/capture`, { key: own.key });
  expect(reasons(await log({ status: '4xx' }, own))).toEqual([
    'charge not found',
    'total mismatch: server-computed 1000',
    'empty items',
  ]);
  expect(reasons(await log({ status: '404' }, own))).toEqual(['charge not found']);
  expect(reasons(await log({ reason: 'empty items' }, own))).toEqual(['empty items']);
  expect(reasons(await log({ reason: 'empty items', status: '2xx' }, own))).toEqual([]);
  expect(reasons(await log({ route: '/checkouts' }, own))).toEqual([
    'total mismatch: server-computed 1000',
    'empty items',
    null,
  ]);
  expect(reasons(await log({ route: '/checkouts', status: '200' }, own))).toEqual([null]);
  expect(
    reasons(
      await log({ route: '/charges/{auth_id}/capture', status: '4xx', reason: 'charge not found' }, own),
    ),
  ).toHaveLength(1);
  for (const status of ['ok', '4x', '99', '600', '4xx,5xx', '']) {
    const { status: code, body } = await api('GET', `/orgs/${own.orgId}/requests?status=${status}`, {
      key: own.key,
    });
    expect([code, body]).toEqual([400, { error: 'bad status' }]);
  }
});

test('a filter that is no text is refused', async () => {
  for (const [path, name] of [
    ['requests', 'reason'],
    ['requests', 'request_id'],
    ['requests', 'route'],
    ['sales', 'order_id'],
  ] as const) {
    for (const [query, wrong] of [
      [`${name}=a%00b`, 'must not hold NUL or half characters'],
      [`${name}=${'x'.repeat(501)}`, `must have at most ${name === 'reason' ? 500 : 200} characters`],
      [`${name}=a&${name}=b`, 'must be text'],
    ]) {
      const { status, body } = await api('GET', `/orgs/${shop.orgId}/${path}?${query}`, { key: shop.key });
      expect([status, body]).toEqual([400, { error: `${name}: ${wrong}` }]);
    }
  }
});

test('it is paged newest first: a call made meanwhile neither shifts nor repeats one, and a cursor is bound to its filter', async () => {
  const own = await merchant();
  const paths = Array.from({ length: 7 }, () => `/sales/${randomUUID()}`);
  for (const path of paths) await api('GET', path, { key: own.key });
  const seen: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Log = await log({ limit: '3', status: '4xx', ...(cursor === '' ? {} : { cursor }) }, own);
    seen.push(...page.requests.map(({ path }) => path));
    cursor = page.next_cursor;
    await api('GET', `/sales/${randomUUID()}`, { key: own.key });
  }
  expect(seen).toEqual(paths.toReversed());
  const { next_cursor: bound } = await log({ limit: '1', status: '4xx' }, own);
  const other = await api('GET', `/orgs/${own.orgId}/requests?limit=1&cursor=${bound}`, { key: own.key });
  expect([other.status, other.body]).toEqual([400, { error: 'bad cursor' }]);
});

test('it has the calls of one org and one environment; calls without an org, and reads of the log, are in none', async () => {
  const own = await merchant();
  const stranger = await api('GET', `/orgs/${own.orgId}/sales`, { session: buyer.session });
  expect(stranger.status).toBe(404);
  await call('GET', '/wallet', { session: own.session });
  await log({}, own);
  const { requests } = await log({}, own);
  expect(requests.map(({ method, route }) => `${method} ${route}`).toSorted()).toEqual([
    'POST /apikeys',
    'POST /orgs',
  ]);
  const live = await call('POST', '/apikeys', {
    session: own.session,
    body: { org_id: own.orgId, env: 'live', name: 'live' },
  });
  await api('GET', '/apikeys/verify', { key: live.key });
  expect((await log({}, own, { key: live.key })).requests.map(({ route }) => route)).toEqual([
    '/apikeys/verify',
  ]);
  const both = [await log({ request_id: idOf(stranger) }, own), await log({ request_id: idOf(stranger) })];
  expect(both.flatMap(({ requests: rows }) => rows)).toEqual([]);
});

test('nothing that was sent is in it: neither body, query, header nor credential', async () => {
  const own = await merchant();
  const sent = ['s3cret-title', 's3cret-query', 's3cret-header'];
  await api('POST', '/terminals?note=s3cret-query', {
    key: own.key,
    body: { title: 's3cret-title' },
    headers: { 'x-note': 's3cret-header' },
  });
  await api('POST', '/terminals', { key: own.key, body: { title: 's3cret-title'.repeat(100) } });
  await log({}, own);
  const { rows } = await books.query('select l::text from request_log l where org_id = $1', [own.orgId]);
  const text = JSON.stringify([rows, await log({}, own)]);
  expect(rows.length).toBeGreaterThanOrEqual(4);
  for (const secret of [...sent, own.key, own.session, own.email]) expect(text).not.toContain(secret);
});

test('it says which calls carried an idempotency key, and which of them were answered again', async () => {
  const own = await merchant();
  const send = () =>
    api('POST', '/terminals', { key: own.key, body: { title: '' }, headers: { 'idempotency-key': 'one' } });
  await send();
  await send();
  const { requests } = await log({ route: '/terminals' }, own);
  expect(requests.map(({ idempotency }) => idempotency)).toEqual(['replayed', 'first']);
  expect(new Set(requests.map(({ reason }) => reason)).size).toBe(1);
  expect(requests[0]?.['reason']).toMatch(/^title: /);
});

test('every member may read it, a stranger finds no such org', async () => {
  const helper = await person();
  await call('POST', `/orgs/${shop.orgId}/members`, {
    session: shop.session,
    body: { user_id: helper.userId, role: 'developer' },
  });
  expect((await log({ limit: '1' }, shop, { session: helper.session })).requests).toHaveLength(1);
  for (const by of [{ session: buyer.session }, { key: otherShop.key }]) {
    const { status, body } = await api('GET', `/orgs/${shop.orgId}/requests`, by);
    expect([status, body]).toEqual([404, { error: 'org not found' }]);
  }
});

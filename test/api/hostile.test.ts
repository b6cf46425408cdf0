import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { ROUTES } from '../../src/http/routes/index.ts';
import { api, authorized, bookkeeping, call, expectIntegrity, merchant, openCheckout, shopper } from '../support/people.ts';
import type { Merchant, Person } from '../support/people.ts';

/** Signing out would end the session that the other requests need. */
const routes = ROUTES.filter(({ id }) => id !== 'signOut');
/** The same requests every time: a failure comes again. */
const SEED = 20_261_121;
const EACH = 150;

const books = bookkeeping();
let shop: Merchant;
let buyer: Person;
/** Ids that mean something, by the paths that they stand in, so that requests get past "not found". */
let known: Record<string, string>;

beforeAll(async () => {
  [shop, buyer] = await Promise.all([merchant(), shopper()]);
  const { checkoutId, authId } = await authorized(shop, buyer);
  const { id, terminalId } = await openCheckout(shop);
  const till = await call('POST', '/terminals', { key: shop.key, body: { title: 'Till' } });
  const entry = await call('POST', '/buy-list', { session: buyer.session, body: { merchant_id: shop.orgId, product_id: 'tea' } });
  await openCheckout(shop, { cart: { terminal_id: till.id } });
  known = {
    orgs: shop.orgId,
    checkouts: id,
    sales: checkoutId,
    charges: authId,
    terminals: till.id,
    used: terminalId,
    'buy-list': entry.id,
    users: buyer.userId,
  };
});
afterAll(async () => {
  await expectIntegrity(books);
  await books.end();
});

const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\uFEFF',
  '\u202Eabc',
  'İı',
  '😀'.repeat(300),
  'x'.repeat(70_000),
  "'; drop table orgs; --",
  '%00%ff',
  '../../etc/passwd',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '\r\nset-cookie: a=b',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  'Infinity',
  '__proto__',
  'constructor',
  'toString',
  '$1',
  '\\',
  '"',
  '{}',
  'ACTIVE',
  'sandbox',
  'live',
  'USD',
  'US',
  'https://[::ffff:127.0.0.1]/',
  'http://0x7f.1:1/',
];
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  1.5,
  59,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e308,
  -1e308,
  5e-324,
];

const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 40 }), fc.uuid());
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { __proto__: 1 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);
/** A number beyond every limit is text in JSON no more: it is spliced in raw. */
const RAW = ['1e400', '-1e400', '9007199254740993', '123456789012345678901234567890', '0.1e-400', '-0', '1E+2'];

type Route = (typeof ROUTES)[number];

interface Described {
  readonly examples?: readonly Record<string, unknown>[];
}
/** A request that the route may take, of our own org. */
function exampleOf({ body }: Route): Record<string, unknown> {
  const example = (body?.meta() as Described | undefined)?.examples?.[0] ?? {};
  return Object.fromEntries(
    Object.entries(example).map(([name, sent]) => [name, ['org_id', 'merchant_id'].includes(name) ? shop.orgId : sent]),
  );
}
const namesOf = (shape: unknown): string[] => Object.keys((shape as { shape?: object } | undefined)?.shape ?? {});

/** The places in a JSON document: every field and list entry, and fields of the shape that the example leaves out. */
function placesIn(document: unknown, above: readonly string[] = []): string[][] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([name, inner]) => [[...above, name], ...placesIn(inner, [...above, name])]);
}

function withValueAt(document: Record<string, unknown>, place: readonly string[], put: unknown): Record<string, unknown> {
  const copy = structuredClone(document);
  let at = copy;
  for (const name of place.slice(0, -1)) at = at[name] as Record<string, unknown>;
  const last = place.at(-1) ?? '';
  Object.defineProperty(at, last, { value: put, enumerable: true, configurable: true, writable: true });
  return copy;
}

const MARK = '@raw@';
const asJson = (document: unknown, raw: string): string => JSON.stringify(document).replaceAll(`"${MARK}"`, raw);

/** A body for the route: its example with one or two places spoilt, or its fields with anything in them, or anything. */
function bodyOf(route: Route): fc.Arbitrary<string | undefined> {
  const example = exampleOf(route);
  const places = [...placesIn(example), ...namesOf(route.body).map((name) => [name])];
  const put = fc.oneof(
    { weight: 8, arbitrary: value },
    { weight: 1, arbitrary: fc.constant<unknown>(MARK) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...Object.values(known)) },
  );
  const anything = fc.dictionary(fc.oneof(fc.constantFrom('org_id', 'items', '__proto__', ''), text), value, { maxKeys: 5 });
  const spoilt =
    places.length === 0
      ? anything
      : fc
          .array(fc.tuple(fc.constantFrom(...places), put), { minLength: 1, maxLength: 2 })
          .map((changes) =>
            changes.reduce((body, [place, changed]) => (reaches(body, place) ? withValueAt(body, place, changed) : body), example),
          );
  const filled = namesOf(route.body).length === 0 ? anything : fc.dictionary(fc.constantFrom(...namesOf(route.body)), put);
  const document = fc.oneof({ weight: 6, arbitrary: spoilt }, { weight: 2, arbitrary: filled }, { weight: 1, arbitrary: anything });
  return fc.option(
    fc.tuple(document, fc.constantFrom(...RAW)).map(([sent, raw]) => asJson(sent, raw)),
    { nil: undefined, freq: 10 },
  );
}

/** Whether the place is still there after what was spoilt before. */
function reaches(document: unknown, place: readonly string[]): boolean {
  return place.slice(0, -1).reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], document) instanceof Object;
}

const STRANGE_PATHS = [
  '%',
  '%zz',
  '%00',
  '%E0%A4%A',
  '%2F..%2F',
  ';a=b',
  'null',
  '-1',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(3000),
];
const STRANGE_QUERIES = [
  '?',
  '?&&=&',
  '?%',
  '?%zz=%zz',
  '?limit=%00',
  '?limit[]=1&cursor[a]=b',
  '?limit=1&limit=2',
  '?cursor=a.b&cursor=c',
  '?__proto__=1',
];

const pathOf = (route: Route): fc.Arbitrary<string> => {
  const own = known[route.path.split('/')[1] ?? ''];
  const segment = fc.oneof(
    { weight: own === undefined ? 0 : 6, arbitrary: fc.constant(own ?? '') },
    { weight: 2, arbitrary: fc.constantFrom(...Object.values(known)) },
    { weight: 2, arbitrary: fc.constantFrom(...STRANGE_PATHS) },
    { weight: 2, arbitrary: text.map((one) => encodeURIComponent(one.toWellFormed().slice(0, 200)) || '-') },
  );
  return fc.array(segment, { minLength: 4, maxLength: 4 }).map((segments) => {
    const left = [...segments];
    return route.path.replaceAll(/\{\w+\}/g, () => left.shift() ?? '-');
  });
};

function queryOf({ query }: Route): fc.Arbitrary<string> {
  const name = fc.constantFrom('limit', 'cursor', 'status', 'org_id', ...namesOf(query));
  const content = fc.oneof(text, fc.constantFrom('0', '1', '200', '201', ...Object.values(known)));
  const pairs = fc.array(fc.tuple(name, content), { maxLength: 3 }).map((all) => `?${new URLSearchParams(all).toString().slice(0, 4000)}`);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: pairs },
    { weight: 1, arbitrary: fc.constantFrom(...STRANGE_QUERIES) },
  );
}

/** Mostly whoever the route is for, so that requests get to the handler. */
const callers = () => {
  const own = fc.constantFrom({ key: shop.key, session: shop.session }, { key: shop.key, session: buyer.session });
  const odd = fc.constantFrom(
    {},
    { key: 'fl_test_x' },
    { session: 'sess_x' },
    { session: `sess_${'a'.repeat(43)}` },
    { key: shop.key.slice(0, -1) },
  );
  return fc.oneof({ weight: 8, arbitrary: own }, { weight: 1, arbitrary: odd });
};
const headers = fc.option(
  fc.record(
    {
      'idempotency-key': fc.constantFrom('', 'x', 'x'.repeat(255), 'x'.repeat(256), 'é', randomUUID()),
      'x-request-id': fc.constantFrom('', 'short', 'x'.repeat(200), 'spaces in it', 'ünïcode'),
      'accept-encoding': fc.constant('br;q=1.0, *;q=0'),
      accept: fc.constant('text/html'),
    },
    { requiredKeys: [] },
  ),
  { freq: 3 },
);

/** Sends requests made from the seed; each must be answered, and none as if it were our fault. */
async function bombard(among: readonly Route[], requests: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const attack = fc
    .constantFrom(...among)
    .chain((route) =>
      fc.record({ route: fc.constant(route), path: pathOf(route), query: queryOf(route), body: bodyOf(route), caller: callers(), headers }),
    );
  const property = fc.asyncProperty(attack, async ({ route, path, query, body, caller, headers: sent }) => {
    const hasBody = route.method !== 'GET' && body !== undefined;
    const request = { ...caller, ...(hasBody && { body }), ...(sent && { headers: sent as Record<string, string> }) };
    const answer = await api(route.method, `${path}${query}`, request);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    expect(answer.status).toBeLessThan(500);
    if (answer.status >= 400) expect(answer.body.error).toMatch(/\S/);
    else expect(answer.status).toBe(200);
  });
  await fc.assert(property, { seed: SEED, numRuns: requests, endOnFailure: true });
  return statuses;
}

test('bad input never gives a 5xx, on any route', async () => {
  const statuses = await bombard(routes, EACH);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
});

test('bad input never gives a 5xx, on the routes that write', async () => {
  const statuses = await bombard(
    routes.filter(({ body, credential }) => body !== undefined && credential !== 'none'),
    EACH,
  );
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
  expect(await call('GET', '/readyz')).toEqual({ status: 'ok' });
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { ROUTES } from '../../../src/http/routes/index.ts';
import { apiTest } from '../../support/api-test.ts';
import { credentialOf, makeHostileWorld, pathTo } from '../../support/hostile-world.ts';
import type { HostileWorld } from '../../support/hostile-world.ts';
import { inParallel } from '../../support/in-parallel.ts';
import { api, call } from '../../support/people.ts';

/** Signing out would end the session that the other requests need. */
const routes = ROUTES.filter(({ id }) => id !== 'signOut');
/** Random input to other routes could change the country or the partner verdicts that other tests rely on. */
const open = routes.filter(({ credential }) => credential !== 'operator' && !credential.endsWith('_partner'));
/** The same requests every time: a failure comes again. */
const SEED = 20_261_121;
/** Random requests of each kind. `HOSTILE_EACH=500000` sends a million. */
const EACH = Number(process.env['HOSTILE_EACH'] ?? 150);
/** Requests at a time. */
const WIDTH = 8;
/** Random requests to one world. By then they may have revoked its keys and left its organization. */
const WORLD_LASTS = 10_000;
/** Few requests come one after the other: every run is the same. */
const LANES = EACH > 1000 ? WIDTH : 1;
const BOMBARD_MS = 120_000 + EACH * 50;

const { books } = apiTest();
let world: HostileWorld;

beforeAll(async () => {
  world = await makeHostileWorld(books);
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
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { __proto__: 1 }),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);
/** A number beyond every limit is text in JSON no more: it is spliced in raw. */
const RAW = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '123456789012345678901234567890',
  '0.1e-400',
  '-0',
  '1E+2',
];

type Route = (typeof ROUTES)[number];

interface WithExamples {
  readonly examples?: readonly Record<string, unknown>[];
}
/** A request that the route may take, of our own org. */
function exampleOf({ body }: Route): Record<string, unknown> {
  const example = (body?.meta() as WithExamples | undefined)?.examples?.[0] ?? {};
  const own: Record<string, unknown> = {
    org_id: world.shop.orgId,
    merchant_id: world.shop.orgId,
    user_id: world.buyer.userId,
    reference: world.buyer.userId,
  };
  return Object.fromEntries(Object.entries(example).map(([name, sent]) => [name, own[name] ?? sent]));
}
const namesOf = (shape: unknown): string[] =>
  Object.keys((shape as { shape?: object } | undefined)?.shape ?? {});

/**
 * The places in a JSON document: every field and list entry, and fields of the shape that the example leaves
 * out.
 */
function placesIn(document: unknown, above: readonly string[] = []): string[][] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([name, inner]) => [
    [...above, name],
    ...placesIn(inner, [...above, name]),
  ]);
}

function withValueAt(
  document: Record<string, unknown>,
  place: readonly string[],
  put: unknown,
): Record<string, unknown> {
  const copy = structuredClone(document);
  let at = copy;
  for (const name of place.slice(0, -1)) at = at[name] as Record<string, unknown>;
  const last = place.at(-1) ?? '';
  Object.defineProperty(at, last, { value: put, enumerable: true, configurable: true, writable: true });
  return copy;
}

const MARK = '@raw@';
const asJson = (document: unknown, raw: string): string =>
  JSON.stringify(document).replaceAll(`"${MARK}"`, raw);

/**
 * A body for the route: its example with one or two places spoilt, or its fields with anything in them, or
 * anything.
 */
function bodyOf(route: Route): fc.Arbitrary<string | undefined> {
  const example = exampleOf(route);
  const places = [...placesIn(example), ...namesOf(route.body).map((name) => [name])];
  const put = fc.oneof(
    { weight: 8, arbitrary: value },
    { weight: 1, arbitrary: fc.constant<unknown>(MARK) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...Object.values(world.known)) },
  );
  const anything = fc.dictionary(fc.oneof(fc.constantFrom('org_id', 'items', '__proto__', ''), text), value, {
    maxKeys: 5,
  });
  const spoilt =
    places.length === 0
      ? anything
      : fc
          .array(fc.tuple(fc.constantFrom(...places), put), { minLength: 1, maxLength: 2 })
          .map((changes) =>
            changes.reduce(
              (body, [place, changed]) => (reaches(body, place) ? withValueAt(body, place, changed) : body),
              example,
            ),
          );
  const filled =
    namesOf(route.body).length === 0 ? anything : fc.dictionary(fc.constantFrom(...namesOf(route.body)), put);
  const document = fc.oneof(
    { weight: 6, arbitrary: spoilt },
    { weight: 2, arbitrary: filled },
    { weight: 1, arbitrary: anything },
  );
  return fc.option(
    fc.tuple(document, fc.constantFrom(...RAW)).map(([sent, raw]) => asJson(sent, raw)),
    { nil: undefined, freq: 10 },
  );
}

/** True if earlier changes have left the place in the document. */
function reaches(document: unknown, place: readonly string[]): boolean {
  return (
    place
      .slice(0, -1)
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], document) instanceof
    Object
  );
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
  const own = world.known[route.access.target?.kind ?? ''];
  const segment = fc.oneof(
    { weight: own === undefined ? 0 : 6, arbitrary: fc.constant(own ?? '') },
    { weight: 2, arbitrary: fc.constantFrom(...Object.values(world.known)) },
    { weight: 2, arbitrary: fc.constantFrom(...STRANGE_PATHS) },
    { weight: 2, arbitrary: text.map((one) => encodeURIComponent(one.toWellFormed().slice(0, 200)) || '-') },
  );
  return fc.array(segment, { minLength: 4, maxLength: 4 }).map((segments) => {
    const left = [...segments];
    return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === route.access.target?.within ? world.shop.orgId : (left.shift() ?? '-'),
    );
  });
};

function queryOf({ query }: Route): fc.Arbitrary<string> {
  const name = fc.constantFrom('limit', 'cursor', 'status', 'org_id', ...namesOf(query));
  const content = fc.oneof(text, fc.constantFrom('0', '1', '200', '201', ...Object.values(world.known)));
  const pairs = fc
    .array(fc.tuple(name, content), { maxLength: 3 })
    .map((all) => `?${new URLSearchParams(all).toString().slice(0, 4000)}`);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: pairs },
    { weight: 1, arbitrary: fc.constantFrom(...STRANGE_QUERIES) },
  );
}

/** Mostly whoever the route is for, so that requests get to the handler. */
const callers = () => {
  const own = fc.constantFrom(
    { key: world.shop.key, session: world.shop.session },
    { key: world.shop.key, session: world.buyer.session },
  );
  const odd = fc.constantFrom(
    {},
    { key: 'fl_test_x' },
    { session: 'sess_x' },
    { session: `sess_${'a'.repeat(43)}` },
    { key: world.shop.key.slice(0, -1) },
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
async function bombard(among: readonly Route[]): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  for (let sent = 0; sent < EACH; sent += WORLD_LASTS) {
    if (sent > 0) world = await makeHostileWorld(books, world.known['country']);
    const runs = Math.ceil(Math.min(EACH - sent, WORLD_LASTS) / LANES);
    const lanes = Array.from({ length: LANES }, (_, lane) => ({ seed: SEED + sent + lane, runs }));
    await Promise.all(lanes.map((lane) => bombardOnce(among, lane, count)));
  }
  return statuses;
}

async function bombardOnce(
  among: readonly Route[],
  { seed, runs }: { readonly seed: number; readonly runs: number },
  count: (status: number) => void,
): Promise<void> {
  const attack = fc.constantFrom(...among).chain((route) =>
    fc.record({
      route: fc.constant(route),
      path: pathOf(route),
      query: queryOf(route),
      body: bodyOf(route),
      caller: callers(),
      headers,
    }),
  );
  const property = fc.asyncProperty(attack, async ({ route, path, query, body, caller, headers: sent }) => {
    const hasBody = route.method !== 'GET' && body !== undefined;
    const request = {
      ...caller,
      ...(hasBody && { body }),
      ...(sent && { headers: sent as Record<string, string> }),
    };
    const answer = await api(route.method, `${path}${query}`, request);
    count(answer.status);
    expect(answer.status).toBeLessThan(500);
    if (answer.status >= 400) expect(answer.body.error).toMatch(/\S/);
    else expect(answer.status).toBe(200);
  });
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
}

test(
  'bad input never gives a 5xx, on any route',
  async () => {
    const statuses = await bombard(open);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
  },
  BOMBARD_MS,
);

test(
  'bad input never gives a 5xx, on the routes that write',
  async () => {
    const writing = open.filter(({ body, credential }) => body !== undefined && credential !== 'none');
    const statuses = await bombard(writing);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
    expect(await call('GET', '/health')).toEqual({ status: 'ok' });
  },
  BOMBARD_MS,
);

interface Attack {
  readonly route: Route;
  readonly path: string;
  readonly body?: string;
}

/**
 * Sends them all by whoever the routes are for. Every answer is a success or a refusal in words. Answers the
 * routes that looked at what was sent: they took it, or said what is wrong with it.
 */
async function refuseOrTake(attacks: readonly Attack[]): Promise<Set<string>> {
  const wrong: string[] = [];
  const looked = new Set<string>();
  await inParallel(attacks, WIDTH, async ({ route, path, body }) => {
    const sent = body === undefined ? {} : { body };
    const { status, body: answer } = await api(route.method, path, {
      ...sent,
      headers: credentialOf(world, route, body ?? null),
    });
    const isProper =
      status === 200 || (status < 500 && typeof answer.error === 'string' && /\S/.test(answer.error));
    if (!isProper)
      wrong.push(`${route.method} ${path} ${body?.slice(0, 200)}: ${status} ${JSON.stringify(answer)}`);
    if (status === 200 || status === 400) looked.add(route.id);
  });
  expect(wrong).toEqual([]);
  return looked;
}

/** Of every type but the right one, and beyond every limit. */
const MISFITS: readonly unknown[] = [
  ...[null, true, false, 0, 5, -5, 1.5, 2 ** 53, -(2 ** 53), 2 ** 63, 1e308, -1e308],
  ...[
    '',
    ' ',
    'x',
    '5',
    'a\0b',
    '\ud800',
    'x'.repeat(70_000),
    '__proto__',
    '00000000-0000-0000-0000-000000000000',
  ],
  ...[[], {}, [null], [[]], [5], { a: { b: [] } }],
];

test('no value in any field of any body is our fault', async () => {
  const attacks = routes.flatMap((route) => {
    const example = exampleOf(route);
    const places = new Map(
      [...placesIn(example), ...namesOf(route.body).map((name) => [name])].map((place) => [
        place.join(' '),
        place,
      ]),
    );
    return [...places.values()].flatMap((place) => [
      ...MISFITS.map((misfit) => ({
        route,
        path: pathTo(world, route),
        body: JSON.stringify(withValueAt(example, place, misfit)),
      })),
      ...RAW.map((raw) => ({
        route,
        path: pathTo(world, route),
        body: asJson(withValueAt(example, place, MARK), raw),
      })),
    ]);
  });
  const looked = await refuseOrTake(attacks);
  expect(routes.filter(({ id, body }) => body !== undefined && !looked.has(id)).map(({ id }) => id)).toEqual(
    [],
  );
});

test('no text in place of any id is our fault', async () => {
  const texts = [
    ...STRANGE_PATHS,
    ...NASTY.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 2000)) || '-'),
  ];
  const attacks = routes.flatMap((route) =>
    [...route.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
      texts.map((text) => ({ route, path: pathTo(world, route, { name: name as string, text }) })),
    ),
  );
  expect(attacks.length).toBeGreaterThan(1000);
  await refuseOrTake(attacks);
});

test('no query is our fault', async () => {
  const seal = 'A'.repeat(16);
  const cursors = [
    'a.b',
    '.',
    'bnVsbA.x',
    `W10.${seal}`,
    `WyIiXQ.${seal}`,
    `${Buffer.from('["infinity","x"]').toString('base64url')}.${seal}`,
  ];
  const texts = [
    '',
    '0',
    '-1',
    '201',
    '1e9',
    '1.5',
    '99999999999999999999',
    '%00',
    '%ED%A0%80',
    '%',
    'x'.repeat(4000),
    'null',
    ...cursors,
  ];
  const attacks = routes
    .filter(({ method }) => method === 'GET')
    .flatMap((route) => {
      const names = ['limit', 'cursor', 'status', 'org_id', ...namesOf(route.query)];
      const pairs = [...new Set(names)].flatMap((name) => [
        ...texts.map((text) => `?${name}=${text}`),
        `?${name}=1&${name}=2`,
        `?${name}[a]=1`,
      ]);
      return [...pairs, ...STRANGE_QUERIES].map((query) => ({
        route,
        path: `${pathTo(world, route)}${query}`,
      }));
    });
  await refuseOrTake(attacks);
});

import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { ROUTES } from '../../../src/http/routes/index.ts';
import { apiTest } from '../../support/api-test.ts';
import { credentialOf, makeHostileWorld, pathTo } from '../../support/hostile-world.ts';
import type { HostileWorld } from '../../support/hostile-world.ts';
import { inParallel } from '../../support/in-parallel.ts';
import { call } from '../../support/people.ts';

/** Requests at a time. */
const WIDTH = 8;

const { books } = apiTest();
let world: HostileWorld;

beforeAll(async () => {
  world = await makeHostileWorld(books);
});

const JSON_TYPE = { 'content-type': 'application/json' };
const GZIPPED = { ...JSON_TYPE, 'content-encoding': 'gzip' };
const MEBIBYTE = JSON.stringify({ title: 'x'.repeat(1024 * 1024) });
const BAD_JSON = [400, 'bad json'];
const TOO_LARGE = [413, 'body too large'];
const WRONG_TYPE = [415, 'unsupported media type'];

/** Bodies that nobody can read: their bytes, their headers, and what is said of them. */
const UNREADABLE: readonly [
  bytes: string | Buffer,
  headers: Record<string, string>,
  said: (number | string)[],
][] = [
  ['{', JSON_TYPE, BAD_JSON],
  ['[]', JSON_TYPE, BAD_JSON],
  ['null', JSON_TYPE, BAD_JSON],
  ['{"a":NaN}', JSON_TYPE, BAD_JSON],
  [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), JSON_TYPE, BAD_JSON],
  [Buffer.from('{"a":1}', 'utf16le'), JSON_TYPE, BAD_JSON],
  [`{"a":${'['.repeat(33)}${']'.repeat(33)}}`, JSON_TYPE, BAD_JSON],
  [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, JSON_TYPE, BAD_JSON],
  ['{"a":'.repeat(20_000), JSON_TYPE, BAD_JSON],
  ['{}', GZIPPED, BAD_JSON],
  [gzipSync('{}').subarray(0, -4), GZIPPED, BAD_JSON],
  [gzipSync('{'), GZIPPED, BAD_JSON],
  [MEBIBYTE, JSON_TYPE, TOO_LARGE],
  [MEBIBYTE, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, TOO_LARGE],
  [gzipSync(MEBIBYTE), GZIPPED, TOO_LARGE],
  [gzipSync(Buffer.alloc(50 * 1024 * 1024, ' ')), GZIPPED, TOO_LARGE],
  ['{}', {}, WRONG_TYPE],
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'x',
  ].map((type): [string, Record<string, string>, (number | string)[]] => [
    '{}',
    { 'content-type': type },
    WRONG_TYPE,
  ]),
  ['{}', { ...JSON_TYPE, 'content-encoding': 'br' }, WRONG_TYPE],
];

/**
 * A connection that stays open: one that closes with the answer may cut a sender off in the middle of a large
 * body.
 */
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Sends bytes as they are, which `fetch` does not do with a GET. */
function sendBytes(
  route: (typeof ROUTES)[number],
  bytes: string | Buffer,
  headers: Record<string, string>,
): Promise<unknown[]> {
  const body = Buffer.from(bytes);
  const length = headers['transfer-encoding'] === undefined ? { 'content-length': body.length } : {};
  const url = new URL(pathTo(world, route), process.env['TEST_API_URL']);
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: route.method,
      agent,
      headers: { ...credentialOf(world, route, null), ...headers, ...length },
    });
    sending.on('error', reject);
    sending.on('response', async (response) => {
      const answer = JSON.parse(Buffer.concat(await response.toArray()).toString()) as object;
      resolve([response.statusCode, (answer as { error?: unknown }).error]);
    });
    sending.end(body);
  });
}

test('an unreadable body is refused on every route, with the same reason', async () => {
  const wrong: string[] = [];
  const attacks = ROUTES.flatMap((route) =>
    UNREADABLE.map(([bytes, headers, said]) => ({ route, bytes, headers, said })),
  );
  await inParallel(attacks, WIDTH, async ({ route, bytes, headers, said: [status, reason] }) => {
    const answer = await sendBytes(route, bytes, headers);
    if (JSON.stringify(answer) !== JSON.stringify([status, reason]))
      wrong.push(
        `${route.method} ${route.path} ${JSON.stringify(headers)} ${bytes.length} bytes: ${JSON.stringify(answer)}, not ${reason}`,
      );
  });
  expect(wrong).toEqual([]);
  expect(await call('GET', '/health')).toEqual({ status: 'ok' });
});

import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, item, merchant, person, shopper } from '../../support/people.ts';
import type { Answer, Merchant } from '../../support/people.ts';

const { books } = apiTest();
let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

const LARGEST = 256 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const GZIPPED = { ...JSON_TYPE, 'content-encoding': 'gzip' };

/**
 * Asks over a connection of its own, with a target that no client would send. Answers the status and the
 * body.
 */
async function ask(target: string): Promise<unknown[]> {
  const { hostname, port } = new URL(process.env['TEST_API_URL'] ?? '');
  const socket = connect(Number(port), hostname);
  socket.end(`GET ${target} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return [Number(head.split(' ')[1]), JSON.parse(body)];
}

const brief = ({ status, body }: Answer) => [status, body.error ?? 'ok'];
const answerOf = async (...request: Parameters<typeof api>) => brief(await api(...request));

/** Sends these bytes with these headers and no others to a route that reads its body. */
async function send(
  bytes: string | Uint8Array | ReadableStream,
  headers: Record<string, string> = JSON_TYPE,
  key = shop.key,
): Promise<unknown[]> {
  const body = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const request = {
    method: 'POST',
    headers: { 'x-api-key': key, ...headers },
    body,
    duplex: 'half',
  } as RequestInit;
  const response = await fetch(`${process.env['TEST_API_URL']}/terminals`, request);
  const answer = (await response.json()) as { error?: string };
  expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{8,128}$/);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  return [response.status, answer.error ?? 'ok'];
}

/** A request of exactly this many bytes. */
function filled(bytes: number): string {
  const frame = JSON.stringify({ title: 'Till', note: '' });
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
}
/** A request nested this deep, itself counted. */
const nested = (depth: number) => `{"title":"Till","deep":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

/** The bytes without their length in front: as chunks. */
const chunked = (text: string) => new Blob([text]).stream();

test.each(['http://[/health', 'http://[::1/health', '//[', '*'])(
  'a target that is none, %s, is not found',
  async (target) => {
    expect(await ask(target)).toMatchObject([404, { error: 'not found' }]);
  },
);

describe('an unusual request', () => {
  /** Sends these bytes. Answers the status, the body and whether the answer has a request id. */
  async function tell(bytes: string): Promise<unknown[]> {
    const { hostname, port } = new URL(process.env['TEST_API_URL'] ?? '');
    const socket = connect(Number(port), hostname);
    socket.end(bytes);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return [
      Number(head.split(' ')[1]),
      JSON.parse(body),
      /^x-request-id: [A-Za-z0-9._-]{8,128}$/im.test(head),
    ];
  }
  const request = (more: string) => `GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${more}\r\n`;

  test.each([
    ['no request', 'GARBAGE\r\n\r\n', 400, 'bad request'],
    ['an unknown method', 'FOO /health HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'bad request'],
    ['a length that is none', request('content-length: abc\r\n'), 400, 'bad request'],
    ['headers without end', request(`x-long: ${'x'.repeat(20_000)}\r\n`), 431, 'headers too large'],
    ['an expectation', request('expect: foo\r\n'), 417, 'expectation failed'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n', 405, 'method not allowed'],
  ])('%s is answered as every failure is', async (_what, bytes, status, error) => {
    expect(await tell(bytes)).toMatchObject([status, { error, hint: expect.any(String) }, true]);
  });

  test('a request without host is like one with', async () => {
    expect(await tell('GET /health HTTP/1.1\r\nconnection: close\r\n\r\n')).toEqual([
      200,
      { status: 'ok' },
      true,
    ]);
  });
});

describe('paths and methods', () => {
  test('differ by case and by a slash at the end', async () => {
    for (const path of ['/HEALTH', '/health/', '/Checkouts', '/checkouts/']) {
      expect(
        await answerOf(path.startsWith('/H') || path.startsWith('/h') ? 'GET' : 'POST', path, {
          key: shop.key,
        }),
      ).toEqual([404, 'not found']);
    }
  });

  test('an unknown route is 404 not found, for every caller and every body', async () => {
    for (const path of ['/', '/nothing', '/checkouts/a/b/c', '/terminals/x/checkout/y']) {
      expect(await answerOf('GET', path)).toEqual([404, 'not found']);
      expect(await answerOf('POST', path, { key: shop.key, body: '{' })).toEqual([404, 'not found']);
    }
  });

  test('a wrong method is 405 method not allowed with the right ones in allow', async () => {
    const allowed = async (method: string, path: string) => {
      const { status, body, headers } = await api(method, path);
      expect([status, body]).toEqual([405, { error: 'method not allowed' }]);
      return (headers.get('allow') ?? '')
        .split(', ')
        .filter((name) => name !== 'HEAD')
        .toSorted();
    };
    expect(await allowed('DELETE', '/health')).toEqual(['GET']);
    expect(await allowed('PUT', '/terminals')).toEqual(['GET', 'POST']);
    expect(await allowed('GET', '/checkouts')).toEqual(['POST']);
    const resend = `/orgs/${randomUUID()}/webhook/deliveries/resend`;
    for (const method of ['PUT', 'GET']) expect(await allowed(method, resend)).toEqual(['POST']);
    expect(await allowed('POST', `/orgs/${shop.orgId}/webhook`)).toEqual(['DELETE', 'GET', 'PUT']);
    expect(await allowed('PROPFIND', '/checkouts')).toEqual(['POST']);
  });

  test('a path that is no proper encoding, or holds what no id holds, is only unknown', async () => {
    for (const id of ['%', '%zz', '%E0%A4%A', '%00', '%2F', 'a%20b', '%F0%9F%98%80', 'x'.repeat(5000)]) {
      expect(await answerOf('GET', `/checkouts/${id}`, { key: shop.key })).toEqual([
        404,
        'checkout not found',
      ]);
    }
  });

  test('health answers ok to everybody', async () => {
    for (const path of ['/health', '/livez']) {
      expect(await call('GET', path)).toEqual({ status: 'ok' });
      expect(await call('GET', path, { key: 'nonsense', session: 'nonsense' })).toEqual({ status: 'ok' });
    }
  });
});

describe('every answer', () => {
  const idOf = async (sent: string, path = '/health') =>
    (await api('GET', path, { headers: { 'x-request-id': sent } })).headers.get('x-request-id');

  test("carries the caller's x-request-id if it has 8 to 128 of the allowed characters", async () => {
    for (const id of ['a.b-c_d9', 'A'.repeat(128)]) {
      for (const path of ['/health', '/nothing', '/checkouts/x']) expect(await idOf(id, path)).toBe(id);
    }
  });

  test('and otherwise one of its own, another each time', async () => {
    for (const id of [
      '',
      'a.b-c_d',
      'A'.repeat(129),
      'with space',
      'quote"quote',
      'comma,comma',
      'umlaut-ü-umlaut',
    ]) {
      const [first, second] = [await idOf(id), await idOf(id)];
      expect(first).not.toBe(id);
      expect(first).not.toBe(second);
    }
  });

  test('is JSON that must not be cached or sniffed', async () => {
    for (const path of ['/health', '/nothing', '/checkouts/x']) {
      const { headers } = await api('GET', path);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
        'no-store',
        'nosniff',
      ]);
    }
  });

  test('ignores unknown fields and query parameters', async () => {
    expect(
      await answerOf('POST', '/terminals?colour=red&limit=0', {
        key: shop.key,
        body: { title: 'Till', colour: 'red' },
      }),
    ).toEqual([200, 'ok']);
    expect(
      await answerOf('GET', '/terminals?colour=red&colour=blue&a[b]=c&%&=', { session: shop.session }),
    ).toEqual([200, 'ok']);
  });
});

describe('a body', () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

  test('that is no JSON object in UTF-8 is bad json', async () => {
    const broken = [
      '{',
      '{"title":"Till"',
      '{title:"Till"}',
      "{'title':'Till'}",
      '{"title":"Till",}',
      '{"title":NaN}',
      '{"title":"Till"}x',
      ' ',
      'null',
    ];
    for (const text of [...broken, '[]', '[{"title":"Till"}]', '"Till"', '5', 'true', 'title=Till'])
      expect(await send(text)).toEqual([400, 'bad json']);
    for (const wrong of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98]]) {
      expect(await send(bytes('{"title":"', wrong, '"}'))).toEqual([400, 'bad json']);
    }
    expect(await send(Buffer.from('{"title":"Till"}', 'utf16le'))).toEqual([400, 'bad json']);
  });

  test('nested 32 deep is read, 33 deep is bad json; brackets in text are no nesting', async () => {
    expect(await send(nested(32))).toEqual([200, 'ok']);
    expect(await send(nested(33))).toEqual([400, 'bad json']);
    expect(await send(nested(100_000))).toEqual([400, 'bad json']);
    expect(await send('{"a":'.repeat(33) + '1' + '}'.repeat(33))).toEqual([400, 'bad json']);
    expect(await send(JSON.stringify({ title: 'Till', note: `"\\${'[{'.repeat(50)}` }))).toEqual([200, 'ok']);
  });

  test('needs the content type of JSON', async () => {
    const refusal = [415, 'unsupported media type'];
    const text = '{"title":"Till"}';
    expect(await send(text, {})).toEqual(refusal);
    const wrong = [
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'text/json',
    ];
    for (const type of [...wrong, 'application/json; charset=latin1', 'json'])
      expect(await send(text, { 'content-type': type })).toEqual(refusal);
    for (const type of [
      'application/json',
      'Application/JSON; charset=UTF-8',
      'application/json;charset="utf-8"',
    ]) {
      expect(await send(text, { 'content-type': type })).toEqual([200, 'ok']);
    }
    expect(
      await answerOf('POST', '/terminals', { key: shop.key, headers: { 'content-type': 'text/plain' } }),
    ).toEqual([400, expect.stringMatching(/^title: /)]);
  });

  test('may be gzipped and nothing else', async () => {
    const text = '{"title":"Till"}';
    expect(await send(gzipSync(text), GZIPPED)).toEqual([200, 'ok']);
    expect(await send(gzipSync(text), { ...GZIPPED, 'content-encoding': 'GZIP' })).toEqual([200, 'ok']);
    expect(await send(text, { ...JSON_TYPE, 'content-encoding': 'identity' })).toEqual([200, 'ok']);
    for (const encoding of ['br', 'deflate', 'zstd', 'gzip, gzip', 'x']) {
      expect(await send(gzipSync(text), { ...JSON_TYPE, 'content-encoding': encoding })).toEqual([
        415,
        'unsupported media type',
      ]);
    }
  });

  test('that is broken gzip is bad json', async () => {
    const whole = gzipSync('{"title":"Till"}');
    const flipped = Buffer.from(whole);
    flipped[whole.length - 6] = (flipped[whole.length - 6] ?? 0) ^ 0xff;
    for (const broken of [
      '{"title":"Till"}',
      whole.subarray(0, -4),
      flipped,
      whole.subarray(0, 5),
      gzipSync('{'),
    ]) {
      expect(await send(broken, GZIPPED)).toEqual([400, 'bad json']);
    }
  });

  test('of 256 KiB is read and one byte more is 413 body too large: plain, in chunks and inflated', async () => {
    const [fits, over] = [filled(LARGEST), filled(LARGEST + 1)];
    expect([Buffer.byteLength(fits), Buffer.byteLength(over)]).toEqual([LARGEST, LARGEST + 1]);
    expect(await send(fits)).toEqual([200, 'ok']);
    expect(await send(over)).toEqual([413, 'body too large']);
    expect(await send(chunked(fits))).toEqual([200, 'ok']);
    expect(await send(chunked(over))).toEqual([413, 'body too large']);
    expect(await send(gzipSync(fits), GZIPPED)).toEqual([200, 'ok']);
    expect(await send(gzipSync(over), GZIPPED)).toEqual([413, 'body too large']);
    expect(await send(gzipSync(filled(50 * 1024 * 1024)), GZIPPED)).toEqual([413, 'body too large']);
  });

  test('of many megabytes is 413 too, and the API goes on answering', async () => {
    const huge = filled(8 * 1024 * 1024);
    expect(await send(huge)).toEqual([413, 'body too large']);
    expect(await send(chunked(huge))).toEqual([413, 'body too large']);
    expect(await send('{"title":"Till"}')).toEqual([200, 'ok']);
  });

  test('may be absent where every field is optional', async () => {
    const { id } = await call('POST', '/terminals', { key: shop.key, body: { title: 'Till' } });
    expect(await answerOf('PATCH', `/terminals/${id}`, { session: shop.session })).toEqual([200, 'ok']);
    expect(await answerOf('PATCH', `/terminals/${id}`, { session: shop.session, body: '' })).toEqual([
      200,
      'ok',
    ]);
    // In chunks that hold nothing, as proxies send it.
    for (const headers of [{}, JSON_TYPE, GZIPPED, { 'content-type': 'text/plain' }])
      expect(await send(chunked(''), headers)).toEqual([400, expect.stringMatching(/^title: /)]);
    expect(await send(chunked('{}'), { 'content-type': 'text/plain' })).toEqual([
      415,
      'unsupported media type',
    ]);
  });
});

describe('checks come in this order:', () => {
  test('credential, then body: 401 before what cannot be read', async () => {
    for (const text of ['{', nested(33), filled(LARGEST + 1)])
      expect(await send(text, JSON_TYPE, 'fl_test_nonsense')).toEqual([401, 'invalid x-api-key']);
    expect(await send('{"title":"Till"}', { 'content-type': 'text/plain' }, 'x')).toEqual([
      401,
      'invalid x-api-key',
    ]);
    expect(await answerOf('POST', '/checkouts', { body: '{' })).toEqual([401, 'missing x-api-key']);
    expect(await answerOf('POST', '/orgs', { body: '[]' })).toEqual([401, 'invalid or expired session']);
    expect(await answerOf('DELETE', `/buy-list/${randomUUID()}`, { session: 'sess_x', body: '{' })).toEqual([
      401,
      'invalid or expired session',
    ]);
  });

  test('body, then object: bad json, 413 and 415 before 404', async () => {
    const at = (body: unknown, headers: Record<string, string> = {}) =>
      answerOf('PATCH', `/terminals/${randomUUID()}`, { session: shop.session, body, headers });
    expect(await at('{')).toEqual([400, 'bad json']);
    expect(await at(filled(LARGEST + 1))).toEqual([413, 'body too large']);
    expect(await at('{}', { 'content-type': 'text/plain' })).toEqual([415, 'unsupported media type']);
    expect(await at('{}')).toEqual([404, 'terminal not found']);
  });

  test('object, then environment, then state: 404 before 403 before 400', async () => {
    const buyer = await shopper();
    const { checkoutId, authId } = await authorized(shop, buyer);
    await call('POST', `/charges/${authId}/void`, { key: shop.key });
    const other = await merchant();
    const live = async (by: Merchant) =>
      (
        await call('POST', '/apikeys', {
          session: by.session,
          body: { org_id: by.orgId, env: 'live', name: 'live' },
        })
      ).key;
    const voidBy = (key: string) => answerOf('POST', `/charges/${authId}/void`, { key });
    expect(await voidBy(await live(other))).toEqual([404, 'charge not found']);
    expect(await voidBy(await live(shop))).toEqual([403, 'key env mismatch']);
    expect(await voidBy(shop.key)).toEqual([400, 'auth not voidable']);
    expect(
      await answerOf('POST', `/checkouts/${checkoutId}/authorize`, {
        session: buyer.session,
        body: { attribution: 5 },
      }),
    ).toEqual([400, expect.stringMatching(/^attribution: /)]);
    expect(
      await answerOf('POST', `/checkouts/${randomUUID()}/authorize`, {
        session: buyer.session,
        body: { attribution: 5 },
      }),
    ).toEqual([404, 'checkout not found']);
  });

  test('object, then role, then validation: 404 before 403 before 400', async () => {
    const helper = await person();
    const put = () =>
      answerOf('PUT', `/orgs/${shop.orgId}/webhook`, { session: helper.session, body: { url: 5 } });
    const role = (name: string) =>
      books.query(
        'insert into members values ($1, $2, $3) on conflict (org_id, user_id) do update set role = excluded.role',
        [shop.orgId, helper.userId, name],
      );
    expect(await put()).toEqual([404, 'org not found']);
    await role('developer');
    expect(await put()).toEqual([403, 'owner/admin required']);
    expect(
      await answerOf('DELETE', `/orgs/${shop.orgId}/keys/${randomUUID()}`, { session: helper.session }),
    ).toEqual([404, 'key not found']);
    await role('admin');
    expect(await put()).toEqual([400, expect.stringMatching(/^url: /)]);
  });
});

describe('credentials', () => {
  const INVALID = [401, 'invalid or expired session'];
  const list = (request: Parameters<typeof api>[2]) => answerOf('GET', '/terminals', request);
  const create = (request: Parameters<typeof api>[2]) =>
    answerOf('POST', '/terminals', { ...request, body: { title: 'Till' } });

  test('a session on a key-only route is missing x-api-key, a key on a session-only route invalid or expired session', async () => {
    const cart = { items: [item()], total: 1000 };
    expect(await answerOf('POST', '/checkouts', { session: shop.session, body: cart })).toEqual([
      401,
      'missing x-api-key',
    ]);
    expect(await answerOf('GET', '/apikeys/verify', { session: shop.session })).toEqual([
      401,
      'missing x-api-key',
    ]);
    expect(await list({ key: shop.key })).toEqual(INVALID);
    expect(await list({})).toEqual(INVALID);
    expect(await list({ key: 'nonsense', session: shop.session })).toEqual([200, 'ok']);
  });

  test('where both may call, neither is missing x-api-key and the key decides over the session', async () => {
    const other = await merchant();
    expect(await create({})).toEqual([401, 'missing x-api-key']);
    expect(await create({ key: '' })).toEqual([401, 'missing x-api-key']);
    expect(await create({ key: 'fl_test_nonsense', session: shop.session })).toEqual([
      401,
      'invalid x-api-key',
    ]);
    expect(await create({ key: shop.key, session: 'sess_nonsense' })).toEqual([200, 'ok']);
    const { id } = await call('POST', '/terminals', {
      key: other.key,
      session: shop.session,
      body: { title: 'Whose?' },
    });
    expect((await call('GET', '/terminals', { session: other.session })).terminals).toMatchObject([{ id }]);
  });

  test('a bad bearer on a key-or-session route is invalid or expired session', async () => {
    const wrong = [
      'sess_x',
      shop.session.slice(0, -1),
      `${shop.session}x`,
      shop.session.toUpperCase(),
      shop.key,
      `sess_${'a'.repeat(43)}`,
    ];
    for (const session of wrong) {
      expect(await create({ session })).toEqual(INVALID);
      expect(await list({ session })).toEqual(INVALID);
    }
    for (const authorization of [
      shop.session,
      `Basic ${shop.session}`,
      'Bearer',
      `Bearer ${shop.session} ${shop.session}`,
    ]) {
      expect(await create({ headers: { authorization } })).toEqual(INVALID);
    }
    expect(await create({ headers: { authorization: `bearer ${shop.session}` } })).toEqual([200, 'ok']);
  });

  test('a key that is unknown, malformed or of another prefix is invalid x-api-key', async () => {
    const live = shop.key.replace('fl_test_', 'fl_live_');
    for (const key of [
      'x',
      shop.key.slice(0, -1),
      `${shop.key}0`,
      live,
      shop.key.toLowerCase(),
      shop.session,
      'fl_test_',
    ]) {
      expect(await answerOf('GET', '/apikeys/verify', { key })).toEqual([401, 'invalid x-api-key']);
    }
  });
});

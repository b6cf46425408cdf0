import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { codecRequests } from '../../src/temporal/codec-requests.ts';
import { createPayloadCodec } from '../../src/temporal/payload-codec.ts';

const UI = 'http://127.0.0.1:8233';
const OPERATOR = { 'x-operator-token': 'token-of-the-operator' };
const VIEWER = { 'x-operator-token': 'token-of-the-viewer' };
const PLAIN = { metadata: { encoding: base64('json/plain') }, data: base64('{"consumerId":"a-shopper"}') };
const logged: string[] = [];
let server: Server;
let base: string;

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  server = createServer(
    codecRequests({
      codec: createPayloadCodec([{ id: 'k1', key: randomBytes(32) }]),
      operators: [
        { name: 'olga', role: 'operator', token: 'token-of-the-operator' },
        { name: 'vera', role: 'viewer', token: 'token-of-the-viewer' },
      ],
      uiUrl: UI,
      log,
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => void server.close());

async function ask(path: string, headers: Record<string, string>, body: unknown = { payloads: [PLAIN] }) {
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': 'default', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as object };
}

test('an operator encodes payloads and a viewer decodes them, in the form of Temporal', async () => {
  const encoded = await ask('/encode', OPERATOR);
  expect(encoded).toMatchObject({
    status: 200,
    body: {
      payloads: [{ metadata: { encoding: base64('binary/encrypted'), 'encryption-key-id': base64('k1') } }],
    },
  });
  const bearer = { authorization: 'Bearer token-of-the-viewer' };
  const basic = { authorization: `Basic ${base64('vera:token-of-the-viewer')}` };
  for (const [path, headers] of [
    ['/decode', VIEWER],
    ['/default/decode', bearer],
    ['/decode', basic],
  ] as const)
    expect(await ask(path, headers, encoded.body)).toMatchObject({
      status: 200,
      body: { payloads: [PLAIN] },
    });
  expect((await ask('/encode', VIEWER)).status).toBe(403);
});

test('without the token of an operator nothing is decoded', async () => {
  for (const headers of [{}, { 'x-operator-token': 'wrong' }, { authorization: 'Bearer ' }])
    expect(await ask('/decode', headers)).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  const login = await fetch(base);
  expect([login.status, login.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringMatching(/^Basic /),
  ]);
});

test('a browser may call from the Web UI, and from no other page', async () => {
  const preflight = await fetch(`${base}/decode`, { method: 'OPTIONS', headers: { origin: UI } });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(UI);
  expect(preflight.headers.get('access-control-allow-credentials')).toBe('true');
  const foreign = await ask('/decode', { ...VIEWER, origin: 'https://other.example.com' });
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

test.each(['//', '/other', '/a/b/decode'])('%s is not found', async (path) => {
  expect(await ask(path, OPERATOR)).toMatchObject({ status: 404, body: { error: 'not found' } });
});

test('a body or payload that cannot be read is refused, and no payload is logged', async () => {
  for (const body of ['nonsense', {}, { payloads: [null] }])
    expect((await ask('/decode', VIEWER, body)).status).toBe(400);
  const unknown = {
    metadata: { encoding: base64('binary/encrypted'), 'encryption-key-id': base64('k9') },
    data: base64('x'.repeat(40)),
  };
  expect(await ask('/decode', VIEWER, { payloads: [unknown] })).toMatchObject({
    status: 400,
    body: { error: 'no encryption key named k9 in PAYLOAD_KEYS' },
  });
  expect(logged.join('')).toContain('"operator":"olga"');
  expect(logged.join('')).not.toMatch(new RegExp(`a-shopper|${PLAIN.data}|token-of`));
});

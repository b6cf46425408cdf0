import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createPartnerClient } from '../../src/partners/partner-client.ts';
import { createPayeeNames } from '../../src/partners/payee-name.ts';
import { startPartnerSimulators } from '../../simulators/partners.ts';

const TOKEN = 'a-token-of-the-tests';
const IBAN = { kind: 'iban', iban: 'GB29NWBK60161331926819' } as const;
const ACH = { kind: 'ach', routingNumber: '021000021', accountNumber: '12345678' } as const;
const servers = new Set<Server>();

/** Looks an account up at a register that answers so. */
async function lookUp(answer: RequestListener, account: typeof IBAN | typeof ACH = IBAN) {
  const server = createServer(answer);
  servers.add(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/register`;
  return createPayeeNames(createPartnerClient({ url, token: TOKEN, timeoutMs: 400 })).registeredName({
    account,
  });
}

const saying =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers.clear();
});

describe('the register of account holders', () => {
  test.each([
    [IBAN, { account_kind: 'iban', account: 'GB29NWBK60161331926819' }],
    [ACH, { account_kind: 'ach', account: '021000021/12345678' }],
  ])('is asked about $kind accounts with our token, and answers the name', async (account, body) => {
    const asked: { request?: IncomingMessage; body?: unknown } = {};
    const answer = await lookUp((request, response) => {
      void text(request).then((raw) => {
        Object.assign(asked, { request, body: JSON.parse(raw) as unknown });
        response.end('{"registered_name": "Fernlight Ltd"}');
      });
    }, account);
    expect(answer).toEqual({ kind: 'registered', name: 'Fernlight Ltd' });
    expect(asked.body).toEqual(body);
    expect(asked.request).toMatchObject({
      method: 'POST',
      url: '/register/lookups',
      headers: { authorization: `Bearer ${TOKEN}` },
    });
  });

  test('does not know an account: 404', async () => {
    expect(await lookUp(saying(404, '{"error": "unknown account"}'))).toEqual({ kind: 'unknown' });
  });

  test.each([
    ['500', saying(500, '{"registered_name": "Fernlight Ltd"}')],
    ['401', saying(401, '{"error": "unknown token"}')],
    ['429', saying(429, '{}')],
    ['201', saying(201, '{"registered_name": "Fernlight Ltd"}')],
    ['a redirect', saying(307, '', { location: 'http://127.0.0.1:1/' })],
    ['no JSON', saying(200, 'Fernlight Ltd')],
    ['nothing', saying(200, '')],
    ['null', saying(200, 'null')],
    ['no name', saying(200, '{}')],
    ['a blank name', saying(200, '{"registered_name": " "}')],
    ['a name that is none', saying(200, '{"registered_name": {"first": "Fern"}}')],
    ['silence', () => undefined],
    [
      'half an answer',
      (_request, response) =>
        void response.writeHead(200, { 'content-length': '100' }).write('{"registered_name": "Fern'),
    ],
    ['a hang-up', (_request, response) => void response.destroy()],
  ] satisfies [string, RequestListener][])('is unavailable when it answers %s', async (_what, answer) => {
    expect(await lookUp(answer)).toEqual({ kind: 'unavailable' });
  });

  test('is unavailable when it is not there', async () => {
    const names = createPayeeNames(
      createPartnerClient({ url: 'http://127.0.0.1:1', token: TOKEN, timeoutMs: 400 }),
    );
    expect(await names.registeredName({ account: IBAN })).toEqual({ kind: 'unavailable' });
  });
});

test('the simulated register speaks the same protocol', async () => {
  const secret = 'a-secret-of-the-tests';
  const simulators = await startPartnerSimulators({
    token: TOKEN,
    verificationSecret: secret,
    bankSecret: secret,
    serviceUrl: 'http://127.0.0.1:1',
    stateDirectory: null,
  });
  const url = `${simulators.url}/payee-names`;
  const tell = (account: string, name: string) =>
    fetch(`${url}/holders`, { method: 'POST', body: JSON.stringify({ account, registered_name: name }) });
  const ask = (account: typeof IBAN | typeof ACH, token = TOKEN) =>
    createPayeeNames(createPartnerClient({ url, token })).registeredName({ account });
  try {
    expect(await ask(IBAN)).toEqual({ kind: 'unknown' });
    await tell(IBAN.iban, 'Fernlight Ltd');
    await tell('021000021/12345678', 'unavailable');
    expect(await ask(IBAN)).toEqual({ kind: 'registered', name: 'Fernlight Ltd' });
    expect(await ask(IBAN, 'another-token-entirely')).toEqual({ kind: 'unavailable' });
    expect(await ask(ACH)).toEqual({ kind: 'unavailable' });
  } finally {
    await simulators.stop();
  }
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { Server } from 'node:tls';
import { freePort } from '../../stack/ports.ts';
import { connectTemporal } from '../../src/temporal/connection.ts';
import { temporalServer } from '../../src/temporal/server-address.ts';
import type { TemporalSettings } from '../../src/temporal/server-address.ts';
import { apiTest } from '../support/api-test.ts';
import { makeAuthority } from '../support/certificates.ts';
import type { Authority, Certificate } from '../support/certificates.ts';
import { authorized, call, merchant, shopper } from '../support/people.ts';
import { quietRuntime } from '../support/time-skipping.ts';

/**
 * Temporal behind mutual TLS: a proxy that wants a certificate of our authority, and shows one for this name.
 */
const NAME = 'temporal.internal';
const PLAIN = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';

let directory: string;
let ours: Authority;
let strangers: Authority;
const servers: Server[] = [];
let address: string;

/** Writes the text to a file. Answers its path. */
async function file(name: string, text: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, text);
  return path;
}

async function startFront({ cert, key }: Certificate): Promise<string> {
  const options = {
    cert,
    key,
    ca: ours.cert,
    requestCert: true,
    rejectUnauthorized: true,
    ALPNProtocols: ['h2'],
  };
  const server = createServer(options, (socket) => {
    const [host, port] = PLAIN.split(':');
    const behind = connect({ host, port: Number(port) });
    behind.on('error', () => socket.destroy());
    socket.on('error', () => behind.destroy());
    socket.pipe(behind).pipe(socket);
  });
  server.on('tlsClientError', () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The settings of a client that the front lets in. */
async function goodSettings(): Promise<TemporalSettings> {
  const client = await ours.issue('worker.internal');
  return {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_TLS_CA: await file('ca.pem', ours.cert),
    TEMPORAL_TLS_CERT: await file('client.pem', client.cert),
    TEMPORAL_TLS_KEY: await file('client.key', client.key),
    TEMPORAL_TLS_SERVER_NAME: NAME,
  };
}

async function startDirectory(): Promise<void> {
  directory = await mkdtemp(join(tmpdir(), 'certificates-'));
  [ours, strangers] = await Promise.all([makeAuthority('Ours'), makeAuthority('Strangers')]);
  address = await startFront(await ours.issue(NAME));
}

const service = apiTest({
  own: 'temporal_tls',
  settings: async () => {
    await startDirectory();
    return { ...(await goodSettings()) };
  },
});
beforeAll(() => quietRuntime());
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(directory, { recursive: true });
});

test('API and worker take a payment over mutual TLS', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper()]);
  const { authId } = await authorized(shop, buyer);
  expect(await call('POST', `/charges/${authId}/capture`, { key: shop.key })).toMatchObject({
    mdr_fee: 20,
  });
  expect(service.applications.environment['TEMPORAL_TLS_SERVER_NAME']).toBe(NAME);
});

describe('a setting that cannot be right is named at the start:', () => {
  type Change = () => Promise<Partial<TemporalSettings>>;
  const cases: [said: RegExp, Change][] = [
    [/^TEMPORAL_TLS_CA: .*none\.pem cannot be read: ENOENT$/, async () => ({ TEMPORAL_TLS_CA: 'none.pem' })],
    [
      /^TEMPORAL_TLS_CA: .* is not a certificate in PEM$/,
      async () => ({ TEMPORAL_TLS_CA: await file('text.pem', 'text') }),
    ],
    [
      /^TEMPORAL_TLS_KEY: .* is not a private key in PEM without a password$/,
      async () => ({ TEMPORAL_TLS_KEY: await file('text.key', 'text') }),
    ],
    [
      /^TEMPORAL_TLS_KEY: it is not the key of the certificate in TEMPORAL_TLS_CERT$/,
      async () => ({ TEMPORAL_TLS_KEY: await file('other.key', (await ours.issue('other')).key) }),
    ],
    [
      /^TEMPORAL_TLS_CERT: the certificate ended on /,
      async () => pair('ended', await ours.issue('x', { from: new Date(0), to: new Date(1000) })),
    ],
    [
      /^TEMPORAL_TLS_CERT: the certificate begins on /,
      async () =>
        pair('early', await ours.issue('x', { from: new Date('2100-01-01'), to: new Date('2101-01-01') })),
    ],
    [/^set both or neither/, async () => ({ TEMPORAL_TLS_KEY: undefined })],
  ];
  const pair = async (name: string, { cert, key }: Certificate) => ({
    TEMPORAL_TLS_CERT: await file(`${name}.pem`, cert),
    TEMPORAL_TLS_KEY: await file(`${name}.key`, key),
  });

  test.each(cases)('%s', async (said, change) => {
    const settings = { ...(await goodSettings()), ...(await change()) };
    expect(() => temporalServer(settings)).toThrow(said);
  });
});

describe('a connection that cannot be made says which setting to correct:', () => {
  const fault = async (settings: TemporalSettings, namespace = 'default'): Promise<string> =>
    connectTemporal(temporalServer(settings), namespace).then(
      async (connection) => {
        await connection.close();
        return 'connected';
      },
      (error: Error) => `${error.name}: ${error.message}`,
    );

  test('none, with the right settings', async () => {
    expect(await fault(await goodSettings())).toBe('connected');
  });

  test('the namespace', async () => {
    expect(await fault(await goodSettings(), 'nowhere')).toMatch(
      /^ConnectionFault: TEMPORAL_NAMESPACE: .* no namespace nowhere/,
    );
  });

  test('the address, where nothing listens', async () => {
    const nobody = `127.0.0.1:${await freePort()}`;
    expect(await fault({ TEMPORAL_ADDRESS: nobody })).toMatch(
      /TEMPORAL_ADDRESS: nothing takes connections at .*ECONNREFUSED/,
    );
  });

  test('the address, with an unknown host name', async () => {
    expect(await fault({ TEMPORAL_ADDRESS: 'nowhere.invalid:7233' })).toMatch(
      /TEMPORAL_ADDRESS: the name nowhere.invalid is not known/,
    );
  });

  test('TLS, where the server speaks it and no setting turns it on', async () => {
    expect(await fault({ TEMPORAL_ADDRESS: address })).toMatch(/speaks TLS: set TEMPORAL_TLS_CA/);
  });

  test('TLS, where the server speaks none', async () => {
    const settings = { ...(await goodSettings()), TEMPORAL_ADDRESS: PLAIN };
    expect(await fault(settings)).toMatch(/speaks no TLS: remove TEMPORAL_TLS/);
  });

  test("the authority of the server's certificate", async () => {
    const settings = {
      ...(await goodSettings()),
      TEMPORAL_TLS_CA: await file('strangers.pem', strangers.cert),
    };
    expect(await fault(settings)).toMatch(/TEMPORAL_TLS_CA: it is not the authority/);
  });

  test("the name in the server's certificate", async () => {
    const settings = { ...(await goodSettings()), TEMPORAL_TLS_SERVER_NAME: 'other.internal' };
    expect(await fault(settings)).toMatch(
      /TEMPORAL_TLS_SERVER_NAME: the server's certificate has another name/,
    );
  });

  test('a certificate of the client, where there is none', async () => {
    const settings = { ...(await goodSettings()), TEMPORAL_TLS_CERT: undefined, TEMPORAL_TLS_KEY: undefined };
    expect(await fault(settings)).toMatch(/TEMPORAL_TLS_CERT: the server wants a certificate of the client/);
  });

  test('a certificate of the client that another authority issued', async () => {
    const { cert, key } = await strangers.issue('worker.internal');
    const settings = {
      ...(await goodSettings()),
      TEMPORAL_TLS_CERT: await file('foreign.pem', cert),
      TEMPORAL_TLS_KEY: await file('foreign.key', key),
    };
    expect(await fault(settings)).toMatch(
      /TEMPORAL_TLS_CERT: the server closes the connection after it has seen the client's certificate/,
    );
  });
});

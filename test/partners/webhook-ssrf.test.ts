import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { gzipSync } from 'node:zlib';
import { createWebhookSender } from '../../src/partners/webhook-sender.ts';
import type { Resolve, WebhookAnswer } from '../../src/partners/webhook-sender.ts';
import { judgeUrl } from '../../src/security/public-address.ts';

/**
 * Every way that is known to make a service call itself or its neighbours, against traps that listen there.
 */
const TIMEOUT_MS = 800;
const PRODUCTION = { allowLoopback: false };

/** Servers of one test, with their connections. */
const servers: { server: Server; sockets: Set<Socket> }[] = [];
/** Listens on every address of this machine, for the whole file. */
const trap = { port: 0, touched: [] as string[] };
let trapServer: Server;

beforeAll(async () => {
  trapServer = createServer((socket) => {
    trap.touched.push(`${socket.localAddress}`);
    socket.destroy();
  });
  trapServer.listen(0, '::');
  await once(trapServer, 'listening');
  trap.port = (trapServer.address() as AddressInfo).port;
});
afterAll(() => void trapServer.close());
afterEach(() => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
  trap.touched.length = 0;
});

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  servers.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function send(
  url: string,
  { allowLoopback = false, resolve }: { allowLoopback?: boolean; resolve?: Resolve } = {},
): Promise<WebhookAnswer> {
  const sender = createWebhookSender({ allowLoopback, timeoutMs: TIMEOUT_MS, ...(resolve && { resolve }) });
  return sender.send({ url, headers: {}, body: Buffer.from('{}') });
}

/** Spellings of an IPv4 address that some parser, resolver or kernel takes for it. */
function spellingsOf(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number, digits = 0) => value.toString(16).padStart(digits, '0');
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)];
  const wide = (text: string, zero: number) =>
    text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  return [
    address,
    `${address}.`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${whole}`,
    `0x${hex(whole, 8)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    `0${whole.toString(8)}`,
    [a, b, c, d].map((part) => `0x${hex(part)}`).join('.'),
    [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.'),
    [a, b, c, d].map((part) => `000${part.toString(8)}`).join('.'),
    `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
    `0x${hex(a)}.${(b * 256 + c) * 256 + d}`,
    wide(address, 0xff10),
    wide(address, 0x1d7ce),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    address.replaceAll('.', '%2e'),
    [...address].map((sign) => `%${hex(sign.charCodeAt(0), 2)}`).join(''),
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::ffff:0:${address}]`,
    `[::${address}]`,
    `[::${high}:${low}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b::${high}:${low}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${high}:${low}::]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::1]`,
    `[2001:0:4136:e378:8000:63bf:${hex(0xffff - (a * 256 + b))}:${hex(0xffff - (c * 256 + d))}]`,
    `[fe80::5efe:${address}]`,
  ];
}

/** Addresses that this machine has beside loopback: a container's own, for one. */
const OWN = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(
    ({ internal, family, address }) => !internal && family === 'IPv4' && /^(10|172|192\.168)\./.test(address),
  )
  .map(({ address }) => address);

const HOSTS = [
  ...['127.0.0.1', '127.8.9.10', '0.0.0.0', '10.1.2.3', '169.254.169.254', ...OWN].flatMap(spellingsOf),
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::0001]',
    '[fe80::1]',
    '[fd00::1]',
    '[ff02::1]',
  ],
  ...[
    'localhost',
    'LocalHost',
    'localhost.',
    'a.localhost',
    'localhost.localdomain',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
    'ip6-localhost',
  ],
  ...[
    'ip6-loopback',
    'broadcasthost',
    'kubernetes.default.svc.cluster.local',
    'metadata',
    'metadata.google.internal',
    'instance-data',
  ],
];
const FORMS = HOSTS.flatMap((host) => [`https://${host}`, `http://${host}`]);

test(`there are ${FORMS.length} forms: at least 150`, () => {
  expect(new Set(FORMS).size).toBe(FORMS.length);
  expect(FORMS.length).toBeGreaterThanOrEqual(150);
});

test('the trap notices a connection to this machine', async () => {
  for (const host of ['127.0.0.1', '::1']) {
    const socket = connect(trap.port, host);
    await once(socket, 'close');
  }
  expect(trap.touched).toEqual(['::ffff:127.0.0.1', '::1']);
  await send(`http://127.0.0.1:${trap.port}/`, { allowLoopback: true });
  expect(trap.touched).toHaveLength(3);
});

test('none of the forms can be saved', () => {
  expect(FORMS.filter((form) => judgeUrl(`${form}:${trap.port}/hook`, PRODUCTION).ok)).toEqual([]);
});

test('none of the forms is dialled, were it saved after all', async () => {
  const dialled: string[] = [];
  for (const form of FORMS) {
    const { statusCode, error } = await send(`${form}:${trap.port}/hook`);
    if (statusCode !== null || error === null || !error.startsWith('url: '))
      dialled.push(`${form}: ${statusCode} ${error}`);
  }
  expect(dialled).toEqual([]);
  expect(trap.touched).toEqual([]);
});

test('in development nothing but this machine is dialled by plain http, and it by nothing else', async () => {
  const own = OWN.map((address) => `http://${address}`);
  for (const form of [...own, ...HOSTS.map((host) => `https://${host}`)])
    await send(`${form}:${trap.port}/`, { allowLoopback: true });
  expect(trap.touched).toEqual([]);
});

/** Addresses of this machine and its neighbours that a resolver may answer. */
const ANSWERS = [
  ...[
    '127.0.0.1',
    '127.255.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
  ],
  ...['192.0.0.8', '192.0.2.1', '192.88.99.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', ...OWN],
  ...[
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
  ],
  ...[
    '2001::1',
    'fe80::1',
    'fe80::1%lo',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '5f00::1',
    '::ffff:0:127.0.0.1',
  ],
  ...['0177.0.0.1', '0x7f.0.0.1', '2130706433', '127.1', 'localhost', '', '127.0.0.1\0'],
];

test.each([
  ['alone', (address: string) => [address]],
  ['behind a public one', (address: string) => ['8.8.8.8', address]],
  ['before a public one', (address: string) => [address, '2606:4700::1111']],
])(
  `a public name that resolves to any of ${ANSWERS.length} addresses that are not public, %s, is not dialled`,
  async (_where, answer) => {
    const dialled: string[] = [];
    for (const address of ANSWERS) {
      const result = await send(`https://shop.example:${trap.port}/`, {
        resolve: async () => answer(address),
      });
      if (result.error !== 'the host has an address that is not public')
        dialled.push(`${address}: ${result.statusCode} ${result.error}`);
    }
    expect(dialled).toEqual([]);
    expect(trap.touched).toEqual([]);
  },
);

test('a name that was public when it was saved, and is this machine when it is dialled, is not dialled', async () => {
  const url = `https://rebound.example:${trap.port}/`;
  expect(judgeUrl(url, PRODUCTION).ok).toBe(true);
  const answers = [['198.51.100.1', '8.8.8.8'], ['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1']];
  for (const answer of answers)
    expect((await send(url, { resolve: async () => answer })).statusCode).toBeNull();
  expect(trap.touched).toEqual([]);
});

test('the judged address is the dialled one: a name is looked up once for each connection', async () => {
  let asked = 0;
  const flipping: Resolve = async () => (asked++ % 2 === 0 ? ['192.0.2.1'] : ['127.0.0.1']);
  for (let number = 0; number < 6; number++)
    await send(`https://rebound.example:${trap.port}/`, { resolve: flipping });
  expect(asked).toBe(6);
  expect(trap.touched).toEqual([]);
});

describe('an endpoint that means ill', () => {
  /** Has it answer one request in development. */
  async function from(answer: RequestListener): Promise<WebhookAnswer> {
    const port = await listening(createHttpServer(answer));
    return send(`http://127.0.0.1:${port}/`, { allowLoopback: true });
  }

  test.each([301, 302, 303, 307, 308])(
    'does not lead elsewhere by a %d to any form of this machine',
    async (status) => {
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '[::ffff:127.0.0.1]']) {
        const location = `http://${host}:${trap.port}/`;
        const result = await from(
          (_request, response) =>
            void response.writeHead(status, { location, refresh: `0; url=${location}` }).end(),
        );
        expect(result).toMatchObject({ statusCode: status, error: 'redirects are not followed' });
      }
      expect(trap.touched).toEqual([]);
    },
  );

  test('does not lead elsewhere by headers that other clients follow', async () => {
    const elsewhere = `http://127.0.0.1:${trap.port}/`;
    const headers = {
      'alt-svc': `h2="127.0.0.1:${trap.port}"`,
      'content-location': elsewhere,
      link: `<${elsewhere}>; rel=preload`,
    };
    expect(await from((_request, response) => void response.writeHead(200, headers).end())).toMatchObject({
      statusCode: 200,
    });
    expect(trap.touched).toEqual([]);
  });

  test('is read no further than 16 KB of a gigabyte', async () => {
    let written = 0;
    const block = Buffer.alloc(64 * 1024, 'x');
    const result = await from((_request, response) => {
      response.writeHead(200, { 'content-length': String(2 ** 30) });
      const pump = (): void => {
        while (!response.destroyed && written < 2 ** 30) {
          written += block.length;
          if (!response.write(block)) return void response.once('drain', pump);
        }
      };
      pump();
    });
    expect(result).toMatchObject({ statusCode: 200, response: 'x'.repeat(2048) });
    expect(written).toBeLessThan(2 ** 24);
    expect(result.ms).toBeLessThan(2 * TIMEOUT_MS);
  });

  test('does not blow up: a gzip bomb stays as small as it was sent', async () => {
    const bomb = gzipSync(Buffer.alloc(2 ** 27));
    const before = process.memoryUsage().rss;
    const result = await from(
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(result.statusCode).toBe(200);
    expect(Buffer.byteLength(result.response)).toBeLessThan(8192);
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 26);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['drips its headers', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
    ['drips its body', (socket) => drip(socket, 'HTTP/1.1 500 No\r\ncontent-length: 100000\r\n\r\n', '.')],
    ['says 100 again and again', (socket) => drip(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n')],
    [
      'drips chunks',
      (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\n.\r\n'),
    ],
  ])('is given up in time when it %s', async (_what, speak) => {
    const port = await listening(createServer((socket) => void socket.once('data', () => speak(socket))));
    const result = await send(`http://127.0.0.1:${port}/`, { allowLoopback: true });
    expect(result.ms).toBeLessThan(3 * TIMEOUT_MS);
  });
});

function drip(socket: Socket, first: string, again: string): void {
  socket.write(first);
  const dripping = setInterval(() => socket.write(again), 20);
  socket.on('close', () => clearInterval(dripping));
}

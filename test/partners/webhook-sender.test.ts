import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createWebhookSender } from '../../src/partners/webhook-sender.ts';
import type { Resolve, WebhookAnswer } from '../../src/partners/webhook-sender.ts';

const TIMEOUT_MS = 600;
const servers = new Set<{ server: Server; sockets: Set<Socket> }>();

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
  });
  servers.add({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends to a receiver on this machine that answers so. */
async function sendTo(answer: RequestListener): Promise<WebhookAnswer> {
  const port = await listening(createHttpServer(answer));
  return send(`http://127.0.0.1:${port}/hook?a=1`);
}

function send(
  url: string,
  { allowLoopback = true, resolve }: { allowLoopback?: boolean; resolve?: Resolve } = {},
): Promise<WebhookAnswer> {
  const sender = createWebhookSender({
    allowLoopback,
    timeoutMs: TIMEOUT_MS,
    ...(resolve === undefined ? {} : { resolve }),
  });
  return sender.send({
    url,
    headers: { 'content-type': 'application/json', 'x-service-event': 'charge.voided' },
    body: Buffer.from('{"a":"é"}'),
  });
}

afterEach(async () => {
  for (const { server, sockets } of servers) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
  servers.clear();
});

describe('a sent webhook', () => {
  test('is one POST with the bytes and headers as given', async () => {
    const seen: Record<string, unknown> = {};
    const answer = await sendTo((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          Object.assign(seen, {
            method: request.method,
            url: request.url,
            headers: request.headers,
            body: Buffer.concat(chunks).toString(),
          });
          response.writeHead(204).end();
        });
    });
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/hook?a=1',
      body: '{"a":"é"}',
      headers: {
        'content-type': 'application/json',
        'x-service-event': 'charge.voided',
        'accept-encoding': 'identity',
        'content-length': '10',
      },
    });
    expect(answer).toMatchObject({ statusCode: 204, response: '', error: null });
    expect(answer.ms).toBeGreaterThanOrEqual(0);
  });

  test.each([301, 302, 303, 307, 308])('is not sent on by a %d redirect', async (status) => {
    let touched = 0;
    const trap = await listening(createServer(() => touched++));
    const answer = await sendTo(
      (_request, response) =>
        void response.writeHead(status, { location: `http://127.0.0.1:${trap}/` }).end('moved'),
    );
    expect(answer).toMatchObject({
      statusCode: status,
      response: 'moved',
      error: 'redirects are not followed',
    });
    expect(touched).toBe(0);
  });
});

describe('an answer', () => {
  test('is kept up to 2 KB, without NUL and without half characters', async () => {
    const answer = await sendTo(
      (_request, response) => void response.writeHead(500).end(`a\0${'é'.repeat(3000)}`),
    );
    expect(answer.response).toBe(`a\uFFFD${'é'.repeat(1023)}`);
  });

  test('of any bytes is text that PostgreSQL takes', async () => {
    const answer = await sendTo(
      (_request, response) =>
        void response.end(Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0xed, 0xa0, 0x80])),
    );
    expect(answer.response.isWellFormed()).toBe(true);
    expect(answer.response).not.toContain('\0');
  });

  test('that never ends is given up, and its status counts', async () => {
    let written = 0;
    const answer = await sendTo((_request, response) => {
      response.writeHead(200);
      const pump = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x'))) written += 64 * 1024;
        if (!response.destroyed) response.once('drain', pump);
      };
      pump();
    });
    expect(answer).toMatchObject({ statusCode: 200, response: 'x'.repeat(2048), error: null });
    expect(answer.ms).toBeLessThan(TIMEOUT_MS);
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  test('that drips is given up in time', async () => {
    const answer = await sendTo((_request, response) => {
      response.writeHead(500);
      const dripping = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(dripping));
    });
    expect(answer.statusCode).toBe(500);
    expect(answer.ms).toBeLessThan(TIMEOUT_MS * 2);
  });

  test('that is compressed is not inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const answer = await sendTo(
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(answer.statusCode).toBe(200);
    expect(Buffer.byteLength(answer.response)).toBeLessThan(8192);
  });
});

describe('a receiver that', () => {
  test('accepts and says nothing is given up in time', async () => {
    const port = await listening(createServer());
    const answer = await send(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ statusCode: null, response: '', error: 'no answer within 0.6 s' });
    expect(answer.ms).toBeLessThan(TIMEOUT_MS * 2);
  });

  test('drips its headers is given up in time', async () => {
    const port = await listening(
      createServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const dripping = setInterval(() => socket.write('x: y\r\n'), 50);
        socket.on('close', () => clearInterval(dripping)).on('error', () => undefined);
      }),
    );
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      statusCode: null,
      error: 'no answer within 0.6 s',
    });
  });

  test.each([
    ['hangs up', ''],
    ['talks no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['sends endless headers', `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(200)}`],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ])('%s is an answer with an error', async (_what, bytes) => {
    const port = await listening(createServer((socket) => void socket.once('data', () => socket.end(bytes))));
    const answer = await send(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({
      statusCode: null,
      response: '',
      error: expect.stringMatching(/^(no answer|connection closed)/),
    });
  });

  test('is not there is an answer with an error', async () => {
    const server = createServer();
    const port = await listening(server);
    server.close();
    await once(server, 'close');
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      statusCode: null,
      error: 'connection refused',
    });
  });
});

describe('the guard', () => {
  /** Answers each question with the next of these; the last one stays. */
  const answering = (...answers: string[][]): Resolve & { asked: string[] } => {
    const asked: string[] = [];
    return Object.assign(
      (host: string) => Promise.resolve(answers[Math.min(asked.push(host), answers.length) - 1] ?? []),
      { asked },
    );
  };

  test.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['fd00::1'],
    ['100.64.0.1'],
    ['0.0.0.0'],
  ])('dials nothing when a public name resolves to %s', async (address) => {
    const resolve = answering([address]);
    const answer = await send('https://shop.example/hook', { allowLoopback: true, resolve });
    expect(answer).toMatchObject({ statusCode: null, error: 'the host has an address that is not public' });
    expect(resolve.asked).toEqual(['shop.example']);
  });

  test('dials nothing when one of several addresses is not public', async () => {
    const answer = await send('https://shop.example/', {
      resolve: answering(['8.8.8.8', '127.0.0.1', '2606:4700::1111']),
    });
    expect(answer.error).toBe('the host has an address that is not public');
  });

  test('asks once for each connection: a name that changes its mind cannot slip past', async () => {
    let touched = 0;
    const trap = await listening(createServer(() => touched++));
    const resolve = answering(['192.0.2.1', '8.8.8.8'], ['127.0.0.1']);
    await send(`https://rebound.example:${trap}/`, { resolve });
    await send(`https://rebound.example:${trap}/`, { resolve });
    expect(resolve.asked).toHaveLength(2);
    expect(touched).toBe(0);
  });

  test.each([
    'http://127.0.0.1',
    'http://[::1]',
    'https://127.0.0.1',
    'https://0x7f.1',
    'https://[::ffff:7f00:1]',
    'https://localhost',
    'https://2130706433',
  ])('dials nothing for %s outside of development', async (origin) => {
    let touched = 0;
    const trap = await listening(createServer(() => touched++));
    const answer = await send(`${origin}:${trap}/`, { allowLoopback: false });
    expect(answer).toMatchObject({ statusCode: null, error: expect.stringMatching(/^url: /) });
    expect(touched).toBe(0);
  });

  test('reaches this machine by name in development, whatever DNS says', async () => {
    const port = await listening(createHttpServer((_request, response) => response.end()));
    expect(await send(`http://localhost:${port}/`, { resolve: answering(['8.8.8.8']) })).toMatchObject({
      statusCode: 200,
    });
  });

  test.each([
    ['no addresses', () => Promise.resolve([])],
    ['a fault', () => Promise.reject(new Error('SERVFAIL'))],
    ['what is no address', () => Promise.resolve(['shop.example'])],
    ['nothing at all', () => new Promise<string[]>(() => undefined)],
  ])('is not confused by a resolver that answers %s', async (_what, resolve) => {
    expect(await send('https://shop.example/', { resolve })).toMatchObject({
      statusCode: null,
      error: expect.any(String),
    });
  });
});

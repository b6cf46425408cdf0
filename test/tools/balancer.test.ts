import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend } from '../../stack/cluster/balancer.ts';
import { balancer } from '../../stack/cluster/start-balancer.ts';
import { freePort } from '../../stack/ports.ts';
import { longestGapMs } from '../../tools/proof/cluster/gaps.ts';

const CALLS = 20;
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server that answers its name, and can be ended with all its connections as by kill -9. */
async function backend(name: string) {
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => response.end(name));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const kill = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  closers.push(async () => kill());
  return { name, port, kill, check: { kind: 'http', url: `http://127.0.0.1:${port}` } as const };
}

async function balance(backends: readonly Backend[]) {
  const logs = await mkdtemp(join(tmpdir(), 'balancer-'));
  closers.push(() => rm(logs, { recursive: true, force: true }));
  const port = await freePort();
  const settings = {
    port,
    backends: backends.map(({ name, port: at, check }) => ({ name, port: at, check })),
  };
  const child = await balancer('balancer', settings).launch(logs);
  closers.push(() => child.stop());
  return { child, port, call: () => call(`http://127.0.0.1:${port}`) };
}

/** The name of the server that answered, over a connection of its own. */
async function call(url: string): Promise<string> {
  return (await fetch(url, { headers: { connection: 'close' } })).text();
}

const answers = (callOnce: () => Promise<string>) => Promise.all(Array.from({ length: CALLS }, callOnce));

test('calls go to both servers, and every call gets an answer after one of them has died', async () => {
  const [first, second] = [await backend('first'), await backend('second')];
  const { call: ask } = await balance([first, second]);
  expect(new Set(await answers(ask))).toEqual(new Set(['first', 'second']));

  first.kill();
  expect(new Set(await answers(ask))).toEqual(new Set(['second']));
});

test('without any server behind it a call fails at once, and the balancer goes on', async () => {
  const [first, second] = [await backend('first'), await backend('second')];
  const { call: ask, child } = await balance([first, second]);
  first.kill();
  second.kill();
  await expect(ask()).rejects.toThrow('fetch failed');
  expect(child.running()).toBe(true);
});

test('a caller of gRPC whom a dying server had accepted is taken by another one', async () => {
  const dying = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  const living = createHttp2Server((_, response) => response.end('living')).listen(0, '127.0.0.1');
  closers.push(async () => [dying.close(), living.close()]);
  await Promise.all([once(dying, 'listening'), once(living, 'listening')]);
  // Nobody answers the checks, so both stay in use, and the dying one always has the fewest connections.
  const check = { kind: 'grpc', port: await freePort(), service: 'none' } as const;
  const backends = Object.entries({ dying, living }).map(([name, server]) => ({
    name,
    port: (server.address() as AddressInfo).port,
    check,
  }));
  const { port } = await balance(backends);
  for (let number = 0; number < CALLS; number++) expect(await callHttp2(port)).toBe('living');
});

/** The answer to a call over a connection of its own. */
async function callHttp2(port: number): Promise<string> {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  try {
    const failed = once(session, 'error').then(([error]) => Promise.reject(error as Error));
    const request = session.request({ ':path': '/' }).setEncoding('utf8');
    const answer = (await Promise.race([request.toArray(), failed])) as string[];
    return answer.join('');
  } finally {
    session.destroy();
  }
}

test('the longest time without a success is measured within a span, because another fault may follow', () => {
  const successes = [100, 200, 5200, 5300, 9000].map((ms) => ms * 1000);
  const between = (from: number, to: number) => longestGapMs(successes, { from: from * 1000, to: to * 1000 });
  expect(between(150, 6000)).toBe(5000);
  expect(between(250, 300)).toBe(50);
  expect(between(5210, 6000)).toBe(700);
  expect(between(9100, 12_000)).toBe(2900);
});

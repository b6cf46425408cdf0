import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createCaller } from '../../tools/proof/histories/caller.ts';
import type { HttpRequest } from '../../tools/proof/histories/caller.ts';
import { createHistory } from '../../tools/proof/histories/history.ts';
import { openLink } from '../../tools/proof/stack/proxy.ts';
import type { Link } from '../../tools/proof/stack/proxy.ts';
import { createRandom } from '../../tools/proof/histories/random.ts';

const portOf = (server: Server | HttpServer): number => (server.address() as AddressInfo).port;

async function listening<T extends Server | HttpServer>(server: T): Promise<T> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('a link', () => {
  let echo: Server;
  let link: Link;
  /** Everything that reached the far side. */
  let received: string;
  const open: Socket[] = [];

  beforeEach(async () => {
    received = '';
    echo = await listening(
      createServer((socket) => {
        open.push(socket);
        socket
          .on('error', () => undefined)
          .on('data', (chunk) => {
            received += String(chunk);
            socket.write(chunk);
          });
      }),
    );
    link = await openLink('api-0 to postgresql', () => portOf(echo));
  });
  afterEach(async () => {
    await link.close();
    for (const socket of open.splice(0)) socket.destroy();
    echo.close();
  });

  async function dialled(port = link.port): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1' });
    open.push(socket.on('error', () => undefined));
    await once(socket, 'connect');
    return socket;
  }
  async function echoed(socket: Socket, text: string): Promise<string> {
    socket.write(text);
    return String((await once(socket, 'data'))[0]);
  }
  /**
   * A round trip that avoids the link: afterwards bytes that were sent through the link before would have
   * arrived.
   */
  const roundTrip = async () => echoed(await dialled(portOf(echo)), '.');

  test('passes bytes in both directions', async () => {
    expect(await echoed(await dialled(), 'begin')).toBe('begin');
  });

  test('that is stalled holds requests, and passes them on once it is restored', async () => {
    const socket = await dialled();
    await echoed(socket, 'begin');
    link.stall();
    socket.write('commit');
    await roundTrip();
    expect(received).toBe('begin.');
    const answer = once(socket, 'data');
    link.restore();
    expect(String((await answer)[0])).toBe('commit');
  });

  test('that is muted passes requests on, and never their answers', async () => {
    const socket = await dialled();
    await echoed(socket, 'begin');
    let answers = '';
    socket.on('data', (chunk) => (answers += String(chunk)));
    const arrives = once(open.at(-1) as Socket, 'data');
    link.mute();
    socket.write('commit');
    await arrives;
    await roundTrip();
    const closed = once(socket, 'close');
    link.restore();
    await closed;
    expect([received, answers]).toEqual(['begincommit.', '']);
    expect(await echoed(await dialled(), 'again')).toBe('again');
  });

  test('that is cut drops its connections and refuses new ones until it is restored', async () => {
    const socket = await dialled();
    await echoed(socket, 'begin');
    const closed = once(socket, 'close');
    link.cut();
    await closed;
    await once(await dialled(), 'close');
    link.restore();
    expect(await echoed(await dialled(), 'again')).toBe('again');
  });
});

describe('a recorded call', () => {
  let api: HttpServer;
  let requests: IncomingMessage[];
  /** The API's reaction to each request in turn: answers this status, or drops the connection. */
  let script: (number | 'drop')[];

  beforeEach(async () => {
    requests = [];
    api = await listening(
      createHttpServer((request: IncomingMessage, response: ServerResponse) => {
        requests.push(request);
        const next = script.shift();
        if (next === 'drop' || next === undefined) return void request.socket.destroy();
        response.writeHead(next, { 'content-type': 'application/json', 'x-request-id': 'request-1' });
        response.end(JSON.stringify(next === 200 ? { auth_id: 'charge' } : { error: 'auth not voidable' }));
      }),
    );
  });
  afterEach(() => api.close());

  const request: HttpRequest = {
    method: 'POST',
    path: '/charges/charge/void',
    credential: { 'x-api-key': 'key' },
  };
  async function call(isKeyed: boolean, ...answers: (number | 'drop')[]) {
    script = answers;
    const history = createHistory();
    const caller = createCaller({
      client: 1,
      apiUrls: [`http://127.0.0.1:${portOf(api)}`],
      history,
      random: createRandom(1),
    });
    const recorded = await caller.call({ operation: 'void', charge: 'charge' }, request, {
      isKeyed,
      answer: () => ({}),
    });
    expect(history.calls).toEqual([recorded]);
    return { recorded, history };
  }

  test.each([
    [200, 'done', ''],
    [400, 'refused', 'auth not voidable'],
    [503, 'not done', 'auth not voidable'],
    [429, 'not done', 'auth not voidable'],
    ['drop', 'unknown', ''],
  ] as const)('that is answered %s is %s', async (answer, outcome, reason) => {
    expect((await call(false, answer)).recorded).toMatchObject({ outcome, reason, attempts: 1 });
  });

  test('that is answered 500 is in doubt, and is a fault in itself', async () => {
    const { recorded, history } = await call(false, 500);
    expect(recorded.outcome).toBe('unknown');
    expect(history.serverErrors).toEqual(['POST /charges/charge/void answered 500 (request request-1)']);
  });

  test('with an idempotency key is repeated under it until it is answered', async () => {
    const { recorded } = await call(true, 'drop', 503, 200);
    expect(recorded).toMatchObject({ outcome: 'done', attempts: 3, is_keyed: true });
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('of a sandbox helper that is answered 503 is in doubt, for no promise covers it', async () => {
    script = [503];
    const caller = createCaller({
      client: 1,
      apiUrls: [`http://127.0.0.1:${portOf(api)}`],
      history: createHistory(),
      random: createRandom(1),
    });
    const recorded = await caller.call({ operation: 'top up', amount: 5 }, request, { answer: () => ({}) });
    expect(recorded.outcome).toBe('unknown');
  });
});

test('random choices follow from the seed', () => {
  const drawn = (seed: number) => {
    const random = createRandom(seed);
    return [
      random.fork().between(1, 1000),
      random.pick(['a', 'b', 'c']),
      random.weighted({ kill: 1, freeze: 3 }),
      random.next(),
    ];
  };
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(7)).not.toEqual(drawn(8));
});

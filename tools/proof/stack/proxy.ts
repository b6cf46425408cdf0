import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

const HOST = '127.0.0.1';

/** A TCP connection between two processes that can be broken. */
export interface Link {
  /** `api-0 to postgresql`. */
  readonly name: string;
  /** The port that one process dials instead of the other's. */
  readonly port: number;
  /** Drops every connection and refuses new ones until `restore`. */
  cut(): void;
  /** Holds every byte in both directions until `restore`, and then forwards them. */
  stall(): void;
  /** Forwards requests and holds the answers. `restore` drops those connections with their answers. */
  mute(): void;
  restore(): void;
  close(): Promise<void>;
}

interface Connection {
  readonly near: Socket;
  readonly far: Socket;
}

/** Listens on a free port and forwards connections to the current `farPort`. */
export async function openLink(name: string, farPort: () => number): Promise<Link> {
  const connections = new Set<Connection>();
  const waiting = new Set<Socket>();
  let mode: 'open' | 'cut' | 'stalled' | 'muted' = 'open';

  const dial = (near: Socket): void => {
    const connection = { near, far: connect({ port: farPort(), host: HOST }) };
    connections.add(connection);
    join(connection, () => connections.delete(connection));
    if (mode === 'muted') holdAnswers(connection);
  };
  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    if (mode === 'cut') near.destroy();
    else if (mode === 'stalled') waiting.add(near);
    else dial(near);
  });
  server.listen(0, HOST);
  await once(server, 'listening');

  const dropAll = (): void => {
    for (const connection of connections) end(connection);
    for (const near of waiting) near.destroy();
    waiting.clear();
  };
  return {
    name,
    port: (server.address() as AddressInfo).port,
    cut() {
      mode = 'cut';
      dropAll();
    },
    stall() {
      mode = 'stalled';
      for (const { near, far } of connections) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    mute() {
      mode = 'muted';
      for (const connection of connections) holdAnswers(connection);
    },
    restore() {
      const was = mode;
      mode = 'open';
      if (was === 'muted') dropAll();
      if (was !== 'stalled') return;
      for (const { near, far } of connections) {
        near.pipe(far);
        far.pipe(near);
      }
      for (const near of waiting) dial(near);
      waiting.clear();
    },
    async close() {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Forwards bytes both ways, and ends both sides when one ends. */
function join(connection: Connection, ended: () => void): void {
  const { near, far } = connection;
  // A held answer must not wait for more bytes either.
  for (const socket of [near, far]) socket.setNoDelay(true);
  for (const socket of [near, far]) {
    socket.on('error', () => end(connection));
    socket.on('close', () => {
      end(connection);
      ended();
    });
  }
  near.pipe(far);
  far.pipe(near);
}

function end({ near, far }: Connection): void {
  near.destroy();
  far.destroy();
}

function holdAnswers({ near, far }: Connection): void {
  far.unpipe(near).pause();
}

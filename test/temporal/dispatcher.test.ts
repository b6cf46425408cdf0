import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import { v7 } from 'uuid';
import { ENVIRONMENTS } from '../../src/domain/environment.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { Database } from '../../src/store/database.ts';
import { createDispatcher } from '../../src/temporal/dispatcher.ts';
import { taskQueues } from '../../workflows/messages.ts';
import { cloneDatabase } from '../support/database.ts';
import { until } from '../support/people.ts';

/** Takes every connection and never answers: a Temporal server that hangs. */
const silent = createServer();
const sockets = new Set<Socket>();
silent.on('connection', (socket) => sockets.add(socket));
let database: Database;
let connection: Connection;

beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  connection = Connection.lazy({ address: `127.0.0.1:${port}` });
  database = await openDatabase({ url: await cloneDatabase(`dispatcher_${process.pid}`), poolSize: 2 });
});
afterAll(async () => {
  await Promise.all([connection.close(), database.close()]);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('every first attempt of an organization is made while Temporal hangs, although all of them fail', async () => {
  const seen: ('attempt' | 'start failed')[] = [];
  const dispatcher = createDispatcher({
    client: new Client({ connection }),
    database,
    environments: ENVIRONMENTS,
    startSettings: { queues: taskQueues('dispatcher') },
    log: pino({ level: 'warn' }, { write: () => void seen.push('start failed') }),
    landDueAward: () => Promise.reject(new Error('no award is due')),
    attempt: () => {
      seen.push('attempt');
      return Promise.resolve(true);
    },
  });
  const orgId = v7();
  for (let count = 0; count < 40; count++) dispatcher.deliver(v7(), orgId);
  await until(
    () => Promise.resolve(seen),
    () => seen.includes('start failed'),
  );
  const attempts = seen.filter((what) => what === 'attempt');
  await dispatcher.stop();
  expect(attempts).toHaveLength(40);
});

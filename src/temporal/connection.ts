import { Client } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
// Not from the package's index: that loads the parts of a worker too, which doubles the import.
import { NativeConnection } from '@temporalio/worker/lib/connection.js';
import { ANSWER_MS, IN_FLIGHT_MS } from '../domain/time-budget.ts';
import { explainFault } from './connection-faults.ts';
import type { TemporalServerAddress } from './server-address.ts';
import { traceInterceptor } from './trace.ts';

/**
 * Temporal gave no answer in time. The request may still be in flight until `settled`, which never rejects.
 */
export class NoAnswer extends Error {
  readonly settled: Promise<void>;

  constructor(asked: Promise<unknown>) {
    super('deadline exceeded');
    this.name = 'NoAnswer';
    this.settled = asked.then(
      () => undefined,
      () => undefined,
    );
  }
}

/** No connection to Temporal could be made: nothing was sent. */
export class NoConnection extends Error {}

/**
 * Connects to Temporal, and checks that the namespace can be used. For processes that are of no use without
 * it. Throws a `ConnectionFault`, which names the setting to correct.
 */
export async function connectTemporal(
  server: TemporalServerAddress,
  namespace: string,
): Promise<NativeConnection> {
  let connection: NativeConnection | undefined;
  try {
    connection = await NativeConnection.connect(server);
    const { workflowService } = connection;
    await connection.withDeadline(Date.now() + ANSWER_MS, () =>
      workflowService.describeNamespace({ namespace }),
    );
    return connection;
  } catch (error) {
    // The fault is the answer, not a connection that cannot be closed either.
    await connection?.close().catch(() => {});
    throw await explainFault(error, server, namespace);
  }
}

/** A connection to Temporal that is made when first needed. */
export interface Temporal {
  /**
   * Runs the work with a client. Throws `NoAnswer` after `ms` milliseconds: the work itself goes on until its
   * answer comes or `IN_FLIGHT_MS` have passed. Throws `NoConnection` when nothing was sent.
   */
  ask<T>(work: (to: Client) => Promise<T>, ms?: number): Promise<T>;
  /**
   * Closes the connection. May be called again: two environments may share one namespace and its connection.
   */
  close(): Promise<void>;
}

/**
 * Connects when first needed and again after a failure, so that the API starts, and answers 503, without
 * Temporal.
 */
export function createTemporal({
  namespace,
  dataConverter = {},
  ...server
}: TemporalServerAddress & {
  readonly namespace: string;
  readonly dataConverter?: DataConverter;
}): Temporal {
  let connecting: Promise<Client> | null = null;
  let closing: Promise<void> | null = null;

  const connect = async (): Promise<Client> => {
    const connection = await NativeConnection.connect(server);
    return new Client({
      connection,
      namespace,
      dataConverter,
      interceptors: { workflow: [traceInterceptor] },
    });
  };
  const client = async (): Promise<Client> => {
    connecting ??= connect();
    const mine = connecting;
    try {
      return await within(ANSWER_MS, mine);
    } catch (error) {
      if (connecting === mine) connecting = null;
      throw new NoConnection('no connection to Temporal', { cause: error });
    }
  };
  const close = async (): Promise<void> => {
    const open = await connecting?.catch(() => null);
    await (open?.connection as NativeConnection | undefined)?.close();
  };
  return {
    async ask(work, ms = ANSWER_MS) {
      const to = await client();
      // The server counts an update as in flight after the client has given up on it. The caller has to know
      // when that ends: otherwise the queue in front of the workflow would send one update too many.
      return within(
        ms,
        to.withDeadline(Date.now() + Math.max(ms, IN_FLIGHT_MS), () => work(to)),
      );
    },
    close: () => (closing ??= close()),
  };
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(promise)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

import type { Logger } from 'pino';
import { v7 } from 'uuid';
import type { Database } from '../../store/database.ts';
import { insertLoggedCalls } from '../../store/request-log.ts';
import type { CallLogRow } from '../../store/request-log.ts';
import { drawRandom } from '../../telemetry/random.ts';
import type { RequestOutcome } from './request-record.ts';
import { isId } from '../shapes/fields.ts';

/**
 * The route that reads the log. The log leaves it out: a client that polls the log would fill it with its own
 * reads.
 */
export const LOG_PATH = '/orgs/{id}/requests';

const ID_BYTES = 16;
const EVERY_MS = 200;
const AFTER_FAULT_MS = 2000;
const BATCH = 500;
/** The most calls in memory while the database is away. Further calls are not logged, and still served. */
const MOST_WAITING = 20_000;

/** The request log of every org. It is written apart from the answers, so it delays none. */
export interface RequestLog {
  /** Adds a call. A call without an org is not logged: no org could read it. */
  add(call: RequestOutcome): void;
  /** Writes the waiting calls, so that a caller can read their own latest calls. */
  flush(): Promise<void>;
  /** Returns the number of calls that were not logged since the process started. */
  lost(): number;
  /** Writes the waiting calls, and schedules no more writes. */
  close(): Promise<void>;
}

/** Collects calls and writes them in batches. A crash loses only the calls of the last moment. */
export function createRequestLog({ database, log }: { database: Database; log: Logger }): RequestLog {
  const waiting: CallLogRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let lost = 0;

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      await insertLoggedCalls(database.pool, batch);
      waiting.splice(0, batch.length);
    }
  };
  const flush = (): Promise<void> => {
    writing ??= write().finally(() => (writing = null));
    return writing;
  };
  const flushLater = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch((error: unknown) => {
        log.warn({ err: error, waiting: waiting.length }, 'could not write the request log');
        flushLater(AFTER_FAULT_MS);
      });
    }, ms).unref();
  };

  return {
    add(call) {
      const row = rowOf(call);
      if (row === null) return;
      if (waiting.length >= MOST_WAITING) lost++;
      else waiting.push(row);
      flushLater(EVERY_MS);
    },
    flush,
    lost: () => lost,
    async close() {
      clearTimeout(timer);
      await flush().catch(() => undefined);
    },
  };
}

function rowOf(call: RequestOutcome): CallLogRow | null {
  const { orgId, env, credential, credentialId, route } = call;
  if (
    orgId === null ||
    env === null ||
    (credential !== 'api_key' && credential !== 'session') ||
    credentialId === null ||
    route === null ||
    route === LOG_PATH
  )
    return null;
  return {
    id: v7({ random: drawRandom(ID_BYTES) }),
    orgId,
    env,
    at: call.at,
    requestId: call.requestId,
    method: call.method,
    route,
    path: pathOf(route, call.path),
    status: call.status,
    ms: Math.round(call.ms),
    reason: call.reason,
    detail: call.detail,
    hint: call.hint,
    credential,
    credentialId,
    idempotency: call.idempotency,
  };
}

/**
 * Returns the path with the ids in it. Another text in the place of an id shows as its parameter's name: it
 * may be a key or an address that was put there by mistake.
 */
export function pathOf(route: string, path: string): string {
  if (!route.includes('{')) return route;
  const called = path.split('/');
  const parts = route.split('/').map((part, index) => {
    const sent = called[index] ?? '';
    return part.startsWith('{') && isId(sent) ? sent : part;
  });
  return parts.join('/');
}

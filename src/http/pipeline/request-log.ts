import type { Logger } from 'pino';
import type { Database } from '../../store/database.ts';
import { insertLoggedCalls } from '../../store/request-log.ts';
import type { LoggedCall } from '../../store/request-log.ts';
import type { AnsweredRequest } from './request-record.ts';
import { isId } from '../shapes/fields.ts';

/** Where the log is read. It does not tell of that: whoever follows it would read of nothing else. */
export const LOG_PATH = '/orgs/{id}/requests';

const EVERY_MS = 200;
const AFTER_FAULT_MS = 2000;
const BATCH = 500;
/** More than this many waiting, while the database is away, are not kept: the calls go on. */
const MOST_WAITING = 20_000;

/** The request log of every org, written off the path of the answers. */
export interface RequestLog {
  /** Takes note of a call. Those that are on behalf of no org are nobody's to read. */
  add(call: AnsweredRequest): void;
  /** Writes what waits. For whoever wants to read what they have just done. */
  flush(): Promise<void>;
  /** Calls that were not kept since the process began. */
  lost(): number;
  /** Writes what waits, and takes no more. */
  close(): Promise<void>;
}

/** Collects calls and writes them in batches. A crash loses those of the last moment and no others. */
export function createRequestLog({ database, newId, log }: { database: Database; newId: () => string; log: Logger }): RequestLog {
  const waiting: LoggedCall[] = [];
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
      const row = rowOf(call, newId);
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

function rowOf(call: AnsweredRequest, newId: () => string): LoggedCall | null {
  const { orgId, env, credential, credentialId, route } = call;
  if (orgId === null || env === null || credential === null || credentialId === null || route === null || route === LOG_PATH) return null;
  return {
    id: newId(),
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
    credential,
    credentialId,
    idempotency: call.idempotency,
  };
}

/** The path with the ids that were named in it. Anything else there may be a key or an address, put in the wrong place: its name stands for it. */
function pathOf(route: string, path: string): string {
  const called = path.split('/');
  const parts = route.split('/').map((part, index) => {
    const sent = called[index] ?? '';
    return part.startsWith('{') && isId(sent) ? sent : part;
  });
  return parts.join('/');
}

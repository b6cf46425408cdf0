import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../domain/environment.ts';
import { listEvents } from '../store/event-log.ts';
import type { EventLogRow } from '../store/event-log.ts';
import type { Database } from '../store/database.ts';
import type { Position } from './paging.ts';

const LOOK_MS = 500;
/** More calls that wait for one organization answer at once: each of them reads twice a second. */
const MOST_WAITING = 20;

/** The part of an organization's event log that a call asks for. */
export interface EventRange {
  readonly orgId: string;
  readonly env: Environment;
  readonly after: Position;
  readonly limit: number;
}

/** Reads the event log, and waits for the next event where there is none. */
export interface EventWait {
  /** Returns the events of a range. Empty when none has happened within `waitMs`. */
  read(range: EventRange, waitMs: number): Promise<readonly EventLogRow[]>;
}

/**
 * Creates the wait of this process. `stopping` ends every wait: otherwise a deployment would wait for idle
 * listeners.
 */
export function createEventWait({
  database,
  stopping,
}: {
  readonly database: Pick<Database, 'pool'>;
  readonly stopping: AbortSignal;
}): EventWait {
  const waiting = new Map<string, number>();
  const read = ({ orgId, env, after, limit }: EventRange) =>
    listEvents(database.pool, { orgId, env, afterTransaction: after.key, afterId: after.id, limit });
  return {
    async read(range, waitMs) {
      const { orgId } = range;
      const end = Date.now() + waitMs;
      const found = await read(range);
      const others = waiting.get(orgId) ?? 0;
      if (found.length > 0 || waitMs === 0 || others >= MOST_WAITING) return found;
      waiting.set(orgId, others + 1);
      try {
        for (let left = waitMs; left > 0 && !stopping.aborted; left = end - Date.now()) {
          await sleep(Math.min(LOOK_MS, left), undefined, { signal: stopping }).catch(() => undefined);
          const fresh = await read(range);
          if (fresh.length > 0) return fresh;
        }
        return [];
      } finally {
        const rest = (waiting.get(orgId) ?? 1) - 1;
        if (rest === 0) waiting.delete(orgId);
        else waiting.set(orgId, rest);
      }
    },
  };
}

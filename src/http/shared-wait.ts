import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 300;
/** More calls than this answer at once: each of them holds a connection. */
const MOST_WAITING = 5000;

/** The wait of calls for the next state of an object. */
export interface SharedWait {
  /** Returns once the object's state is no longer `seen`, or after so many milliseconds. */
  untilChanged(object: { readonly id: string; readonly seen: string }, waitMs: number): Promise<void>;
}

interface Waiter {
  readonly id: string;
  readonly seen: string;
  readonly settle: (error?: unknown) => void;
}

/**
 * Creates a wait of this process. `read` returns the states of objects by id; one call of it serves all who
 * wait: a thousand open pages cost the database as much as one. An object that it leaves out has the state
 * ''. `stopping` ends every wait: otherwise a deployment would wait for them.
 */
export function createSharedWait({
  read,
  stopping,
}: {
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly stopping: AbortSignal;
}): SharedWait {
  const waiting = new Set<Waiter>();
  let isLooking = false;

  const look = async (): Promise<void> => {
    const states = await read([...new Set([...waiting].map(({ id }) => id))]);
    for (const { id, seen, settle } of waiting) if ((states.get(id) ?? '') !== seen) settle();
  };
  const watch = async (): Promise<void> => {
    isLooking = true;
    while (waiting.size > 0) {
      await sleep(LOOK_MS, undefined, { signal: stopping }).catch(() => undefined);
      if (stopping.aborted) for (const { settle } of waiting) settle();
      else if (waiting.size > 0)
        await look().catch((error: unknown) => {
          for (const { settle } of waiting) settle(error);
        });
    }
    isLooking = false;
  };

  return {
    untilChanged: ({ id, seen }, waitMs) =>
      new Promise((resolve, reject) => {
        if (waitMs <= 0 || stopping.aborted || waiting.size >= MOST_WAITING) return resolve();
        const end = setTimeout(() => waiter.settle(), waitMs);
        const settle: Waiter['settle'] = (error) => {
          clearTimeout(end);
          waiting.delete(waiter);
          if (error === undefined) resolve();
          else reject(error);
        };
        const waiter = { id, seen, settle };
        waiting.add(waiter);
        if (!isLooking) void watch();
      }),
  };
}

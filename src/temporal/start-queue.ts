import { AsyncLocalStorage } from 'node:async_hooks';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { signalChange } from './starts.ts';
import type { WorkflowStart } from './starts.ts';

const STARTS_AT_ONCE = 16;
/** The most starts that wait. Their rows remember the others for the sweep. */
const MOST_WAITING = 1000;
const START_MS = 5000;
/** A workflow may wait for a free worker after its start. Until then its row looks as if it had not begun. */
const BEGUN_MS = 60_000;

/** Starts workflows, a few at a time, and remembers each start for a minute. */
export interface StartQueue {
  /** Returns true when the workflow of this id was started within the last minute, or is being started. */
  isBegun(workflowId: string): boolean;
  /**
   * Starts the workflow. With `signals`, it also signals a running one that its row has changed. Returns
   * false when the start failed, or when too many starts wait.
   */
  begin(start: WorkflowStart, how?: { readonly signals: boolean }): Promise<boolean>;
  /** Forgets starts of more than a minute ago. */
  forget(): void;
  /** Drops the waiting starts, which their rows remember, and waits for the starts in flight. */
  end(): Promise<void>;
}

interface WaitingStart {
  readonly start: WorkflowStart;
  readonly signals: boolean;
  /** Runs the start under the trace of the step that queued it. */
  readonly inTrace: <T>(work: () => T) => T;
  readonly done: (isBegun: boolean) => void;
}

/** Creates the queue of a process's starts. */
export function createStartQueue({
  client,
  log,
}: {
  readonly client: Client;
  readonly log: Logger;
}): StartQueue {
  const begunAt = new Map<string, number>();
  const waiting: WaitingStart[] = [];
  const underWay = new Set<Promise<void>>();

  const tryStart = async ({ start, signals }: WaitingStart): Promise<boolean> => {
    const { workflowId } = start.options;
    begunAt.set(workflowId, performance.now());
    try {
      const deadline = Date.now() + START_MS;
      await client.withDeadline(deadline, () =>
        signals ? signalChange(client, start) : startHere(client, start),
      );
      return true;
    } catch (error) {
      begunAt.delete(workflowId);
      log.warn({ err: error, workflowId }, 'could not start a workflow; its row is found again');
      return false;
    }
  };
  const fill = (): void => {
    while (underWay.size < STARTS_AT_ONCE) {
      const next = waiting.shift();
      if (next === undefined) return;
      const starting = next
        .inTrace(() => tryStart(next))
        .then((isBegun) => {
          underWay.delete(starting);
          next.done(isBegun);
          fill();
        });
      underWay.add(starting);
    }
  };

  return {
    isBegun: (workflowId) => begunAt.has(workflowId),
    begin(start, { signals } = { signals: false }) {
      if (waiting.length >= MOST_WAITING) return Promise.resolve(false);
      return new Promise((done) => {
        waiting.push({ start, signals, inTrace: AsyncLocalStorage.snapshot(), done });
        fill();
      });
    },
    forget() {
      const oldest = performance.now() - BEGUN_MS;
      for (const [workflowId, at] of begunAt) if (at < oldest) begunAt.delete(workflowId);
    },
    async end() {
      for (const { done } of waiting.splice(0)) done(false);
      await Promise.all(underWay);
    },
  };
}

/**
 * Starts a workflow whose worker is this process: the server sends the first task with its answer, unless the
 * start is delayed.
 */
async function startHere(client: Client, { type, options }: WorkflowStart): Promise<void> {
  try {
    await client.workflow.start(type, { ...options, requestEagerStart: options.startDelay === undefined });
  } catch (error) {
    const runsOnce = options.workflowIdReusePolicy === 'REJECT_DUPLICATE';
    if (!runsOnce || !(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

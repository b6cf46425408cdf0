import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Database } from '../src/store/database.ts';
import { findNotBegun } from '../src/store/deliveries.ts';
import { workflowId } from '../workflows/messages.ts';
import type { AwardInput, DeliveryInput } from '../workflows/messages.ts';

const STARTS_AT_ONCE = 16;
/** More than this many waiting are left to the sweep: the rows remember them. */
const MOST_WAITING = 1000;
const START_MS = 5000;
const SWEEP_EVERY_MS = 2000;
const SWEEP_PAGE = 200;
/** A workflow that was started may wait for a free worker: until then its row looks as if nobody had begun. */
const BEGUN_MS = 60_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface DispatcherDeps {
  readonly client: Client;
  readonly database: Database;
  readonly queues: { readonly money: string; readonly webhooks: string };
  readonly log: Logger;
}

/** Starts the workflows of deliveries and awards beside the steps that wrote their rows. */
export interface Dispatcher {
  /** Call it after the commit. Costs the caller nothing: the start happens in the background and is never lost. */
  deliver(deliveryId: string, orgId: string): void;
  /** The same for an award that has become pending. One that is lost here is found by the reconciliation of rows and workflows. */
  land(awardId: string, orgId: string): void;
  /** Begins to look for deliveries that nobody has begun: now, and every two seconds. */
  start(): void;
  /** Takes on no more and waits for the starts under way. */
  stop(): Promise<void>;
}

/** The rows are the intent: a crash between commit and start, or a Temporal that is away, delays a webhook and loses none. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const stopping = new AbortController();
  const starts = createStarts(deps);
  let sweeping: Promise<void> = Promise.resolve();

  /** Passes through the backlog once, a page at a time. Gives up at the first failed start: the next pass tries again. */
  const sweep = async (): Promise<void> => {
    let after = { recorded_at: new Date(0), id: FIRST_ID };
    for (let more = true; more && !stopping.signal.aborted;) {
      const page = await findNotBegun(deps.database.pool, [after.recorded_at, after.id, SWEEP_PAGE]);
      const fresh = page.filter(({ id }) => !starts.begun(id)).map(({ id, org_id }) => starts.begin(deliveryStart(id, org_id)));
      const allBegun = (await Promise.all(fresh)).every(Boolean);
      after = page.at(-1) ?? after;
      more = page.length === SWEEP_PAGE && allBegun;
    }
  };
  const sweepAgainAndAgain = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sweep().catch((error: unknown) => deps.log.warn({ err: error }, 'could not look for deliveries that nobody has begun'));
      starts.forget();
      await sleep(SWEEP_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  return {
    deliver(deliveryId, orgId) {
      if (!stopping.signal.aborted) void starts.begin(deliveryStart(deliveryId, orgId));
    },
    land(awardId, orgId) {
      if (!stopping.signal.aborted) void starts.begin(awardStart(awardId, orgId));
    },
    start() {
      sweeping = sweepAgainAndAgain();
    },
    async stop() {
      stopping.abort();
      await Promise.all([sweeping, starts.end()]);
    },
  };
}

/** A workflow to start: one a row, named after it. */
interface Start {
  readonly rowId: string;
  readonly workflowId: string;
  readonly type: 'webhookDelivery' | 'award';
  readonly queue: 'money' | 'webhooks';
  readonly args: [DeliveryInput | AwardInput];
  readonly summary: string;
}

const deliveryStart = (deliveryId: string, orgId: string): Start => ({
  rowId: deliveryId,
  workflowId: workflowId.webhook(deliveryId),
  type: 'webhookDelivery',
  queue: 'webhooks',
  args: [{ deliveryId, orgId }],
  summary: 'Sends a webhook until it is taken or the retries have ended',
});

const awardStart = (awardId: string, orgId: string): Start => ({
  rowId: awardId,
  workflowId: workflowId.award(awardId),
  type: 'award',
  queue: 'money',
  args: [{ awardId, orgId }],
  summary: 'Lands cashback in the wallet 30 days after it became pending',
});

/** Starts workflows, a few at a time, and remembers for a minute which. */
function createStarts({ client, queues, log }: DispatcherDeps) {
  const begunAt = new Map<string, number>();
  const waiting: { start: Start; done: (begun: boolean) => void }[] = [];
  const underWay = new Set<Promise<void>>();

  const startOne = async (start: Start): Promise<boolean> => {
    begunAt.set(start.rowId, performance.now());
    try {
      await client.withDeadline(Date.now() + START_MS, () =>
        client.workflow.start(start.type, {
          workflowId: start.workflowId,
          taskQueue: queues[start.queue],
          args: start.args,
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          // The worker is this process: the server hands it the first task with the answer.
          requestEagerStart: true,
          staticSummary: start.summary,
        }),
      );
      return true;
    } catch (error) {
      begunAt.delete(start.rowId);
      log.warn({ err: error, workflowId: start.workflowId }, 'could not start a workflow; its row is found again');
      return false;
    }
  };
  const fill = (): void => {
    while (underWay.size < STARTS_AT_ONCE) {
      const next = waiting.shift();
      if (next === undefined) return;
      const starting = startOne(next.start).then((begun) => {
        underWay.delete(starting);
        next.done(begun);
        fill();
      });
      underWay.add(starting);
    }
  };

  return {
    begun: (rowId: string): boolean => begunAt.has(rowId),
    /** Whether it was started. False when it could not be, or when too many wait. */
    begin: (start: Start): Promise<boolean> => {
      if (waiting.length >= MOST_WAITING) return Promise.resolve(false);
      return new Promise((done) => {
        waiting.push({ start, done });
        fill();
      });
    },
    /** Forgets starts of more than a minute ago. */
    forget(): void {
      const oldest = performance.now() - BEGUN_MS;
      for (const [rowId, at] of begunAt) if (at < oldest) begunAt.delete(rowId);
    },
    /** Drops what waits, for the rows remember it, and waits for the starts under way. */
    async end(): Promise<void> {
      for (const { done } of waiting.splice(0)) done(false);
      await Promise.all(underWay);
    },
  };
}

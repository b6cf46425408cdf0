import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { findNotBegun, findToTell, markTold } from '../store/deliveries.ts';
import { findFailingToTell, markFailingTold } from '../store/webhook-failing.ts';
import { changed, DELIVERY_SUMMARY, workflowId } from '../../workflows/messages.ts';
import type { AwardInput, DeliveryInput } from '../../workflows/messages.ts';

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
  /** Begins to look for what nobody has begun: deliveries, resends, mails about webhooks that fail. Now, and every two seconds. */
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
  /** Has those sent that were resent: their workflows may run and wait, or have ended. */
  const tellOfResent = async (): Promise<void> => {
    for (let more = true; more && !stopping.signal.aborted;) {
      const page = await findToTell(deps.database.pool, [SWEEP_PAGE]);
      const told = await Promise.all(page.map(({ id, org_id }) => starts.begin({ ...deliveryStart(id, org_id), signals: true })));
      const heard = page.filter((_, at) => told[at] === true);
      if (heard.length > 0) await markTold(deps.database.pool, [heard.map(({ id }) => id), heard.map(({ resent_at }) => resent_at)]);
      more = heard.length === SWEEP_PAGE;
    }
  };
  /** Has owners and admins told of webhooks that fail: once a streak, for its workflow is named after the delivery that began it. */
  const tellOfFailing = async (): Promise<void> => {
    for (let more = true; more && !stopping.signal.aborted;) {
      const page = await findFailingToTell(deps.database.pool, [SWEEP_PAGE]);
      const told = await Promise.all(page.map(({ delivery_id, org_id }) => starts.begin(failingStart(delivery_id, org_id))));
      const done = page.filter((_, at) => told[at] === true);
      if (done.length > 0)
        await markFailingTold(deps.database.pool, [done.map(({ org_id }) => org_id), done.map((row) => row.delivery_id)]);
      more = done.length === SWEEP_PAGE;
    }
  };
  const sweepAgainAndAgain = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sweep().catch((error: unknown) => deps.log.warn({ err: error }, 'could not look for deliveries that nobody has begun'));
      await tellOfResent().catch((error: unknown) => deps.log.warn({ err: error }, 'could not look for deliveries that were resent'));
      await tellOfFailing().catch((error: unknown) => deps.log.warn({ err: error }, 'could not look for webhooks that fail'));
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
  readonly type: 'webhookDelivery' | 'webhookFailing' | 'award';
  readonly queue: 'money' | 'webhooks';
  readonly args: [DeliveryInput | AwardInput];
  readonly summary: string;
  /** It is told that its row has changed, if it runs. */
  readonly signals?: true;
  /** It runs once: one that has ended is not begun again. */
  readonly once?: true;
}

const deliveryStart = (deliveryId: string, orgId: string): Start => ({
  rowId: deliveryId,
  workflowId: workflowId.webhook(deliveryId),
  type: 'webhookDelivery',
  queue: 'webhooks',
  args: [{ deliveryId, orgId }],
  summary: DELIVERY_SUMMARY,
});

const failingStart = (deliveryId: string, orgId: string): Start => ({
  rowId: `failing ${deliveryId}`,
  workflowId: workflowId.webhookFailing(deliveryId),
  type: 'webhookFailing',
  queue: 'webhooks',
  args: [{ deliveryId, orgId }],
  summary: 'Tells the owners and admins of an organization that its webhook fails',
  once: true,
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
  const waiting: { start: Start; done: (begun: boolean) => void; under: <T>(work: () => T) => T }[] = [];
  const underWay = new Set<Promise<void>>();

  const startOne = async (start: Start): Promise<boolean> => {
    begunAt.set(start.rowId, performance.now());
    try {
      await client.withDeadline(Date.now() + START_MS, async () => {
        const how = {
          workflowId: start.workflowId,
          taskQueue: queues[start.queue],
          args: start.args,
          workflowIdReusePolicy: start.once ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE',
          staticSummary: start.summary,
        } as const;
        if (start.signals) return client.workflow.signalWithStart(start.type, { ...how, signal: changed });
        // The worker is this process: the server hands it the first task with the answer.
        return client.workflow.start(start.type, { ...how, workflowIdConflictPolicy: 'USE_EXISTING', requestEagerStart: true });
      });
      return true;
    } catch (error) {
      if (start.once && error instanceof WorkflowExecutionAlreadyStartedError) return true;
      begunAt.delete(start.rowId);
      log.warn({ err: error, workflowId: start.workflowId }, 'could not start a workflow; its row is found again');
      return false;
    }
  };
  const fill = (): void => {
    while (underWay.size < STARTS_AT_ONCE) {
      const next = waiting.shift();
      if (next === undefined) return;
      const starting = next
        .under(() => startOne(next.start))
        .then((begun) => {
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
        // Whatever start it waits for: it begins under the trace of the step that asked for it.
        waiting.push({ start, done, under: AsyncLocalStorage.snapshot() });
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

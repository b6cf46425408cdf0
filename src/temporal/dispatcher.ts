import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { findUnstarted, findUnsignaled, markSignaled } from '../store/deliveries.ts';
import { findUnmailedDestinations, markDestinationsMailed } from '../store/destination-mails.ts';
import { findUnmailedNotices, forgetNotices } from '../store/org-notices.ts';
import { findUnmailedFailures, markFailureMailed } from '../store/webhook-failing.ts';
import { workflowId } from '../../workflows/messages.ts';
import { createStartQueue } from './start-queue.ts';
import type { StartQueue } from './start-queue.ts';
import { startOf } from './starts.ts';
import type { Queues } from './starts.ts';

const SWEEP_EVERY_MS = 2000;
const SWEEP_PAGE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface DispatcherDeps {
  readonly client: Client;
  readonly database: Database;
  readonly queues: Queues;
  readonly log: Logger;
}

/** Starts the workflows of deliveries and awards beside the steps that wrote their rows. */
export interface Dispatcher {
  /**
   * Starts a delivery's workflow in the background. Call it after the commit. The sweep starts one that is
   * lost here.
   */
  deliver(deliveryId: string, orgId: string): void;
  /** The same for an award that has become pending. The reconciliation starts one that is lost here. */
  land(awardId: string, orgId: string): void;
  /**
   * Begins the sweep for work without a workflow: new deliveries, resends, mails about webhooks that fail and
   * about acts in trails and new destinations.
   */
  start(): void;
  /** Accepts no more starts and waits for those in progress. */
  stop(): Promise<void>;
}

/**
 * Creates the dispatcher of a process. The rows are the intent: a crash between commit and start, or an
 * outage of Temporal, delays a webhook and loses none.
 */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const stopping = new AbortController();
  const starts = createStartQueue(deps);
  const sweep = createSweep(deps, starts, stopping);
  let sweeping: Promise<void> = Promise.resolve();
  const sweepUntilStopped = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sweep();
      starts.forget();
      await sleep(SWEEP_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  return {
    deliver(deliveryId, orgId) {
      if (!stopping.signal.aborted)
        void starts.begin(startOf('webhookDelivery', { deliveryId, orgId }, deps.queues));
    },
    land(awardId, orgId) {
      if (!stopping.signal.aborted) void starts.begin(startOf('award', { awardId, orgId }, deps.queues));
    },
    start() {
      sweeping = sweepUntilStopped();
    },
    async stop() {
      stopping.abort();
      await Promise.all([sweeping, starts.end()]);
    },
  };
}

/**
 * Creates one pass through the rows that wait for a workflow, or for a signal to theirs. A pass never fails:
 * the next one tries again.
 */
function createSweep(
  deps: DispatcherDeps,
  starts: StartQueue,
  stopping: AbortController,
): () => Promise<void> {
  const delivery = (deliveryId: string, orgId: string) =>
    startOf('webhookDelivery', { deliveryId, orgId }, deps.queues);
  const failing = (deliveryId: string, orgId: string) =>
    startOf('webhookFailing', { deliveryId, orgId }, deps.queues);

  /** Starts deliveries that have not begun, a page at a time. Ends at the first start that fails. */
  const startNew = async (): Promise<void> => {
    let after = { recordedAt: new Date(0), id: FIRST_ID };
    for (let more = true; more && !stopping.signal.aborted;) {
      const { recordedAt: afterRecordedAt, id: afterId } = after;
      const page = await findUnstarted(deps.database.pool, { afterRecordedAt, afterId, limit: SWEEP_PAGE });
      const fresh = page.filter(({ id }) => !starts.isBegun(workflowId.webhook(id)));
      const begun = await Promise.all(fresh.map(({ id, orgId }) => starts.begin(delivery(id, orgId))));
      after = page.at(-1) ?? after;
      more = page.length === SWEEP_PAGE && begun.every(Boolean);
    }
  };
  /**
   * Starts deliveries that were resent. A workflow that still waits gets a signal: its attempt is due now.
   */
  const startResent = async (): Promise<void> => {
    for (let more = true; more && !stopping.signal.aborted;) {
      const page = await findUnsignaled(deps.database.pool, { limit: SWEEP_PAGE });
      const begun = await Promise.all(
        page.map(({ id, orgId }) => starts.begin(delivery(id, orgId), { signals: true })),
      );
      const done = page.filter((_, at) => begun[at] === true);
      const deliveryIds = done.map(({ id }) => id);
      const resentAts = done.map(({ resentAt }) => resentAt);
      if (done.length > 0) await markSignaled(deps.database.pool, { deliveryIds, resentAts });
      more = done.length === SWEEP_PAGE;
    }
  };
  /**
   * Starts the mails about failing webhooks: one per streak, by the id of the delivery that began the streak.
   */
  const startFailing = async (): Promise<void> => {
    for (let more = true; more && !stopping.signal.aborted;) {
      const page = await findUnmailedFailures(deps.database.pool, { limit: SWEEP_PAGE });
      const begun = await Promise.all(
        page.map(({ deliveryId, orgId }) => starts.begin(failing(deliveryId, orgId))),
      );
      const done = page.filter((_, at) => begun[at] === true);
      const orgIds = done.map(({ orgId }) => orgId);
      const deliveryIds = done.map(({ deliveryId }) => deliveryId);
      if (done.length > 0) await markFailureMailed(deps.database.pool, { orgIds, deliveryIds });
      more = done.length === SWEEP_PAGE;
    }
  };
  const warn = (message: string) => (error: unknown) => deps.log.warn({ err: error }, message);

  return async () => {
    await startNew().catch(warn('could not look for deliveries that have not begun'));
    await startResent().catch(warn('could not look for deliveries that were resent'));
    await startFailing().catch(warn('could not look for webhooks that fail'));
    await startNotices(deps, starts, stopping).catch(warn('could not look for acts to mail about'));
    await startDestinationMails(deps, starts, stopping).catch(warn('could not look for new destinations'));
  };
}

/** Starts the mails about acts in trails: one workflow for each act. */
async function startNotices(
  { database, queues }: DispatcherDeps,
  starts: StartQueue,
  stopping: AbortController,
): Promise<void> {
  for (let more = true; more && !stopping.signal.aborted;) {
    const page = await findUnmailedNotices(database.pool, { limit: SWEEP_PAGE });
    const begun = await Promise.all(page.map((input) => starts.begin(startOf('orgNotice', input, queues))));
    const done = page.filter((_, at) => begun[at] === true);
    const eventIds = done.map(({ eventId }) => eventId);
    if (done.length > 0) await forgetNotices(database.pool, { eventIds });
    more = done.length === SWEEP_PAGE;
  }
}

/** Starts the mails about new live destinations: one workflow for each. */
async function startDestinationMails(
  { database, queues }: DispatcherDeps,
  starts: StartQueue,
  stopping: AbortController,
): Promise<void> {
  for (let more = true; more && !stopping.signal.aborted;) {
    const page = await findUnmailedDestinations(database.pool, { limit: SWEEP_PAGE });
    const begun = await Promise.all(
      page.map((input) => starts.begin(startOf('destinationMail', input, queues))),
    );
    const done = page.filter((_, at) => begun[at] === true);
    const counterpartyIds = done.map(({ counterpartyId }) => counterpartyId);
    if (done.length > 0) await markDestinationsMailed(database.pool, { counterpartyIds });
    more = done.length === SWEEP_PAGE;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { PENDING_MS } from '../domain/cashback.ts';
import { findUnstarted, findUnsignaled, handOverLapsed, markSignaled } from '../store/deliveries.ts';
import { findUnmailedDestinations, markDestinationsMailed } from '../store/destination-mails.ts';
import { findUnmailedNotices, forgetNotices } from '../store/org-notices.ts';
import { findUnmailedFailures, markFailureMailed } from '../store/webhook-failing.ts';
import type { AwardInput, DeliveryInput, PayoutRef } from '../../workflows/messages.ts';
import { createAttemptQueue } from './attempt-queue.ts';
import type { AttemptQueue } from './attempt-queue.ts';
import { createAwardWaker } from './award-waker.ts';
import { createAwardSweep } from './overdue-awards.ts';
import type { AwardSweepDeps } from './overdue-awards.ts';
import type { DueThingDeps } from './due-things.ts';
import { servesLive } from './engines.ts';
import { createStartQueue } from './start-queue.ts';
import type { StartQueue } from './start-queue.ts';
import { delayedBy, startOf } from './starts.ts';

const SWEEP_EVERY_MS = 1000;
const AWARD_SWEEP_EVERY_MS = 2000;
const SWEEP_PAGE = 200;

export interface DispatcherDeps extends DueThingDeps {
  readonly log: Logger;
  readonly landDueAward: AwardSweepDeps['landDueAward'];
  /** Makes the first attempt of a delivery. True when the delivery is left to its workflow. */
  readonly attempt: (delivery: DeliveryInput) => Promise<boolean>;
}

/**
 * Makes the first attempts of deliveries, and starts the workflows of awards, beside the steps that wrote
 * their rows.
 */
export interface Dispatcher {
  /**
   * Makes a delivery's first attempt in the background. Call it after the commit. The sweep makes one that is
   * lost here. A delivery that fails is left to its workflow, which keeps the schedule of retries.
   */
  deliver(deliveryId: string, orgId: string): void;
  /**
   * Starts the workflows of awards for when they are due. Call it right after the commit that made them
   * pending. The reconciliation starts one that is lost here.
   */
  land(awards: readonly AwardInput[]): void;
  /** Starts the daily lookups of a payout. The reconciliation starts one that is lost here. */
  watchReturns(payout: PayoutRef): void;
  /**
   * Begins the sweep for work that nobody does: first attempts, deliveries that need their workflow, mails
   * about webhooks that fail and about acts in trails and new destinations. Apart from it, the sweep for
   * awards whose workflow begins too late.
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
  const told = createTeller(deps, starts, stopping);
  const attempts = createAttemptQueue(async (delivery) => {
    try {
      if (await deps.attempt(delivery)) told.tell(delivery);
    } catch (error) {
      deps.log.warn({ err: error, ...delivery }, 'a first attempt has no result; its row is found again');
    }
  });
  const sweepMails = createMailSweep(deps, starts, stopping);
  const sweepAwards = createAwardSweep(deps, createAwardWaker(deps));
  let sweeping: Promise<unknown> = Promise.resolve();
  const sweepUntilStopped = async (everyMs: number, pass: () => Promise<void>): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pass();
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const warn = (message: string) => (error: unknown) => deps.log.warn({ err: error }, message);
  return {
    deliver(deliveryId, orgId) {
      if (!stopping.signal.aborted) attempts.add({ deliveryId, orgId });
    },
    land(awards) {
      if (stopping.signal.aborted) return;
      for (const award of awards)
        void starts.begin(delayedBy(PENDING_MS, startOf('award', award, deps.startSettings)));
    },
    watchReturns(payout) {
      if (!stopping.signal.aborted) void starts.begin(startOf('lateReturns', payout, deps.startSettings));
    },
    start() {
      // Apart: starts wait for Temporal, and neither they nor an award that fails to land may delay first
      // attempts.
      sweeping = Promise.all([
        sweepUntilStopped(SWEEP_EVERY_MS, () =>
          resumeFirstAttempts(deps, attempts).catch(warn('could not look for first attempts')),
        ),
        sweepUntilStopped(SWEEP_EVERY_MS, () => sweepMails().finally(starts.forget)),
        sweepUntilStopped(SWEEP_EVERY_MS, () =>
          told.tellAll().catch(warn('could not look for deliveries that need their workflow')),
        ),
        // Only the clocks of sandboxes move.
        ...(deps.environments.includes('sandbox')
          ? [
              sweepUntilStopped(AWARD_SWEEP_EVERY_MS, () =>
                sweepAwards().catch(warn('could not look for awards that are overdue')),
              ),
            ]
          : []),
      ]);
    },
    async stop() {
      stopping.abort();
      await Promise.all([sweeping, attempts.end()]);
      await starts.end();
      await told.end();
    },
  };
}

/** Makes the first attempts that nobody has made, and leaves those without a result to their workflows. */
async function resumeFirstAttempts(
  { database, environments }: DispatcherDeps,
  attempts: AttemptQueue,
): Promise<void> {
  for (const delivery of await findUnstarted(database.pool, { environments, limit: SWEEP_PAGE }))
    attempts.add(delivery);
  await handOverLapsed(database.pool, {});
}

/** Tells workflows of deliveries that their rows have changed. */
interface Teller {
  /**
   * Starts the workflow of a delivery whose first attempt failed, under the trace of this call, in the
   * background: first attempts wait for no answer of Temporal. A start that is lost here is found by
   * `tellAll`.
   */
  tell(delivery: DeliveryInput): void;
  /**
   * Starts or signals all workflows that do not know yet: their first attempt failed in a process that has
   * died since, or their delivery was resent. Ends at a page with a start that failed.
   */
  tellAll(): Promise<void>;
  /** Waits for the calls of `tell` that are under way. */
  end(): Promise<void>;
}

function createTeller(deps: DispatcherDeps, starts: StartQueue, stopping: AbortController): Teller {
  const { environments } = deps;
  const { pool } = deps.database;
  const telling = new Map<string, Promise<void>>();
  const begin = ({ deliveryId, orgId }: DeliveryInput, settings = deps.startSettings) =>
    starts.begin(startOf('webhookDelivery', { deliveryId, orgId }, settings), { signals: true });
  const tellOne = async (delivery: DeliveryInput): Promise<void> => {
    const { deliveryId } = delivery;
    try {
      if (await begin(delivery)) await markSignaled(pool, { deliveryIds: [deliveryId], resentAts: [null] });
    } catch (error) {
      deps.log.warn({ err: error, ...delivery }, 'a delivery is not marked as told; its row is found again');
    } finally {
      telling.delete(deliveryId);
    }
  };
  return {
    tell(delivery) {
      telling.set(delivery.deliveryId, tellOne(delivery));
    },
    async tellAll() {
      for (let more = true; more && !stopping.signal.aborted;) {
        const page = await findUnsignaled(pool, { environments, limit: SWEEP_PAGE });
        const untold = page.filter(({ deliveryId }) => !telling.has(deliveryId));
        const begun = await Promise.all(
          untold.map((row) => begin(row, { ...deps.startSettings, env: row.env })),
        );
        const done = untold.filter((_, at) => begun[at] === true);
        const deliveryIds = done.map(({ deliveryId }) => deliveryId);
        const resentAts = done.map(({ resentAt }) => resentAt);
        if (done.length > 0) await markSignaled(pool, { deliveryIds, resentAts });
        more = done.length === SWEEP_PAGE;
      }
    },
    async end() {
      await Promise.all(telling.values());
    },
  };
}

/**
 * Creates one pass through the rows that wait for a mail's workflow. A pass never fails: the next one tries
 * again.
 */
function createMailSweep(
  deps: DispatcherDeps,
  starts: StartQueue,
  stopping: AbortController,
): () => Promise<void> {
  const failing = (deliveryId: string, orgId: string) =>
    startOf('webhookFailing', { deliveryId, orgId }, deps.startSettings);

  /**
   * Starts the mails about failing webhooks: one per streak, by the id of the delivery that began the streak.
   */
  const startFailing = async (): Promise<void> => {
    for (let more = true; more && !stopping.signal.aborted;) {
      const page = await findUnmailedFailures(deps.database.pool, {
        environments: deps.environments,
        limit: SWEEP_PAGE,
      });
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
    await startFailing().catch(warn('could not look for webhooks that fail'));
    if (!servesLive(deps)) return;
    await startNotices(deps, starts, stopping).catch(warn('could not look for acts to mail about'));
    await startDestinationMails(deps, starts, stopping).catch(warn('could not look for new destinations'));
  };
}

/** Starts the mails about acts in trails: one workflow for each act. */
async function startNotices(
  { database, startSettings }: DispatcherDeps,
  starts: StartQueue,
  stopping: AbortController,
): Promise<void> {
  for (let more = true; more && !stopping.signal.aborted;) {
    const page = await findUnmailedNotices(database.pool, { limit: SWEEP_PAGE });
    const begun = await Promise.all(
      page.map((input) => starts.begin(startOf('orgNotice', input, startSettings))),
    );
    const done = page.filter((_, at) => begun[at] === true);
    const eventIds = done.map(({ eventId }) => eventId);
    if (done.length > 0) await forgetNotices(database.pool, { eventIds });
    more = done.length === SWEEP_PAGE;
  }
}

/** Starts the mails about new live destinations: one workflow for each. */
async function startDestinationMails(
  { database, startSettings }: DispatcherDeps,
  starts: StartQueue,
  stopping: AbortController,
): Promise<void> {
  for (let more = true; more && !stopping.signal.aborted;) {
    const page = await findUnmailedDestinations(database.pool, { limit: SWEEP_PAGE });
    const begun = await Promise.all(
      page.map((input) => starts.begin(startOf('destinationMail', input, startSettings))),
    );
    const done = page.filter((_, at) => begun[at] === true);
    const counterpartyIds = done.map(({ counterpartyId }) => counterpartyId);
    if (done.length > 0) await markDestinationsMailed(database.pool, { counterpartyIds });
    more = done.length === SWEEP_PAGE;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/common';
import type { Client } from '@temporalio/client';
import type { Environment } from '../domain/environment.ts';
import type { Database } from '../store/database.ts';
import { listOverdue } from '../store/org-clock.ts';
import type { DueThing, PendingTimerRow } from '../store/org-clock.ts';
import { followClock, fireDue } from '../../workflows/messages.ts';
import type { Clock } from '../../workflows/messages.ts';
import { isUnavailable, wasNotTaken } from './failures.ts';
import { besideUpdate, queueOfRow, startOfRow } from './starts.ts';
import type { StartSettings } from './starts.ts';

export interface DueThingDeps {
  /** A client of the namespace of these environments. */
  readonly client: Client;
  /** The environments whose rows are looked at. */
  readonly environments: readonly Environment[];
  readonly database: Database;
  readonly startSettings: StartSettings;
}

/**
 * The time that one workflow has for a due thing, in milliseconds, by its task queue. A step in the database
 * takes milliseconds, or some 20 s when its worker has died. A webhook endpoint that hangs takes 10 s for
 * each of five retries, and other deliveries wait behind it.
 */
const PATIENCE_MS = { money: 40_000, webhooks: 300_000 } as const;
const SIGNAL_MS = 5000;
const MOST_TRIES = 6;

/** A thing that falls due by the clock of its org, with that clock. */
export interface ThingAtTime<Thing> {
  readonly orgId: string;
  readonly thing: Thing;
  readonly clock: Clock;
}

/** The time that the workflow has for this due thing, in milliseconds. */
export function patienceFor(thing: PendingTimerRow): number {
  return PATIENCE_MS[queueOfRow(thing)];
}

/**
 * Makes the workflow carry out the due thing, and waits for it, for `ms` milliseconds at most. Returns null,
 * or the reason why it was not done. Throws while Temporal or the database is away.
 *
 * A workflow that was lost, or that ended before the row became due again, begins from its row. One that is
 * just ending takes no update: the update is repeated while the thing is due.
 */
export async function fire(
  deps: DueThingDeps,
  { orgId, thing, clock, ms }: ThingAtTime<DueThing> & { ms: number },
): Promise<string | null> {
  const { workflow } = deps.client;
  const end = Date.now() + ms;
  const start = startOfRow({ ...thing, orgId, env: 'sandbox' }, deps.startSettings);
  for (let tries = 1; ; tries++) {
    try {
      // Most workflows exist, and a plain update costs the server less. The next try starts a missing one.
      const asking = () =>
        tries === 1
          ? workflow.getHandle(start.options.workflowId).executeUpdate(fireDue, { args: [clock] })
          : workflow.executeUpdateWithStart(fireDue, {
              args: [clock],
              startWorkflowOperation: besideUpdate(start),
            });
      await deps.client.withDeadline(end, asking);
      return null;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const until = new Date(clock.floor);
      if ((await listOverdue(deps.database.pool, { ...thing, orgId, until })) === null) return null;
      if (!wasNotTaken(error) || tries === MOST_TRIES || Date.now() >= end) return String(error);
      await sleep(20 * tries);
    }
  }
}

/**
 * Signals the clock's new time to a workflow. One that has not begun or has ended reads it from its row. A
 * workflow that refuses the signal is only logged: an error here would stop the clock of the whole
 * organization.
 */
export async function sendClock(
  { client, startSettings }: DueThingDeps,
  { orgId, thing, clock }: ThingAtTime<PendingTimerRow>,
): Promise<void> {
  const { workflowId } = startOfRow({ ...thing, orgId }, startSettings).options;
  try {
    await client.withDeadline(Date.now() + SIGNAL_MS, () =>
      client.workflow.getHandle(workflowId).signal(followClock, clock),
    );
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return;
    if (isUnavailable(error)) throw error;
    log.error('a workflow did not take the signal that the clock was moved', {
      orgId,
      workflowId,
      error: String(error),
    });
  }
}

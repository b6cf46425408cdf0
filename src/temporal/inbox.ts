import type { Client } from '@temporalio/client';
import { handleCallbacksOfEvent, openCallbacks } from '../store/partner-callbacks.ts';
import type { OpenCallback } from '../store/partner-callbacks.ts';
import type { Verdict } from '../domain/verification.ts';
import { askBank, checkProvider } from '../../workflows/messages.ts';
import type { DueThingDeps } from './due-things.ts';
import { besideUpdate, startOf } from './starts.ts';

const PAGE = 200;
/** The longest wait for one callback. One that fails is tried again at the next pass. */
const CALLBACK_MS = 10_000;

/**
 * Forwards the stored callbacks that are not handled yet to their workflows: the process that stored them
 * died, or Temporal was away. Safe at any time and twice at once: a callback is a hint, and the partner's
 * answer decides. Returns the number of callbacks that were forwarded. Calls `onCallback` after each.
 */
export async function driveCallbacks(
  deps: DueThingDeps,
  onCallback: () => void = () => undefined,
): Promise<number> {
  let forwarded = 0;
  for (let afterId = 0; ;) {
    const page = await openCallbacks(deps.database.pool, { afterId, limit: PAGE });
    for (const callback of page) {
      if (await forward(deps, callback)) forwarded++;
      onCallback();
    }
    if (page.length < PAGE) return forwarded;
    afterId = page.at(-1)?.id ?? afterId;
  }
}

/** Returns false when the partner or Temporal is away, or the callback has no subject any more. */
async function forward(deps: DueThingDeps, callback: OpenCallback): Promise<boolean> {
  const { client } = deps;
  try {
    return await client.withDeadline(Date.now() + CALLBACK_MS, () => forwardNow(client, deps, callback));
  } catch {
    return false;
  }
}

async function forwardNow(
  client: Client,
  { database, startSettings }: DueThingDeps,
  { partner, eventId, type, reference, orgId }: OpenCallback,
): Promise<boolean> {
  if (partner === 'verification') {
    const start = startOf('verification', { caseId: reference }, startSettings);
    const args: [{ verdict: Verdict }] = [{ verdict: verdictOfType(type) }];
    const startWorkflowOperation = besideUpdate(start);
    await client.workflow.executeUpdateWithStart(checkProvider, { args, startWorkflowOperation });
    await handleCallbacksOfEvent(database.pool, { partner, eventId });
    return true;
  }
  if (type === 'deposit.received') {
    const { type: workflow, options } = startOf('deposit', { eventId }, startSettings);
    await client.workflow.start(workflow, options);
    return true;
  }
  if (orgId === null) return false;
  const input = { payoutId: reference, orgId, isNew: false, deadline: null };
  const { type: workflow, options } = startOf('payout', input, startSettings);
  // `signalWithStart` keeps a running workflow by itself, and rejects this policy.
  const { workflowIdConflictPolicy: _, ...rest } = options;
  await client.workflow.signalWithStart(workflow, { ...rest, signal: askBank });
  return true;
}

/** `case.approved` reports the verdict `APPROVED`. */
function verdictOfType(type: string): Verdict {
  return type.slice(type.indexOf('.') + 1).toUpperCase() as Verdict;
}

import {
  allHandlersFinished,
  condition,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import { authorize, capture, awaitOpening, fireDue } from '../../workflows/messages.ts';
import type {
  Authorization,
  AwardRef,
  CheckoutInput,
  DeliveryInput,
  OpenedCheckout,
} from '../../workflows/messages.ts';
import { ATTEMPT_MS, STEP_MS } from '../../src/domain/time-budget.ts';
import type { CaptureResult } from '../../src/domain/charge.ts';
import type { Outcome } from '../../src/domain/outcome.ts';
import type { EngineActivities, Mirror } from './activities.ts';

const steps = proxyLocalActivities<EngineActivities>({
  scheduleToCloseTimeout: STEP_MS,
  startToCloseTimeout: ATTEMPT_MS,
  retry: { initialInterval: '50 ms', backoffCoefficient: 2, maximumInterval: '1 s' },
});

/**
 * The cost of Temporal alone for a checkout: the events, names and payloads of the service's workflow,
 * without its code. The benchmarks compare the histories and refuse to run when the two differ.
 */
export async function checkout({ checkoutId, orgId, opening }: CheckoutInput): Promise<string> {
  const step = { checkoutId, orgId };
  const seen: { row: Mirror | null; opening: Outcome<OpenedCheckout> | null } = { row: null, opening: null };

  setHandler(awaitOpening, async () => {
    await condition(() => seen.opening !== null);
    return seen.opening as Outcome<OpenedCheckout>;
  });
  setHandler(authorize, async (request): Promise<Outcome<Authorization>> => {
    const { answer, row } = await steps.authorizeCheckout({ ...step, request });
    seen.row = row;
    return answer;
  });
  setHandler(capture, async (command): Promise<Outcome<CaptureResult>> => {
    const { answer, row } = await steps.captureCharge({ ...step, ...command });
    seen.row = row;
    return answer;
  });

  const first = await steps.openCheckout({ ...step, opening });
  seen.row = first.row;
  seen.opening = first.answer;
  for (let due = first.row.due; due !== null; due = seen.row.due) {
    const waited = due;
    await condition(() => seen.row?.due !== waited, waited - Date.now());
  }
  await condition(allHandlersFinished);
  return seen.row.status;
}

/** The cost of Temporal alone for a webhook that succeeds at once. */
export async function delivery(input: DeliveryInput): Promise<string> {
  const row = await steps.loadDelivery(input);
  setCurrentDetails(`Makes attempt 1, due ${new Date(row.due ?? 0).toISOString()}`);
  const { status } = await steps.attemptDelivery({ ...input, at: row.due ?? 0, withinTask: true });
  setCurrentDetails(`${status} after 1 attempts`);
  return status;
}

/**
 * The cost of Temporal alone for an award: one local activity when its delayed start is due, or an update
 * wakes it.
 */
export async function bareAward(input: AwardRef): Promise<string> {
  const landed: { status?: string } = {};
  setHandler(fireDue, () => condition(() => landed.status !== undefined));
  landed.status = (await steps.landAward(input)).status;
  await condition(allHandlersFinished);
  return landed.status;
}

import {
  condition,
  continueAsNew,
  getExternalWorkflowHandle,
  log,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';
import type { CheckoutActivities } from '../activities/checkout.ts';
import type { CheckoutStatus } from '../src/domain/checkout.ts';
import { refuse } from '../src/domain/outcome.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import { orgClock } from './clock.ts';
import { authorize, capture, reloadRow, awaitOpening, voidCharge, workflowId } from './messages.ts';
import type { CheckoutInput, CheckoutState, OpenedCheckout } from './messages.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { POLICIES } from './steps.ts';

const askedSteps = proxyLocalActivities<CheckoutActivities>(POLICIES.asked);
const dueSteps = proxyLocalActivities<CheckoutActivities>(POLICIES.due);

/**
 * One checkout from opening to its end: expiry, authorization, the hold, then capture, void or release.
 *
 * `seen` mirrors the last row for the timers. It decides nothing about money. The workflow can begin at any
 * time from its row: it only runs the row's timers and serialises its commands.
 */
export async function checkout({
  checkoutId,
  orgId,
  opening,
}: CheckoutInput): Promise<CheckoutStatus | 'REFUSED'> {
  const step = { checkoutId, orgId };
  const clock = orgClock(() => continueAsNew<typeof checkout>({ ...step, opening: null }));
  const gate = oneAtATime();
  const [asked, timed] = [gate(askedSteps), gate(dueSteps)];
  const seen: { row: CheckoutState | null; opening: Outcome<OpenedCheckout> | null } = {
    row: null,
    opening: null,
  };

  const adopt = (newer: CheckoutState | null): void => {
    if (newer !== null) seen.row = clock.learn(newer);
  };
  const due = (): number | null => seen.row?.due ?? null;
  /** Runs a step on its turn, stores the returned row, and returns the answer. */
  const answerOf = async <T>(stepped: Promise<{ answer: T; row: CheckoutState | null }>): Promise<T> => {
    const { answer, row: left } = await stepped;
    adopt(left);
    return answer;
  };

  setHandler(awaitOpening, async () => {
    await condition(() => seen.opening !== null || seen.row !== null);
    return seen.opening ?? UNANSWERED;
  });
  setHandler(authorize, (request) => answerOf(asked.authorizeCheckout({ ...step, request })));
  setHandler(capture, (command) => answerOf(asked.captureCharge({ ...step, ...command })));
  setHandler(voidCharge, (command) => answerOf(asked.voidCharge({ ...step, ...command })));
  setHandler(reloadRow, async () => adopt(await timed.loadCheckout(step)));

  if (opening === null) {
    adopt(await timed.loadCheckout(step));
  } else {
    const first = await timed.openCheckout({ ...step, opening });
    adopt(first.row);
    seen.opening = first.answer;
    if (first.row === null) return clock.end('REFUSED');
    if (first.displaced !== null) await tellDisplaced(first.displaced);
  }

  for (let next = due(); next !== null; next = due()) {
    const waited = next;
    if (!(await clock.waitUntil(waited, () => due() !== waited))) continue;
    const left = await timed.closeOverdue({ ...step, at: clock.at(waited) });
    adopt(left);
    if (due() === waited) await clock.waitForDatabase(waited, left, () => due() !== waited);
  }
  return clock.end(seen.row?.status ?? 'REFUSED');
}

/** The answer to an opening in a run that began from the row. The caller retries and finds the checkout. */
const UNANSWERED = refuse('unavailable');

/**
 * Signals the superseded checkout, so that its workflow ends. A workflow that has already ended needs no
 * signal.
 */
async function tellDisplaced(checkoutId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(workflowId.checkout(checkoutId)).signal(reloadRow);
  } catch (error) {
    log.info('the displaced checkout has ended already', { error: String(error) });
  }
}

import { proxyLocalActivities } from '@temporalio/workflow';
import type { CheckoutActivities } from '../activities/checkout.ts';
import { ATTEMPT_MS, STEP_MS } from '../src/domain/time-budget.ts';

/**
 * Steps that a caller waits for. They give up after a while, so that the answer is 503 and not silence:
 * whoever asks again finds what was done.
 */
export const askedSteps = proxyLocalActivities<CheckoutActivities>({
  scheduleToCloseTimeout: STEP_MS,
  startToCloseTimeout: ATTEMPT_MS,
  retry: { initialInterval: '50 ms', backoffCoefficient: 2, maximumInterval: '1 s' },
});

/** Steps that time itself asks for. Nobody waits, so they are tried until they succeed. */
export const dueSteps = proxyLocalActivities<CheckoutActivities>({
  startToCloseTimeout: '5 s',
  retry: { initialInterval: '100 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

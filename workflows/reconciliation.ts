import type { ReconciliationActivities } from '../activities/reconciliation.ts';
import type { ReconciliationInput, ReconciliationResult } from './messages.ts';
import { queuedSteps } from './steps.ts';

/** One comparison of open rows with running workflows. A Temporal Schedule begins it; its result is in the Web UI. */
export async function reconciliation({ taskQueue }: ReconciliationInput): Promise<ReconciliationResult> {
  const { reconcileWorkflows } = queuedSteps<ReconciliationActivities>('reconciliation', taskQueue);
  return reconcileWorkflows();
}

import type { ReconciliationActivities } from '../activities/reconciliation.ts';
import type { ReconciliationInput, ReconciliationResult } from './messages.ts';
import { queuedSteps } from './steps.ts';

/**
 * One reconciliation of open rows with running workflows. A Temporal Schedule starts it. The Web UI shows its
 * result.
 */
export async function reconciliation({ taskQueue }: ReconciliationInput): Promise<ReconciliationResult> {
  const { reconcileWorkflows } = queuedSteps<ReconciliationActivities>('reconciliation', taskQueue);
  return reconcileWorkflows();
}

import { proxyActivities } from '@temporalio/workflow';
import type { ReconciliationActivities } from '../activities/reconciliation.ts';
import { taskQueues } from './messages.ts';
import type { ReconciliationInput, ReconciliationResult } from './messages.ts';

/** One comparison of open rows with running workflows. A Temporal Schedule begins it; its result is in the Web UI. */
export async function reconciliation({ taskQueue }: ReconciliationInput): Promise<ReconciliationResult> {
  const { reconcileWorkflows } = proxyActivities<ReconciliationActivities>({
    taskQueue: taskQueues(taskQueue).clock,
    startToCloseTimeout: '30 minutes',
    heartbeatTimeout: '30 s',
    retry: { maximumAttempts: 3 },
  });
  return reconcileWorkflows();
}

import type { Client } from '@temporalio/client';
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { taskQueues, workflowId } from '../../workflows/messages.ts';

const EVERY = '10 minutes';

/** Has the reconciliation run every ten minutes. Making the schedule again changes nothing. */
export async function scheduleReconciliation(client: Client, taskQueue: string): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: workflowId.reconciliation(taskQueue),
      spec: { intervals: [{ every: EVERY }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP },
      action: {
        type: 'startWorkflow',
        workflowType: 'reconciliation',
        workflowId: workflowId.reconciliation(taskQueue),
        taskQueue: taskQueues(taskQueue).money,
        args: [{ taskQueue }],
      },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}

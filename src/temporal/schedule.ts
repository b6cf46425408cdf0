import type { Client } from '@temporalio/client';
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { taskQueues } from '../../workflows/messages.ts';
import { startOf } from './starts.ts';

const EVERY = '10 minutes';

/** Schedules the reconciliation every ten minutes. An existing schedule stays unchanged. */
export async function scheduleReconciliation(client: Client, taskQueue: string): Promise<void> {
  const { type, options } = startOf('reconciliation', { taskQueue }, taskQueues(taskQueue));
  try {
    await client.schedule.create({
      scheduleId: options.workflowId,
      spec: { intervals: [{ every: EVERY }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP },
      action: { type: 'startWorkflow', workflowType: type, ...options },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}

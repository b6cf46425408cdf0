import type { Client, ScheduleOptions } from '@temporalio/client';
import { ScheduleAlreadyRunning, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';
import { taskQueues } from '../../workflows/messages.ts';
import { servesLive } from './engines.ts';
import type { Engine } from './engines.ts';
import { startOf } from './starts.ts';

/** The workflows that run by themselves, and when. */
const SCHEDULES = {
  reconciliation: { intervals: [{ every: '10 minutes' }] },
  // At night in UTC, when the day before has ended at every bank's clock.
  bankComparison: { calendars: [{ hour: 3, minute: 30 }] },
} as const satisfies Readonly<Record<string, ScheduleOptions['spec']>>;

/**
 * Creates the schedules of the installation. An existing one gets the times and the start of this release,
 * under the newest payload key, and stays paused if it is. The engine of live compares the books with the
 * bank: any other one loses the schedule that it may have had before live got a namespace of its own.
 */
export async function scheduleAll(
  client: Client,
  { taskQueue, environments }: Pick<Engine, 'environments'> & { readonly taskQueue: string },
): Promise<void> {
  await Promise.all(
    (['reconciliation', 'bankComparison'] as const).map(async (workflow) => {
      const { type, options } = startOf(workflow, { taskQueue }, { queues: taskQueues(taskQueue) });
      const scheduleId = options.workflowId;
      if (workflow === 'bankComparison' && !servesLive({ environments }))
        return removeSchedule(client, scheduleId);
      const schedule = {
        spec: SCHEDULES[workflow],
        policies: { overlap: ScheduleOverlapPolicy.SKIP },
        action: { type: 'startWorkflow', workflowType: type, ...options },
      } as const;
      try {
        await client.schedule.create({ scheduleId, ...schedule });
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        await client.schedule.getHandle(scheduleId).update(({ state }) => ({ ...schedule, state }));
      }
    }),
  );
}

async function removeSchedule(client: Client, scheduleId: string): Promise<void> {
  try {
    await client.schedule.getHandle(scheduleId).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

import type { Client } from '@temporalio/client';
import { until } from './people.ts';

/** A workflow whose last event has one of these has a task under way, or will have one at once. */
const BUSY = [
  'workflowTaskScheduledEventAttributes',
  'workflowTaskStartedEventAttributes',
  'workflowTaskTimedOutEventAttributes',
  'workflowTaskFailedEventAttributes',
  'activityTaskScheduledEventAttributes',
  'activityTaskStartedEventAttributes',
] as const;

/**
 * Terminates a workflow that waits, as if the server had lost it. Waits until none of its tasks is under way:
 * the time-skipping server locks its clock during a task, and when the workflow ends in the middle of one,
 * that server never skips time again.
 */
export async function loseWorkflow(
  { client }: { readonly client: Client },
  workflowId: string,
  reason = 'lost',
): Promise<void> {
  const workflow = client.workflow.getHandle(workflowId);
  await until(
    async () => (await workflow.fetchHistory()).events?.at(-1),
    (last) => last !== undefined && BUSY.every((attributes) => !last[attributes]),
  );
  await workflow.terminate(reason);
}

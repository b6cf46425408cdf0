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
  await workflowRests(client, workflowId);
  await client.workflow.getHandle(workflowId).terminate(reason);
}

/** Waits until none of the workflow's tasks is under way. Answers the number of events in its history. */
export async function workflowRests(client: Client, workflowId: string): Promise<number> {
  const workflow = client.workflow.getHandle(workflowId);
  const events = await until(
    async () => (await workflow.fetchHistory()).events ?? [],
    (all) => BUSY.every((attributes) => !all.at(-1)?.[attributes]),
  );
  return events.length;
}

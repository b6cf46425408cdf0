import type { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import type { WorkflowBundleOption } from '@temporalio/worker';

type History = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['fetchHistory']>>;

export interface NamedHistory {
  readonly workflowId: string;
  readonly history: History;
}

/** The histories of these workflows, of the newest run each. */
export async function historiesOf(
  { workflow }: Client,
  workflowIds: readonly string[],
): Promise<NamedHistory[]> {
  const histories: NamedHistory[] = [];
  for (const workflowId of workflowIds)
    histories.push({ workflowId, history: await workflow.getHandle(workflowId).fetchHistory() });
  return histories;
}

/**
 * Replays histories on today's workflow code. Answers what went wrong, a line each: nothing when all of them
 * fit.
 */
export async function replayed(
  workflowBundle: WorkflowBundleOption,
  histories: readonly NamedHistory[],
): Promise<string[]> {
  const faults: string[] = [];
  let count = 0;
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
    count++;
    if (error !== undefined) faults.push(`${workflowId}: ${error.message}`);
  }
  if (count !== histories.length) faults.push(`${count} of ${histories.length} histories were replayed`);
  return faults;
}

import { randomUUID } from 'node:crypto';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { readable } from './canaries.ts';

/** Everything that Temporal keeps of these workflows, as text: payloads are read, whatever they hold. */
export async function textOfHistories(workflowIds: readonly string[]): Promise<string> {
  const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' });
  try {
    const client = new Client({ connection });
    const texts = workflowIds.map(async (id) => readable(await client.workflow.getHandle(id).fetchHistory()));
    return (await Promise.all(texts)).join('\n');
  } finally {
    await connection.close();
  }
}

/** The status of a workflow (RUNNING, COMPLETED and so on) and its newest run. */
export async function standingOf(
  workflowId: string,
  address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '',
): Promise<{ status: string; runId: string }> {
  const connection = await Connection.connect({ address });
  try {
    const { status, runId } = await new Client({ connection }).workflow.getHandle(workflowId).describe();
    return { status: status.name, runId };
  } finally {
    await connection.close();
  }
}

/**
 * Resets the workflow to each workflow task that it completed, one after the other, and lets it end each
 * time. Answers how many.
 */
export async function resetEverywhere(workflowId: string): Promise<number> {
  const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' });
  try {
    const client = new Client({ connection });
    const { runId } = await client.workflow.getHandle(workflowId).describe();
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    const tasks = (events ?? []).filter(({ workflowTaskCompletedEventAttributes: completed }) => completed);
    for (const { eventId } of tasks) {
      const reset = await connection.workflowService.resetWorkflowExecution({
        namespace: 'default',
        workflowExecution: { workflowId, runId },
        workflowTaskFinishEventId: eventId ?? null,
        requestId: randomUUID(),
        reason: 'to see what it does',
      });
      await client.workflow.getHandle(workflowId, reset.runId).result();
    }
    return tasks.length;
  } finally {
    await connection.close();
  }
}

/** Sends a signal as an operator does in the Web UI: by its name, without data. */
export async function signal(workflowId: string, name: string): Promise<void> {
  const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' });
  try {
    await new Client({ connection }).workflow.getHandle(workflowId).signal(name);
  } finally {
    await connection.close();
  }
}

/**
 * The Web UI's texts of a workflow: its summary and its current details. Both are empty while there is no
 * such workflow.
 */
export async function inWords(workflowId: string): Promise<{ summary: string | undefined; details: string }> {
  const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' });
  try {
    const handle = new Client({ connection }).workflow.getHandle(workflowId);
    const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    const { staticSummary } = await handle.describe();
    return { summary: await staticSummary(), details: currentDetails };
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    return { summary: undefined, details: '' };
  } finally {
    await connection.close();
  }
}

/** Terminates a running workflow, as an operator does in the Web UI. */
export async function terminate(workflowId: string): Promise<void> {
  const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' });
  try {
    await new Client({ connection }).workflow.getHandle(workflowId).terminate('lost');
  } finally {
    await connection.close();
  }
}

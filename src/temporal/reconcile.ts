import type { Database } from '../store/database.ts';
import { openObligations } from '../store/obligations.ts';
import type { Obligation } from '../store/obligations.ts';
import type { ReconciliationResult } from '../../workflows/messages.ts';
import type { DueThingDeps } from './due-things.ts';
import { isNamedAfterRow, startOfRow } from './starts.ts';

const PAGE = 500;
const AT_ONCE = 16;
const START_MS = 5000;
/**
 * Visibility lags: a workflow that began later than this ago may not be listed, or its row may not have been
 * open.
 */
const SLACK_MS = 60_000;

/**
 * Starts the workflow of every open row that has none: after Temporal's store was lost, or a start was.
 *
 * Safe to run at any time and twice at once: a row whose workflow runs keeps it, and a workflow begins from
 * its row. Only workflows that visibility does not list are started; that it lags costs a needless start,
 * which finds the running one.
 */
export async function reconcile(deps: DueThingDeps): Promise<ReconciliationResult> {
  const running = await runningWorkflows(deps);
  const seen = new Set<string>();
  let started = 0;
  for await (const page of pages(deps.database)) {
    const missing = page.filter((row) => {
      const id = startOfRow(row, deps.queues).options.workflowId;
      seen.add(id);
      return !running.has(id);
    });
    started += missing.length;
    await startAll(deps, missing);
  }
  const latest = Date.now() - SLACK_MS;
  const strays = [...running].filter(
    ([id, startedAt]) => isNamedAfterRow(id) && !seen.has(id) && startedAt < latest,
  ).length;
  return { open: seen.size, started, strays };
}

async function runningWorkflows({ client }: DueThingDeps): Promise<Map<string, number>> {
  const running = new Map<string, number>();
  for await (const { workflowId, startTime } of client.workflow.list({
    query: 'ExecutionStatus = "Running"',
  })) {
    running.set(workflowId, startTime.getTime());
  }
  return running;
}

async function* pages({ pool }: Database): AsyncGenerator<Obligation[]> {
  let after = { workflow: '', key: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const page = await openObligations(pool, {
      afterWorkflow: after.workflow,
      afterKey: after.key,
      limit: PAGE,
    });
    const last = page.at(-1);
    if (last === undefined) return;
    after = last;
    yield page;
  }
}

async function startAll({ client, queues }: DueThingDeps, rows: readonly Obligation[]): Promise<void> {
  const left = rows.values();
  const lane = async (): Promise<void> => {
    for (const row of left) {
      const { type, options } = startOfRow(row, queues);
      await client.withDeadline(Date.now() + START_MS, () => client.workflow.start(type, options));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

import type { Client } from '@temporalio/client';
import { findOpenAmong, obligationPages } from '../store/obligations.ts';
import type { Obligation, ObligationsPlace } from '../store/obligations.ts';
import type { ReconciliationResult } from '../../workflows/messages.ts';
import { servesLive } from './engines.ts';
import type { DueThingDeps } from './due-things.ts';
import { driveCallbacks } from './inbox.ts';
import { delayedBy, rowNamedIn, startOfRow } from './starts.ts';

/** The rows of one slice. Visibility is asked about all of them in one call. */
const PAGE = 200;
const AT_ONCE = 16;
const CALL_MS = 10_000;
/**
 * A pass looks at the rows that are due within this time. It is three times the time between two passes, so
 * that a row whose workflow was lost is found before it is due, even if a pass fails.
 */
const WINDOW_MS = 30 * 60_000;
/**
 * Visibility lags: a workflow that began later than this ago may not be listed, or its row may not have been
 * open.
 */
const SLACK_MS = 60_000;
const STRAYS_PAGE = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The progress of a pass: the rows and the starts so far, and the place at which another one can go on. */
export interface ReconciliationProgress extends ReconciliationResult {
  readonly place: ObligationsPlace | null;
}

/** Called after every slice and every start. It may throw to end the pass. */
type OnProgress = (progress: ReconciliationProgress) => void;

/**
 * Starts the workflow of every row that is due soon or overdue and has none: a start was lost, or a workflow
 * was terminated. It looks at the rows of its environments. The engine of live also forwards the callbacks of
 * partners that are stored and not handled yet.
 *
 * The cost grows with the rows that are due, not with those that are open: a row that is due later is looked
 * at later. Safe to run at any time and twice at once: a row whose workflow runs keeps it, and a workflow
 * begins from its row. Visibility may lag: a workflow that it does not list yet is started, which finds the
 * running one; one that it lists although it has ended is found by the next pass.
 */
export async function reconcile(
  deps: DueThingDeps,
  onProgress: OnProgress = () => undefined,
): Promise<ReconciliationResult> {
  const found = await startMissing(deps, { windowMs: WINDOW_MS, after: null }, onProgress);
  if (servesLive(deps)) await driveCallbacks(deps, () => onProgress({ ...found, place: null }));
  return found;
}

/** The result of a pass over all open rows. */
export interface FullResult {
  /** Rows that are not final. */
  readonly open: number;
  readonly started: number;
  /** Running workflows without an open row. */
  readonly strays: number;
}

/**
 * The same for all open rows, whenever they are due: after Temporal's store was lost. It works in slices,
 * with the memory of one slice. After an interruption it goes on at the last place that it reported.
 */
export async function reconcileAll(
  deps: DueThingDeps,
  after: ObligationsPlace | null,
  onProgress: OnProgress = () => undefined,
): Promise<FullResult> {
  const { due: open, started } = await startMissing(deps, { windowMs: null, after }, onProgress);
  const report = (): void => onProgress({ due: open, started, place: null });
  if (servesLive(deps)) await driveCallbacks(deps, report);
  return { open, started, strays: await countStrays(deps, report) };
}

async function startMissing(
  deps: DueThingDeps,
  rows: { readonly windowMs: number | null; readonly after: ObligationsPlace | null },
  onProgress: OnProgress,
): Promise<ReconciliationResult> {
  const { database, environments } = deps;
  const query = { ...rows, environments, limit: PAGE };
  const found = { due: 0, started: 0 };
  let reached = rows.after;
  for await (const { rows: page, place } of obligationPages(database.pool, query)) {
    const missing = await withoutWorkflow(deps, page);
    await startAll(deps, missing, () => {
      found.started++;
      onProgress({ ...found, place: reached });
    });
    found.due += page.length;
    reached = place;
    onProgress({ ...found, place });
  }
  return found;
}

/** Returns the rows of a slice whose workflow does not run, by one question to visibility. */
async function withoutWorkflow(
  { client, startSettings }: DueThingDeps,
  page: readonly Obligation[],
): Promise<Obligation[]> {
  const idOf = (row: Obligation): string => startOfRow(row, startSettings).options.workflowId;
  const ids = page.map((row) => `'${idOf(row)}'`).join(', ');
  const running = new Set<string>();
  await client.withDeadline(Date.now() + CALL_MS, async () => {
    const query = `ExecutionStatus = "Running" and WorkflowId in (${ids})`;
    for await (const listed of pagesOfWorkflows(client, { query, pageSize: PAGE }))
      for (const { workflowId } of listed) running.add(workflowId);
  });
  return page.filter((row) => !running.has(idOf(row)));
}

async function startAll(
  { client, startSettings }: DueThingDeps,
  rows: readonly Obligation[],
  onStart: () => void,
): Promise<void> {
  const left = rows.values();
  const lane = async (): Promise<void> => {
    for (const row of left) {
      const { type, options } = delayedBy(row.delayMs, startOfRow(row, startSettings));
      await client.withDeadline(Date.now() + CALL_MS, () => client.workflow.start(type, options));
      onStart();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Counts the running workflows that are named after a row which is not open. */
async function countStrays({ client, database }: DueThingDeps, onPage: () => void): Promise<number> {
  const latest = Date.now() - SLACK_MS;
  let strays = 0;
  const all = { query: 'ExecutionStatus = "Running"', pageSize: STRAYS_PAGE };
  for await (const page of pagesOfWorkflows(client, all)) {
    const named = page.flatMap(({ workflowId, startedAt }) => {
      const row = rowNamedIn(workflowId);
      return row !== null && UUID.test(row.key) && startedAt < latest ? [row] : [];
    });
    const open = await findOpenAmong(database.pool, {
      workflows: named.map(({ workflow }) => workflow),
      keys: named.map(({ key }) => key),
    });
    strays += named.length - open.length;
    onPage();
  }
  return strays;
}

/**
 * Lists workflows by id and start, in milliseconds since 1970. It decodes no memo: one under a payload key
 * that this process does not have would fail the whole list.
 */
async function* pagesOfWorkflows(
  { workflowService, options: { namespace } }: Client,
  { query, pageSize }: { readonly query: string; readonly pageSize: number },
): AsyncGenerator<{ workflowId: string; startedAt: number }[]> {
  let nextPageToken = new Uint8Array();
  do {
    const answer = await workflowService.listWorkflowExecutions({
      namespace,
      query,
      pageSize,
      nextPageToken,
    });
    yield answer.executions.map(({ execution, startTime }) => ({
      workflowId: execution?.workflowId ?? '',
      startedAt: Number(startTime?.seconds ?? 0) * 1000,
    }));
    nextPageToken = answer.nextPageToken as typeof nextPageToken;
  } while (nextPageToken.length > 0);
}

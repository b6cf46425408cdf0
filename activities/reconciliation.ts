import { Context, log } from '@temporalio/activity';
import { sweep } from '../src/commands/sweep.ts';
import type { Retention } from '../src/commands/sweep.ts';
import type { PassResult } from '../src/store/integrity-passes.ts';
import { checkBooks } from '../src/store/integrity-passes.ts';
import type { Environment } from '../src/domain/environment.ts';
import { servesLive } from '../src/temporal/engines.ts';
import type { DueThingDeps } from '../src/temporal/due-things.ts';
import { reconcile } from '../src/temporal/reconcile.ts';
import type { ReconciliationProgress } from '../src/temporal/reconcile.ts';
import type { ReconciliationResult } from '../workflows/messages.ts';

/** The time that each pass gives to the checks of rows that have not changed, in milliseconds. */
const FULL_MS = 60_000;
/**
 * The checks rest for so many times the time that a slice took: beside payments they take a quarter of one
 * processor. With very many changes they stop resting, so that they end before the next pass begins.
 */
const RESTS = 3;
const RESTING_MS = 300_000;
/** A rest ends before the next heartbeat is due. */
const MOST_REST_MS = 10_000;

/** Reports the results to the metrics. */
export interface ReconciliationReport {
  reconciled(found: ReconciliationResult, environments: readonly Environment[]): void;
  swept(kind: string, rows: number): void;
  checked(pass: PassResult): void;
}

/**
 * The step of the scheduled reconciliation. Afterwards the engine of live sweeps expired rows and checks the
 * books, for both environments.
 */
export function createReconciliationActivities(
  deps: DueThingDeps & { readonly retention: Retention },
  findings: ReconciliationReport,
) {
  return {
    async reconcileWorkflows(): Promise<ReconciliationResult> {
      // Heartbeats follow the progress: a pass that hangs stops them, and Temporal runs it again elsewhere.
      const goOn = createBeat();
      const found = await reconcile(deps, goOn);
      findings.reconciled(found, deps.environments);
      if (!servesLive(deps)) return found;
      await sweep(deps.database, deps.retention, (kind, rows) => {
        findings.swept(kind, rows);
        goOn(null);
      });
      await checkNow(deps, findings, createRests(goOn));
      return found;
    },
  };
}

/** Checks the books. A check that could not be made fails nothing else, and is due again the next time. */
async function checkNow(
  { database }: DueThingDeps,
  findings: ReconciliationReport,
  onSlice: (tookMs: number) => Promise<void>,
): Promise<void> {
  try {
    const pass = await checkBooks(database.pool, { fullMs: FULL_MS, onSlice });
    findings.checked(pass);
    for (const { name, violations } of pass.results)
      if (violations > 0) log.error('a promise of the books is broken', { check: name, violations });
    for (const { scope, keys } of pass.suspects)
      log.error('the broken rows are among these', { scope, keys: keys.slice(0, 20), in: keys.length });
  } catch (error) {
    Context.current().cancellationSignal.throwIfAborted();
    log.error('the books could not be checked', { error: String(error) });
  }
}

/** Creates the rests after the slices of one pass, each with a heartbeat. */
export function createRests(goOn: (progress: null) => void): (tookMs: number) => Promise<void> {
  const { sleep } = Context.current();
  const end = performance.now() + RESTING_MS;
  return async (tookMs) => {
    goOn(null);
    if (performance.now() < end) await sleep(Math.min(RESTS * tookMs, MOST_REST_MS));
  };
}

/**
 * Creates the heartbeat of the running activity. It throws once the activity is canceled, or its worker
 * stops. The Web UI shows the last progress.
 */
function createBeat(): (progress: ReconciliationProgress | null) => void {
  const context = Context.current();
  return (progress) => {
    context.cancellationSignal.throwIfAborted();
    context.heartbeat(progress);
  };
}

export type ReconciliationActivities = ReturnType<typeof createReconciliationActivities>;

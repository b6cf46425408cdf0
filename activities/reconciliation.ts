import { sweep } from '../src/commands/sweep.ts';
import type { Retention } from '../src/commands/sweep.ts';
import type { CheckResult } from '../src/store/integrity.ts';
import { readIntegrity } from '../src/store/operator.ts';
import type { DueThingDeps } from '../src/temporal/due-things.ts';
import { reconcile } from '../src/temporal/reconcile.ts';
import type { ReconciliationResult } from '../workflows/messages.ts';
import { withHeartbeats } from './dependencies.ts';

const HEARTBEAT_MS = 1000;
/** The time between two checks of the books. A check reads every row. */
const CHECK_EVERY_MS = 3_600_000;

/** Reports the results to the metrics. */
export interface ReconciliationReport {
  reconciled(found: ReconciliationResult): void;
  checked(results: readonly CheckResult[]): void;
}

/** The step of the scheduled reconciliation. Afterwards it sweeps expired rows and checks the books. */
export function createReconciliationActivities(
  deps: DueThingDeps & { readonly retention: Retention },
  findings: ReconciliationReport,
) {
  let checkedAt = -Infinity;
  return {
    reconcileWorkflows: (): Promise<ReconciliationResult> =>
      withHeartbeats(HEARTBEAT_MS, async () => {
        const found = await reconcile(deps);
        findings.reconciled(found);
        await sweep(deps.database, deps.retention);
        if (performance.now() - checkedAt > CHECK_EVERY_MS) {
          // A check that could not be made fails nothing else; it is due again the next time.
          const results = await readIntegrity(deps.database).catch(() => null);
          if (results !== null) {
            findings.checked(results);
            checkedAt = performance.now();
          }
        }
        return found;
      }),
  };
}

export type ReconciliationActivities = ReturnType<typeof createReconciliationActivities>;

import { setCurrentDetails } from '@temporalio/workflow';
import type { BankComparisonActivities } from '../activities/bank-comparison.ts';
import type { BankComparisonInput, BankComparisonResult } from './messages.ts';
import { queuedSteps } from './steps.ts';

/**
 * Compares our books with the bank's list, day by day. A Temporal Schedule starts it every night. The Web UI
 * shows the day that it is at, and the number of open breaks in the end.
 */
export async function bankComparison({ taskQueue }: BankComparisonInput): Promise<BankComparisonResult> {
  const steps = queuedSteps<BankComparisonActivities>('bankComparison', taskQueue);
  const days = await steps.listDaysToCompare();
  let open = 0;
  for (const [index, day] of days.entries()) {
    setCurrentDetails(`Compares ${day}, day ${index + 1} of ${days.length}`);
    open += await steps.compareDay({ day });
  }
  setCurrentDetails(`${days.length} days compared, ${open} differences open`);
  return { days: days.length, open };
}

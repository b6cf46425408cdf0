import { allHandlersFinished, patched, workflowInfo } from '@temporalio/workflow';

/**
 * The number of events in a run's history after which the workflow continues as new.
 *
 * Temporal refuses updates after 2,000 of them in one run, and ends a run of 51,200 events. Each accepted
 * update leaves at least two events, whatever its result, and so does each move of the clock: 1,000 events
 * are 500 updates at most.
 */
export const MOST_EVENTS = 1000;

/**
 * Returns true when this run should continue as new from its row. Never while a handler runs: its caller
 * would lose the answer. `patched` keeps old runs replayable that exceeded this length before the rule
 * existed.
 */
export function needsFreshRun(): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  const isLong = continueAsNewSuggested || historyLength >= MOST_EVENTS;
  return isLong && allHandlersFinished() && patched('fresh-run');
}

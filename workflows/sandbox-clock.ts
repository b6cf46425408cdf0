import { allHandlersFinished, condition, setHandler } from '@temporalio/workflow';
import type { SandboxClockActivities } from '../activities/sandbox-clock.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import { advance } from './messages.ts';
import type { AdvanceBatch, ClockMove, ClockInput } from './messages.ts';
import { queuedSteps } from './steps.ts';

/** Moves the clock of an org's sandbox, one batch of commands after the other, and ends when none is left. */
export async function sandboxClock({ orgId }: ClockInput): Promise<void> {
  const { beginAdvances } = queuedSteps<SandboxClockActivities>('beginAdvances');
  const { runAdvance } = queuedSteps<SandboxClockActivities>('runAdvance');
  let served = 0;
  let tail: Promise<unknown> = Promise.resolve();

  const advanced = async (batch: AdvanceBatch): Promise<readonly Outcome<ClockMove>[]> => {
    // Recorded before the clock moves: an interrupted run continues to the same times, and a long move does
    // not delay the record of another.
    const outcomes = await beginAdvances({ orgId, ...batch });
    const ends = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.to] : []));
    if (ends.length > 0) await inOrder(() => runAdvance({ orgId, to: Math.max(...ends) }));
    return outcomes;
  };
  const inOrder = (run: () => Promise<void>): Promise<void> => {
    const mine = tail.then(run);
    tail = mine.catch(() => undefined);
    return mine;
  };
  const count = (): void => {
    served++;
  };
  setHandler(advance, (batch) => advanced(batch).finally(count));
  await condition(() => served > 0 && allHandlersFinished());
}

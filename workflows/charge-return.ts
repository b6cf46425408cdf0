import { allHandlersFinished, condition, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { ReturnActivities } from '../activities/charge-return.ts';
import type { ReturnResult } from '../src/domain/charge-return.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import { returned } from './messages.ts';
import type { ReturnInput } from './messages.ts';

/** Tried until it is done: a return that was asked for is never left half way, whoever has stopped waiting for it. */
const { returnCharge } = proxyLocalActivities<ReturnActivities>({
  startToCloseTimeout: '5 s',
  retry: { initialInterval: '50 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/** One return of goods: refund and cuts in one step. Answers what came of it. */
export async function chargeReturn(input: ReturnInput): Promise<Outcome<ReturnResult>> {
  const seen: { answer: Outcome<ReturnResult> | null } = { answer: null };
  setHandler(returned, async () => {
    await condition(() => seen.answer !== null);
    return seen.answer as Outcome<ReturnResult>;
  });
  const answer = await returnCharge(input);
  seen.answer = answer;
  await condition(allHandlersFinished);
  return answer;
}

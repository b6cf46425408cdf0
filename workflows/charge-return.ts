import { allHandlersFinished, condition, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { ReturnActivities } from '../activities/charge-return.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import { returned } from './messages.ts';
import type { Returned, ReturnInput } from './messages.ts';
import { POLICIES } from './steps.ts';

const { returnCharge } = proxyLocalActivities<ReturnActivities>(POLICIES.kept);

/** One return of goods: refund and cuts in one step. Answers what came of it. */
export async function chargeReturn(input: ReturnInput): Promise<Outcome<Returned>> {
  const seen: { answer: Outcome<Returned> | null } = { answer: null };
  setHandler(returned, async () => {
    await condition(() => seen.answer !== null);
    return seen.answer as Outcome<Returned>;
  });
  const answer = await returnCharge(input);
  seen.answer = answer;
  await condition(allHandlersFinished);
  return answer;
}

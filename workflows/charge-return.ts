import { allHandlersFinished, condition, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { ReturnActivities } from '../activities/charge-return.ts';
import type { ReturnResult } from '../src/domain/charge-return.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import { awaitReturn } from './messages.ts';
import type { ReturnInput } from './messages.ts';
import { POLICIES } from './steps.ts';

const { returnCharge } = proxyLocalActivities<ReturnActivities>(POLICIES.kept);

/** One return of goods: refund and cuts in one step. Returns its outcome. */
export async function chargeReturn(input: ReturnInput): Promise<Outcome<ReturnResult>> {
  const seen: { answer: Outcome<ReturnResult> | null } = { answer: null };
  setHandler(awaitReturn, async () => {
    await condition(() => seen.answer !== null);
    return seen.answer as Outcome<ReturnResult>;
  });
  const answer = await returnCharge(input);
  seen.answer = answer;
  await condition(allHandlersFinished);
  return answer;
}

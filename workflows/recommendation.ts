import { allHandlersFinished, condition, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { RecommendationActivities } from '../activities/award.ts';
import { recommended } from './messages.ts';
import type { RecommendationInput } from './messages.ts';

/** Tried until it is done: whoever recommends a product gets their deferred cashback for it. */
const { recommendProduct } = proxyLocalActivities<RecommendationActivities>({
  startToCloseTimeout: '5 s',
  retry: { initialInterval: '50 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/** One recommendation: the entry on the list, and the deferred awards that it makes pending. Answers the entry's id. */
export async function recommendation(input: RecommendationInput): Promise<string> {
  const seen: { entryId: string | null } = { entryId: null };
  setHandler(recommended, async () => {
    await condition(() => seen.entryId !== null);
    return seen.entryId as string;
  });
  const entryId = await recommendProduct(input);
  seen.entryId = entryId;
  await condition(allHandlersFinished);
  return entryId;
}

import { allHandlersFinished, condition, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { RecommendationActivities } from '../activities/award.ts';
import { awaitRecommendation } from './messages.ts';
import type { RecommendationInput } from './messages.ts';
import { POLICIES } from './steps.ts';

const { recommendProduct } = proxyLocalActivities<RecommendationActivities>(POLICIES.kept);

/**
 * One recommendation: puts the entry on the list and makes the deferred awards pending. Returns the entry's
 * id.
 */
export async function recommendation(input: RecommendationInput): Promise<string> {
  const seen: { entryId: string | null } = { entryId: null };
  setHandler(awaitRecommendation, async () => {
    await condition(() => seen.entryId !== null);
    return seen.entryId as string;
  });
  const entryId = await recommendProduct(input);
  seen.entryId = entryId;
  await condition(allHandlersFinished);
  return entryId;
}

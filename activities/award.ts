import { landAward, loadAward } from '../src/commands/award.ts';
import { recommendProduct } from '../src/commands/recommendation.ts';
import type { AwardInput, RecommendationInput } from '../workflows/messages.ts';
import type { ActivityDeps } from './dependencies.ts';

/** The award workflow's steps. */
export function createAwardActivities(deps: ActivityDeps) {
  return {
    loadAward: (input: AwardInput) => loadAward(deps.database.pool, input),

    landAward: (step: AwardInput & { at: number }) => landAward(deps, step),
  };
}

export type AwardActivities = ReturnType<typeof createAwardActivities>;

/** The recommendation workflow's step. */
export function createRecommendationActivities(deps: ActivityDeps) {
  return {
    /** Returns the id of the entry on the list. */
    async recommendProduct(input: RecommendationInput): Promise<string> {
      const { entry, merchantId, pendingAwards } = await recommendProduct(deps.database, input);
      for (const awardId of pendingAwards) deps.land(awardId, merchantId);
      return entry;
    },
  };
}

export type RecommendationActivities = ReturnType<typeof createRecommendationActivities>;

import { landAward, loadAward } from '../src/commands/award.ts';
import type { LandingStep } from '../src/commands/award.ts';
import { recommendProduct } from '../src/commands/recommendation.ts';
import type { AwardRef, RecommendationInput } from '../workflows/messages.ts';
import type { ActivityDeps } from './dependencies.ts';

/** The award workflow's steps. */
export function createAwardActivities(deps: ActivityDeps) {
  return {
    loadAward: (award: AwardRef) => loadAward(deps.database.pool, award),

    landAward: (step: LandingStep) => landAward(deps, step),
  };
}

export type AwardActivities = ReturnType<typeof createAwardActivities>;

/** The recommendation workflow's step. */
export function createRecommendationActivities(deps: ActivityDeps) {
  return {
    /** Returns the id of the entry on the list. */
    async recommendProduct(input: RecommendationInput): Promise<string> {
      const { entry, pendingAwards } = await recommendProduct(deps.database, input);
      deps.land(pendingAwards);
      return entry;
    },
  };
}

export type RecommendationActivities = ReturnType<typeof createRecommendationActivities>;

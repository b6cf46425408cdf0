import { PENDING_MS } from '../domain/cashback.ts';
import { lockRecommendation, activateAwards } from '../store/awards.ts';
import {
  findRecommendation,
  findRecommendationRequest,
  insertRecommendation,
  putEntry,
} from '../store/buy-list.ts';
import type { Database } from '../store/database.ts';
import type { AwardInput, RecommendationInput } from '../../workflows/messages.ts';
import { brokenInvariant } from './command.ts';

/** The entry that is on the shopper's list, and the awards that have become pending. */
interface CommittedRecommendation {
  readonly entry: string;
  readonly pendingAwards: readonly AwardInput[];
}

/**
 * Puts a product on the shopper's list and makes the shopper's deferred awards for it pending, in one
 * transaction: an entry without its awards, or the reverse, is never seen. The request's row says which
 * product: a workflow's history must not show a shopper's taste. A second run changes nothing, however late:
 * an entry that the shopper has since removed stays removed.
 */
export async function recommendProduct(
  database: Database,
  { entryId }: RecommendationInput,
): Promise<CommittedRecommendation> {
  const request = await findRecommendationRequest(database.pool, { recommendationId: entryId });
  if (request === null) throw brokenInvariant(`no recommendation ${entryId}`);
  const { merchantId } = request;
  return database.transaction(async (tx) => {
    await lockRecommendation(tx, request);
    const earlier = await findRecommendation(tx, { recommendationId: entryId });
    if (earlier !== null) return { entry: earlier.entryId, pendingAwards: [] };
    const put = await putEntry(tx, { ...request, entryId });
    const entry = put?.id ?? entryId;
    await insertRecommendation(tx, { recommendationId: entryId, entryId: entry });
    const woken = await activateAwards(tx, { ...request, pendingMs: PENDING_MS });
    const pendingAwards = woken.map(({ id: awardId, pendingUntil }) => {
      return { awardId, orgId: merchantId, due: pendingUntil.getTime() };
    });
    return { entry, pendingAwards };
  });
}

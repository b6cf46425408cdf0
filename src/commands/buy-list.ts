import type { Environment } from '../domain/environment.ts';
import { isId } from '../domain/id.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { BuyListEntry } from '../entities/buy-list-entry.ts';
import { insertRecommendationRequest } from '../store/buy-list.ts';
import type { RecommendationRequestRow } from '../store/buy-list.ts';
import type { CommandContext, DatabaseContext } from './context.ts';

/** Stores a shopper's request to recommend a product, for its workflow. Returns its id. */
export async function requestRecommendation(
  { database, newId }: Pick<CommandContext, 'database' | 'newId'>,
  request: RecommendationRequestRow,
): Promise<string> {
  const recommendationId = newId();
  await insertRecommendationRequest(database.pool, { ...request, recommendationId });
  return recommendationId;
}

/** Takes an entry off its user's list. Refused: `entry not found`, `key env mismatch`. */
export async function removeEntry(
  { database }: DatabaseContext,
  { entryId, userId, env }: { readonly entryId: string; readonly userId: string; readonly env: Environment },
): Promise<Outcome<null>> {
  const em = database.em();
  const entry = isId(entryId) ? await em.findOne(BuyListEntry, { id: entryId, userId }) : null;
  if (entry === null) return refuse('entry_not_found');
  if (entry.env !== env) return refuse('key_env_mismatch');
  await em.nativeUpdate(BuyListEntry, { id: entryId }, { status: 'INACTIVE' });
  return ok(null);
}

import { ApplicationFailure } from '@temporalio/common';
import { PENDING_MS } from '../src/domain/cashback.ts';
import type { AwardStatus } from '../src/domain/cashback.ts';
import { awardRow, lockAward, lockRecommendation, wakeAwards, writeLanding } from '../src/store/awards.ts';
import { findRecommendation, findRecommendationRequest, insertRecommendation, putEntry } from '../src/store/buy-list.ts';
import type { Queryable } from '../src/store/database.ts';
import type { AwardInput, RecommendationInput, RowState } from '../workflows/messages.ts';
import type { ActivityDeps } from './dependencies.ts';

export type AwardState = RowState<AwardStatus>;

/** The award workflow's steps: one transaction each, safe to run twice, the locked row decides. */
export function createAwardActivities({ database, newId }: ActivityDeps) {
  return {
    /** The award as it stands. */
    loadAward: ({ awardId }: AwardInput): Promise<AwardState> => stateOf(database.pool, awardId),

    /** Lands what is pending and due by `at` (milliseconds of org time), in live by the database's clock too. A second run finds it landed. */
    landAward({ awardId, orgId, at }: AwardInput & { at: number }): Promise<AwardState> {
      return database.transaction(async (tx) => {
        await lockAward(tx, { orgId, awardId });
        // Read before the write: if it finds nothing due, a later read of the clock could be past the due time, and the workflow
        // would take that for a failed step.
        const before = await stateOf(tx, awardId);
        const landed = await writeLanding(tx, { awardId, at: new Date(at), journalId: newId() });
        return landed === null ? before : stateOf(tx, awardId);
      });
    },
  };
}

export type AwardActivities = ReturnType<typeof createAwardActivities>;

/** The recommendation workflow's step. */
export function createRecommendationActivities({ database, land }: ActivityDeps) {
  return {
    /**
     * Puts the product on the shopper's list and makes their deferred awards for it pending, in one transaction:
     * an entry without its awards, or the reverse, is never seen. The product is only in the request's row: a workflow's
     * history must not show a shopper's taste. Answers the id of the entry on the list. A second run, even much later, changes
     * nothing: an entry that the shopper has removed meanwhile stays removed.
     */
    async recommendProduct({ entryId }: RecommendationInput): Promise<string> {
      const request = await findRecommendationRequest(database.pool, { recommendationId: entryId });
      if (request === null) throw ApplicationFailure.nonRetryable(`no recommendation ${entryId}`, 'BrokenInvariant');
      const { userId, env, merchantId, productId } = request;
      const { entry, woken } = await database.transaction(async (tx) => {
        await lockRecommendation(tx, { merchantId, env, userId });
        const earlier = await findRecommendation(tx, { recommendationId: entryId });
        if (earlier !== null) return { entry: earlier.entryId, woken: [] };
        const put = await putEntry(tx, { ...request, entryId });
        const entry = put?.id ?? entryId;
        await insertRecommendation(tx, { recommendationId: entryId, entryId: entry });
        const woken = await wakeAwards(tx, { env, merchantId, productId, userId, pendingMs: PENDING_MS });
        return { entry, woken };
      });
      for (const { id } of woken) land(id, merchantId);
      return entry;
    },
  };
}

export type RecommendationActivities = ReturnType<typeof createRecommendationActivities>;

async function stateOf(on: Queryable, awardId: string): Promise<AwardState> {
  const row = await awardRow(on, { awardId });
  if (row === null) throw ApplicationFailure.nonRetryable(`no award ${awardId}`, 'BrokenInvariant');
  const due = row.status === 'PENDING' && row.pendingUntil !== null ? row.pendingUntil.getTime() : null;
  return { status: row.status, due, clock: { offset: row.offset, floor: row.now.getTime() } };
}

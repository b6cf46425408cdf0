import { ApplicationFailure } from '@temporalio/common';
import { PENDING_MS } from '../src/domain/cashback.ts';
import type { AwardStatus } from '../src/domain/cashback.ts';
import { awardRow, lockAward, lockRecommendation, wakeAwards, writeLanding } from '../src/store/awards.ts';
import { findRecommendationRequest, putEntry } from '../src/store/buy-list.ts';
import type { Queryable } from '../src/store/database.ts';
import type { AwardInput, RecommendationInput, RowState } from '../workflows/messages.ts';
import type { ActivityDeps } from './dependencies.ts';

export type AwardState = RowState<AwardStatus>;

/** The award workflow's steps: one transaction each, safe to run twice, the locked row decides. */
export function createAwardActivities({ database, newId }: ActivityDeps) {
  return {
    /** The award as it stands. */
    loadAward: ({ awardId }: AwardInput): Promise<AwardState> => stateOf(database.pool, awardId),

    /** Lands what is pending and due by `at` (milliseconds of org time). A second run finds it landed. */
    landAward({ awardId, orgId, at }: AwardInput & { at: number }): Promise<AwardState> {
      return database.transaction(async (tx) => {
        await lockAward(tx, [orgId, awardId]);
        await writeLanding(tx, [awardId, new Date(at), newId()]);
        return stateOf(tx, awardId);
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
     * an entry without its awards, or the reverse, is never seen. What it is stands in the request's row: a shopper's
     * taste is nobody's to read in a history. Answers the id of the entry on the list.
     */
    async recommendProduct({ entryId }: RecommendationInput): Promise<string> {
      const request = await findRecommendationRequest(database.pool, [entryId]);
      if (request === null) throw ApplicationFailure.nonRetryable(`no recommendation ${entryId}`, 'BrokenInvariant');
      const { userId, env, merchantId, productId, displayName } = request;
      const { entry, woken } = await database.transaction(async (tx) => {
        await lockRecommendation(tx, [merchantId, userId]);
        return {
          entry: await putEntry(tx, [entryId, userId, env, merchantId, productId, displayName]),
          woken: await wakeAwards(tx, [env, merchantId, productId, userId, PENDING_MS]),
        };
      });
      for (const { id } of woken) land(id, merchantId);
      return entry?.id ?? entryId;
    },
  };
}

export type RecommendationActivities = ReturnType<typeof createRecommendationActivities>;

async function stateOf(on: Queryable, awardId: string): Promise<AwardState> {
  const row = await awardRow(on, [awardId]);
  if (row === null) throw ApplicationFailure.nonRetryable(`no award ${awardId}`, 'BrokenInvariant');
  const due = row.status === 'PENDING' && row.pendingUntil !== null ? row.pendingUntil.getTime() : null;
  return { status: row.status, due, clock: { offset: row.offset, floor: row.now.getTime() } };
}

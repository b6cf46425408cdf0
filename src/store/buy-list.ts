import type { Environment } from '../domain/environment.ts';
import { BuyListEntry } from '../entities/buy-list-entry.ts';
import type { Database } from './database.ts';
import type { PageParams } from './newest-first.ts';
import { statement, statementOne } from './statement.ts';

export interface BuyListRow {
  readonly id: string;
  readonly merchantId: string;
  readonly productId: string;
  readonly displayName: string | null;
  readonly status: 'ACTIVE' | 'INACTIVE';
  readonly createdAt: Date;
  /** Insertion order. */
  readonly seq: number;
}

const ROW = 'id, merchant_id, product_id, display_name, status, created_at, seq';

export interface RecommendationRequestRow {
  readonly userId: string;
  readonly env: Environment;
  readonly merchantId: string;
  readonly productId: string;
  readonly displayName: string | null;
}

type NewRecommendation = RecommendationRequestRow & { readonly recommendationId: string };

/** Stores a shopper's request to recommend a product. */
export const insertRecommendationRequest = statement<NewRecommendation, never>(
  'insert_recommendation_request',
  `insert into recommendation_requests (id, user_id, env, merchant_id, product_id, display_name)
   values (:recommendationId, :userId, :env, :merchantId, :productId, :displayName)`,
);

export const findRecommendationRequest = statementOne<{ recommendationId: string }, RecommendationRequestRow>(
  'find_recommendation_request',
  `select user_id, env, merchant_id, product_id, display_name
   from recommendation_requests where id = :recommendationId`,
);

/** Finds the entry that a request led to. Returns null until the request is carried out. */
export const findRecommendation = statementOne<{ recommendationId: string }, { readonly entryId: string }>(
  'find_recommendation',
  'select entry_id from recommendations where id = :recommendationId',
);

/** Records that a request was carried out. */
export const insertRecommendation = statement<{ recommendationId: string; entryId: string }, never>(
  'insert_recommendation',
  'insert into recommendations (id, entry_id) values (:recommendationId, :entryId)',
);

/**
 * Puts a product on a shopper's list. A list has one entry for each product: a second call activates the same
 * entry, as the newest if it was inactive.
 */
export const putEntry = statementOne<RecommendationRequestRow & { entryId: string }, BuyListRow>(
  'put_buy_list_entry',
  `insert into buy_list_entries as b
     (id, user_id, env, merchant_id, product_id, display_name, created_at, activated_at)
   values (:entryId, :userId, :env, :merchantId, :productId, :displayName,
     clock_timestamp(), clock_timestamp())
   on conflict (env, merchant_id, product_id, user_id) do update set
     status = 'ACTIVE',
     display_name = coalesce(excluded.display_name, b.display_name),
     activated_at = case when b.status = 'ACTIVE' then b.activated_at else excluded.activated_at end
   returning ${ROW}`,
);

export function findEntry({ em }: Database, id: string): Promise<BuyListEntry> {
  return em().findOneOrFail(BuyListEntry, { id });
}

type EntriesPage = Omit<PageParams, 'afterId'> & { userId: string; env: Environment };

/** Lists the user's entries, newest first. `afterKey` is the `seq` of the row before the page. */
export const listEntries = statement<EntriesPage, BuyListRow>(
  'list_buy_list_entries',
  `select ${ROW} from buy_list_entries
   where user_id = :userId and env = :env and seq < coalesce(:afterKey::bigint, 9223372036854775807)
   order by seq desc limit :limit`,
);

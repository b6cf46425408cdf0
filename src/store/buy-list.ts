import type { Environment } from '../domain/environment.ts';
import { preparedOne, prepared } from './database.ts';

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

const ROW = `id, merchant_id as "merchantId", product_id as "productId", display_name as "displayName", status,
  created_at as "createdAt", seq`;

/** Writes down what a shopper recommends. Parameters: id, user, environment, merchant, product, display name or null. */
export const insertRecommendationRequest = prepared<never>(
  'insert_recommendation_request',
  `insert into recommendation_requests (id, user_id, env, merchant_id, product_id, display_name) values ($1, $2, $3, $4, $5, $6)`,
);

export interface RecommendationRequestRow {
  readonly userId: string;
  readonly env: Environment;
  readonly merchantId: string;
  readonly productId: string;
  readonly displayName: string | null;
}

export const findRecommendationRequest = preparedOne<RecommendationRequestRow>(
  'find_recommendation_request',
  `select user_id as "userId", env, merchant_id as "merchantId", product_id as "productId", display_name as "displayName"
   from recommendation_requests where id = $1`,
);

/** The entry that a request led to; null while it was not carried out. */
export const findRecommendation = preparedOne<{ readonly entryId: string }>(
  'find_recommendation',
  'select entry_id as "entryId" from recommendations where id = $1',
);

/** Writes down that a request was carried out. Parameters: request, entry. */
export const insertRecommendation = prepared<never>('insert_recommendation', 'insert into recommendations (id, entry_id) values ($1, $2)');

/**
 * Puts a product on a shopper's list, once a product: again makes the same entry active, as the newest if it was not.
 * Parameters: id, user, environment, merchant, product, display name or null.
 */
export const putEntry = preparedOne<BuyListRow>(
  'put_buy_list_entry',
  `insert into buy_list_entries as b (id, user_id, env, merchant_id, product_id, display_name, created_at, activated_at)
   values ($1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp())
   on conflict (env, merchant_id, product_id, user_id) do update set
     status = 'ACTIVE',
     display_name = coalesce(excluded.display_name, b.display_name),
     activated_at = case when b.status = 'ACTIVE' then b.activated_at else excluded.activated_at end
   returning ${ROW}`,
);

export const findEntry = preparedOne<BuyListRow>('find_buy_list_entry', `select ${ROW} from buy_list_entries where id = $1`);

/** Takes an entry off the list; answers null when it is not this user's in this environment. Parameters: id, user, environment. */
export const deactivateEntry = preparedOne<{ id: string }>(
  'deactivate_buy_list_entry',
  `update buy_list_entries set status = 'INACTIVE' where id = $1 and user_id = $2 and env = $3 returning id`,
);

/** The environment of this user's entry, whichever it is. */
export const entryEnvironment = preparedOne<{ env: string }>(
  'buy_list_entry_environment',
  'select env from buy_list_entries where id = $1 and user_id = $2',
);

/** Newest first. Parameters: user, environment, after sequence or null, how many. */
export const listEntries = prepared<BuyListRow>(
  'list_buy_list_entries',
  `select ${ROW} from buy_list_entries
   where user_id = $1 and env = $2 and seq < coalesce($3::bigint, 9223372036854775807)
   order by seq desc limit $4`,
);

export const orgExists = preparedOne<{ id: string }>('org_exists', 'select id from orgs where id = $1');

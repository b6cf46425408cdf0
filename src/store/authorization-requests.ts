import { statement, statementOne } from './statement.ts';
import type { JsonText } from './statement.ts';

/** The recommender by product. */
export type Attribution = Readonly<Record<string, string>>;

export interface AuthorizationRequestRow {
  readonly consumerId: string;
  readonly attribution: Attribution;
}

interface NewAuthorizationRequest {
  /** The id of the new charge. */
  readonly chargeId: string;
  readonly consumerId: string;
  readonly attribution: JsonText<Attribution>;
}

/** Stores a shopper's request to authorize. A repeat of the command finds the row of the first. */
export const insertAuthorizationRequest = statement<NewAuthorizationRequest, never>(
  'insert_authorization_request',
  `insert into authorization_requests (id, consumer_id, attribution)
   values (:chargeId, :consumerId, :attribution) on conflict (id) do nothing`,
);

export const findAuthorizationRequest = statementOne<{ chargeId: string }, AuthorizationRequestRow>(
  'find_authorization_request',
  'select consumer_id, attribution from authorization_requests where id = :chargeId',
);

/** Deletes requests of more than a day ago. The charge keeps its own attribution. */
export const deleteOldAuthorizationRequests = statement<{ limit: number }, { id: string }>(
  'delete_old_authorization_requests',
  `delete from authorization_requests where id = any (array(
     select id from authorization_requests where recorded_at < now() - interval '1 day'
     order by recorded_at limit :limit for update skip locked))
   returning id`,
);

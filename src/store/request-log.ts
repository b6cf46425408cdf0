import type { Environment } from '../domain/environment.ts';
import { prepared } from './database.ts';
import type { Queryable } from './database.ts';
import { NEWEST } from './newest-first.ts';

/** A call as its org may read it: no body, no query, no header. */
export interface LoggedCall {
  readonly id: string;
  readonly org_id: string;
  readonly env: Environment;
  readonly at: Date;
  readonly request_id: string;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly credential: 'api_key' | 'session';
  readonly credential_id: string;
  readonly idempotency: 'first' | 'replayed' | null;
}

const COLUMNS = 'id, org_id, env, at, request_id, method, route, path, status, ms, reason, detail, credential, credential_id, idempotency';

/** Writes a batch of calls; one that is there already stays. Parameter: the calls as a JSON array. */
export const insertLoggedCalls = prepared<never>(
  'insert_logged_calls',
  `insert into request_log (${COLUMNS})
   select ${COLUMNS} from json_populate_recordset(null::request_log, $1::json) on conflict (id) do nothing`,
);

/** Deletes calls of more than thirty days ago, oldest first. Parameter: how many at most. Answers a row for each. */
export const deleteOldCalls = prepared<{ id: string }>(
  'delete_old_calls',
  `delete from request_log where id in (
     select id from request_log where at < now() - interval '30 days' order by at limit $1 for update skip locked)
   returning id`,
);

export interface CallsWanted {
  readonly orgId: string;
  readonly env: Environment;
  readonly requestId: string | null;
  readonly route: string | null;
  readonly reason: string | null;
  /** The lowest and the highest status that are wanted. */
  readonly from: number;
  readonly to: number;
  readonly after: { readonly key: string; readonly id: string } | null;
  /** At most 201. */
  readonly limit: number;
}

const page = (name: string, where: string) =>
  prepared<LoggedCall>(
    name,
    `select ${COLUMNS} from request_log where org_id = $1 and env = $2 and (at, id) < ($3::timestamptz, $4::uuid) and ${where}
     order by at desc, id desc limit $5`,
  );

const WITHIN = 'status between $6 and $7 and ($8::text is null or reason = $8)';
const listCalls = page('list_logged_calls', WITHIN);
const listFailures = page('list_logged_failures', `status >= 400 and ${WITHIN}`);
const listOfRoute = page('list_logged_calls_of_route', `${WITHIN} and route = $9`);
const listOfRequest = page('list_logged_calls_of_request', `${WITHIN} and ($9::text is null or route = $9) and request_id = $10`);

/** An org's calls in one environment, newest first. Each kind of question begins in an index of its own. */
export function findLoggedCalls(on: Queryable, wanted: CallsWanted): Promise<LoggedCall[]> {
  const { orgId, env, requestId, route, reason, from, to, after, limit } = wanted;
  const place = after ?? NEWEST;
  const values = [orgId, env, place.key, place.id, limit, from, to, reason];
  if (requestId !== null) return listOfRequest(on, [...values, route, requestId]);
  if (route !== null) return listOfRoute(on, [...values, route]);
  return from >= 400 ? listFailures(on, values) : listCalls(on, values);
}

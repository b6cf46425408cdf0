import type { Environment } from '../domain/environment.ts';
import { NEWEST } from './newest-first.ts';
import { jsonText, statement } from './statement.ts';
import type { JsonText, Queryable } from './statement.ts';

/** A request as its org may read it: without body, query and headers. */
export interface CallLogRow {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly at: Date;
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly credential: 'api_key' | 'session';
  readonly credentialId: string;
  readonly idempotency: 'first' | 'replayed' | null;
}

const COLUMNS = `id, org_id, env, at, request_id, method, route, path, status, ms, reason, detail, hint,
  credential, credential_id, idempotency`;

/** The keys of the document are the columns of the table. */
const insertRows = statement<{ rows: JsonText<readonly ReturnType<typeof columnsOf>[]> }, never>(
  'insert_logged_calls',
  `insert into request_log (${COLUMNS})
   select ${COLUMNS} from json_populate_recordset(null::request_log, :rows::json)
   on conflict (id) do nothing`,
);

const columnsOf = ({ orgId, requestId, credentialId, ...call }: CallLogRow) => ({
  ...call,
  org_id: orgId,
  request_id: requestId,
  credential_id: credentialId,
});

/** Stores a batch of requests. One that is stored already keeps its row. */
export async function insertLoggedCalls(on: Queryable, calls: readonly CallLogRow[]): Promise<void> {
  await insertRows(on, { rows: jsonText(calls.map(columnsOf)) });
}

/** Deletes requests that are so many days old, oldest first. Returns a row for each. */
export const deleteOldCalls = statement<{ limit: number; days: number }, { id: string }>(
  'delete_old_calls',
  `delete from request_log where id = any (array(
     select id from request_log where at < now() - make_interval(days => :days::integer) order by at
     limit :limit for update skip locked))
   returning id`,
);

/** The filter and the page of a list of requests. */
export interface CallsPage {
  readonly orgId: string;
  readonly env: Environment;
  readonly requestId: string | null;
  readonly route: string | null;
  readonly reason: string | null;
  readonly minStatus: number;
  readonly maxStatus: number;
  readonly after: { readonly key: string; readonly id: string } | null;
  /** At most 201. */
  readonly limit: number;
}

const page = (where: string) =>
  `select ${COLUMNS} from request_log
   where org_id = :orgId and env = :env and (at, id) < (:afterKey::timestamptz, :afterId::uuid)
     and ${where}
   order by at desc, id desc limit :limit`;

interface PageParams extends Omit<CallsPage, 'requestId' | 'route' | 'after'> {
  readonly afterKey: string;
  readonly afterId: string;
}

const WITHIN = 'status between :minStatus and :maxStatus and (:reason::text is null or reason = :reason)';
const listCalls = statement<PageParams, CallLogRow>('list_logged_calls', page(WITHIN));
const FAILED = `status >= 400 and ${WITHIN}`;
const listFailures = statement<PageParams, CallLogRow>('list_logged_failures', page(FAILED));
const listOfRoute = statement<PageParams & { route: string }, CallLogRow>(
  'list_logged_calls_of_route',
  page(`${WITHIN} and route = :route`),
);
const listOfRequest = statement<PageParams & { route: string | null; requestId: string }, CallLogRow>(
  'list_logged_calls_of_request',
  page(`${WITHIN} and (:route::text is null or route = :route) and request_id = :requestId`),
);

/** Lists an org's requests in one environment, newest first. Each kind of filter has an index of its own. */
export function findLoggedCalls(on: Queryable, wanted: CallsPage): Promise<CallLogRow[]> {
  const { requestId, route, after, minStatus } = wanted;
  const { key: afterKey, id: afterId } = after ?? NEWEST;
  const params = { ...wanted, afterKey, afterId };
  if (requestId !== null) return listOfRequest(on, { ...params, requestId });
  if (route !== null) return listOfRoute(on, { ...params, route });
  return minStatus >= 400 ? listFailures(on, params) : listCalls(on, params);
}

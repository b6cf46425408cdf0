import { findLoggedCalls } from '../../store/request-log.ts';
import type { CallLogRow } from '../../store/request-log.ts';
import { valueOf } from '../answers.ts';
import { orgOfCaller } from '../access/membership.ts';
import { buildPage, readPage } from '../paging.ts';
import { LOG_PATH } from '../pipeline/request-log.ts';
import { defineRoute } from '../route.ts';
import { readStatusRange, requestBody, requestsAnswer, requestsQuery } from '../shapes/request-log.ts';

export const requestRoutes = [
  defineRoute({
    method: 'GET',
    path: LOG_PATH,
    credential: 'api_key_or_session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, scope: 'reports', environment: 'own' },
    id: 'listRequests',
    tag: 'Organizations',
    summary:
      "List the API calls of the organization in the caller's environment, newest first; kept for 30 days by default",
    query: requestsQuery,
    answer: requestsAnswer,
    refusals: ['bad_status'],
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      const { deps, caller } = call;
      const { request_id: requestId = null, reason = null, route = null, ...query } = call.query();
      const { from, to } = valueOf(readStatusRange(query.status));
      const scope = ['requests', orgId, caller.env, requestId, reason, route, String(from), String(to)];
      const { after, limit } = valueOf(readPage(query, scope, deps.secrets));
      // The list includes the calls that this process has answered. If they cannot be written now, it shows
      // the rest.
      await deps.requestLog.flush().catch(() => undefined);
      const rows = await findLoggedCalls(deps.database.pool, {
        orgId,
        env: caller.env,
        requestId,
        reason,
        // Only failures have a reason: the bound lets PostgreSQL use the index of failures.
        minStatus: reason === null ? from : Math.max(from, 400),
        maxStatus: to,
        route,
        after,
        limit: limit + 1,
      });
      const position = ({ at, id }: CallLogRow) => ({ key: at.toISOString(), id });
      const cut = buildPage(rows, { page: { limit, after }, scope, secrets: deps.secrets, position });
      return { requests: cut.rows.map(requestBody), next_cursor: cut.next_cursor };
    },
  }),
];

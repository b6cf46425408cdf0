import { invalid, ok } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { findNewestTransaction, OLDEST } from '../../store/event-log.ts';
import { orgOfCaller } from '../access/membership.ts';
import { valueOf } from '../answers.ts';
import { makeCursor, openCursor, readLimit } from '../paging.ts';
import type { PageScope, Position } from '../paging.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps } from '../route.ts';
import { eventBody, eventsAnswer, eventsQuery } from '../shapes/events.ts';
import { readWait } from '../shapes/wait.ts';

/** The log of events, which exist with and without a webhook. Reading it changes nothing. */
export const eventRoutes = [
  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/events',
    credential: 'api_key_or_session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, scope: 'reports', environment: 'own' },
    id: 'listEvents',
    tag: 'Webhooks',
    summary:
      "List the organization's events in the caller's environment, oldest first, with or without a webhook; waits for the next one on request",
    query: eventsQuery,
    answer: eventsAnswer,
    refusals: ['bad_limit', 'invalid'],
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      const { deps, caller } = call;
      const query = call.query();
      const limit = valueOf(readLimit(query.limit));
      const waitMs = valueOf(readWait(query.wait));
      const scope = ['events', orgId, caller.env];
      const after = valueOf(await positionOf(deps, query.after, scope));
      const isLatest = query.after === 'latest';
      const rows = isLatest
        ? []
        : await deps.eventWait.read({ orgId, env: caller.env, after, limit }, waitMs);
      const last = rows.at(-1);
      const position = last === undefined ? after : { key: last.writtenBy, id: last.id };
      return { events: rows.map(eventBody), position: makeCursor(position, scope, deps.secrets) };
    },
  }),
];

/** Reads the position after which the events follow. Refused: `after: …`. */
async function positionOf(
  { database, secrets }: Pick<ApiDeps, 'database' | 'secrets'>,
  after: string | undefined,
  scope: PageScope,
): Promise<Outcome<Position>> {
  if (after === undefined) return ok(OLDEST);
  if (after !== 'latest') {
    const known = openCursor(after, scope, secrets);
    return known === null ? invalid('after', 'must be `latest` or a position of this list') : ok(known);
  }
  const newest = await findNewestTransaction(database.pool, {});
  return ok({ key: newest?.writtenBy ?? OLDEST.key, id: OLDEST.id });
}

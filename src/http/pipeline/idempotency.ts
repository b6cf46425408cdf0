import { invalid } from '../../domain/outcome.ts';
import { findMembership } from '../../store/members.ts';
import { notFoundCode } from '../access/access.ts';
import type { SessionCaller } from '../access/caller.ts';
import { refused, valueOf } from '../answers.ts';
import { takesIdempotencyKey } from '../route.ts';
import { withoutSecrets } from '../shapes/fields.ts';
import type { RequestContext } from './context.ts';
import { handle } from './handle.ts';
import { answerJson } from './json-answer.ts';
import type { KeyedCommand } from './keyed-commands.ts';

const LONGEST_KEY = 255;

/**
 * Reads the request's `Idempotency-Key`. Null without one, and for routes that take none. Refused:
 * `idempotency-key: 1 to 255 characters`.
 */
export function readKey({ route, ctx }: RequestContext): string | null {
  const header = ctx.headers['idempotency-key'];
  if (header === undefined || !takesIdempotencyKey(route)) return null;
  const key = [header].flat().join(', ');
  if (key.length >= 1 && key.length <= LONGEST_KEY) return key;
  return valueOf(invalid('idempotency-key', '1 to 255 characters'));
}

/**
 * Answers with the stored answer of the key. Without one, runs the handler. Source: contract, sections 1 and
 * 14.
 */
export async function answerOnce(context: RequestContext, key: string): Promise<void> {
  const { ctx, record, idempotency } = context;
  record.idempotency = 'first';
  const { status, text, isReplayed } = await idempotency.perform(commandOf(context, key));
  answerJson(ctx, status, text);
  if (status >= 400) record.reason = (JSON.parse(text) as { error: string }).error;
  if (!isReplayed) return;
  record.idempotency = 'replayed';
  ctx.set('idempotent-replayed', 'true');
}

function commandOf(context: RequestContext, key: string): KeyedCommand {
  const { route, ctx, deps, caller, record, body } = context;
  const isMember = caller?.kind === 'session';
  return {
    key,
    scope: [holderOf(context), caller?.env ?? null, ctx.method, ctx.path],
    content: [actingOrgOf(context), body.bytes],
    bearsNoId: route.bearsNoId === true,
    about: () => (isMember ? record.orgId : null),
    // A member may have left the org since the first call: the stored answer would show them its data. A key
    // stays in its org, and a shopper's payment stays theirs.
    async requireReach(orgId) {
      const { target } = route.access;
      const member = await findMembership(deps.database.pool, {
        orgId,
        userId: (caller as SessionCaller).userId,
      });
      if (member === null)
        refused(target === null || target.within !== undefined ? 'org_not_found' : notFoundCode(target));
    },
    run: (attempt) => handle(context, attempt),
    keptOf: (result) => withoutSecrets(route.answer, result),
  };
}

/** Returns the owner of the idempotency key: an organization, a user, the operator or a partner. */
function holderOf({ route, caller }: RequestContext): string {
  if (caller === null) return route.credential;
  if (caller.kind === 'operator') return `operator:${caller.name}`;
  return caller.kind === 'api_key' ? `org:${caller.orgId}` : `user:${caller.userId}`;
}

/** Returns the org of a request whose body names none. The same bytes are another request in another org. */
function actingOrgOf({ route, ctx, caller, body: { sent } }: RequestContext): string {
  const { target } = route.access;
  if (target === null || target.unnamed === undefined || (sent[target.name] ?? null) !== null) return '';
  const named = ctx.query[target.name];
  if (named !== undefined) return String(named);
  return caller?.kind === 'session' ? (caller.activeOrgId ?? '') : '';
}

import type { Context, Middleware } from 'koa';
import { findMembership } from '../../store/members.ts';
import { absentCode } from '../access/access.ts';
import { Refused, refused, STATUS, valueOf } from '../answers.ts';
import { readBody } from './body.ts';
import type { ReadBody } from './body.ts';
import { callerAddress } from './address.ts';
import { limitOfAddress, limitOfCaller } from './call-limits.ts';
import type { CallLimit, CallLimits } from './call-limits.ts';
import type { Caller, Credential, SessionCaller } from '../access/caller.ts';
import { identify, requireSignature } from './credentials.ts';
import { keyOf } from './keyed-commands.ts';
import type { Attempt, Idempotency, KeyedCommand } from './keyed-commands.ts';
import type { RequestRecord } from './request-record.ts';
import { takesIdempotencyKey } from '../route.ts';
import type { ApiDeps, Call, Route } from '../route.ts';
import { readShape } from '../shapes/reading.ts';

export interface HandlerDeps {
  readonly deps: ApiDeps;
  readonly idempotency: Idempotency;
  readonly limits: CallLimits;
}

/** One call of a route: credential, limit, body, environment, then its handler, or the answer that it gave before. In the contract's order of checks. */
export function handlerOf(route: Route, { deps, idempotency, limits }: HandlerDeps): Middleware {
  return async (ctx) => {
    const record = ctx.state['record'] as RequestRecord;
    record.route = route.path;
    const address = callerAddress(ctx.req, deps.config.TRUSTED_PROXY_HOPS);
    const gate: Gate = { route, ctx, deps, limits, address };
    const caller = await countingFailures(gate, () => identify(route.credential, ctx.req.headers, deps));
    noteCaller(record, caller);
    await requireRoom(gate, caller);
    const body = valueOf(await readBody(ctx.req));
    await countingFailures(gate, () => requireSignature(route.credential, ctx.req.headers, { config: deps.config, body: body.bytes }));
    if (route.access.environment === 'sandbox' && caller?.env !== 'sandbox') refused('not_found');
    const arrived: Arrived = { route, ctx, deps, caller, record, body, address };
    const key = takesIdempotencyKey(route) ? keyOf(ctx.req.headers['idempotency-key']) : null;
    if (key === null) {
      ctx.body = await route.handle(callOf(arrived, { newId: deps.newId, isRepeat: false }));
      ctx.status = 200;
      return;
    }
    record.idempotency = 'first';
    const { status, text, isReplayed } = await idempotency.perform(commandOf(arrived, key));
    ctx.status = status;
    ctx.body = text;
    ctx.type = 'json';
    if (status >= 400) record.reason = (JSON.parse(text) as { error: string }).error;
    if (!isReplayed) return;
    record.idempotency = 'replayed';
    ctx.set('idempotent-replayed', 'true');
  };
}

/** Where calls are counted. */
interface Gate {
  readonly route: Route;
  readonly ctx: Context;
  readonly deps: ApiDeps;
  readonly limits: CallLimits;
  readonly address: string;
}

/** Counts credentials that do not hold against the address that sends them, so that guessing has an end. */
async function countingFailures<T>(gate: Gate, identified: () => T | Promise<T>): Promise<T> {
  try {
    return await identified();
  } catch (error) {
    if (error instanceof Refused && STATUS[error.refusal.code] === 401) await requireRoomForAddress(gate);
    throw error;
  }
}

/** Refused: `rate limited`, with the seconds until there is room. The operator and the partners, once they are known, are not limited. */
async function requireRoom(gate: Gate, caller: Caller): Promise<void> {
  const { route, ctx, deps } = gate;
  if (caller !== null) {
    const isDone = () => Promise.resolve(route.isDone?.({ deps, caller, params: ctx['params'] as Record<string, string> }) ?? false);
    return requireRoomWithin(gate, limitOfCaller(caller, deps), () => isDone().catch(notWhenRefused));
  }
  if (route.credential === 'none' && route.isUnlimited !== true) await requireRoomForAddress(gate);
}

/** A call that would be refused anyway does not ask again for what has been done. */
function notWhenRefused(error: unknown): false {
  if (error instanceof Refused) return false;
  throw error;
}

async function requireRoomForAddress(gate: Gate): Promise<void> {
  const limit = limitOfAddress(gate.address, gate.deps);
  if (limit !== null) await requireRoomWithin(gate, limit, () => Promise.resolve(false));
}

async function requireRoomWithin({ ctx, limits }: Gate, limit: CallLimit, isSpared: () => Promise<boolean>): Promise<void> {
  const { passes, headers, seconds } = await limits.count(limit);
  ctx.set(headers);
  if (!passes && !(await isSpared())) refused('rate_limited', undefined, { retry_after: seconds });
}

/** A call of which all is known that does not depend on its handler. */
interface Arrived {
  readonly route: Route;
  readonly ctx: Context;
  readonly deps: ApiDeps;
  readonly caller: Caller;
  readonly record: RequestRecord;
  readonly body: ReadBody;
  readonly address: string;
}

function noteCaller(record: RequestRecord, caller: Caller): void {
  if (caller === null) return;
  record.credential = caller.kind;
  record.env = caller.env;
  record.credentialId = caller.kind === 'api_key' ? caller.keyId : caller.userId;
  if (caller.kind === 'api_key') record.orgId = caller.orgId;
}

function callOf({ route, ctx, deps, caller, record, body, address }: Arrived, attempt: Attempt): Call<Credential, unknown, unknown> {
  const { sent } = body;
  return {
    deps,
    caller: caller as never,
    capability: route.access.capability ?? 'view',
    params: ctx['params'] as Record<string, string>,
    callerAddress: address,
    sent,
    namedOrg: sent['org_id'] ?? ctx.query['org_id'],
    body: () => (route.body === undefined ? {} : valueOf(readShape(route.body, sent))),
    query: () => (route.query === undefined ? {} : valueOf(readShape(route.query, ctx.query))),
    newId: attempt.newId,
    isRepeat: attempt.isRepeat,
    record,
  };
}

function commandOf(arrived: Arrived, key: string): KeyedCommand {
  const { route, ctx, deps, caller, record, body } = arrived;
  const isMember = caller?.kind === 'session';
  return {
    key,
    scope: [holderOf(arrived), caller?.env ?? null, ctx.method, ctx.path],
    content: [actingOrgOf(arrived), body.bytes],
    bearsNoId: route.bearsNoId === true,
    about: () => (isMember ? record.orgId : null),
    // A key stays its org's, and what a shopper paid stays theirs; a member may have left.
    async requireReach(orgId) {
      const { target } = route.access;
      const member = await findMembership(deps.database.pool, [orgId, (caller as SessionCaller).userId]);
      if (member === null) refused(target === null || target.within !== undefined ? 'org_not_found' : absentCode(target));
    },
    run: (attempt) => route.handle(callOf(arrived, attempt)),
  };
}

/** The owner of the call's idempotency key: an organization, a user, the operator or a partner. */
function holderOf({ route, caller }: Arrived): string {
  if (caller === null) return route.credential;
  return caller.kind === 'api_key' ? `org:${caller.orgId}` : `user:${caller.userId}`;
}

/** The org that a call is for where the body names none: the same bytes are another request in another org. */
function actingOrgOf({ route: { access }, ctx, caller, body: { sent } }: Arrived): string {
  const { target } = access;
  if (target === null || target.unnamed === undefined || (sent[target.name] ?? null) !== null) return '';
  const named = ctx.query[target.name];
  if (named !== undefined) return String(named);
  return caller?.kind === 'session' ? (caller.activeOrgId ?? '') : '';
}

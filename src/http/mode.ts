import { liveBlockers } from '../domain/environment.ts';
import type { Environment, LiveBlocker } from '../domain/environment.ts';
import type { Capability } from '../domain/roles.ts';
import { decideMode } from '../domain/sign-in.ts';
import { makeSessionToken } from '../security/secrets.ts';
import { continueSession } from '../store/sessions.ts';
import { findConsumerStanding, findOrgStanding } from '../store/users.ts';
import { refused, valueOf } from './answers.ts';
import type { SessionCaller } from './access/caller.ts';
import { memberOf } from './access/membership.ts';
import type { RequestRecord } from './pipeline/request-record.ts';
import type { ApiDeps } from './route.ts';
import type { SignedIn } from './sign-in.ts';

interface SessionCall {
  readonly deps: ApiDeps;
  readonly caller: SessionCaller;
  readonly capability: Capability;
  readonly record: RequestRecord;
  newId(): string;
}

/** What somebody gets who changes mode. */
export interface ModeSet extends SignedIn {
  /** The business that the session acts for; null for a consumer. */
  readonly orgId: string | null;
}

/**
 * What keeps the session's user from live: by the business rule for the org that was sent, as it was sent, or by the
 * consumer rule without one. Refused: `org not found` for an org that is unknown or not the user's.
 * Source: contract, section 2.
 */
export async function blockersOf(call: SessionCall, sentOrgId: unknown): Promise<LiveBlocker[]> {
  const { pool } = call.deps.database;
  if (sentOrgId !== null && sentOrgId !== undefined) {
    await memberOf(call, sentOrgId);
    const business = await findOrgStanding(pool, { orgId: sentOrgId as string });
    return business === null ? refused('org_not_found') : liveBlockers({ kind: 'business', ...business });
  }
  const consumer = await findConsumerStanding(pool, call.caller);
  if (consumer === null) throw new Error(`no user ${call.caller.userId}`);
  return liveBlockers({ kind: 'consumer', ...consumer });
}

/**
 * A fresh session in this environment, for this org or for the user as a consumer. It ends when the caller's own would
 * have: changing mode makes no sign-in last longer. The caller's own stays as it is.
 *
 * Refused: `live not eligible`, with the blockers; `invalid or expired session` for one that ended meanwhile.
 */
export async function setMode(
  { deps, caller, newId }: SessionCall,
  wanted: { readonly env: Environment; readonly orgId: string | null; readonly blockers: readonly LiveBlocker[] },
): Promise<ModeSet> {
  const env = valueOf(decideMode(wanted.env, wanted.blockers));
  const { token, digest } = makeSessionToken();
  const begun = await continueSession(deps.database.pool, {
    sessionId: newId(),
    tokenDigest: digest,
    fromSessionId: caller.sessionId,
    env,
    activeOrgId: wanted.orgId,
  });
  if (begun === null) return refused('invalid_session');
  return { token, userId: caller.userId, env, blockers: wanted.blockers, orgId: wanted.orgId };
}

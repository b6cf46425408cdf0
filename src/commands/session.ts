import type { Environment, LiveBlocker } from '../domain/environment.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { decideMode } from '../domain/sign-in.ts';
import { makeSessionToken } from '../security/secrets.ts';
import { isId } from '../domain/id.ts';
import { continueSession } from '../store/sessions.ts';
import { endSignIn, endSignInsOfUser } from '../store/sign-ins.ts';
import type { DatabaseContext } from './context.ts';

/** A new session. */
export interface SignInResult {
  readonly token: string;
  readonly userId: string;
  readonly env: Environment;
  readonly blockers: readonly LiveBlocker[];
}

/** A new session for an org. A null org is the user as a consumer. */
export interface SessionInMode extends SignInResult {
  readonly orgId: string | null;
}

interface Mode {
  readonly sessionId: string;
  readonly env: Environment;
  readonly orgId: string | null;
  /** The facts that keep the user from live. */
  readonly blockers: readonly LiveBlocker[];
}

/**
 * Opens a session in an environment, for an org or for the user as a consumer. It ends when the caller's own
 * session ends: a change of mode makes no sign-in last longer. The caller's own session stays.
 *
 * Refused: `live not eligible`, with the blockers; `invalid or expired session` when the caller's own has
 * ended.
 */
export async function setMode(
  { database }: DatabaseContext,
  caller: { readonly sessionId: string; readonly userId: string },
  { sessionId, env: wanted, orgId, blockers }: Mode,
): Promise<Outcome<SessionInMode>> {
  const mode = decideMode(wanted, blockers);
  if (!mode.ok) return mode;
  const env = mode.value;
  const { token, digest: tokenDigest } = makeSessionToken();
  const session = { sessionId, tokenDigest, fromSessionId: caller.sessionId, env, activeOrgId: orgId };
  const opened = await continueSession(database.pool, session);
  return opened === null
    ? refuse('invalid_session')
    : ok({ token, userId: caller.userId, env, blockers, orgId });
}

interface SignedIn {
  readonly userId: string;
  readonly signInId: string;
}

/** Ends the caller's sign-in with every token made from it, or all sign-ins of the user. */
export async function signOut(
  context: DatabaseContext,
  { userId, signInId }: SignedIn,
  everywhere: boolean,
): Promise<void> {
  await (everywhere ? endSessions(context, userId) : endSignIn(context.database.pool, { userId, signInId }));
}

/** Ends all sign-ins of a user, with every token made from them. Returns the number of sign-ins. */
export async function endSessions({ database }: DatabaseContext, userId: string): Promise<number> {
  return (await endSignInsOfUser(database.pool, { userId })).length;
}

/**
 * Ends one sign-in of a user, with every token made from it. Refused: `session not found` for one that is
 * unknown, another user's or over.
 */
export async function endSessionOf(
  { database }: DatabaseContext,
  userId: string,
  sessionId: string,
): Promise<Outcome<null>> {
  const ended = isId(sessionId) ? await endSignIn(database.pool, { signInId: sessionId, userId }) : null;
  return ended === null ? refuse('session_not_found') : ok(null);
}

import { timingSafeEqual } from 'node:crypto';
import type { Environment, LiveBlocker } from '../domain/environment.ts';
import { CODE_MINUTES, judgeCode, mayMailCode, SESSION_DAYS, signInBlockers } from '../domain/sign-in.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { makeOneTimeCode, makeSessionToken } from '../secrets.ts';
import type { Secrets } from '../secrets.ts';
import type { Queryable } from '../store/database.ts';
import { claimInvites, lockInvitingOrgs } from '../store/invites.ts';
import { insertSession } from '../store/sessions.ts';
import {
  countWrongTries,
  countWrongTry,
  deleteUnmailedCode,
  findMailsSent,
  insertSignInCode,
  lockEmail,
  lockNewestCode,
  useSignInCode,
} from '../store/sign-in-codes.ts';
import { findBusinessStandings, findConsumerStanding, findOrMakeUser } from '../store/users.ts';
import type { ApiDeps } from './route.ts';

/** What somebody gets who signs in. */
export interface SignedIn {
  readonly token: string;
  readonly userId: string;
  readonly env: Environment;
  readonly blockers: readonly LiveBlocker[];
}

/**
 * Has a code mailed to the address, unless it got one a moment ago or too many today: then nothing happens, silently.
 * Nobody is looked up, so known and unknown addresses cost the same. Source: contract, section 2.
 *
 * The mail is ordered after the commit: its worker must find the row. An order that fails takes the code back, so that
 * the next request is not held off by it.
 */
export async function requestCode(deps: ApiDeps, email: string): Promise<void> {
  const { database, workflows } = deps;
  const id = await database.transaction((tx) => writeCode(tx, deps, email));
  if (id === null) return;
  try {
    await workflows.mailSignInCode(id);
  } catch (error) {
    await deleteUnmailedCode(database.pool, [id]);
    throw error;
  }
}

async function writeCode(tx: Queryable, { config, secrets, newId }: ApiDeps, email: string): Promise<string | null> {
  await lockEmail(tx, [email]);
  const sent = (await findMailsSent(tx, [email])) ?? { secondsSinceLast: null, today: 0 };
  if (!mayMailCode(sent, { secondsBetween: config.OTP_SECONDS_BETWEEN_MAILS, aDay: config.OTP_MAILS_PER_DAY })) return null;
  const id = newId();
  const code = makeOneTimeCode();
  await insertSignInCode(tx, [id, email, digestOfCode(secrets, { id, email, code }), secrets.seal(code, id), CODE_MINUTES]);
  return id;
}

/**
 * Signs in with the newest code of an address, once, and makes the user at their first time. The invites that wait for
 * the address are claimed first: the environment is judged by the orgs that the user is in then.
 * Refused: `invalid or expired code` for whatever is wrong with it. Source: contract, section 2.
 */
export function signIn(deps: ApiDeps, email: string, code: string): Promise<Outcome<SignedIn>> {
  return deps.database.transaction(async (tx) => {
    if (!(await spendCode(tx, deps, { email, code }))) return refuse('invalid_code');
    const user = await findOrMakeUser(tx, [deps.newId(), email]);
    if (user === null) throw new Error('a user was neither found nor made');
    await claimWaitingInvites(tx, { email, userId: user.id });
    return ok(await openSession(tx, deps, user.id));
  });
}

/** Whether the code was right and is spent now. The lock on its row lets exactly one of many succeed. */
async function spendCode(tx: Queryable, { config, secrets }: ApiDeps, { email, code }: { email: string; code: string }): Promise<boolean> {
  const newest = await lockNewestCode(tx, [email]);
  // Counted after the lock was had, so that the tries before this one are seen. An address without codes costs the same.
  const wrongTriesToday = (await countWrongTries(tx, [email]))?.today ?? 0;
  const matches = timingSafeEqual(digestOfCode(secrets, { id: newest?.id ?? '', email, code }), newest?.digest ?? Buffer.alloc(32));
  if (newest === null) return false;
  const verdict = judgeCode({ ...newest, wrongTriesToday, matches }, config.OTP_WRONG_TRIES_PER_DAY);
  if (verdict === 'wrong') await countWrongTry(tx, [newest.id]);
  if (verdict === 'right') await useSignInCode(tx, [newest.id]);
  return verdict === 'right';
}

/**
 * Joins the orgs that wait for this address. Their rows are locked before their invites are read: of a claim and a
 * revocation at the same time, one happens. What was invited to meanwhile waits for the next sign-in.
 */
async function claimWaitingInvites(tx: Queryable, { email, userId }: { email: string; userId: string }): Promise<void> {
  const orgs = await lockInvitingOrgs(tx, [email]);
  if (orgs.length > 0) await claimInvites(tx, [email, userId, orgs.map(({ id }) => id)]);
}

/** Live when nothing keeps the user from it, otherwise sandbox; for 30 days. */
async function openSession(tx: Queryable, { newId }: ApiDeps, userId: string): Promise<SignedIn> {
  const consumer = await findConsumerStanding(tx, [userId]);
  if (consumer === null) throw new Error(`no user ${userId}`);
  const blockers = signInBlockers(await findBusinessStandings(tx, [userId]), consumer);
  const env = blockers.length === 0 ? 'live' : 'sandbox';
  const { token, digest } = makeSessionToken();
  await insertSession(tx, [newId(), digest, userId, env, SESSION_DAYS]);
  return { token, userId, env, blockers };
}

/** Six digits are soon guessed from a bare hash; row and address are bound in, so a digest fits nowhere else. */
function digestOfCode(secrets: Secrets, { id, email, code }: { id: string; email: string; code: string }): Buffer {
  return secrets.keyedDigest(`sign-in code ${JSON.stringify([id, email, code])}`);
}

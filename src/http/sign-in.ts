import { timingSafeEqual } from 'node:crypto';
import type { Environment, LiveBlocker } from '../domain/environment.ts';
import { CODE_MINUTES, judgeCode, mayMailCode, SESSION_DAYS, signInBlockers } from '../domain/sign-in.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { makeOneTimeCode, makeSessionToken } from '../security/secrets.ts';
import type { Secrets } from '../security/secrets.ts';
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
import { countAll, limitsOnMails, limitsOnRequests, limitsOnTries, uncountAll } from './sign-in-limits.ts';

/** Where there is no code: no digest is equal to it. */
const NO_DIGEST = Buffer.alloc(32);

/** What somebody gets who signs in. */
export interface SignedIn {
  readonly token: string;
  readonly userId: string;
  readonly env: Environment;
  readonly blockers: readonly LiveBlocker[];
}

/** A request for a code, and where it comes from. */
export interface CodeRequest {
  readonly email: string;
  readonly callerAddress: string;
}

/**
 * Has a code mailed to the address, unless it got one a moment ago or too many today: then nothing happens, silently.
 * Nobody is looked up, so known and unknown addresses cost the same.
 * Refused: `rate limited` by caller and for the whole service, whatever the address. Source: contract, section 2.
 *
 * The mail is ordered after the commit: its worker must find the row. An order that fails takes the code back, so that
 * the next request is not held off by it.
 */
export async function requestCode(deps: ApiDeps, { email, callerAddress }: CodeRequest): Promise<Outcome<null>> {
  const { database, workflows } = deps;
  const mail = limitsOnMails(deps);
  const counted = await countAll(database.pool, [...limitsOnRequests(deps, callerAddress), ...mail]);
  if (!counted.ok) return counted;
  const id = await database.transaction((tx) => writeCode(tx, deps, email));
  if (id === null) {
    await uncountAll(database.pool, mail);
    return ok(null);
  }
  try {
    await workflows.mailSignInCode(id);
  } catch (error) {
    await deleteUnmailedCode(database.pool, { codeId: id });
    await uncountAll(database.pool, mail);
    throw error;
  }
  return ok(null);
}

async function writeCode(tx: Queryable, { config, secrets, newId }: ApiDeps, email: string): Promise<string | null> {
  await lockEmail(tx, { email });
  const sent = (await findMailsSent(tx, { email })) ?? { secondsSinceLast: null, today: 0 };
  if (!mayMailCode(sent, { secondsBetween: config.OTP_SECONDS_BETWEEN_MAILS, aDay: config.OTP_MAILS_PER_DAY })) return null;
  const id = newId();
  const code = makeOneTimeCode();
  await insertSignInCode(tx, {
    codeId: id,
    email,
    digest: digestOfCode(secrets, { id, email, code }),
    sealedCode: secrets.seal(code, id),
    validMinutes: CODE_MINUTES,
  });
  return id;
}

/** A code sent to sign in, and where it comes from. */
export interface SignInTry extends CodeRequest {
  readonly code: string;
}

/**
 * Signs in with the newest code of an address, once, and makes the user at their first time. The invites that wait for
 * the address are claimed first: the environment is judged by the orgs that the user is in then.
 * Refused: `invalid or expired code` for whatever is wrong with it; `rate limited`, also for a right one, where too many
 * wrong ones came from this caller or to the service. Source: contract, section 2.
 *
 * Each try counts as a wrong one until it has proved otherwise: guesses sent at once get no further than one by one.
 */
export async function signIn(deps: ApiDeps, sent: SignInTry): Promise<Outcome<SignedIn>> {
  const limits = limitsOnTries(deps, sent.callerAddress);
  const counted = await countAll(deps.database.pool, limits);
  if (!counted.ok) return counted;
  return deps.database.transaction(async (tx) => {
    const verdict = await spendCode(tx, deps, sent);
    const signedIn = verdict === 'right' ? await enter(tx, deps, sent.email) : null;
    if (verdict !== 'wrong') await uncountAll(tx, limits);
    return signedIn === null ? refuse('invalid_code') : ok(signedIn);
  });
}

async function enter(tx: Queryable, deps: ApiDeps, email: string): Promise<SignedIn> {
  const user = await findOrMakeUser(tx, { userId: deps.newId(), email });
  if (user === null) throw new Error('a user was neither found nor made');
  await claimWaitingInvites(tx, { email, userId: user.id });
  return openSession(tx, deps, user.id);
}

/**
 * Judges a code, and spends it if it is right. The lock on its row lets exactly one of many succeed.
 * An address without codes costs the same as one with a code that does not match.
 */
async function spendCode(
  tx: Queryable,
  { config, secrets, newId }: ApiDeps,
  { email, code }: SignInTry,
): Promise<'right' | 'wrong' | 'void'> {
  const newest = await lockNewestCode(tx, { email });
  // Counted after the lock was had, so that the tries before this one are seen.
  const wrongTriesToday = (await countWrongTries(tx, { email }))?.today ?? 0;
  const digest = digestOfCode(secrets, { id: newest?.id ?? '', email, code });
  const matches = timingSafeEqual(digest, newest?.digest ?? NO_DIGEST) && newest !== null;
  const facts = newest ?? { wrongTries: 0, isUsed: false, isExpired: true };
  const verdict = judgeCode({ ...facts, wrongTriesToday, matches }, config.OTP_WRONG_TRIES_PER_DAY);
  if (verdict === 'wrong') {
    const empty = { emptyCodeId: newId(), email, digest: NO_DIGEST, validMinutes: CODE_MINUTES };
    await countWrongTry(tx, { codeId: newest?.id ?? null, ...empty });
  }
  if (verdict === 'right' && newest !== null) await useSignInCode(tx, { codeId: newest.id });
  return verdict;
}

/**
 * Joins the orgs that wait for this address. Their rows are locked before their invites are read: of a claim and a
 * revocation at the same time, one happens. What was invited to meanwhile waits for the next sign-in.
 */
async function claimWaitingInvites(tx: Queryable, { email, userId }: { email: string; userId: string }): Promise<void> {
  const orgs = await lockInvitingOrgs(tx, { email });
  if (orgs.length > 0) await claimInvites(tx, { email, userId, orgIds: orgs.map(({ id }) => id) });
}

/** Live when nothing keeps the user from it, otherwise sandbox; for 30 days. */
async function openSession(tx: Queryable, { newId }: ApiDeps, userId: string): Promise<SignedIn> {
  const consumer = await findConsumerStanding(tx, { userId });
  if (consumer === null) throw new Error(`no user ${userId}`);
  const blockers = signInBlockers(await findBusinessStandings(tx, { userId }), consumer);
  const env = blockers.length === 0 ? 'live' : 'sandbox';
  const { token, digest } = makeSessionToken();
  await insertSession(tx, { sessionId: newId(), tokenDigest: digest, userId, env, validDays: SESSION_DAYS });
  return { token, userId, env, blockers };
}

/** Six digits are soon guessed from a bare hash; row and address are bound in, so a digest fits nowhere else. */
function digestOfCode(secrets: Secrets, { id, email, code }: { id: string; email: string; code: string }): Buffer {
  return secrets.keyedDigest(`sign-in code ${JSON.stringify([id, email, code])}`);
}

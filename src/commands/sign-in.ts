import { timingSafeEqual } from 'node:crypto';
import { CODE_MINUTES, judgeCode, mayMailCode, SESSION_DAYS, signInBlockers } from '../domain/sign-in.ts';
import type { SignInLimit } from '../domain/sign-in.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { makeOneTimeCode, makeSessionToken } from '../security/secrets.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Queryable } from '../store/database.ts';
import { claimInvites, lockInvitingOrgs } from '../store/invites.ts';
import { countAgainstLimit, findSecondsUntilFree, uncount } from '../store/limits.ts';
import { insertSession } from '../store/sessions.ts';
import {
  countWrongTries,
  countWrongTry,
  deleteUnmailedCode,
  findCodeToMail,
  findMailsSent,
  forgetSealedCode,
  insertSignInCode,
  lockEmail,
  lockNewestCode,
  recordCodeMailed,
  useSignInCode,
} from '../store/sign-in-codes.ts';
import { findBusinessEligibility, findConsumerEligibility, findOrMakeUser } from '../store/users.ts';
import type { CommandContext } from './context.ts';
import { recordOrgEvent } from './org-event.ts';
import type { SignInResult } from './session.ts';

/** The digest where an address has no code. No digest of a code is equal to it. */
const NO_DIGEST = Buffer.alloc(32);

/**
 * A request for a code. `caller` is the subject that limits count its address under; null where they spare
 * it.
 */
interface CodeRequest {
  readonly email: string;
  readonly caller: string | null;
}

/**
 * Has a code mailed to the address, unless it got one a moment ago or too many today: then nothing happens,
 * silently. It looks no user up, so known and unknown addresses cost the same. Refused: `rate limited` by
 * caller and for the whole service, whatever the address. Source: contract, section 2.
 *
 * `orderMail` runs after the commit: its worker must find the row. An order that fails takes the code back,
 * so that the next request need not wait.
 */
export async function requestCode(
  context: CommandContext,
  { email, caller }: CodeRequest,
  orderMail: (codeId: string) => Promise<void>,
): Promise<Outcome<null>> {
  const { database, config } = context;
  const mail: SignInLimit = { scope: 'mails', subject: '', perHour: config.OTP_MAILS_PER_HOUR };
  const requests = {
    scope: 'requests_by_address',
    perHour: config.OTP_REQUESTS_PER_ADDRESS_PER_HOUR,
  } as const;
  const counted = await countAll(database.pool, [
    ...(caller === null ? [] : [{ ...requests, subject: caller }]),
    mail,
  ]);
  if (!counted.ok) return counted;
  const id = await database.transaction((tx) => writeCode(tx, context, email));
  if (id === null) {
    await uncountAll(database.pool, [mail]);
    return ok(null);
  }
  try {
    await orderMail(id);
  } catch (error) {
    await deleteUnmailedCode(database.pool, { codeId: id });
    await uncountAll(database.pool, [mail]);
    throw error;
  }
  return ok(null);
}

async function writeCode(tx: Queryable, context: CommandContext, email: string): Promise<string | null> {
  const { config, secrets, newId } = context;
  await lockEmail(tx, { email });
  const sent = (await findMailsSent(tx, { email })) ?? { secondsSinceLast: null, today: 0 };
  const limits = { secondsBetween: config.OTP_SECONDS_BETWEEN_MAILS, aDay: config.OTP_MAILS_PER_DAY };
  if (!mayMailCode(sent, limits)) return null;
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

type MailContext = Pick<CommandContext, 'database' | 'secrets'>;

/**
 * The code to mail, and its address. `mailed` is a code that an earlier call has mailed. `not needed` is a
 * code that was used or given up, or has expired.
 */
export async function codeToMail(
  { database: { pool }, secrets }: MailContext,
  codeId: string,
): Promise<{ readonly email: string; readonly code: string } | 'mailed' | 'not needed'> {
  const found = await findCodeToMail(pool, { codeId });
  if (found?.isMailed) return 'mailed';
  if (found === null || found.sealedCode === null) return 'not needed';
  if (!found.isExpired) return { email: found.email, code: secrets.unseal(found.sealedCode, codeId) };
  await forgetSealedCode(pool, { codeId });
  return 'not needed';
}

/** Records that a code was mailed, or that the mail server refused it. Both delete the text of the code. */
export async function recordMail(
  { database: { pool } }: MailContext,
  codeId: string,
  isAccepted: boolean,
): Promise<void> {
  await (isAccepted ? recordCodeMailed : forgetSealedCode)(pool, { codeId });
}

/** A code sent to sign in. */
interface SignInTry extends CodeRequest {
  readonly code: string;
}

/**
 * Signs in with the newest code of an address, once, and creates the user at their first time. The invites
 * that wait for the address are claimed first: the environment is judged by the orgs that the user is in
 * then. Refused: `invalid or expired code` for whatever is wrong with it; `rate limited`, also for a right
 * one, where too many wrong ones came from this caller or to the service. Source: contract, section 2.
 *
 * Each try counts as a wrong one until it has proved otherwise: guesses sent at once get no further than one
 * by one.
 */
export async function signIn(context: CommandContext, sent: SignInTry): Promise<Outcome<SignInResult>> {
  const { database, config } = context;
  const tries = {
    scope: 'wrong_tries_by_address',
    perHour: config.OTP_WRONG_TRIES_PER_ADDRESS_PER_HOUR,
  } as const;
  const limits: SignInLimit[] = [
    ...(sent.caller === null ? [] : [{ ...tries, subject: sent.caller }]),
    { scope: 'wrong_tries', subject: '', perHour: config.OTP_WRONG_TRIES_PER_HOUR },
  ];
  const counted = await countAll(database.pool, limits);
  if (!counted.ok) return counted;
  return database.transaction(async (tx) => {
    const verdict = await spendCode(tx, context, sent);
    const signedIn = verdict === 'right' ? await enter(tx, context, sent.email) : null;
    if (verdict !== 'wrong') await uncountAll(tx, limits);
    return signedIn === null ? refuse('invalid_code') : ok(signedIn);
  });
}

/**
 * Judges a code, and spends it if it is right. The lock on its row lets exactly one of many succeed.
 * An address without codes costs the same as one with a code that does not match.
 */
async function spendCode(
  tx: Queryable,
  { config, secrets, newId }: CommandContext,
  { email, code }: SignInTry,
): Promise<'right' | 'wrong' | 'void'> {
  const newest = await lockNewestCode(tx, { email });
  // Counted under the lock: otherwise the tries just before this one are not seen.
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

/** Finds or creates the user, joins the orgs that wait for the address, and opens a session. */
async function enter(tx: Queryable, { newId, origin }: CommandContext, email: string): Promise<SignInResult> {
  const user = await findOrMakeUser(tx, { userId: newId(), email });
  if (user === null) throw new Error('a user was neither found nor created');
  const { id: userId } = user;
  // The orgs are locked before their invites are read: of a claim and a revocation at the same time, one
  // happens. An org that invites the address meanwhile waits for the next sign-in.
  const orgs = await lockInvitingOrgs(tx, { email });
  const orgIds = orgs.map(({ id }) => id);
  const claimed = orgs.length === 0 ? [] : await claimInvites(tx, { email, userId, orgIds });
  for (const { id, orgId, role } of claimed) {
    const [before, after] = [{ status: 'PENDING' }, { status: 'CLAIMED', role }];
    const target = { kind: 'invite', id };
    const user = { ...origin, kind: 'user', id: userId } as const;
    await recordOrgEvent(tx, user, { orgId, action: 'invite.claimed', target, before, after });
  }
  const consumer = await findConsumerEligibility(tx, { userId });
  if (consumer === null) throw new Error(`no user ${userId}`);
  const blockers = signInBlockers(await findBusinessEligibility(tx, { userId }), consumer);
  const env = blockers.length === 0 ? 'live' : 'sandbox';
  const { token, digest } = makeSessionToken();
  await insertSession(tx, { sessionId: newId(), tokenDigest: digest, userId, env, validDays: SESSION_DAYS });
  return { token, userId, env, blockers };
}

/**
 * A bare hash of six digits is soon guessed, so the digest has a key. Row and address are part of it, so that
 * it fits no other code.
 */
function digestOfCode(
  secrets: Secrets,
  { id, email, code }: { id: string; email: string; code: string },
): Buffer {
  return secrets.keyedDigest(`sign-in code ${JSON.stringify([id, email, code])}`);
}

/**
 * Counts against each limit, before the limited act: of many calls at once no more than allowed get through.
 * It runs outside of transactions, because all sign-ins share the service's row.
 *
 * Refused: `rate limited` with the seconds until the first limit that is reached is free. Then nothing is
 * counted.
 */
async function countAll(on: Queryable, limits: readonly SignInLimit[]): Promise<Outcome<null>> {
  for (const [index, limit] of limits.entries()) {
    if ((await countAgainstLimit(on, limit)) !== null) continue;
    const free = await findSecondsUntilFree(on, limit);
    await uncountAll(on, limits.slice(0, index));
    return refuse('rate_limited', undefined, { retry_after: free?.seconds ?? 1 });
  }
  return ok(null);
}

/**
 * Takes back the counts of an act that did not happen. In a transaction this comes last: it locks the
 * service's row.
 */
async function uncountAll(on: Queryable, limits: readonly SignInLimit[]): Promise<void> {
  for (const limit of limits) await uncount(on, limit);
}

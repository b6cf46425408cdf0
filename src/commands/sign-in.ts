import { MOST_SIGN_INS, SESSION_DAYS, signInBlockers } from '../domain/sign-in.ts';
import type { CodeVerdict, SignInLimit } from '../domain/sign-in.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { makeChallenge, makeSessionToken } from '../security/secrets.ts';
import type { Queryable } from '../store/database.ts';
import { claimInvites, lockInvitingOrgs } from '../store/invites.ts';
import { countAgainstLimit, findSecondsUntilFree, uncount } from '../store/limits.ts';
import { insertSession } from '../store/sessions.ts';
import { insertChallenge } from '../store/sign-in-challenges.ts';
import { countWrongTries, lockEmail } from '../store/sign-in-codes.ts';
import { endOldestSignIns, findFamiliarity, insertSignIn } from '../store/sign-ins.ts';
import { findBusinessEligibility, findConsumerEligibility, findOrMakeUser } from '../store/users.ts';
import type { CommandContext } from './context.ts';
import { orderMailOf, spendCode, spendCodeWithChallenge, writeCode } from './one-time-code.ts';
import type { OrderMail } from './one-time-code.ts';
import { recordOrgEvent } from './org-event.ts';
import type { SignInResult } from './session.ts';

/** The network subjects under which limits count a caller. */
export interface LimitedCaller {
  readonly address: string;
  /** The networks around the address, the widest last. */
  readonly blocks: readonly string[];
}

/** The caller of a sign-in. */
export interface SignInCaller {
  /** The IP address as text. The user sees it in their list of sign-ins. */
  readonly address: string;
  readonly userAgent: string | null;
  /** A keyed digest of the widest network around the address. Challenges and mails are counted by it. */
  readonly block: string;
  /** Null where limits per address spare the caller. */
  readonly limited: LimitedCaller | null;
}

interface CodeRequest {
  readonly email: string;
  readonly caller: SignInCaller;
}

/**
 * Has a code mailed to the address, unless it got one a moment ago or too many today: then nothing happens,
 * silently. Returns a challenge for the newest code. Known and unknown addresses cost the same. Refused:
 * `rate limited` by caller and for the whole service, whatever the address; the service's limit lets networks
 * pass from which the user has signed in before. Source: contract, sections 2 and 16.
 */
export async function requestCode(
  context: CommandContext,
  { email, caller }: CodeRequest,
  orderMail: OrderMail,
): Promise<Outcome<string>> {
  const { database, config } = context;
  const { block } = caller;
  const requests = requestLimits(context, caller);
  const counted = await countAll(database.pool, requests);
  if (!counted.ok) return counted;
  const isFamiliar = (await findFamiliarity(database.pool, { email, block }))?.isFamiliar ?? false;
  const mail: SignInLimit = { scope: 'mails', subject: '', perHour: config.OTP_MAILS_PER_HOUR };
  const countedMail = await countAll(database.pool, [mail]);
  if (!countedMail.ok && !isFamiliar) {
    await uncountAll(database.pool, requests);
    return countedMail;
  }
  const { challenge, digest } = makeChallenge();
  const limits = {
    secondsBetween: config.OTP_SECONDS_BETWEEN_MAILS,
    aDay: config.OTP_MAILS_PER_DAY,
    aDayOverAll: isFamiliar ? null : config.OTP_MAILS_PER_DAY_OVER_ALL,
  };
  const codeId = await database.transaction(async (tx) => {
    await lockEmail(tx, { email });
    const written = await writeCode(tx, context, { owner: { email, signInId: null }, block, limits });
    await insertChallenge(tx, { digest, email, block, isFamiliar });
    return written;
  });
  const takeBack = () => uncountAll(database.pool, countedMail.ok ? [mail] : []);
  if (codeId === null) await takeBack();
  else
    await orderMailOf(context, codeId, orderMail).catch(async (error: unknown) => {
      await takeBack();
      throw error;
    });
  return ok(challenge);
}

function requestLimits({ config }: CommandContext, { limited }: SignInCaller): SignInLimit[] {
  const perHour = config.OTP_REQUESTS_PER_ADDRESS_PER_HOUR;
  return limited === null ? [] : [{ scope: 'requests_by_address', subject: limited.address, perHour }];
}

/** A code sent to sign in. */
interface SignInTry extends CodeRequest {
  readonly code: string;
  readonly challenge?: string | undefined;
}

/**
 * Signs in with the newest code of an address, once, and creates the user at their first time. The invites
 * that wait for the address are claimed first: the environment is judged by the orgs that the user is in
 * then. Refused: `invalid or expired code` for whatever is wrong with it. Source: contract, sections 2 and
 * 16.
 *
 * With its challenge the right code is accepted whatever others have tried. Without one it may be refused: as
 * `rate limited` where too many wrong ones came from this caller or its network, and as any wrong code where
 * too many were tried for the address.
 */
export async function signIn(context: CommandContext, sent: SignInTry): Promise<Outcome<SignInResult>> {
  const { challenge, code, email } = sent;
  const owner = { email, signInId: null };
  if (challenge === undefined) return signInWithinLimits(context, sent);
  return context.database.transaction(async (tx) =>
    enterIf(await spendCodeWithChallenge(tx, context, { owner, code, challenge }), tx, { context, sent }),
  );
}

/**
 * Signs in without a challenge. Each try counts as a wrong one until it has proved otherwise: guesses sent at
 * once get no further than one by one.
 */
async function signInWithinLimits(context: CommandContext, sent: SignInTry): Promise<Outcome<SignInResult>> {
  const { database, config } = context;
  const owner = { email: sent.email, signInId: null };
  const limits = tryLimits(context, sent.caller);
  const counted = await countAll(database.pool, limits);
  if (!counted.ok) return counted;
  // Judged before the lock as well: a flood against one address would otherwise queue for its newest code.
  const wrongTries = await countWrongTries(database.pool, owner);
  if ((wrongTries?.today ?? 0) >= config.OTP_WRONG_TRIES_PER_DAY) return refuse('invalid_code');
  return database.transaction(async (tx) => {
    const verdict = await spendCode(tx, context, { owner, code: sent.code });
    const signedIn = await enterIf(verdict, tx, { context, sent });
    if (verdict !== 'wrong') await uncountAll(tx, limits);
    return signedIn;
  });
}

function tryLimits({ config }: CommandContext, { limited }: SignInCaller): SignInLimit[] {
  if (limited === null) return [];
  const most = config.OTP_WRONG_TRIES_PER_BLOCK_PER_HOUR;
  const widest = limited.blocks.length - 1;
  return [
    {
      scope: 'wrong_tries_by_address',
      subject: limited.address,
      perHour: config.OTP_WRONG_TRIES_PER_ADDRESS_PER_HOUR,
    },
    ...limited.blocks.map((subject, index) => ({
      scope: 'wrong_tries_by_block' as const,
      subject,
      perHour: index === widest ? most : Math.floor(most / 2),
    })),
  ];
}

async function enterIf(
  verdict: CodeVerdict,
  tx: Queryable,
  { context, sent }: { readonly context: CommandContext; readonly sent: SignInTry },
): Promise<Outcome<SignInResult>> {
  return verdict === 'right' ? ok(await enter(tx, context, sent)) : refuse('invalid_code');
}

/** Finds or creates the user, joins the orgs that wait for the address, and opens a session. */
async function enter(
  tx: Queryable,
  { newId, origin }: CommandContext,
  { email, caller }: CodeRequest,
): Promise<SignInResult> {
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
  const signInId = newId();
  await insertSignIn(tx, { ...caller, signInId, userId, validDays: SESSION_DAYS });
  await insertSession(tx, { tokenDigest: digest, signInId, env });
  await endOldestSignIns(tx, { userId, most: MOST_SIGN_INS });
  return { token, userId, env, blockers };
}

/**
 * Counts against each limit, before the limited act: of many calls at once no more than allowed get through.
 * It runs outside of transactions, because callers of one network share a row.
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
 * Takes back the counts of an act that did not happen. In a transaction this comes last: it locks rows that
 * callers share.
 */
async function uncountAll(on: Queryable, limits: readonly SignInLimit[]): Promise<void> {
  for (const limit of limits) await uncount(on, limit);
}

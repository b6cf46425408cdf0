import { timingSafeEqual } from 'node:crypto';
import { CODE_MINUTES, judgeCode, mayMailCode, TRIES_PER_CHALLENGE } from '../domain/sign-in.ts';
import type { CodeVerdict, MailLimits } from '../domain/sign-in.ts';
import { digestOf, makeOneTimeCode } from '../security/secrets.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Queryable } from '../store/database.ts';
import { countWrongTryWithChallenge, lockChallenge } from '../store/sign-in-challenges.ts';
import {
  countWrongTries,
  countWrongTry,
  deleteUnmailedCode,
  findCodeToMail,
  findMailsSent,
  findNewestCode,
  forgetSealedCode,
  insertSignInCode,
  lockNewestCode,
  recordCodeMailed,
  useSignInCode,
} from '../store/sign-in-codes.ts';
import type { CodeOwner, NewestCode } from '../store/sign-in-codes.ts';
import type { CommandContext } from './context.ts';

/** Orders the mail of a code. It runs after the commit: its worker must find the row. */
export type OrderMail = (codeId: string) => Promise<void>;

/** The digest where an owner has no code. No digest of a code is equal to it. */
const NO_DIGEST = Buffer.alloc(32);

interface NewCode {
  readonly owner: CodeOwner;
  /** The network of the caller. Null where mails are counted without it. */
  readonly block: string | null;
  readonly limits: MailLimits;
}

/**
 * Writes a code to mail. Returns null, and writes nothing, above the limits. The e-mail address is locked.
 */
export async function writeCode(
  tx: Queryable,
  { secrets, newId }: CommandContext,
  { owner, block, limits }: NewCode,
): Promise<string | null> {
  const none = { secondsSinceLast: null, today: 0, todayOverAll: 0 };
  const sent = (await findMailsSent(tx, { ...owner, block })) ?? none;
  if (!mayMailCode(sent, limits)) return null;
  const id = newId();
  const code = makeOneTimeCode();
  await insertSignInCode(tx, {
    ...owner,
    codeId: id,
    block,
    digest: digestOfCode(secrets, { id, email: owner.email, code }),
    sealedCode: secrets.seal(code, id),
    validMinutes: CODE_MINUTES,
  });
  return id;
}

/** Orders the mail of a code. A failed order deletes the code, so that the next request need not wait. */
export async function orderMailOf(
  { database }: Pick<CommandContext, 'database'>,
  codeId: string,
  orderMail: OrderMail,
): Promise<void> {
  try {
    await orderMail(codeId);
  } catch (error) {
    await deleteUnmailedCode(database.pool, { codeId });
    throw error;
  }
}

type MailContext = Pick<CommandContext, 'database' | 'secrets'>;

interface MailedCode {
  readonly email: string;
  readonly code: string;
  /** True for a code that confirms a sign-in. */
  readonly isFresh: boolean;
}

/**
 * The code to mail, and its address. `mailed` is a code that an earlier call has mailed. `not needed` is a
 * code that was used or given up, or has expired.
 */
export async function codeToMail(
  { database: { pool }, secrets }: MailContext,
  codeId: string,
): Promise<MailedCode | 'mailed' | 'not needed'> {
  const found = await findCodeToMail(pool, { codeId });
  if (found?.isMailed) return 'mailed';
  if (found === null || found.sealedCode === null) return 'not needed';
  const { email, isFresh, sealedCode, isExpired } = found;
  if (!isExpired) return { email, isFresh, code: secrets.unseal(sealedCode, codeId) };
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

interface CodeTry {
  readonly owner: CodeOwner;
  readonly code: string;
}

/**
 * Judges a code, and spends it if it is right. The lock on its row lets exactly one of many succeed.
 * An owner without codes costs the same as one with a code that does not match.
 */
export async function spendCode(
  tx: Queryable,
  { config, secrets, newId }: CommandContext,
  { owner, code }: CodeTry,
): Promise<CodeVerdict> {
  const newest = await lockNewestCode(tx, owner);
  // Counted under the lock: otherwise the tries just before this one are not seen.
  const wrongTriesToday = (await countWrongTries(tx, owner))?.today ?? 0;
  const matches = fits(secrets, newest, { owner, code });
  const facts = newest ?? { wrongTries: 0, isUsed: false, isExpired: true };
  const verdict = judgeCode({ ...facts, wrongTriesToday, matches }, config.OTP_WRONG_TRIES_PER_DAY);
  if (verdict === 'wrong') {
    const empty = { emptyCodeId: newId(), digest: NO_DIGEST, validMinutes: CODE_MINUTES };
    await countWrongTry(tx, { ...owner, ...empty, codeId: newest?.id ?? null });
  }
  if (verdict === 'right' && newest !== null) await useSignInCode(tx, { codeId: newest.id });
  return verdict;
}

/**
 * Judges a code that comes with a challenge, and spends it if it is right. The tries of callers without the
 * challenge do not count here. A wrong try locks its own challenge only: strangers cannot keep the code's row
 * from its owner. An unknown challenge, another address's and a used-up one are `void`: they count no try.
 */
export async function spendCodeWithChallenge(
  tx: Queryable,
  { secrets }: CommandContext,
  { challenge, ...sent }: CodeTry & { readonly challenge: string },
): Promise<CodeVerdict> {
  const { owner } = sent;
  const digest = digestOf(challenge);
  const known = await lockChallenge(tx, { digest, email: owner.email });
  if (known === null || known.wrongTries >= TRIES_PER_CHALLENGE) return 'void';
  const seen = await findNewestCode(tx, owner);
  if (!fits(secrets, seen, sent)) {
    await countWrongTryWithChallenge(tx, { digest });
    return 'wrong';
  }
  // Only the newest code counts, once: both are judged by the locked row.
  const newest = await lockNewestCode(tx, owner);
  if (newest === null || newest.id !== seen?.id || newest.isUsed || newest.isExpired) return 'void';
  await useSignInCode(tx, { codeId: newest.id });
  return 'right';
}

function fits(secrets: Secrets, newest: NewestCode | null, { owner, code }: CodeTry): boolean {
  const digest = digestOfCode(secrets, { id: newest?.id ?? '', email: owner.email, code });
  return timingSafeEqual(digest, newest?.digest ?? NO_DIGEST) && newest !== null;
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

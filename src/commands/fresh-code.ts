import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { lockEmail } from '../store/sign-in-codes.ts';
import type { CodeOwner } from '../store/sign-in-codes.ts';
import { findFreshness, recordFreshCode } from '../store/sign-ins.ts';
import { findUser } from '../store/users.ts';
import type { CommandContext } from './context.ts';
import { orderMailOf, spendCode, writeCode } from './one-time-code.ts';
import type { OrderMail } from './one-time-code.ts';

interface SignedIn {
  readonly userId: string;
  readonly signInId: string;
}

/**
 * Has a code mailed that confirms a sign-in, unless this sign-in got one a moment ago or too many today: then
 * nothing happens, silently. These mails are counted for each sign-in: a stolen session uses up no other's.
 * Source: contract, section 16.
 */
export async function requestFreshCode(
  context: CommandContext,
  caller: SignedIn,
  orderMail: OrderMail,
): Promise<void> {
  const { database, config } = context;
  const owner = await ownerOf(context, caller);
  const limits = {
    secondsBetween: config.OTP_SECONDS_BETWEEN_MAILS,
    aDay: config.OTP_MAILS_PER_DAY,
    aDayOverAll: null,
  };
  const codeId = await database.transaction(async (tx) => {
    await lockEmail(tx, owner);
    return writeCode(tx, context, { owner, block: null, limits });
  });
  if (codeId !== null) await orderMailOf(context, codeId, orderMail);
}

/**
 * Makes a sign-in fresh, with all its tokens. Returns the end of the freshness. Refused: `invalid or expired
 * code`, also after five wrong tries against the code, or too many today against the codes of the sign-in.
 */
export async function enterFreshCode(
  context: CommandContext,
  caller: SignedIn,
  code: string,
): Promise<Outcome<Date>> {
  const owner = await ownerOf(context, caller);
  return context.database.transaction(async (tx) => {
    const verdict = await spendCode(tx, context, { owner, code });
    if (verdict !== 'right') return refuse('invalid_code');
    const freshness = { signInId: caller.signInId, freshMinutes: context.config.FRESH_MINUTES };
    const recorded = await recordFreshCode(tx, freshness);
    return recorded === null ? refuse('invalid_session') : ok(recorded.freshUntil);
  });
}

/** True if a mailed code was entered for this sign-in in the last `FRESH_MINUTES`. */
export async function isFresh(
  { database, config }: Pick<CommandContext, 'database' | 'config'>,
  signInId: string,
): Promise<boolean> {
  const freshness = { signInId, freshMinutes: config.FRESH_MINUTES };
  return (await findFreshness(database.pool, freshness))?.isFresh ?? false;
}

async function ownerOf({ database }: CommandContext, { userId, signInId }: SignedIn): Promise<CodeOwner> {
  return { email: (await findUser(database, userId)).email, signInId };
}

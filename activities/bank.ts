import { brokenInvariant } from '../src/commands/command.ts';
import type { BankAccount } from '../src/domain/bank-account.ts';
import { beginSubmit } from '../src/commands/payout-sending.ts';
import type { BankReply } from '../src/domain/transfer.ts';
import type { Bank, LookupReply, SubmitReply } from '../src/partners/bank.ts';
import type { Secrets } from '../src/security/secrets.ts';
import type { Database } from '../src/store/database.ts';
import { handleTransferCallbacks } from '../src/store/partner-callbacks.ts';
import { findTransfer } from '../src/store/payouts.ts';
import type { DepositInput } from '../workflows/messages.ts';
import type { FoundDeposit } from './deposit.ts';
import { createScreeningActivities } from './screening.ts';
import type { ScreeningDeps } from './screening.ts';

export interface BankDeps extends Pick<ScreeningDeps, 'screening'> {
  readonly database: Database;
  readonly secrets: Secrets;
  /** A new UUID, ordered by time (version 7). */
  readonly newId: () => string;
  readonly bank: Bank;
  /** Where the bank sends what becomes of a transfer. */
  readonly transferCallbackUrl: string;
  readonly reached: (step: string) => void;
}

/** The bank's side of a payout: one call each. The payout's id is the bank's idempotency key. */
export function createBankActivities({
  database,
  secrets,
  bank,
  transferCallbackUrl: callbackUrl,
  reached,
  newId,
  screening,
}: BankDeps) {
  const { screenCounterparty } = createScreeningActivities({ database, secrets, screening });
  return {
    /** Sends the transfer, unless its payout has ended meanwhile. */
    async submitTransfer({ payoutId }: { payoutId: string }): Promise<BankReply> {
      const found = await findTransfer(database.pool, { payoutId });
      if (found === null) throw brokenInvariant(`no payout ${payoutId}`);
      // Only a begun live payout may reach the bank, whichever step asks by mistake.
      if (found.env !== 'live' || found.status !== 'PENDING' || !found.isBegun) return { kind: 'unsure' };
      const screened = found.isLateSend ? await screenCounterparty(found) : null;
      // The lists are away: nothing is sent now, and the workflow tries again.
      if (screened?.kind === 'unavailable') return { kind: 'not sent' };
      const begun = await beginSubmit({ database, newId }, { payoutId, screened });
      // As a refusal of the bank: an earlier submit may have reached it, so the workflow asks before it fails
      // the payout.
      if (begun.kind === 'refused') return { kind: 'refused', reason: begun.refusal.reason };
      if (begun.kind === 'ended') return { kind: 'unsure' };
      const account = JSON.parse(secrets.unseal(found.sealedAccount, found.counterpartyId)) as BankAccount;
      const { amount, currency, name } = found;
      const answer = await bank.submit({ reference: payoutId, amount, currency, name, account, callbackUrl });
      reached('payout.sent');
      return replyOf(answer, found);
    },

    /** Asks the bank for the state of the transfer. */
    async findTransfer({ payoutId }: { payoutId: string }): Promise<BankReply> {
      const found = await findTransfer(database.pool, { payoutId });
      if (found === null) throw brokenInvariant(`no payout ${payoutId}`);
      const reply = replyOf(await bank.find(payoutId), found);
      if (reply.kind !== 'unknown' || found.status === 'PENDING') return reply;
      // Nothing follows from such a reply, so no later step marks the callbacks.
      await handleTransferCallbacks(database.pool, { payoutId, askedAt: found.now });
      return { ...reply, isEnded: true };
    },

    /**
     * Asks the bank for the deposit that an event reported. Null for one that it does not know. Throws when
     * the bank gives no answer.
     */
    async findDeposit({ eventId }: DepositInput): Promise<FoundDeposit | null> {
      const found = await bank.findDeposit(eventId);
      if (found.kind === 'unavailable') throw new Error('the bank gave no answer about a deposit');
      if (found.kind === 'unknown') return null;
      const { reference: userId, amount, currency, occurredAt } = found.deposit;
      const now = Date.now();
      // A clock of theirs may be ahead of ours.
      return { userId, amount, currency, occurredAt: Math.min(occurredAt?.getTime() ?? now, now) };
    },
  };
}

export type BankActivities = ReturnType<typeof createBankActivities>;

function replyOf(
  answer: SubmitReply | LookupReply,
  { name, now }: { readonly name: string; readonly now: Date },
): BankReply {
  const askedAt = now.getTime();
  if (answer.kind === 'refused')
    return { kind: 'refused', reason: plain(answer.reason, name) ?? 'the bank gave no reason' };
  if (answer.kind === 'unknown') return { kind: 'unknown', askedAt };
  if (answer.kind !== 'known') return { kind: answer.kind };
  const { id, status, amount, currency, reason } = answer.transfer;
  return { kind: 'known', transfer: { id, status, amount, currency, reason: plain(reason, name) }, askedAt };
}

/**
 * A bank's reason may hold a name or an account: only what reads like a code, and shares no word with the
 * payee's name, travels on.
 */
function plain(reason: string | null, payee: string): string | null {
  if (reason === null || !/^[A-Za-z][A-Za-z_ -]{0,59}$/.test(reason)) return null;
  const said = new Set(wordsOf(reason));
  return wordsOf(payee).some((word) => said.has(word)) ? null : reason;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

import { isCurrency } from '../domain/countries.ts';
import { isId } from '../domain/id.ts';
import { MAX_WALLET_MINOR } from '../domain/money.ts';
import { invalid, ok } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { suspenseReason } from '../domain/suspense.ts';
import type { Queryable } from '../store/database.ts';
import { lockWallet, postDeposit, walletBalance } from '../store/deposits.ts';
import { handleCallbacksOfEvent } from '../store/partner-callbacks.ts';
import { recordPartnerEvent } from '../store/partner-events.ts';
import { userExists } from '../store/users.ts';
import { listWallets, postTopup } from '../store/wallets.ts';
import type { WalletRow } from '../store/wallets.ts';
import type { CommandContext, DatabaseContext } from './context.ts';
import { bookToSuspense } from './suspense.ts';

/** Thrown inside a transaction to undo it: the top-up would put more into a wallet than it may hold. */
class WalletIsFull extends Error {}

async function unlessFull<T>(posting: Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await posting);
  } catch (error) {
    if (error instanceof WalletIsFull) return invalid('amount_minor', 'the wallet cannot hold more');
    throw error;
  }
}

interface Deposit {
  readonly eventId: string;
  readonly occurredAt: Date;
  /** The text that the bank gives for the user. */
  readonly userId: string;
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
}

/**
 * Books a deposit that the bank has received, once for each event of the bank: to the user's live wallet, or
 * to suspense if no wallet can take it. The event and the money are one transaction: a caller that finds the
 * event finds the money too. Call it with the bank's answer to a lookup, never with the contents of a
 * callback.
 */
export async function creditDeposit(
  { database, newId }: Pick<CommandContext, 'database' | 'newId'>,
  deposit: Deposit,
): Promise<Outcome<null>> {
  const { eventId, occurredAt, userId, amount, currency } = deposit;
  const isUserKnown = isId(userId) && (await userExists(database.em(), userId));
  return database.transaction(async (tx) => {
    const type = 'deposit.received';
    const event = { partner: 'bank', eventId, type, reference: userId, occurredAt } as const;
    await handleCallbacksOfEvent(tx, { partner: 'bank', eventId });
    if ((await recordPartnerEvent(tx, event)) === null) return ok(null);
    const balance = isUserKnown && isCurrency(currency) ? await lockBalance(tx, { currency, userId }) : 0;
    const kind = suspenseReason({ isUserKnown, currency, amount, balance });
    if (kind === null) {
      await postDeposit(tx, { journalId: newId(), userId, currency, amount, eventId });
    } else {
      const facts = { event_id: eventId, reference: userId, occurred_at: occurredAt };
      await bookToSuspense(tx, { newId }, { kind, amount, currency, facts, eventId });
    }
    return ok(null);
  });
}

/** Locks the user's live wallet, and returns its balance in minor units. */
async function lockBalance(
  tx: Queryable,
  { currency, userId }: Pick<Deposit, 'currency' | 'userId'>,
): Promise<number> {
  const { id: walletId } = (await lockWallet(tx, { env: 'live', currency, userId })) as { id: string };
  const { balance } = (await walletBalance(tx, { walletId })) as { balance: number };
  return balance;
}

interface Topup {
  readonly journalId: string;
  readonly userId: string;
  readonly currency: string;
  /** In minor units. */
  readonly amount: number;
}

/**
 * Puts test funds into a sandbox wallet, once for each journal id. Returns the wallet. Refused: `invalid`.
 */
export function topUp({ database }: DatabaseContext, topup: Topup): Promise<Outcome<WalletRow>> {
  const posting = database.transaction(async (tx) => {
    await postTopup(tx, topup);
    const { userId, currency } = topup;
    const [wallet] = await listWallets(tx, { userId, env: 'sandbox', currency });
    if (wallet === undefined) throw new Error(`user ${userId} has no wallet after a top-up`);
    if (wallet.balance > MAX_WALLET_MINOR) throw new WalletIsFull();
    return wallet;
  });
  return unlessFull(posting);
}

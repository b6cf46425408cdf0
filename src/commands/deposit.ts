import { isCurrency } from '../domain/countries.ts';
import { isId } from '../domain/id.ts';
import { MAX_WALLET_MINOR } from '../domain/money.ts';
import { invalid, ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { lockWallet, postDeposit, walletBalance } from '../store/deposits.ts';
import { recordPartnerEvent } from '../store/partner-events.ts';
import { userExists } from '../store/users.ts';
import { listWallets, postTopup } from '../store/wallets.ts';
import type { WalletRow } from '../store/wallets.ts';
import type { CommandContext, DatabaseContext } from './context.ts';

/** Thrown inside a transaction to undo it: the deposit would put more into a wallet than it may hold. */
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
  readonly userId: string;
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
}

/**
 * Credits a deposit that the bank has received to a live wallet, once for each event of the bank. The event
 * and the money are one transaction: a caller that finds the event finds the money too. Call it with the
 * bank's answer to a lookup, never with the contents of a callback. Refused: `user not found`,
 * `bad currency`, `invalid`.
 */
export async function creditDeposit(
  { database, newId }: Pick<CommandContext, 'database' | 'newId'>,
  deposit: Deposit,
): Promise<Outcome<null>> {
  const { eventId, occurredAt, userId, amount, currency } = deposit;
  if (!isId(userId) || !(await userExists(database, userId))) return refuse('user_not_found');
  if (!isCurrency(currency)) return refuse('bad_currency');
  const posting = database.transaction(async (tx) => {
    const event = {
      partner: 'bank',
      eventId,
      type: 'deposit.received',
      reference: userId,
      occurredAt,
    } as const;
    if ((await recordPartnerEvent(tx, event)) === null) return null;
    const { id: walletId } = (await lockWallet(tx, { env: 'live', currency, userId })) as { id: string };
    const { balance } = (await walletBalance(tx, { walletId })) as { balance: number };
    if (balance + amount > MAX_WALLET_MINOR) throw new WalletIsFull();
    await postDeposit(tx, { journalId: newId(), userId, currency, amount, eventId });
    return null;
  });
  return unlessFull(posting);
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

import { z } from 'zod';
import { isCurrency } from '../../domain/countries.ts';
import type { WalletEntryRow, WalletRow } from '../../store/wallets.ts';
import { CURRENCY, amount, id, optional, rfc3339, timestamp, total, whole } from './fields.ts';

const LARGEST_TOPUP = 10 ** 12;

export const topupInput = z
  .object({
    amount_minor: whole.min(1, { error: 'must be 1 or more' }).max(LARGEST_TOPUP, { error: `must be at most ${LARGEST_TOPUP}` }),
    currency: optional(z.string().refine(isCurrency).meta(CURRENCY)),
  })
  .meta({ examples: [{ amount_minor: 100000, currency: 'USD' }] });

export const walletAnswer = z
  .object({
    currency: z.string(),
    balance_minor: amount,
    held_minor: amount.meta({ description: 'Held by open authorizations' }),
    available_minor: amount.meta({ description: 'balance_minor less held_minor' }),
    pending_cashback_minor: amount.meta({ description: 'Lands within 30 days' }),
    deferred_cashback_minor: amount.meta({ description: 'Earned once the product is recommended' }),
  })
  .meta({ id: 'Wallet' });

/** A wallet in one currency. */
export function walletBody(row: WalletRow): z.output<typeof walletAnswer> {
  return {
    currency: row.currency,
    balance_minor: row.balance,
    held_minor: row.held,
    available_minor: row.balance - row.held,
    pending_cashback_minor: total(row.pendingCashback),
    deferred_cashback_minor: total(row.deferredCashback),
  };
}

export const walletEntryAnswer = z
  .object({
    id,
    kind: z.string(),
    amount_minor: z.int().meta({ description: 'Below 0 where money leaves the wallet' }),
    currency: z.string(),
    charge_id: id.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'WalletEntry' });

/** One movement in a wallet. */
export function walletEntryBody(row: WalletEntryRow): z.output<typeof walletEntryAnswer> {
  return {
    id: row.id,
    kind: row.kind,
    amount_minor: row.amount,
    currency: row.currency,
    charge_id: row.chargeId,
    created_at: rfc3339(row.at),
  };
}

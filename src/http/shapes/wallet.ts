import { z } from 'zod';
import { isCurrency } from '../../domain/countries.ts';
import type { WalletEntryRow, WalletRow } from '../../store/wallets.ts';
import { CURRENCY, amount, id, optional, rfc3339, timestamp, total, whole } from './fields.ts';

const LARGEST_TOPUP = 10 ** 12;

export const topupInput = z
  .object({
    amount_minor: whole
      .min(1, { error: 'must be 1 or more' })
      .max(LARGEST_TOPUP, { error: `must be at most ${LARGEST_TOPUP}` }),
    currency: optional(z.string().refine(isCurrency).meta(CURRENCY)),
  })
  .meta({ examples: [{ amount_minor: 100000, currency: 'USD' }] });

export const walletAnswer = z
  .object({
    currency: z.string(),
    balance_minor: amount,
    held_minor: amount.meta({ description: 'Held by open authorizations' }),
    available_minor: amount.meta({ description: 'balance_minor minus held_minor' }),
    pending_cashback_minor: amount.meta({ description: 'Cashback that lands within 30 days' }),
    deferred_cashback_minor: amount.meta({
      description: 'Cashback that the shopper earns by recommending the product',
    }),
  })
  .meta({ id: 'Wallet' });

/** Returns a wallet in one currency. Amounts in minor units. */
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
    amount_minor: z.int().meta({ description: 'Negative when money leaves the wallet' }),
    currency: z.string(),
    charge_id: id.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'WalletEntry' });

/** Returns one movement in a wallet. Amounts in minor units. */
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

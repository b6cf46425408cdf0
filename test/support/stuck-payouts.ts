import type { Pool } from 'pg';
import { BANK_SCRIPTS } from '../../simulators/bank-script.ts';
import { liveMerchant, paidOut } from './live.ts';
import type { LiveMerchant } from './live.ts';
import { OLGA } from './operators.ts';
import { api, call, until } from './people.ts';
import type { Answer } from './people.ts';

/** The bank refuses transfers of this amount, in minor units, and knows nothing of them. */
export const WITHOUT_TRACE = Number(BANK_SCRIPTS.refused_without_trace.amountEndsIn);
/** The longest time until such a payout is stuck, in milliseconds: the bank is asked three times before. */
export const STUCK_MS = 120_000;

export interface StuckPayout {
  readonly shop: LiveMerchant;
  readonly id: string;
}

/** A payout that the bank has refused and knows nothing of. */
export async function stuckPayout(books: Pool): Promise<StuckPayout> {
  const shop = await liveMerchant(books, { sales: 1_000_000 });
  const id = await paidOut(shop, WITHOUT_TRACE);
  await until(
    () => stuckRow(id),
    (row) => row !== undefined,
    STUCK_MS,
  );
  return { shop, id };
}

/** The payout in the list of stuck payouts. Undefined if it is not stuck. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function stuckRow(id: string): Promise<any> {
  const { payouts } = await call('GET', '/operator/payouts/stuck?limit=200', { headers: OLGA });
  return payouts.find((row: { id: string }) => row.id === id);
}

/** Resolves a stuck payout. */
export const resolve = (id: string, outcome: unknown, headers = OLGA): Promise<Answer> =>
  api('POST', `/operator/payouts/${id}/resolve`, { headers, body: { outcome, reason: 'the bank said so' } });

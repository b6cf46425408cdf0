import type { AwardKind, AwardStatus } from '../domain/cashback.ts';
import { prepared } from './database.ts';

/** A shopper's award as they see it. */
export interface CashbackRow {
  readonly id: string;
  readonly chargeId: string;
  readonly productId: string;
  readonly kind: AwardKind;
  readonly amount: number;
  readonly originalAmount: number;
  readonly currency: string;
  readonly status: AwardStatus;
  readonly pendingUntil: Date | null;
  readonly landedAt: Date | null;
  /** Insertion order. */
  readonly seq: number;
}

/** After every row: where the newest page begins. */
export const NEWEST_AWARD = String(2n ** 63n - 1n);

/** A shopper's awards, newest first. Parameters: user, environment, status or null for all, before this sequence, how many. */
export const listCashback = prepared<CashbackRow>(
  'list_cashback',
  `select id, charge_id as "chargeId", product_id as "productId", kind, amount, original_amount as "originalAmount", currency, status,
          pending_until as "pendingUntil", landed_at as "landedAt", seq
   from awards
   where beneficiary_id = $1 and env = $2 and ($3::text is null or status = $3) and seq < $4::bigint
   order by seq desc limit $5`,
);

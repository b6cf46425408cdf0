import type { PayoutStatus } from '../domain/payout.ts';
import { statementOne } from './statement.ts';

interface PayoutId {
  readonly payoutId: string;
}

/** A payout whose money the bank may still return. */
export interface ReturnWatchRow {
  readonly status: PayoutStatus;
  /** True when the bank is known to have the transfer. */
  readonly isTaken: boolean;
  /** When the bank is asked next. Null: it is not asked any more. */
  readonly dueAt: Date | null;
  readonly endsAt: Date | null;
  readonly offset: number;
  readonly now: Date;
}

export const returnWatchRow = statementOne<PayoutId, ReturnWatchRow>(
  'return_watch_row',
  `select status, taken_at is not null as is_taken, next_lookup_at as due_at, return_window_ends_at as ends_at,
          org_offset_ms(org_id, env) as offset, org_now(org_id, env) as now
   from payouts where id = :payoutId`,
);

/**
 * Plans the lookup after the one that was due at this time: a day later, and the last one at the end of the
 * window. A bank that gave no answer is asked again after an hour. `at` is the time of the lookup by
 * Temporal's clock: while the database's is behind, the next lookup would be due at once, again and again.
 */
export const planNextLookup = statementOne<
  PayoutId & { isHeard: boolean; due: Date; at: Date },
  { id: string }
>(
  'plan_next_lookup',
  `update payouts set next_lookup_at = case
     when status not in ('SETTLED', 'FAILED') then null
     when not :isHeard::boolean then greatest(org_now(org_id, env), :at) + interval '1 hour'
     when greatest(org_now(org_id, env), :at) < return_window_ends_at
       then least(greatest(org_now(org_id, env), :at) + interval '1 day', return_window_ends_at) end
   where id = :payoutId and next_lookup_at = :due returning id`,
);

import type { PayoutStatus } from '../domain/payout.ts';
import { PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement, statementOne } from './statement.ts';

/** A live payout that does not end by itself. */
export interface StuckPayoutRow {
  readonly id: string;
  readonly orgId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: PayoutStatus;
  readonly reason: string;
  /** The first submit. Null if nothing was sent, or an earlier release sent it. */
  readonly submittedAt: Date | null;
  readonly createdAt: Date;
  readonly stuckAt: Date;
  /** The proposal to end it as not sent, unless it was withdrawn. */
  readonly adjustmentId: string | null;
}

/**
 * The bank refused it without a final status, contradicts our books about it, or has not shown for 15 minutes
 * that it has the transfer.
 */
const IS_STUCK = `p.status = 'PENDING' and p.env = 'live' and (p.stuck_at is not null
    or p.taken_at is null and p.sending_at < clock_timestamp() - interval '15 minutes')`;

/** Counts stuck payouts. It reads open payouts alone. */
export const countStuckPayouts = statementOne<Record<string, never>, { count: number }>(
  'count_stuck_payouts',
  `select count(*)::integer as count from payouts p where ${IS_STUCK}`,
);

/** Stuck payouts, newest first. */
export const listStuckPayouts = statement<PageParams, StuckPayoutRow>(
  'list_stuck_payouts',
  `select p.id, p.org_id, p.amount, p.currency, p.status, p.submitted_at, p.created_at,
          coalesce(p.stuck_reason, 'the bank does not show that it has the transfer') as reason,
          coalesce(p.stuck_at, p.sending_at + interval '15 minutes')::timestamptz(3) as stuck_at,
          a.id as adjustment_id
   from payouts p left join adjustments a on a.payout_id = p.id and a.status <> 'WITHDRAWN'
   where ${IS_STUCK} and (p.created_at, p.id) < ${PAGE_START}
   order by p.created_at desc, p.id desc limit :limit`,
);

/** True if an operator may end the payout. Read it under the payout's lock. */
export const isStuck = statementOne<{ payoutId: string }, { isStuck: boolean }>(
  'is_stuck',
  `select ${IS_STUCK} as is_stuck from payouts p where p.id = :payoutId`,
);

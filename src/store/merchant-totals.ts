import type { Environment } from '../domain/environment.ts';
import { statement } from './statement.ts';

/** A merchant in one environment. */
interface Merchant {
  readonly orgId: string;
  readonly env: Environment;
}

/** One currency of a summary. Sums of amounts have no bound and are decimal text. */
export interface SummaryRow {
  readonly currency: string;
  readonly capturedCount: number;
  readonly captured: string;
  readonly funded: string;
  readonly socialCount: number;
  readonly toBuyers: string;
  readonly toRecommenders: string;
}

/**
 * A merchant's captures and the cashback that they funded, one row for each currency with a captured charge.
 * It reads 16 rows for a currency, after any number of sales.
 */
export const cashbackSummary = statement<Merchant, SummaryRow>(
  'cashback_summary',
  `select currency, sum(captured_count)::bigint as captured_count, sum(captured)::text as captured,
          sum(funded)::text as funded, sum(social_count)::bigint as social_count,
          sum(to_buyers)::text as to_buyers, sum(to_recommenders)::text as to_recommenders
   from merchant_totals where org_id = :orgId and env = :env
   group by currency having sum(captured_count) > 0 order by currency`,
);

/** One currency of a balance. Sums of amounts have no bound and are decimal text. */
export interface BalanceRow {
  readonly currency: string;
  /** Below 0 when returns took more than the balance. */
  readonly available: string;
  /** On its way to the bank. */
  readonly pendingPayout: string;
}

/** A merchant's balances, one row for each currency. */
export const merchantBalances = statement<Merchant, BalanceRow>(
  'merchant_balances',
  `select t.currency, sum(t.balance)::text as available,
          coalesce((select sum(p.amount) from payouts p
                    where p.org_id = :orgId and p.env = :env and p.currency = t.currency
                      and p.status = 'PENDING'), 0)::text as pending_payout
   from merchant_totals t where t.org_id = :orgId and t.env = :env group by t.currency order by t.currency`,
);

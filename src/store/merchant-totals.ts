import { prepared } from './database.ts';

export interface SummaryRow {
  readonly currency: string;
  readonly capturedCount: number;
  readonly captured: number;
  readonly funded: number;
  readonly socialCount: number;
  readonly toBuyers: number;
  readonly toRecommenders: number;
}

/**
 * What a merchant captured and funded, one row a currency in which there is a captured charge.
 * Read from the running totals: 16 rows a currency, after any number of sales. Parameters: org, environment.
 */
export const cashbackSummary = prepared<SummaryRow>(
  'cashback_summary',
  `select currency, sum(captured_count)::bigint as "capturedCount", sum(captured)::bigint as captured, sum(funded)::bigint as funded,
          sum(social_count)::bigint as "socialCount", sum(to_buyers)::bigint as "toBuyers", sum(to_recommenders)::bigint as "toRecommenders"
   from merchant_totals where org_id = $1 and env = $2
   group by currency having sum(captured_count) > 0 order by currency`,
);

export interface BalanceRow {
  readonly currency: string;
  /** Below 0 where more was returned than is left. */
  readonly available: number;
  /** On its way to the bank. */
  readonly pendingPayout: number;
}

/** A merchant's money, one row a currency. Parameters: org, environment. */
export const merchantBalances = prepared<BalanceRow>(
  'merchant_balances',
  `select t.currency, sum(t.balance)::bigint as available,
          coalesce((select sum(p.amount) from payouts p
                    where p.org_id = $1 and p.env = $2 and p.currency = t.currency and p.status = 'PENDING'), 0)::bigint as "pendingPayout"
   from merchant_totals t where t.org_id = $1 and t.env = $2 group by t.currency order by t.currency`,
);

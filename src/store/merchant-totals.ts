import { prepared } from './database.ts';

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
 * What a merchant captured and funded, one row a currency in which there is a captured charge.
 * Read from the running totals: 16 rows a currency, after any number of sales. Parameters: org, environment.
 */
export const cashbackSummary = prepared<SummaryRow>(
  'cashback_summary',
  `select currency, sum(captured_count)::bigint as "capturedCount", sum(captured)::text as captured, sum(funded)::text as funded,
          sum(social_count)::bigint as "socialCount", sum(to_buyers)::text as "toBuyers", sum(to_recommenders)::text as "toRecommenders"
   from merchant_totals where org_id = $1 and env = $2
   group by currency having sum(captured_count) > 0 order by currency`,
);

/** One currency of a balance. Sums of amounts have no bound and are decimal text. */
export interface BalanceRow {
  readonly currency: string;
  /** Below 0 where more was returned than is left. */
  readonly available: string;
  /** On its way to the bank. */
  readonly pendingPayout: string;
}

/** A merchant's money, one row a currency. Parameters: org, environment. */
export const merchantBalances = prepared<BalanceRow>(
  'merchant_balances',
  `select t.currency, sum(t.balance)::text as available,
          coalesce((select sum(p.amount) from payouts p
                    where p.org_id = $1 and p.env = $2 and p.currency = t.currency and p.status = 'PENDING'), 0)::text as "pendingPayout"
   from merchant_totals t where t.org_id = $1 and t.env = $2 group by t.currency order by t.currency`,
);

import type { Check } from './integrity-cashback.ts';

const CHANGE = 'sum(captured - fees - cashback - returned + cashback_cut - paid_out + reversed + adjusted)';

/** The totals of a merchant's days, from which statements are read, agree with the ledger. */
export const BOOKS: readonly Check[] = [
  {
    scope: 'merchants',
    name: "a merchant's balance is the sum of its days",
    query: `select 1 from (select org_id, env, currency, sum(balance) as balance from merchant_totals
                           group by 1, 2, 3) t
              full join (select org_id, env, currency, ${CHANGE} as balance from merchant_days
                         group by 1, 2, 3) d using (org_id, env, currency)
            where coalesce(t.balance, 0) <> coalesce(d.balance, 0)`,
  },
  {
    scope: 'days',
    name: "a merchant's day is the sum of its entries",
    query: `select 1 from (
              select a.owner_id as org_id, e.env, e.currency, (j.at at time zone 'UTC')::date as day,
                     sum(e.amount) as change
              from accounts a join entries e on e.account_id = a.id join journals j on j.id = e.journal_id
              where a.kind = 'merchant' group by 1, 2, 3, 4) l
              full join (select org_id, env, currency, day, ${CHANGE} as change from merchant_days
                         group by 1, 2, 3, 4) d using (org_id, env, currency, day)
            where coalesce(l.change, 0) <> coalesce(d.change, 0)`,
  },
];

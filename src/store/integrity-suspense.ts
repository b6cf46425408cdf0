import type { Check } from './integrity-cashback.ts';

/** The amounts that a journal booked on the party's account and on the source account. */
const MOVED = (party: string, source: string): string => `
  select coalesce(sum(e.amount) filter (where ${party}), 0) as given,
         coalesce(sum(e.amount) filter (where ${source}), 0) as taken, count(*) as entries
  from entries e join accounts a on a.id = e.account_id where e.journal_id = j.id`;

/** The promises of suspense cases and adjustments. */
export const SUSPENSE: readonly Check[] = [
  {
    scope: 'whole',
    name: 'every suspense case is one journal of its amount between the bank and suspense, and the reverse',
    query: `select 1 from suspense_cases c
              full join (select * from journals where kind = 'suspense') j on j.id = c.journal_id
              left join lateral (${MOVED(`a.kind = 'suspense'`, `a.kind = 'funding'`)}) p on true
            where c.id is null or j.id is null or j.op_key <> 'suspense:' || c.id
              or (p.given, p.taken, p.entries)
                is distinct from (c.amount::numeric, -c.amount::numeric, 2::bigint)`,
  },
  {
    scope: 'whole',
    name: 'the account of suspense holds what its open cases have',
    query: `select 1 from (
              select o.env, o.currency, sum(e.amount) as balance from accounts o join entries e
                on e.account_id = o.id where o.kind = 'suspense' group by 1, 2) b
              full join (select env, currency,
                sum(amount) as open from suspense_cases where status = 'OPEN' group by 1, 2) c
              on c.env = b.env and c.currency = b.currency
            where coalesce(b.balance, 0) <> coalesce(c.open, 0)`,
  },
  {
    scope: 'whole',
    name: 'a suspense case is assigned exactly when an adjustment of it was approved',
    query: `select 1 from suspense_cases c
              left join adjustments a on a.case_id = c.id and a.status = 'APPROVED'
            where (a.id is not null) <> (c.status = 'ASSIGNED')`,
  },
  {
    scope: 'whole',
    name: 'every approved adjustment is one journal of its amount to its party, and the reverse',
    query: `select 1 from (select * from adjustments where status = 'APPROVED' and payout_id is null) d
              full join (select * from journals where kind = 'adjustment') j on j.op_key = 'adjustment:' || d.id
              left join lateral (${MOVED(
                `a.kind = case when d.org_id is null then 'wallet' else 'merchant' end
                   and a.owner_id = coalesce(d.org_id, d.user_id)`,
                `a.kind = case when d.case_id is null then 'adjustments' else 'suspense' end`,
              )}) p on true
            where d.id is null or j.id is null or (j.org_id, j.env) is distinct from (d.org_id, d.env::text)
              or (p.given, p.taken, p.entries)
                is distinct from (d.amount::numeric, -d.amount::numeric, 2::bigint)`,
  },
  {
    scope: 'whole',
    name: 'no operator approved an adjustment of their own, by the audit of operators too',
    query: `select 1 from adjustments d where d.status = 'APPROVED' and (d.approved_by = d.proposed_by
              or not exists (select from operator_actions o where o.operator = d.approved_by
                   and o.target = 'adjustment:' || d.id and o.action = 'approve_adjustment'))`,
  },
];

import { EVENTS_LAST } from './retention-sweep.ts';

/**
 * The rows that a check needs to see together. A check that holds for each charge holds for all of them.
 * `whole`: the tables are small, or the check compares all of their rows.
 */
export type Scope =
  | 'charges'
  | 'journals'
  | 'wallets'
  | 'payouts'
  | 'days'
  | 'merchants'
  | 'histories'
  | 'bank_events'
  | 'whole';

/** A promise of the books, as a query that must answer no row. */
export interface Check {
  readonly scope: Scope;
  readonly name: string;
  readonly query: string;
}

/** The longest delay of a landing. A later award counts as forgotten. */
const SLACK = `interval '10 minutes'`;

/** The cut that returns took of each line's awards, one row for each kind. */
const CUTS = `
  select r.charge_id, x.line, kind.name as kind,
    sum(case kind.name when 'buyer' then x.buyer_cut else x.recommender_cut end) as cut
  from returns r join return_lines x on x.return_id = r.id cross join (values ('buyer'),
    ('recommender')) as kind(name)
  group by r.charge_id, x.line, kind.name`;

/** The awards that each captured line earns for the quantity that was not returned. */
const LEFT = `
  select p.charge_id, l.line, l.qty, l.unit_price, coalesce(b.qty, 0) as returned,
    s.left_pot - s.left_recommender as buyer, s.left_recommender as recommender
  from captures p join charges h on h.id = p.charge_id join cart_lines l on l.cart_id = h.checkout_id
    join capture_lines c on c.charge_id = p.charge_id and c.line = l.line
    left join (select r.charge_id, x.line,
      sum(x.qty) as qty from returns r join return_lines x on x.return_id = r.id group by 1, 2) b
      on b.charge_id = p.charge_id and b.line = l.line
    cross join lateral (select floor(l.unit_price::numeric * (l.qty - coalesce(b.qty,
      0)) * l.cashback_rate / 10000) as pot) q
    cross join lateral (select q.pot as left_pot, case when c.recommender_id is null then 0
                                 else floor(q.pot * p.recommender_share_bps / 10000) end as left_recommender)
                                 s`;

const AWARDS: readonly Check[] = [
  {
    scope: 'charges',
    name: 'what the awards of a line began with is its split: recommender and buyer together are the pot',
    query: `select 1 from (
              select charge_id, line, 'recommender' as kind, recommender_id as beneficiary_id,
                recommender_amount as amount from capture_lines
              union all
              select c.charge_id, c.line, 'buyer', h.consumer_id,
                c.buyer_amount from capture_lines c join charges h on h.id = c.charge_id) due
              full join awards a on a.charge_id = due.charge_id and a.line = due.line and a.kind = due.kind
            where coalesce(a.original_amount, 0) <> coalesce(due.amount, 0) or (a.id is not null
              and a.beneficiary_id is distinct from due.beneficiary_id)`,
  },
  {
    scope: 'charges',
    name: 'a pot is conserved: what an award lost is what returns cut from it',
    query: `select 1 from awards a full join (${CUTS}) c on c.charge_id = a.charge_id and c.line = a.line
            and c.kind = a.kind
            where coalesce(a.original_amount - a.amount, 0) <> coalesce(c.cut, 0)`,
  },
  {
    scope: 'charges',
    name: 'an open award is what its line earns for the quantity that was not returned, and a void one earns nothing',
    query: `select 1 from awards a join (${LEFT}) l on l.charge_id = a.charge_id and l.line = a.line
            where a.status <> 'LANDED' and a.amount <> case a.kind when 'buyer' then l.buyer
              else l.recommender end`,
  },
  {
    scope: 'charges',
    name: 'an award agrees with its charge on org, environment, currency and product',
    query: `select 1 from awards a join charges h on h.id = a.charge_id join cart_lines l
            on l.cart_id = h.checkout_id and l.line = a.line
            where (a.org_id, a.env, a.currency, a.product_id)
              is distinct from (h.org_id, h.env, h.currency, l.product_id)`,
  },
  {
    scope: 'charges',
    name: 'no award waits for its landing longer than it must',
    query: `select 1 from awards where status = 'PENDING'
            and pending_until < org_now(org_id, env) - ${SLACK}`,
  },
  {
    scope: 'charges',
    name: 'no award lands before its thirty days',
    query: `select 1 from awards where pending_until < pending_from + interval '30 days'
            or landed_at < pending_until`,
  },
  {
    scope: 'charges',
    name: "an award has landed exactly when one journal took it from the cashback account to its beneficiary's wallet",
    query: `select 1 from (select id, env, currency, amount, beneficiary_id, charge_id from awards
            where status = 'LANDED') a
              full join (select * from journals where kind = 'landing') j on j.op_key = 'landing:' || a.id
              left join lateral (
                select sum(e.amount) filter (where o.kind = 'wallet'
                  and o.owner_id = a.beneficiary_id) as credited,
                       sum(e.amount) filter (where o.kind = 'cashback') as taken, count(*) as entries
                from entries e join accounts o on o.id = e.account_id where e.journal_id = j.id) p on true
            where a.id is null or j.id is null or j.charge_id <> a.charge_id
               or (p.credited, p.taken, p.entries)
               is distinct from (a.amount::numeric, -a.amount::numeric, 2::bigint)`,
  },
  {
    scope: 'charges',
    name: 'the cashback account holds what open awards will take from it',
    query: `select 1 from (
              select o.env, o.currency, sum(e.amount) as balance from accounts o join entries e
                on e.account_id = o.id where o.kind = 'cashback' group by 1, 2) b
              full join (
                select env, currency, sum(amount) as due from awards where status in ('DEFERRED',
                  'PENDING') group by 1, 2) a
              on a.env = b.env and a.currency = b.currency
            where coalesce(b.balance, 0) <> coalesce(a.due, 0)`,
  },
];

const RETURNS: readonly Check[] = [
  {
    scope: 'charges',
    name: 'a return is the sum of its lines, and says that awards were adjusted exactly when it cut some',
    query: `select 1 from returns r left join return_lines x on x.return_id = r.id
            group by r.id, r.goods, r.buyer_cut, r.recommender_cut, r.award_adjusted
            having r.goods <> coalesce(sum(x.goods), 0) or r.buyer_cut <> coalesce(sum(x.buyer_cut), 0)
                or r.recommender_cut <> coalesce(sum(x.recommender_cut), 0) or count(x.line) = 0
                or r.award_adjusted <> (coalesce(sum(x.buyer_cut + x.recommender_cut), 0) > 0)`,
  },
  {
    scope: 'charges',
    name: 'a returned line is its price times its quantity',
    query: `select 1 from return_lines x join returns r on r.id = x.return_id join charges h
            on h.id = r.charge_id
              left join cart_lines l on l.cart_id = h.checkout_id and l.line = x.line
            where l.line is null or x.goods <> l.unit_price::numeric * x.qty`,
  },
  {
    scope: 'charges',
    name: 'no more of a line is returned than was captured',
    query: `select 1 from (${LEFT}) l where l.returned > l.qty`,
  },
  {
    scope: 'charges',
    name: 'only captured charges are returned, and not before',
    query: `select 1 from returns r join charges h on h.id = r.charge_id
            where h.status <> 'CAPTURED' or r.at < h.captured_at or (r.org_id, r.env)
              is distinct from (h.org_id, h.env)`,
  },
  {
    scope: 'charges',
    name: 'refunds reach the total exactly when everything with a price is back, and shipping and tax never more than their whole',
    query: `select 1 from charges h join carts k on k.id = h.checkout_id
              join (select charge_id, sum(refund) as refund, sum(shipping_part) as shipping,
                sum(tax_part) as tax from returns group by 1) r on r.charge_id = h.id
              join (select charge_id, bool_and(returned = qty) as everything,
                  bool_and(returned = qty) filter (where unit_price > 0) as priced
                from (${LEFT}) x group by 1) l on l.charge_id = h.id
            where r.refund > h.total or r.shipping > k.shipping_amount or r.tax > k.tax_amount
               or (l.everything and r.refund <> h.total) or (r.refund = h.total and h.total > 0
               and not coalesce(l.priced, l.everything))`,
  },
  {
    scope: 'charges',
    name: 'every return has one journal: the refund to the shopper, paid by the merchant and the cashback it cut',
    query: `select 1 from returns r full join (select * from journals where kind = 'return') j
            on j.id = r.journal_id
              left join charges h on h.id = r.charge_id
              left join lateral (
                select coalesce(sum(e.amount) filter (where o.id = h.wallet_id), 0) as refunded,
                       coalesce(sum(e.amount) filter (where o.kind = 'merchant' and o.owner_id = h.org_id),
                         0) as paid,
                       coalesce(sum(e.amount) filter (where o.kind = 'cashback'), 0) as cut
                from entries e join accounts o on o.id = e.account_id where e.journal_id = j.id) p on true
            where r.id is null or j.id is null or j.charge_id <> r.charge_id
               or (p.refunded, p.paid, p.cut) is distinct from
                  (r.refund::numeric, (r.buyer_cut + r.recommender_cut - r.refund)::numeric,
                  -(r.buyer_cut + r.recommender_cut)::numeric)`,
  },
  {
    scope: 'charges',
    name: 'every return has one event',
    query: `select 1 from returns r full join (select * from events where event = 'charge.returned'
            and not test) e on e.return_id = r.id
            where r.id is null or e.charge_id <> r.charge_id
              or e.id is null and not exists (
                select from return_requests q
                where q.id = r.id and q.recorded_at < now() - ${EVENTS_LAST})`,
  },
];

/** The values that `merchant_totals` must have, computed from the rows that it sums up. */
const RECOUNTED = `
  select org_id, env, currency, sum(balance) as balance, sum(captured_count) as captured_count,
    sum(captured) as captured, sum(funded) as funded,
         sum(social_count) as social_count, sum(to_buyers) as to_buyers,
           sum(to_recommenders) as to_recommenders
  from (
    select o.owner_id as org_id, o.env, o.currency, e.amount as balance, 0 as captured_count, 0 as captured,
      0 as funded, 0 as social_count,
           0 as to_buyers, 0 as to_recommenders
    from accounts o join entries e on e.account_id = o.id where o.kind = 'merchant'
    union all
    select h.org_id, h.env, h.currency, 0, 1, h.total, p.total_cashback,
      (json_array_length(p.recommenders) > 0)::int, 0, 0
    from captures p join charges h on h.id = p.charge_id
    union all
    select r.org_id, r.env, h.currency, 0, 0, 0, -r.buyer_cut - r.recommender_cut, 0, 0,
      0 from returns r join charges h on h.id = r.charge_id
    union all
    select org_id, env, currency, 0, 0, 0, 0, 0,
           case when kind = 'buyer' and status in ('PENDING', 'LANDED') then amount else 0 end,
             case when kind = 'recommender' then amount else 0 end
    from awards) parts
  group by org_id, env, currency`;

const TOTALS: readonly Check[] = [
  {
    scope: 'histories',
    name: "a merchant's running totals are what captures, returns, awards and the ledger add up to",
    query: `select 1 from (
              select org_id, env, currency, sum(balance) as balance, sum(captured_count) as captured_count,
                sum(captured) as captured,
                     sum(funded) as funded, sum(social_count) as social_count, sum(to_buyers) as to_buyers,
                       sum(to_recommenders) as to_recommenders
              from merchant_totals group by 1, 2, 3) t
              full join (${RECOUNTED}) r on r.org_id = t.org_id and r.env = t.env and r.currency = t.currency
            where (coalesce(t.balance, 0), coalesce(t.captured_count, 0), coalesce(t.captured, 0),
              coalesce(t.funded, 0),
                   coalesce(t.social_count, 0), coalesce(t.to_buyers, 0), coalesce(t.to_recommenders, 0))
               is distinct from
                  (coalesce(r.balance, 0), coalesce(r.captured_count, 0), coalesce(r.captured, 0),
                    coalesce(r.funded, 0),
                   coalesce(r.social_count, 0), coalesce(r.to_buyers, 0), coalesce(r.to_recommenders, 0))`,
  },
];

/** The promises of cashback, returns and running totals. */
export const CASHBACK: readonly Check[] = [...AWARDS, ...RETURNS, ...TOTALS];

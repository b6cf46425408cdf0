import type { Check } from './integrity-cashback.ts';

/** The longest delay of a sandbox settlement. A later payout counts as forgotten. */
const SLACK = `interval '60 seconds'`;
/** The longest time that a payout may be in doubt at the bank. After it, an operator must look. */
const LONGEST_DOUBT = `interval '1 hour'`;

/**
 * The largest difference between two reads of the database's clock in transactions that follow each other.
 */
const CLOCKS = `interval '1 second'`;

/** The journals that each payout must have, and between which accounts they move its amount. */
const STEPS = `
  select p.*, s.kind, s.source, s.target from payouts p join (values
    ('payout', 'merchant', 'payouts', '{PENDING,SETTLED,FAILED,RETURNED}'::text[]),
    ('payout_settlement', 'payouts', 'funding', '{SETTLED,RETURNED}'),
    ('payout_failure', 'payouts', 'merchant', '{FAILED}'),
    ('payout_return', 'funding', 'merchant', '{RETURNED}')) as s(kind, source, target, statuses)
      on p.status = any (s.statuses)`;

const LEDGER: readonly Check[] = [
  {
    scope: 'payouts',
    name: 'every payout has exactly the journals of its state, each moving its amount between the right accounts, and no others are of payouts',
    query: `select 1 from (${STEPS}) s
              full join (select * from journals where kind like 'payout%') j on j.payout_id = s.id
                and j.kind = s.kind
              left join lateral (
                select sum(e.amount) filter (where o.kind = s.source and o.owner_id is not distinct
                  from case when s.source = 'merchant' then s.org_id end) as taken,
                       sum(e.amount) filter (where o.kind = s.target and o.owner_id is not distinct
                         from case when s.target = 'merchant' then s.org_id end) as given,
                       count(*) as entries
                from entries e join accounts o on o.id = e.account_id where e.journal_id = j.id) p on true
            where s.id is null or j.id is null or (j.org_id, j.env, j.currency) is distinct from (s.org_id,
              s.env, s.currency)
               or (p.taken, p.given, p.entries)
               is distinct from (-s.amount::numeric, s.amount::numeric, 2::bigint)`,
  },
  {
    scope: 'payouts',
    name: 'the account of money on its way holds what pending payouts reserved',
    query: `select 1 from (
              select o.env, o.currency, sum(e.amount) as balance from accounts o join entries e
                on e.account_id = o.id where o.kind = 'payouts' group by 1, 2) b
              full join (select env, currency,
                sum(amount) as pending from payouts where status = 'PENDING' group by 1, 2) p
              on p.env = b.env and p.currency = b.currency
            where coalesce(b.balance, 0) <> coalesce(p.pending, 0)`,
  },
  {
    // A return may take a merchant below zero, and is left out: one that is being written down while a payout
    // is judged comes after it.
    scope: 'histories',
    name: 'no payout took more than its merchant had',
    query: `select 1 from (
              select j.kind, sum(e.amount) over (partition by e.account_id order by e.id) as balance
              from entries e join accounts o on o.id = e.account_id and o.kind = 'merchant' join journals j
                on j.id = e.journal_id
              where j.kind <> 'return') r
            where kind = 'payout' and balance < 0`,
  },
];

const BANK: readonly Check[] = [
  {
    scope: 'payouts',
    name: 'no payout was reserved, or sent, before monitoring and screening had let it pass',
    query: `select 1 from payouts p
              left join lateral (
                select max(recorded_at) filter (where rule = 'monitoring' and movement = 'payout'
                  and party_id = p.org_id and amount = p.amount and currency = p.currency) as monitored,
                       max(recorded_at) filter (where rule = 'screening') as screened
                from compliance_records where subject = 'payout:' || p.id and decision = 'PASSED'
                  and org_id = p.org_id and env = p.env) c on true
            where coalesce(greatest(c.monitored, c.screened) > p.recorded_at
              or num_nulls(c.monitored, c.screened) > 0 or p.sending_at < p.recorded_at, false)`,
  },
  {
    // A case that was approved and is no longer keeps only when that ended.
    scope: 'payouts',
    name: 'no live payout is of a business that nobody had approved before',
    query: `select 1 from payouts p where env = 'live'
              and not exists (select from operator_actions where action = 'set_kyb'
                and target = 'org:' || p.org_id
                              and after->>'kyb_status' = 'APPROVED' and at <= p.recorded_at)
              and not exists (select from verification_cases c where c.org_id = p.org_id
                and c.created_at <= p.created_at
                              and (c.status in ('REJECTED', 'WITHDRAWN') or (c.status = 'APPROVED'
                              and c.decided_at <= p.created_at)))`,
  },
  {
    scope: 'payouts',
    name: 'every payout goes to a destination whose name was checked before',
    query: `select 1 from payouts p join counterparties c on c.id = p.counterparty_id
            where c.name_match is null or c.recorded_at > p.recorded_at`,
  },
  {
    // Both are real time in live. The sandbox holds nothing, and its destinations are disabled in org time.
    scope: 'payouts',
    name: 'no live payout was reserved for a destination that was held or disabled',
    query: `select 1 from payouts p join counterparties c on c.id = p.counterparty_id
            where p.env = 'live'
              and (least(c.held_until, coalesce(c.approved_at, c.held_until)) > p.recorded_at
                   or c.disabled_at < p.recorded_at - ${CLOCKS})`,
  },
  {
    scope: 'payouts',
    name: 'no transfer of the bank stands for two payouts',
    query: 'select 1 from payouts where bank_id is not null group by provider, bank_id having count(*) > 1',
  },
  {
    scope: 'payouts',
    name: 'no live payout is longer in doubt than an hour: the bank has it, or it has ended',
    query: `select 1 from payouts where env = 'live' and status = 'PENDING' and taken_at is null
            and recorded_at < clock_timestamp() - ${LONGEST_DOUBT}`,
  },
  {
    // One that an earlier release gave up has no record of its submits.
    scope: 'payouts',
    name: 'no live payout that was sent was given up without the word of the bank or of two operators',
    query: `select 1 from payouts p where p.env = 'live' and p.status = 'FAILED' and p.taken_at is null
            and p.submit_state = 'BEGUN'
            and not exists (select from adjustments a where a.payout_id = p.id and a.status = 'APPROVED')`,
  },
  {
    scope: 'payouts',
    name: 'an approved adjustment of a payout has failed it, and an operator has ended only what was resolved',
    query: `select 1 from adjustments a join payouts p on p.id = a.payout_id
            where a.status = 'APPROVED' and (p.status <> 'FAILED' or p.resolved_at is null)`,
  },
  {
    scope: 'payouts',
    name: 'no sandbox payout outlives its day',
    query: `select 1 from payouts where env = 'sandbox' and status = 'PENDING'
            and due_at < org_now(org_id, env) - ${SLACK}`,
  },
  {
    scope: 'bank_events',
    name: 'what the bank said of a transfer is about a live payout',
    query: `select 1 from partner_events e left join payouts p on p.id::text = e.reference and p.env = 'live'
            where e.partner = 'bank' and e.type like 'transfer.%' and p.id is null`,
  },
];

/** The promises of payouts. The bank comparison checks the bank's own list, because it needs the bank. */
export const PAYOUTS: readonly Check[] = [...LEDGER, ...BANK];

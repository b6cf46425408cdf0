import { Migration } from '@mikro-orm/migrations';

/**
 * The edges of the bank: partners' callbacks that are stored until they are handled, payouts that only an operator
 * can end, and the lookups for returns that come weeks later. All times are real: only live payouts have a bank.
 */
export class BankEdges extends Migration {
  override up(): void {
    for (const part of [CALLBACKS, STUCK, LATE_RETURNS]) this.addSql(part);
  }
}

const CALLBACKS = `
create table partner_callbacks (
  id bigint generated always as identity primary key,
  partner text not null check (partner in ('verification', 'bank')),
  event_id text not null check (length(event_id) between 1 and 200),
  type text not null,
  -- Our id of the event's subject. For a deposit: what the bank calls the user.
  reference text not null check (length(reference) <= 200),
  received_at timestamptz(3) not null default clock_timestamp(),
  -- When the partner's answer about the subject was applied.
  handled_at timestamptz(3),
  unique (partner, event_id, type, reference)
);
create index partner_callbacks_open on partner_callbacks (id) where handled_at is null;
create index partner_callbacks_open_by_reference on partner_callbacks (reference) where handled_at is null;
create index partner_callbacks_handled on partner_callbacks (handled_at) where handled_at is not null;
`;

const STUCK = `
alter table payouts
  -- NONE: nothing was ever sent. Null for a payout that an earlier release began: it recorded no submits.
  add column submit_state text check (submit_state in ('NONE', 'BEGUN')),
  -- The first submit, before it was sent.
  add column submitted_at timestamptz(3),
  -- When the payout could not go on without an operator, and why.
  add column stuck_at timestamptz(3),
  add column stuck_reason text,
  -- When an operator ended it.
  add column resolved_at timestamptz(3),
  add constraint payouts_submits check (submit_state is null or env = 'live' and sending_at is not null),
  add constraint payouts_submitted check ((submit_state = 'BEGUN') is not true = (submitted_at is null)),
  add constraint payouts_stuck check ((stuck_at is null) = (stuck_reason is null)),
  add constraint payouts_stuck_in_live check (env = 'live' or num_nonnulls(stuck_at, resolved_at) = 0),
  add constraint payouts_resolved check (resolved_at is null or status <> 'PENDING');

-- A payout that an operator has settled may lack the bank's transfer.
do $$ declare old_rule text; begin
  select conname into strict old_rule from pg_constraint
  where conrelid = 'payouts'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) ~ 'taken_at IS NOT NULL' and pg_get_constraintdef(oid) ~ 'RETURNED';
  execute format('alter table payouts drop constraint %I', old_rule);
end $$;
alter table payouts add constraint payouts_settled_by_bank check (
  env = 'sandbox' or status not in ('SETTLED', 'RETURNED') or taken_at is not null or resolved_at is not null);
`;

const LATE_RETURNS = `
alter table payouts
  -- The bank is asked until the end of the window if the money came back.
  add column return_window_ends_at timestamptz(3),
  add column next_lookup_at timestamptz(3),
  add constraint payouts_lookups check (next_lookup_at is null
    or env = 'live' and return_window_ends_at is not null);
create index payouts_watched on payouts (id) where next_lookup_at is not null;

-- Payouts that settled before this release are asked about within a day, not all at once.
update payouts set return_window_ends_at = settled_at + interval '60 days',
  next_lookup_at = clock_timestamp() + random() * interval '1 day'
where env = 'live' and status = 'SETTLED' and settled_at > clock_timestamp() - interval '60 days';
`;

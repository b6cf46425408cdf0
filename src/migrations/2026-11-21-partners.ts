import { Migration } from '@mikro-orm/migrations';

/** What partners told us, each event once; and money that the bank received for shoppers. */
export class Partners extends Migration {
  override up(): void {
    for (const part of [EVENTS, DEPOSITS]) this.addSql(part);
  }
}

const EVENTS = `
-- A partner sends an event until it is taken: the second copy finds its row here and changes nothing.
create table partner_events (
  partner text not null check (partner in ('verification', 'bank')),
  event_id text not null check (length(event_id) between 1 and 200),
  type text not null,
  -- Our id of what it is about.
  reference text not null,
  occurred_at timestamptz(3) not null,
  received_at timestamptz(3) not null default clock_timestamp(),
  primary key (partner, event_id)
);
create index partner_events_by_reference on partner_events (reference, received_at);
create trigger append_only before update or delete on partner_events for each row execute function refuse_change();
create trigger never_truncated before truncate on partner_events execute function refuse_change();
`;

const DEPOSITS = `
alter table journals drop constraint journals_kind_check;
alter table journals add constraint journals_kind_check check (kind in ('topup', 'capture', 'return', 'landing', 'deposit'));
alter table journals drop constraint journals_belong;
alter table journals add constraint journals_belong check ((kind in ('topup', 'deposit')) = (charge_id is null) and (kind in ('topup', 'deposit')) = (org_id is null));
-- Test funds are topped up, real ones come from the bank.
alter table journals add constraint journals_money_of check (case kind when 'topup' then env = 'sandbox' when 'deposit' then env = 'live' else true end);
`;

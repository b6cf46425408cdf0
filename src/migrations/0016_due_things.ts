import { Migration } from '@mikro-orm/migrations';

/** Things that happen by themselves when their time comes. */
export class DueThings extends Migration {
  override up(): void {
    for (const part of [DUE, FIRINGS]) this.addSql(part);
  }
}

/** All due things of the sandbox, each with its workflow. Each branch has a partial index. */
const DUE = `
create view due_things as
  select org_id, 'checkout_expiry' as kind, id, 'checkout' as workflow, id as workflow_key,
         expires_at as due_at
  from checkouts where env = 'sandbox' and status = 'PENDING'
  union all
  select org_id, 'hold_lapse', id, 'checkout', checkout_id, hold_expires_at
  from charges where env = 'sandbox' and status = 'AUTHORIZED'
  union all
  select org_id, 'award_landing', id, 'award', id, pending_until
  from awards where env = 'sandbox' and status = 'PENDING'
  union all
  select org_id, 'webhook_retry', id, 'webhookDelivery', id, coalesce(next_attempt_at, created_at)
  from deliveries where env = 'sandbox' and status = 'PENDING'
  union all
  select org_id, 'payout_settlement', id, 'payout', id, due_at
  from payouts where env = 'sandbox' and status = 'PENDING';
`;

/**
 * The real time at which a due thing happened. Business times are the due times: without this column, a hold
 * that a wrong clock lapsed days early would look like any other. The tables forbid it in live.
 */
const FIRINGS = `
create function record_firing() returns trigger language plpgsql as $$
begin
  new.fired_recorded_at := real_now();
  return new;
end $$;
create trigger record_firing before update of status on checkouts for each row
  when (old.status = 'PENDING' and new.status = 'EXPIRED') execute function record_firing();
create trigger record_firing before update of status on charges for each row
  when (old.status <> new.status and new.status = 'EXPIRED') execute function record_firing();
create trigger record_firing before update of status on awards for each row
  when (old.status <> new.status and new.status = 'LANDED') execute function record_firing();
`;

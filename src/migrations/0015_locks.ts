import { Migration } from '@mikro-orm/migrations';

/**
 * Locks are taken in one order: the sandbox clock (shared), terminal, checkout, charge, recommendations,
 * awards, accounts. Each lock is a statement of its own: a row that is read together with its lock may be
 * older than the lock.
 */
export class Locks extends Migration {
  override up(): void {
    for (const part of [CHECKOUTS, RECOMMENDATIONS, PAYOUTS, WALLETS]) this.addSql(part);
  }
}

const CHECKOUTS = `
-- Openings of one environment wait for each other; nobody changes the terminal meanwhile.
create function lock_terminal(org uuid, in_env text, terminal uuid) returns void language plpgsql as $$
begin
  perform lock_sandbox_clock(org, in_env);
  perform pg_advisory_xact_lock(7704, hashtext(terminal::text || in_env));
  perform 1 from terminals where id = terminal for share;
end $$;

create function lock_checkout(org uuid, checkout uuid) returns void language plpgsql as $$
declare charge record;
begin
  perform lock_sandbox_clock(org, env) from checkouts where id = checkout;
  perform 1 from checkouts where id = checkout for no key update;
  select id, consumer_id, env into charge from charges where checkout_id = checkout for no key update;
  if found then
    perform lock_recommendations(org, charge.env, charge.consumer_id, false);
    perform 1 from awards where charge_id = charge.id order by id for no key update;
  end if;
end $$;
`;

/**
 * A recommendation and a capture decide together whether the buyer's award is deferred: captures share the
 * lock, a recommendation has it alone.
 */
const RECOMMENDATIONS = `
create function lock_recommendations(merchant uuid, in_env text, shopper uuid, exclusively boolean)
returns void language plpgsql as $$
begin
  if exclusively then
    perform pg_advisory_xact_lock(7702, hashtext(merchant::text || in_env || shopper::text));
  else
    perform pg_advisory_xact_lock_shared(7702, hashtext(merchant::text || in_env || shopper::text));
  end if;
end $$;

create function lock_recommendation(merchant uuid, in_env text, shopper uuid) returns void
language plpgsql as $$
begin
  perform lock_sandbox_clock(merchant, in_env);
  perform lock_recommendations(merchant, in_env, shopper, true);
end $$;

create function lock_award(org uuid, award uuid) returns void language plpgsql as $$
begin
  perform lock_sandbox_clock(org, env) from awards where id = award;
  perform 1 from awards where id = award for no key update;
end $$;
`;

/**
 * Payouts of one organization are judged one at a time: monitoring's counts, the balance and the reservation
 * agree.
 */
const PAYOUTS = `
create function lock_payouts(org uuid, in_env text, in_currency text) returns void language plpgsql as $$
begin
  perform lock_sandbox_clock(org, in_env);
  perform pg_advisory_xact_lock(7703, hashtext(org::text || in_env));
  perform 1 from merchant_totals where org_id = org and env = in_env and currency = in_currency
  order by slot for no key update;
end $$;

create function lock_payout(org uuid, payout uuid) returns void language plpgsql as $$
begin
  perform lock_sandbox_clock(org, env) from payouts where id = payout;
  perform 1 from payouts where id = payout for no key update;
end $$;
`;

const WALLETS = `
create function lock_wallet(in_env text, in_currency text, in_owner uuid) returns uuid language plpgsql as $$
declare wallet uuid := account_of(in_env, in_currency, 'wallet', in_owner);
begin
  perform 1 from accounts where id = wallet for no key update;
  return wallet;
end $$;
`;

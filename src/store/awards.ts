import type { AwardStatus } from '../domain/cashback.ts';
import { prepared, preparedOne } from './database.ts';

export interface AwardRow {
  readonly status: AwardStatus;
  readonly pendingUntil: Date | null;
  readonly now: Date;
  readonly offset: number;
}

/** An award as its workflow needs it, with the org's time. */
export const awardRow = preparedOne<AwardRow>(
  'award_row',
  `select status, pending_until as "pendingUntil", org_now(org_id, env) as now, org_offset_ms(org_id, env) as "offset"
   from awards where id = $1`,
);

/** Takes the org's clock (shared, in the sandbox), then the award's row. Read in the next statement. */
export const lockAward = prepared<never>('lock_award', 'select lock_award($1, $2)');

/**
 * Lands an award that is pending and due by a time, and in live by the database's clock too: its amount goes to the
 * beneficiary's wallet, at the moment it was due. Answers the award, or null when there was nothing to land.
 * Parameters: award, time, journal.
 */
export const writeLanding = preparedOne<{ id: string }>(
  'write_landing',
  `with landed as (
       update awards set status = 'LANDED', landed_at = pending_until
       where id = $1 and status = 'PENDING' and pending_until <= $2 and (env = 'sandbox' or pending_until <= real_now())
       returning id, charge_id, org_id, env, currency, amount, beneficiary_id, landed_at),
     journal as (
       insert into journals (id, env, currency, kind, op_key, org_id, charge_id, entry_count, at)
       select $3, env, currency, 'landing', 'landing:' || id, org_id, charge_id, 2, landed_at from landed),
     posted as (
       insert into entries (journal_id, account_id, env, currency, amount)
       select $3, account, env, currency, posted from (
         select account_of(env, currency, 'cashback', null) as account, env, currency, -amount as posted from landed
         union all
         select account_of(env, currency, 'wallet', beneficiary_id), env, currency, amount from landed) x)
   select id from landed`,
);

/**
 * Takes the org's clock (shared, in the sandbox), then the shopper's recommendations of this merchant, exclusively: captures
 * read them to defer cashback. Parameters: merchant, environment, shopper.
 */
export const lockRecommendation = prepared<never>('lock_recommendation', 'select lock_recommendation($1, $2, $3)');

/**
 * A shopper's deferred awards for a product become pending now, for 30 days.
 * Parameters: environment, merchant, product, shopper, days as an interval.
 */
export const wakeAwards = prepared<{ id: string }>(
  'wake_awards',
  `with mine as (
       select id from awards
       where env = $1 and org_id = $2 and product_id = $3 and beneficiary_id = $4 and status = 'DEFERRED'
       order by id for no key update),
     clock as (select org_now($2, $1) as now)
   update awards a set status = 'PENDING', pending_from = clock.now, pending_until = clock.now + $5::bigint * interval '1 millisecond'
   from mine, clock where a.id = mine.id
   returning a.id`,
);

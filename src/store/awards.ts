import type { AwardStatus } from '../domain/cashback.ts';
import type { Environment } from '../domain/environment.ts';
import { journalAndEntries } from './fragments.ts';
import { statement, statementOne } from './statement.ts';

export interface AwardRow {
  readonly status: AwardStatus;
  readonly pendingUntil: Date | null;
  readonly now: Date;
  readonly offset: number;
}

/** An award as its workflow needs it, with the org's time. */
export const awardRow = statementOne<{ awardId: string }, AwardRow>(
  'award_row',
  `select status, pending_until, org_now(org_id, env) as now, org_offset_ms(org_id, env) as offset
   from awards where id = :awardId`,
);

interface AwardRef {
  readonly orgId: string;
  readonly awardId: string;
}

/** Locks the org's clock (shared, in the sandbox), then the award. Read the award in the next statement. */
export const lockAward = statement<AwardRef, never>('lock_award', 'select lock_award(:orgId, :awardId)');

interface LandingParams {
  readonly awardId: string;
  /** The time that judges whether the award is due. Null for the org's time. */
  readonly at: Date | null;
  readonly journalId: string;
}

/**
 * Lands a pending award that is due at a time, and in live by the database's clock too. Posts its amount
 * to the beneficiary's wallet, at the moment it was due. Returns the award as it then is.
 *
 * The clock is read once: an award that is not due must not look overdue in the same answer, or its workflow
 * would take that for a failed step.
 */
export const writeLanding = statementOne<LandingParams, AwardRow>(
  'write_landing',
  `with clock as materialized (
       select org_now(org_id, env) as now, org_offset_ms(org_id, env) as offset_ms
       from awards where id = :awardId),
     landed as (
       update awards set status = 'LANDED', landed_at = pending_until
       from clock
       where id = :awardId and status = 'PENDING' and pending_until <= coalesce(:at::timestamptz, clock.now)
         and (env = 'sandbox' or pending_until <= clock.now)
       returning id, charge_id, org_id, env, currency, amount, beneficiary_id, landed_at),
     ${journalAndEntries({
       from: 'landed',
       kind: `'landing'`,
       key: 's.id',
       columns: { org_id: 's.org_id', charge_id: 's.charge_id', at: 's.landed_at' },
       entries: [
         [`account_of(s.env, s.currency, 'cashback', null)`, '-s.amount'],
         [`account_of(s.env, s.currency, 'wallet', s.beneficiary_id)`, 's.amount'],
       ],
     })}
   select case when landed.id is null then a.status else 'LANDED' end as status, a.pending_until,
          clock.now, clock.offset_ms as "offset"
   from clock, awards a left join landed on landed.id = a.id where a.id = :awardId`,
);

/**
 * Locks the org's clock (shared, in the sandbox), then the shopper's recommendations of this merchant
 * (exclusive): captures read them to defer cashback.
 */
export const lockRecommendation = statement<{ merchantId: string; env: Environment; userId: string }, never>(
  'lock_recommendation',
  'select lock_recommendation(:merchantId, :env, :userId)',
);

/** Makes a shopper's deferred awards for a product pending, from now for `pendingMs`. */
export const activateAwards = statement<
  { env: Environment; merchantId: string; productId: string; userId: string; pendingMs: number },
  { id: string; pendingUntil: Date }
>(
  'wake_awards',
  `with mine as (
       select id from awards
       where env = :env and org_id = :merchantId and product_id = :productId and beneficiary_id = :userId
         and status = 'DEFERRED'
       order by id for no key update),
     clock as (select org_now(:merchantId, :env) as now)
   update awards a set status = 'PENDING', pending_from = clock.now,
     pending_until = clock.now + :pendingMs::bigint * interval '1 millisecond'
   from mine, clock where a.id = mine.id
   returning a.id, a.pending_until`,
);

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

/**
 * Lands a pending award that is due at a time, and in live by the database's clock too. Posts its amount
 * to the beneficiary's wallet, at the moment it was due. Returns null when there was nothing to land.
 */
export const writeLanding = statementOne<{ awardId: string; at: Date; journalId: string }, { id: string }>(
  'write_landing',
  `with landed as (
       update awards set status = 'LANDED', landed_at = pending_until
       where id = :awardId and status = 'PENDING' and pending_until <= :at
         and (env = 'sandbox' or pending_until <= real_now())
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
   select id from landed`,
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
  { id: string }
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
   returning a.id`,
);

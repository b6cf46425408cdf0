import { prepared } from './database.ts';

/** An open row, in either environment, with the workflow that owes it its end. `key` names the workflow. */
export interface Obligation {
  readonly workflow: 'checkout' | 'award' | 'payout' | 'verification' | 'webhookDelivery';
  readonly key: string;
  /** The org that it belongs to; the user for a consumer's verification. */
  readonly orgId: string;
}

/** Where the walk stands within one kind: past it, before it, or after this key. Written so that an index is entered there. */
const after = (workflow: Obligation['workflow']): string => `id > case when $1 < '${workflow}' then '00000000-0000-0000-0000-000000000000'
  when $1 = '${workflow}' then $2 else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid`;

/** Open obligations by workflow and key, after a place. Parameters: workflow, key, how many. */
export const openObligations = prepared<Obligation>(
  'open_obligations',
  `select workflow, key, org_id as "orgId" from (
     (select 'award' as workflow, id as key, org_id from awards where status = 'PENDING' and ${after('award')} order by id limit $3)
     union all
     (select 'checkout', id, org_id from checkouts where status in ('PENDING', 'AUTHORIZED') and ${after('checkout')} order by id limit $3)
     union all
     (select 'payout', id, org_id from payouts where status = 'PENDING' and ${after('payout')} order by id limit $3)
     union all
     (select 'verification', id, subject_id from verification_cases where status = 'PENDING' and ${after('verification')} order by id limit $3)
     union all
     (select 'webhookDelivery', id, org_id from deliveries where status = 'PENDING' and ${after('webhookDelivery')} order by id limit $3)) open
   order by workflow collate "C", key limit $3`,
);

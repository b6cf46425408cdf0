import { prepared } from './database.ts';

/** An open row, in either environment, with the workflow that owes it its end. `key` names the workflow. */
export interface Obligation {
  readonly workflow: 'checkout' | 'award' | 'webhookDelivery';
  readonly key: string;
  readonly orgId: string;
}

/** Open obligations by workflow and key, after a place. Parameters: workflow, key, how many. */
export const openObligations = prepared<Obligation>(
  'open_obligations',
  `select workflow, key, org_id as "orgId" from (
     select 'checkout' as workflow, id as key, org_id from checkouts where status in ('PENDING', 'AUTHORIZED')
     union all
     select 'award', id, org_id from awards where status = 'PENDING'
     union all
     select 'webhookDelivery', id, org_id from deliveries where status = 'PENDING') open
   where (workflow, key) > ($1, $2::uuid)
   order by workflow, key limit $3`,
);

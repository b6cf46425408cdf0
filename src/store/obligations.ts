import { statement } from './statement.ts';
import { IS_CHECK_DUE } from './verification.ts';

/** An open row of either environment, with the workflow that must end it. `key` is the id of the row. */
export interface Obligation {
  readonly workflow: 'checkout' | 'award' | 'payout' | 'verification' | 'webhookDelivery';
  readonly key: string;
  /** The org of the row; the user for a consumer's verification. */
  readonly orgId: string;
}

/** The rows of a workflow after a place: all, none, or those after the key. The index on ids serves it. */
const after = (workflow: Obligation['workflow']): string => `
  id > case when :afterWorkflow < '${workflow}' then '00000000-0000-0000-0000-000000000000'
            when :afterWorkflow = '${workflow}' then :afterKey
            else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid
  order by id limit :limit`;

interface ObligationsPage {
  /** The workflow and key of the last obligation before this page. An empty workflow is before all. */
  readonly afterWorkflow: string;
  readonly afterKey: string;
  readonly limit: number;
}

/** Open obligations by workflow and key. An approved verification is one while it is due for its daily lookup. */
export const openObligations = statement<ObligationsPage, Obligation>(
  'open_obligations',
  `select workflow, key, org_id from (
     (select 'award' as workflow, id as key, org_id from awards
      where status = 'PENDING' and ${after('award')})
     union all
     (select 'checkout', id, org_id from checkouts
      where status in ('PENDING', 'AUTHORIZED') and ${after('checkout')})
     union all
     (select 'payout', id, org_id from payouts where status = 'PENDING' and ${after('payout')})
     union all
     (select 'verification', id, subject_id from verification_cases
      where status = 'PENDING' and ${after('verification')})
     union all
     (select 'verification', id, subject_id from verification_cases
      where ${IS_CHECK_DUE} and ${after('verification')})
     union all
     (select 'webhookDelivery', id, org_id from deliveries
      where status = 'PENDING' and ${after('webhookDelivery')})) open
   order by workflow collate "C", key limit :limit`,
);

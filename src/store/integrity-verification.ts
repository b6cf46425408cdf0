import type { Check } from './integrity-cashback.ts';

/** The longest delay of closing an expired case: the provider is asked once more, for up to five minutes. */
const SLACK = `interval '15 minutes'`;

/** The promises of business and identity verification. */
export const VERIFICATION: readonly Check[] = [
  {
    scope: 'whole',
    name: 'a business or consumer stands where its newest verification case does, unless the operator has decided since',
    query: `select 1 from (select distinct on (subject_id) * from verification_cases
            order by subject_id, seq desc) c
              left join orgs o on o.id = c.org_id left join users u on u.id = c.user_id
            where c.overruled_at is null and coalesce(o.kyb_status, u.kyc_status) <> c.status`,
  },
  {
    scope: 'whole',
    name: 'a business or consumer has one open verification case at most, and it is the newest',
    query: `select 1 from verification_cases c where status = 'PENDING'
              and exists (select from verification_cases n where n.subject_id = c.subject_id
              and (n.seq > c.seq or (n.status = 'PENDING' and n.id <> c.id)))`,
  },
  {
    scope: 'whole',
    name: 'no verification case stays open past its thirty days',
    query: `select 1 from verification_cases where status = 'PENDING'
            and expires_at < org_now(null, 'live') - ${SLACK}`,
  },
  {
    scope: 'whole',
    name: 'every verdict of the verification provider is about a case',
    query: `select 1 from partner_events e left join verification_cases c on c.id::text = e.reference
            where e.partner = 'verification' and c.id is null`,
  },
];

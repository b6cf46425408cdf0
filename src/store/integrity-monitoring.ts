import type { Check } from './integrity-cashback.ts';

/** The UTC day of a time. */
const dayOf = (time: string): string => `(${time} at time zone 'UTC')::date`;

/** The promises of the records of blocked attempts. */
export const MONITORING: readonly Check[] = [
  {
    scope: 'whole',
    name: 'a blocked attempt counts on the record of a block on the same day',
    query: `select 1 from blocked_attempts a join compliance_records r on r.id = a.record_id
            where r.series is null or ${dayOf('a.at')} <> ${dayOf('r.at')} or (a.amount is null) <> (r.amount is null)
            union all
            select 1 from blocked_totals t join compliance_records r on r.id = t.record_id
            where r.series is null or ${dayOf('t.last_attempt_at')} <> ${dayOf('r.at')}`,
  },
  {
    scope: 'whole',
    name: 'no blocked attempt has moved money',
    query: `select 1 from blocked_attempts a join charges h on h.id = a.id
            union all
            select 1 from blocked_attempts a
              join payouts p on p.id = case when a.subject like 'payout:%' then substr(a.subject, 8)::uuid end`,
  },
];

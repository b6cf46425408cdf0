import type { Check } from './integrity-cashback.ts';

/** The longest time that a request may still run with a key or session that has ended. */
const SLACK = `interval '1 minute'`;

const ORGS: readonly Check[] = [
  {
    scope: 'whole',
    name: 'every org has an active owner',
    query: `select 1 from orgs o where not exists (
              select from members m where m.org_id = o.id and m.role = 'owner' and m.status = 'ACTIVE')`,
  },
  {
    scope: 'whole',
    name: 'an invite has ended exactly when it says so, and not before it was made',
    query: `select 1 from invites where (ended_at is null) <> (status = 'PENDING') or ended_at < created_at`,
  },
  {
    scope: 'whole',
    name: 'an invite was claimed by somebody who signs in with its address',
    query: `select 1 from invites i where i.status = 'CLAIMED' and not exists (select from users u
            where u.email = i.email)`,
  },
  {
    scope: 'whole',
    name: 'an address has one open invite to an org at most',
    query: `select 1 from invites where status = 'PENDING' group by org_id, email having count(*) > 1`,
  },
];

const CREDENTIALS: readonly Check[] = [
  {
    scope: 'whole',
    name: 'a key is revoked exactly when it says so, by its prefix for its environment, and not used afterwards',
    query: `select 1 from api_keys where (revoked_at is null) <> (status = 'ACTIVE')
            or revoked_at < created_at
              or (prefix like 'fl_live_%') <> (env = 'live') or last_used_at > revoked_at + ${SLACK}`,
  },
  {
    scope: 'whole',
    name: 'no session lasts longer than thirty days, or ends before it began',
    query: `select 1 from sessions where expires_at > created_at + interval '30 days' + ${SLACK}
            or ended_at < created_at`,
  },
  {
    scope: 'whole',
    name: 'a code that was mailed or used is not kept to be read again',
    query:
      'select 1 from sign_in_codes where sealed_code is not null and (mailed_at is not null or used_at is not null)',
  },
];

/** The promises of membership and credentials. */
export const IDENTITY: readonly Check[] = [...ORGS, ...CREDENTIALS];

import type { LiveApplicant } from '../domain/environment.ts';
import type { Outcome } from '../domain/outcome.ts';
import { decideHome } from '../domain/verification.ts';
import { User } from '../entities/user.ts';
import { prepared, preparedOne } from './database.ts';
import type { Database } from './database.ts';
import { lockHome } from './verification.ts';

type Standing = Omit<LiveApplicant, 'kind'>;

/** The account of a user who is signed in. */
export function findUser({ em }: Database, id: string): Promise<User> {
  return em().findOneOrFail(User, { id });
}

/** Parameters: user, first name, last name, country; null leaves what is there. */
const writeUser = prepared<never>(
  'update_user',
  `update users set first_name = coalesce($2::text, first_name), last_name = coalesce($3::text, last_name),
          country_code = coalesce($4::text, country_code) where id = $1`,
);

/** What users may say of themselves; what is undefined stays. */
export type SaidOfUser = { readonly [Name in 'firstName' | 'lastName' | 'countryCode']: string | undefined };

/** Writes what a user says of themselves, if `decideHome` lets the country be. Under the lock that verdicts on the user take. */
export function updateUser({ transaction }: Database, id: string, said: SaidOfUser): Promise<Outcome<null>> {
  return transaction(async (tx) => {
    const home = await lockHome(tx, id);
    if (home === null) throw new Error(`there is no user ${id}`);
    const decision = decideHome(home, said.countryCode ?? home.country);
    if (decision.ok) await writeUser(tx, [id, said.firstName ?? null, said.lastName ?? null, said.countryCode ?? null]);
    return decision;
  });
}

export const userExists = preparedOne<{ id: string }>('user_exists', 'select id from users where id = $1');

/** The user with this e-mail, made at their first sign-in: id for a new one, e-mail. */
export const findOrMakeUser = preparedOne<{ id: string }>(
  'find_or_make_user',
  'insert into users (id, email) values ($1, $2) on conflict (email) do update set email = excluded.email returning id',
);

/** What live asks of a consumer. */
export const findConsumerStanding = preparedOne<Standing>(
  'find_consumer_standing',
  `select u.kyc_status as verification, coalesce(c.live_partner, false) as "hasLivePartner"
   from users u left join countries c using (country_code) where u.id = $1`,
);

/** What live asks of a user's orgs. Two at most: of several none is judged. */
export const findBusinessStandings = prepared<Standing>(
  'find_business_standings',
  `select o.kyb_status as verification, coalesce(c.live_partner, false) as "hasLivePartner"
   from members m join orgs o on o.id = m.org_id left join countries c using (country_code)
   where m.user_id = $1 and m.status = 'ACTIVE' limit 2`,
);

/** What live asks of one org. */
export const findOrgStanding = preparedOne<Standing>(
  'find_org_standing',
  `select o.kyb_status as verification, coalesce(c.live_partner, false) as "hasLivePartner"
   from orgs o left join countries c using (country_code) where o.id = $1`,
);

import type { LiveApplicant } from '../domain/environment.ts';
import { User } from '../entities/user.ts';
import { prepared, preparedOne } from './database.ts';
import type { Database } from './database.ts';

type Standing = Omit<LiveApplicant, 'kind'>;

/** The account of a user who is signed in. */
export function findUser({ em }: Database, id: string): Promise<User> {
  return em().findOneOrFail(User, { id });
}

/** Writes what a user says of themselves; what is undefined stays. Answers the user as they are then. */
export async function updateUser(
  { em }: Database,
  id: string,
  said: { [Name in 'firstName' | 'lastName' | 'countryCode']: string | undefined },
): Promise<User> {
  const work = em();
  const user = await work.findOneOrFail(User, { id });
  user.firstName = said.firstName ?? user.firstName;
  user.lastName = said.lastName ?? user.lastName;
  user.countryCode = said.countryCode ?? user.countryCode;
  await work.flush();
  return user;
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

import type { LiveApplicant } from '../domain/environment.ts';
import type { Outcome } from '../domain/outcome.ts';
import { decideHome } from '../domain/verification.ts';
import { User } from '../entities/user.ts';
import type { Database } from './database.ts';
import { statement, statementOne } from './statement.ts';
import { lockHome } from './verification.ts';

type Standing = Omit<LiveApplicant, 'kind'>;

/** The account of a user who is signed in. */
export function findUser({ em }: Database, id: string): Promise<User> {
  return em().findOneOrFail(User, { id });
}

interface UserChange {
  readonly userId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly countryCode: string | null;
}

/** Changes a user's account. Null keeps the present value. */
const writeUser = statement<UserChange, never>(
  'update_user',
  `update users set first_name = coalesce(:firstName::text, first_name),
          last_name = coalesce(:lastName::text, last_name),
          country_code = coalesce(:countryCode::text, country_code) where id = :userId`,
);

/** What users may say of themselves; what is undefined stays. */
export type SaidOfUser = { readonly [Name in 'firstName' | 'lastName' | 'countryCode']: string | undefined };

/** Writes what a user says of themselves, if `decideHome` lets the country be. Under the lock that verdicts on the user take. */
export function updateUser({ transaction }: Database, id: string, said: SaidOfUser): Promise<Outcome<null>> {
  return transaction(async (tx) => {
    const home = await lockHome(tx, id);
    if (home === null) throw new Error(`there is no user ${id}`);
    const decision = decideHome(home, said.countryCode ?? home.country);
    const { firstName = null, lastName = null, countryCode = null } = said;
    if (decision.ok) await writeUser(tx, { userId: id, firstName, lastName, countryCode });
    return decision;
  });
}

export const userExists = statementOne<{ userId: string }, { id: string }>(
  'user_exists',
  `select id
   from users where id = :userId`,
);

/** Finds the user with this e-mail address, or inserts one at the first sign-in, with `userId`. */
export const findOrMakeUser = statementOne<{ userId: string; email: string }, { id: string }>(
  'find_or_make_user',
  `insert into users (id, email) values (:userId, :email)
   on conflict (email) do update set email = excluded.email returning id`,
);

/** Finds the facts that decide if a consumer may use live. */
export const findConsumerStanding = statementOne<{ userId: string }, Standing>(
  'find_consumer_standing',
  `select u.kyc_status as verification, coalesce(c.live_partner, false) as has_live_partner
   from users u left join countries c using (country_code) where u.id = :userId`,
);

/** Finds the same facts for at most two orgs of a user: with several orgs, none of them is judged. */
export const findBusinessStandings = statement<{ userId: string }, Standing>(
  'find_business_standings',
  `select o.kyb_status as verification, coalesce(c.live_partner, false) as has_live_partner
   from members m join orgs o on o.id = m.org_id left join countries c using (country_code)
   where m.user_id = :userId and m.status = 'ACTIVE' limit 2`,
);

/** Finds the facts that decide if an org may use live. */
export const findOrgStanding = statementOne<{ orgId: string }, Standing>(
  'find_org_standing',
  `select o.kyb_status as verification, coalesce(c.live_partner, false) as has_live_partner
   from orgs o left join countries c using (country_code) where o.id = :orgId`,
);

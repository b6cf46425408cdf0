import type { LiveApplicant } from '../domain/environment.ts';
import { User } from '../entities/user.ts';
import type { Database, Transaction } from './database.ts';
import { statement, statementOne } from './statement.ts';

type Standing = Omit<LiveApplicant, 'kind'>;

/** The account of a user who is signed in. */
export function findUser({ em }: Database, id: string): Promise<User> {
  return em().findOneOrFail(User, { id });
}

export async function userExists(em: Transaction['em'], id: string): Promise<boolean> {
  return (await em.count(User, { id })) > 0;
}

/**
 * Locks a user, so that verdicts and changes of the account run one at a time. A statement, because MikroORM
 * has no `no key update`: `for update` would stop every insert that refers to the user.
 */
export const lockUser = statement<{ userId: string }, never>(
  'lock_user',
  'select from users where id = :userId for no key update',
);

/** Finds the user with this e-mail address, or inserts one at the first sign-in, with `userId`. */
export const findOrMakeUser = statementOne<{ userId: string; email: string }, { id: string }>(
  'find_or_make_user',
  `insert into users (id, email) values (:userId, :email)
   on conflict (email) do update set email = excluded.email returning id`,
);

/** Finds the facts that decide if a consumer may use live. */
export const findConsumerEligibility = statementOne<{ userId: string }, Standing>(
  'find_consumer_standing',
  `select u.kyc_status as verification, coalesce(c.live_partner, false) as has_live_partner
   from users u left join countries c using (country_code) where u.id = :userId`,
);

/**
 * Finds the same facts for at most two orgs of a user, those that the user has used first: with several orgs,
 * none of them is judged.
 */
export const findBusinessEligibility = statement<{ userId: string }, Standing & { isUnused: boolean }>(
  'find_business_standings',
  `select o.kyb_status as verification, coalesce(c.live_partner, false) as has_live_partner,
     m.used_at is null as is_unused
   from members m join orgs o on o.id = m.org_id left join countries c using (country_code)
   where m.user_id = :userId and m.status = 'ACTIVE' order by m.used_at nulls last limit 2`,
);

/** Finds the facts that decide if an org may use live. */
export const findOrgEligibility = statementOne<{ orgId: string }, Standing & { isSuspended: boolean }>(
  'find_org_standing',
  `select o.kyb_status as verification, o.status = 'SUSPENDED' as is_suspended, coalesce(c.live_partner, false) as has_live_partner
   from orgs o left join countries c using (country_code) where o.id = :orgId`,
);

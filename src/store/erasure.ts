import { statement, statementOne } from './statement.ts';

/**
 * Locks the orgs of a user's memberships, and those with a pending invite for the user's address, by id: as
 * every change of members does.
 */
export const lockOrgsOfUser = statement<{ userId: string }, { id: string }>(
  'lock_orgs_of_user',
  `select id from orgs where id in (
     select org_id from members where user_id = :userId
     union all
     select i.org_id from invites i join users u on u.email = i.email
     where u.id = :userId and i.status = 'PENDING')
   order by id for no key update`,
);

/**
 * Locks a user against every insert that refers to them: no token, membership or charge is made meanwhile.
 */
export const lockUserToErase = statement<{ userId: string }, never>(
  'lock_user_to_erase',
  'select from users where id = :userId for update',
);

/** Returns a row when the user has live money: a balance, a hold, or cashback that will land. */
export const findLiveMoney = statementOne<{ userId: string }, { hasMoney: true }>(
  'find_live_money',
  `select true as has_money where exists (
       select from accounts where kind = 'wallet' and env = 'live' and owner_id = :userId
         and (balance > 0 or held > 0))
     -- These columns say PENDING. The status would have PostgreSQL walk through all pending awards.
     or exists (
       select from awards where beneficiary_id = :userId and env = 'live'
         and pending_until is not null and landed_at is null and amount > 0)`,
);

/** Deletes the user's sign-ins, with their tokens, IP addresses and user agents. */
export const deleteSignInsOfUser = statement<{ userId: string }, never>(
  'delete_sign_ins_of_user',
  'delete from sign_ins where user_id = :userId',
);

/** Deletes the sign-in codes of an address. The counts of its mails and wrong tries are in the same rows. */
export const deleteCodesOfAddress = statement<{ email: string }, never>(
  'delete_codes_of_address',
  'delete from sign_in_codes where email = :email',
);

/** Replaces an e-mail address by the user's pseudonym in all invites. */
export const pseudonymizeInvites = statement<{ email: string; userId: string }, never>(
  'pseudonymize_invites',
  `update invites set email = 'erased+' || :userId::uuid::text || '@erased.invalid' where email = :email`,
);

/** Deletes the shipping addresses of all that the user has paid or held money for. */
export const deleteAddressesOfUser = statement<{ userId: string }, never>(
  'delete_addresses_of_user',
  `delete from cart_addresses where cart_id in (
     select checkout_id from charges where consumer_id = :userId)`,
);

/** Ends the user's recommendations: nobody else's purchase earns cashback for the pseudonym. */
export const clearBuyList = statement<{ userId: string }, never>(
  'clear_buy_list',
  `update buy_list_entries set status = 'INACTIVE', display_name = null where user_id = :userId`,
);

/** Replaces the user's e-mail address and name by the pseudonym. Returns the time of the erasure. */
export const pseudonymizeUser = statementOne<{ userId: string }, { erasedAt: Date }>(
  'pseudonymize_user',
  `update users set email = 'erased+' || id::text || '@erased.invalid', first_name = '', last_name = '',
     erased_at = clock_timestamp()
   where id = :userId returning erased_at`,
);

import { statement } from './statement.ts';

/**
 * Statements that delete personal data whose period is over: oldest first, at most `limit` a time. They skip
 * locked rows; a later sweep handles those. Each returns a row for each row that it handles. docs/privacy.md
 * has the periods. They run in real time, also for carts of the sandbox.
 *
 * Rows are named by an array, and single ones are read in subqueries with `offset 0`: by its guess of the
 * limit, the planner would otherwise read whole tables for one batch.
 */

/**
 * Deletes the addresses of carts without a charge that is held or captured, 30 days after the cart. A
 * checkout is open for seven days at most, and so is a hold. The others are marked, so that no later sweep
 * reads them again.
 */
export const deleteUnpaidAddresses = statement<{ limit: number }, { cartId: string }>(
  'delete_unpaid_addresses',
  `with due as (
     select cart_id, exists (select from charges h where h.checkout_id = a.cart_id
                               and h.status in ('AUTHORIZED', 'CAPTURED') offset 0) as is_paid
     from cart_addresses a where not a.is_paid and a.recorded_at < now() - interval '30 days'
     order by a.recorded_at limit :limit for update of a skip locked),
   marked as (
     update cart_addresses set is_paid = true where cart_id = any (array(select cart_id from due where is_paid))),
   deleted as (
     delete from cart_addresses where cart_id = any (array(select cart_id from due where not is_paid)))
   select cart_id from due`,
);

/** Deletes all addresses that are so many days old. */
export const deleteOldAddresses = statement<{ limit: number; days: number }, { cartId: string }>(
  'delete_old_addresses',
  `delete from cart_addresses where cart_id = any (array(
     select cart_id from cart_addresses where recorded_at < now() - make_interval(days => :days::integer)
     order by recorded_at limit :limit for update skip locked))
   returning cart_id`,
);

/** Replaces the e-mail address of an invite by a pseudonym, 90 days after the invite ended. */
export const forgetOldInvites = statement<{ limit: number }, { id: string }>(
  'forget_old_invites',
  `update invites set email = 'erased+' || id::text || '@erased.invalid' where id = any (array(
     select id from invites
     where status <> 'PENDING' and email not like '%@erased.invalid' and ended_at < now() - interval '90 days'
     order by ended_at limit :limit for update skip locked))
   returning id`,
);

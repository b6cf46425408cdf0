import { preparedOne } from './database.ts';

/** A shopper's wallet, held until the transaction ends; it is made when there is none. Parameters: environment, currency, user. */
export const lockWallet = preparedOne<{ id: string }>('lock_wallet', 'select lock_wallet($1, $2, $3) as id');

/** Minor units in a wallet. In the statement after its lock: the one that waits for a lock still sees what was before. */
export const walletBalance = preparedOne<{ balance: number }>('wallet_balance', 'select balance from accounts where id = $1');

/**
 * Puts money that the bank received into a live wallet. The bank's event is its business key: a second journal for it cannot be.
 * Parameters: journal id, user, currency, amount, the bank's event.
 */
export const postDeposit = preparedOne<{ id: string }>(
  'post_deposit',
  `with journal as (
     insert into journals (id, env, currency, kind, op_key, entry_count, at)
     values ($1, 'live', $3, 'deposit', 'deposit:' || $5::text, 2, clock_timestamp()) returning id)
   insert into entries (journal_id, account_id, env, currency, amount)
   select $1, account, 'live', $3, posted
   from (values (account_of('live', $3, 'wallet', $2), $4::bigint),
                (account_of('live', $3, 'funding', null), -$4::bigint)) as x(account, posted)
   returning journal_id as id`,
);

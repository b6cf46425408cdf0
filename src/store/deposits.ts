import type { Environment } from '../domain/environment.ts';
import { journalAndEntries } from './fragments.ts';
import { statementOne } from './statement.ts';

/** Locks a shopper's wallet until the transaction ends. Creates it if there is none. */
export const lockWallet = statementOne<
  {
    env: Environment;
    currency: string;
    userId: string;
  },
  { id: string }
>('lock_wallet', 'select lock_wallet(:env, :currency, :userId) as id');

/**
 * The balance of a wallet in minor units. Read it in the statement after its lock: the statement that waits
 * for the lock would return the balance from before.
 */
export const walletBalance = statementOne<{ walletId: string }, { balance: number }>(
  'wallet_balance',
  'select balance from accounts where id = :walletId',
);

/**
 * Posts money that the bank received to a live wallet. The bank's event is the business key, so that the
 * same event cannot be posted twice.
 */
export const postDeposit = statementOne<
  {
    journalId: string;
    userId: string;
    currency: string;
    amount: number;
    eventId: string;
  },
  { id: string }
>(
  'post_deposit',
  `with source as (select 'live' as env, :currency::text as currency),
     ${journalAndEntries({
       from: 'source',
       kind: `'deposit'`,
       key: ':eventId::text',
       columns: { at: 'clock_timestamp()' },
       entries: [
         [`account_of(s.env, s.currency, 'wallet', :userId)`, ':amount::bigint'],
         [`account_of(s.env, s.currency, 'funding', null)`, '-:amount::bigint'],
       ],
     })}
   select id from journal`,
);

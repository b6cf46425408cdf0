import type { Environment } from '../domain/environment.ts';
import { journalAndEntries } from './fragments.ts';
import { statement, statementOne } from './statement.ts';

/** A shopper's wallet in one currency. Cashback is a sum of awards, which has no bound: decimal text. */
export interface WalletRow {
  readonly currency: string;
  readonly balance: number;
  readonly held: number;
  readonly pendingCashback: string;
  readonly deferredCashback: string;
}

/** A shopper's wallets, one for each currency, with the cashback to come. A null currency selects all. */
export const listWallets = statement<
  {
    userId: string;
    env: Environment;
    currency: string | null;
  },
  WalletRow
>(
  'list_wallets',
  `select currency, coalesce(w.balance, 0) as balance, coalesce(w.held, 0) as held,
          coalesce(a.pending, 0)::text as pending_cashback, coalesce(a.deferred, 0)::text as deferred_cashback
   from (select currency, balance, held from accounts
         where kind = 'wallet' and owner_id = :userId and env = :env) w
   full join (select currency, sum(amount) filter (where status = 'PENDING') as pending,
                     sum(amount) filter (where status = 'DEFERRED') as deferred
              from awards
              where beneficiary_id = :userId and env = :env and status in ('PENDING', 'DEFERRED')
              group by currency) a using (currency)
   where :currency::text is null or currency = :currency
   order by currency`,
);

export interface WalletEntryRow {
  readonly id: string;
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
  readonly chargeId: string | null;
  readonly at: Date;
  /** Posting order. */
  readonly seq: number;
}

/** The entries of a shopper's wallets, newest first. A null `afterKey` begins at the newest. */
export const listWalletEntries = statement<
  {
    userId: string;
    env: Environment;
    afterKey: string | null;
    limit: number;
  },
  WalletEntryRow
>(
  'list_wallet_entries',
  `select j.id, j.kind, e.amount, e.currency, j.charge_id, j.at, e.id as seq
   from accounts a cross join lateral (
       select id, journal_id, amount, currency from entries
       where account_id = a.id and id < coalesce(:afterKey::bigint, 9223372036854775807)
       order by id desc limit :limit) e
     join journals j on j.id = e.journal_id
   where a.kind = 'wallet' and a.owner_id = :userId and a.env = :env
   order by e.id desc limit :limit`,
);

/** Posts test funds to a sandbox wallet, once for each journal id. Creates the wallet if there is none. */
export const postTopup = statementOne<
  {
    journalId: string;
    userId: string;
    currency: string;
    amount: number;
  },
  { id: string }
>(
  'post_topup',
  `with source as (select 'sandbox' as env, :currency::text as currency),
     ${journalAndEntries({
       from: 'source',
       kind: `'topup'`,
       key: ':journalId::uuid',
       columns: { at: 'clock_timestamp()' },
       entries: [
         [`account_of(s.env, s.currency, 'wallet', :userId)`, ':amount::bigint'],
         [`account_of(s.env, s.currency, 'funding', null)`, '-:amount::bigint'],
       ],
       once: true,
     })}
   select id from journal`,
);

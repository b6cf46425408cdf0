import { prepared, preparedOne } from './database.ts';

/** A shopper's wallet in one currency. Cashback is a sum of awards, which has no bound: decimal text. */
export interface WalletRow {
  readonly currency: string;
  readonly balance: number;
  readonly held: number;
  readonly pendingCashback: string;
  readonly deferredCashback: string;
}

/** A shopper's wallets, one a currency, with the cashback on its way there. Parameters: user, environment, currency or null for all. */
export const listWallets = prepared<WalletRow>(
  'list_wallets',
  `select currency, coalesce(w.balance, 0) as balance, coalesce(w.held, 0) as held,
          coalesce(a.pending, 0)::text as "pendingCashback", coalesce(a.deferred, 0)::text as "deferredCashback"
   from (select currency, balance, held from accounts where kind = 'wallet' and owner_id = $1 and env = $2) w
   full join (select currency, sum(amount) filter (where status = 'PENDING') as pending,
                     sum(amount) filter (where status = 'DEFERRED') as deferred
              from awards where beneficiary_id = $1 and env = $2 and status in ('PENDING', 'DEFERRED') group by currency) a using (currency)
   where $3::text is null or currency = $3
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

/** What moved in a shopper's wallets, newest first. Parameters: user, environment, after posting or null, how many. */
export const listWalletEntries = prepared<WalletEntryRow>(
  'list_wallet_entries',
  `select j.id, j.kind, e.amount, e.currency, j.charge_id as "chargeId", j.at, e.id as seq
   from accounts a cross join lateral (
       select id, journal_id, amount, currency from entries
       where account_id = a.id and id < coalesce($3::bigint, 9223372036854775807)
       order by id desc limit $4) e
     join journals j on j.id = e.journal_id
   where a.kind = 'wallet' and a.owner_id = $1 and a.env = $2
   order by e.id desc limit $4`,
);

/** Puts test funds into a sandbox wallet, made when there is none; once a journal id. Parameters: journal id, user, currency, amount. */
export const postTopup = preparedOne<{ id: string }>(
  'post_topup',
  `with journal as (
     insert into journals (id, env, currency, kind, op_key, entry_count, at)
     values ($1, 'sandbox', $3, 'topup', 'topup:' || $1::uuid, 2, clock_timestamp()) on conflict do nothing returning id)
   insert into entries (journal_id, account_id, env, currency, amount)
   select journal.id, account, 'sandbox', $3, posted
   from journal, lateral (values (account_of('sandbox', $3, 'wallet', $2), $4::bigint),
                (account_of('sandbox', $3, 'funding', null), -$4::bigint)) as x(account, posted)
   returning journal_id as id`,
);

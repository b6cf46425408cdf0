import type { PayoutStatus } from '../domain/payout.ts';
import { prepared } from './database.ts';

/** Our books as the bank could have them: live payouts and deposits, to be held against its own lists. */

export interface BookedPayout {
  readonly id: string;
  readonly status: PayoutStatus;
  readonly amount: number;
  readonly currency: string;
  readonly bankId: string | null;
  /** Whether the bank is known to have it. */
  readonly isTaken: boolean;
}

const PAYOUT = 'id, status, amount, currency, bank_id as "bankId", taken_at is not null as "isTaken"';

/** Parameter: ids. */
export const bookedPayouts = prepared<BookedPayout>(
  'booked_payouts',
  `select ${PAYOUT} from payouts where env = 'live' and id = any($1::uuid[])`,
);

/** What the bank must have, by id. Parameters: after this id, how many. */
export const takenPayouts = prepared<BookedPayout>(
  'taken_payouts',
  `select ${PAYOUT} from payouts where env = 'live' and taken_at is not null and id > $1 order by id limit $2`,
);

export interface BookedDeposit {
  readonly eventId: string;
  readonly userId: string;
  readonly amount: number;
  readonly currency: string;
}

const DEPOSIT = `substr(j.op_key, length('deposit:') + 1) as "eventId", o.owner_id as "userId", e.amount, j.currency
  from journals j join entries e on e.journal_id = j.id join accounts o on o.id = e.account_id and o.kind = 'wallet'
  where j.kind = 'deposit' and j.env = 'live'`;

/** Parameter: the bank's ids of their events. */
export const bookedDeposits = prepared<BookedDeposit>(
  'booked_deposits',
  `select ${DEPOSIT} and j.op_key in (select 'deposit:' || id from unnest($1::text[]) id)`,
);

/** All of them. Parameters: after this event, how many. */
export const depositsAfter = prepared<BookedDeposit>(
  'deposits_after',
  `select ${DEPOSIT} and j.op_key > 'deposit:' || $1::text order by j.op_key limit $2`,
);

/** What has gone out by the bank less what has come in by it, by currency. */
export const fundingBalances = prepared<{ currency: string; balance: number }>(
  'funding_balances',
  `select o.currency, sum(e.amount)::bigint as balance from accounts o join entries e on e.account_id = o.id
   where o.kind = 'funding' and o.env = 'live' group by o.currency`,
);

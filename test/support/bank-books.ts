import type { PayoutStatus } from '../../src/domain/payout.ts';
import { statement } from '../../src/store/statement.ts';

/** Live payouts and deposits of our books, for the comparison with the bank's lists. */

export interface PayoutBooking {
  readonly id: string;
  readonly status: PayoutStatus;
  readonly amount: number;
  readonly currency: string;
  readonly bankId: string | null;
  /** True when the bank is known to have it. */
  readonly isTaken: boolean;
}

const PAYOUT = 'id, status, amount, currency, bank_id, taken_at is not null as is_taken';

export const bookedPayouts = statement<{ payoutIds: readonly string[] }, PayoutBooking>(
  'booked_payouts',
  `select ${PAYOUT} from payouts where env = 'live' and id = any(:payoutIds::uuid[])`,
);

/** The payouts that the bank must have, in the order of their ids. */
export const acceptedPayouts = statement<{ afterId: string; limit: number }, PayoutBooking>(
  'taken_payouts',
  `select ${PAYOUT} from payouts where env = 'live' and taken_at is not null and id > :afterId
   order by id limit :limit`,
);

export interface DepositBooking {
  readonly eventId: string;
  /** The user, as the bank names them. */
  readonly userId: string;
  readonly amount: number;
  readonly currency: string;
}

/** Deposits in wallets and in suspense. Each condition uses the index of its table. */
const deposits = (ofJournals: string, ofCases: string): string => `
  select substr(j.op_key, length('deposit:') + 1) as event_id, o.owner_id::text as user_id, e.amount, j.currency
  from journals j join entries e on e.journal_id = j.id
    join accounts o on o.id = e.account_id and o.kind = 'wallet'
  where j.kind = 'deposit' and j.env = 'live' and ${ofJournals}
  union all
  select event_id, facts->>'reference', amount, currency from suspense_cases where ${ofCases}`;

/** The deposits of these events of the bank. */
export const bookedDeposits = statement<{ eventIds: readonly string[] }, DepositBooking>(
  'booked_deposits',
  deposits(
    `j.op_key in (select 'deposit:' || id from unnest(:eventIds::text[]) id)`,
    'event_id = any (:eventIds::text[])',
  ),
);

/** All deposits, in the order of the bank's event ids. */
export const depositsAfter = statement<{ afterEventId: string; limit: number }, DepositBooking>(
  'deposits_after',
  `${deposits(`j.op_key > 'deposit:' || :afterEventId::text`, 'event_id > :afterEventId::text')}
   order by event_id limit :limit`,
);

/** Payments through the bank less receipts from it, for each currency, in minor units. */
export const fundingBalances = statement<Record<string, never>, { currency: string; balance: number }>(
  'funding_balances',
  `select o.currency, sum(e.amount)::bigint as balance from accounts o join entries e on e.account_id = o.id
   where o.kind = 'funding' and o.env = 'live' group by o.currency`,
);

import type { Environment } from '../domain/environment.ts';
import type { SuspenseAmount, SuspenseKind, SuspenseStatus } from '../domain/suspense.ts';
import { journalAndEntries } from './fragments.ts';
import { PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement, statementOne } from './statement.ts';
import type { JsonText } from './statement.ts';

/**
 * Opens a case and posts its amount between the bank and the account of money without a party. The amount is
 * in minor units: above 0 for money that came in, below 0 for money that the bank paid.
 */
export const openSuspenseCase = statementOne<
  {
    caseId: string;
    kind: SuspenseKind;
    amount: number;
    currency: string;
    facts: JsonText<object>;
    eventId: string | null;
    payoutId: string | null;
    journalId: string;
  },
  { id: string }
>(
  'open_suspense_case',
  `with source as (select 'live' as env, :currency::text as currency),
     ${journalAndEntries({
       from: 'source',
       kind: `'suspense'`,
       key: ':caseId::uuid',
       columns: { at: 'clock_timestamp()' },
       entries: [
         [`account_of(s.env, s.currency, 'suspense', null)`, ':amount::bigint'],
         [`account_of(s.env, s.currency, 'funding', null)`, '-:amount::bigint'],
       ],
     })}
   insert into suspense_cases (id, kind, env, amount, currency, facts, event_id, payout_id, journal_id)
   select :caseId::uuid, :kind, 'live', :amount::bigint, :currency::text, :facts, :eventId, :payoutId, journal.id
   from journal returning id`,
);

/** The amounts of a payout that were booked to suspense, for each currency. */
export const suspenseOfPayout = statement<{ payoutId: string }, SuspenseAmount>(
  'suspense_of_payout',
  `select currency, sum(amount)::bigint as amount from suspense_cases where payout_id = :payoutId
   group by currency`,
);

export interface SuspenseCaseRow {
  readonly id: string;
  readonly kind: SuspenseKind;
  readonly env: Environment;
  /** In minor units. Above 0: the bank received it. Below 0: the bank paid it. */
  readonly amount: number;
  readonly currency: string;
  readonly facts: unknown;
  readonly status: SuspenseStatus;
  readonly createdAt: Date;
}

const CASE = 'id, kind, env, amount, currency, facts, status, created_at';

/** Locks a case until the transaction ends. */
export const lockSuspenseCase = statementOne<{ caseId: string }, SuspenseCaseRow>(
  'lock_suspense_case',
  `select ${CASE} from suspense_cases where id = :caseId for no key update`,
);

/** Marks a case as assigned. Returns null when it was before. */
export const closeSuspenseCase = statementOne<{ caseId: string }, { id: string }>(
  'close_suspense_case',
  `update suspense_cases set status = 'ASSIGNED', assigned_at = clock_timestamp()
   where id = :caseId and status = 'OPEN' returning id`,
);

/** Cases, newest first. A null status selects all. */
export const listSuspenseCases = statement<PageParams & { status: SuspenseStatus | null }, SuspenseCaseRow>(
  'list_suspense_cases',
  `select ${CASE} from suspense_cases
   where (:status::text is null or status = :status) and (created_at, id) < ${PAGE_START}
   order by created_at desc, id desc limit :limit`,
);

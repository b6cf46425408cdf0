import type { Environment, VerificationStatus } from '../domain/environment.ts';
import type { PayoutStatus } from '../domain/payout.ts';
import { journalAndEntries } from './fragments.ts';
import { statement, statementOne } from './statement.ts';
import type { JsonText, Queryable } from './statement.ts';

/** A merchant's request for a payout. The amount is in minor units. */
export interface PayoutRequest {
  readonly payoutId: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly counterpartyId: string;
  readonly amount: number;
  readonly currency: string;
  readonly actor: string;
}

/** Returns null when the request exists. */
export const insertPayoutRequest = statementOne<PayoutRequest, { readAt: Date }>(
  'insert_payout_request',
  `insert into payout_requests (id, org_id, env, counterparty_id, amount, currency, created_by)
   values (:payoutId, :orgId, :env, :counterpartyId, :amount, :currency, :actor)
   on conflict (id) do nothing returning clock_timestamp() as read_at`,
);
const samePayoutRequest = statementOne<Omit<PayoutRequest, 'counterpartyId' | 'actor'>, { readAt: Date }>(
  'same_payout_request',
  `select clock_timestamp() as read_at from payout_requests
   where id = :payoutId and org_id = :orgId and env = :env and amount = :amount and currency = :currency`,
);

/**
 * Inserts the request, unless it exists: then the destination stays the one that was the newest at that time.
 * Returns the time by the database's clock. Throws when another request has the id.
 */
export async function askPayout(on: Queryable, request: PayoutRequest): Promise<Date> {
  const known = (await insertPayoutRequest(on, request)) ?? (await samePayoutRequest(on, request));
  if (known === null) throw new Error(`payout ${request.payoutId} was asked for and is another`);
  return known.readAt;
}

/** A payout request as it was stored. */
export interface PayoutRequestRow extends Omit<PayoutRequest, 'payoutId'> {
  /** The deadline has passed. */
  readonly isLate: boolean;
}

export const findPayoutRequest = statementOne<{ payoutId: string; deadline: Date }, PayoutRequestRow>(
  'find_payout_request',
  `select org_id, env, counterparty_id, amount, currency, created_by as actor, clock_timestamp() >= :deadline as is_late
   from payout_requests where id = :payoutId`,
);

/**
 * Locks the payouts of an org in an environment, and its balance in this currency: no other transaction
 * changes either before this one ends.
 */
export const lockPayouts = statement<Pick<PayoutRequest, 'orgId' | 'env' | 'currency'>, never>(
  'lock_payouts',
  'select lock_payouts(:orgId, :env, :currency)',
);

/**
 * The facts that a payout is judged by, besides monitoring and screening. `available` is at most the largest
 * amount: no payout asks for more. Read it after `lockPayouts`.
 */
export const payoutFactsRow = statementOne<
  Pick<PayoutRequest, 'orgId' | 'env' | 'counterpartyId' | 'currency'>,
  {
    readonly kyb: VerificationStatus;
    readonly isSuspended: boolean;
    readonly isDestinationActive: boolean;
    readonly available: number;
    readonly now: Date;
  }
>(
  'payout_facts_row',
  `select o.kyb_status as kyb, o.status = 'SUSPENDED' as is_suspended,
          destination_status(c) = 'ACTIVE' as is_destination_active,
          least(coalesce((select sum(balance) from merchant_totals
                          where org_id = :orgId and env = :env::text and currency = :currency), 0),
                9007199254740991)::bigint as available,
          org_now(:orgId, :env::text) as now
   from orgs o join counterparties c on c.id = :counterpartyId and c.org_id = o.id where o.id = :orgId`,
);

export interface PayoutRow {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly amount: number;
  readonly currency: string;
  readonly status: PayoutStatus;
  readonly dueAt: Date | null;
  readonly takenAt: Date | null;
  /** `NONE`: nothing was ever sent. Null where an earlier release began the payout. */
  readonly submitState: 'NONE' | 'BEGUN' | null;
  /** In live: the time of its last change. */
  readonly changedAt: Date;
  readonly offset: number;
  readonly now: Date;
}

const ROW = `id, org_id, env, amount, currency, status, due_at, taken_at, submit_state,
  greatest(recorded_at, taken_at, settled_at, failed_at, returned_at) as changed_at,
  org_offset_ms(org_id, env) as offset, org_now(org_id, env) as now`;

interface PayoutId {
  readonly payoutId: string;
}

export const payoutRow = statementOne<PayoutId, PayoutRow>(
  'payout_row',
  `select ${ROW} from payouts
   where id = :payoutId`,
);

interface PayoutRef extends PayoutId {
  readonly orgId: string;
}

/** Locks a payout until the transaction ends. Read its row in a later statement. */
export const lockPayout = statement<PayoutRef, never>('lock_payout', 'select lock_payout(:orgId, :payoutId)');

/** Inserts a requested payout. Moves its amount from the merchant to the account of money under way. */
export const writePayout = statementOne<
  {
    payoutId: string;
    provider: string;
    availableBefore: number;
    at: Date;
    dueAt: Date | null;
    journalId: string;
    deadline: Date;
  },
  { id: string }
>(
  'write_payout',
  `with request as (select * from payout_requests where id = :payoutId and require_in_time(:deadline)),
     payout as (
       insert into payouts (id, org_id, env, counterparty_id, provider, amount, currency, available_before,
                            created_at, due_at)
       select id, org_id, env, counterparty_id, :provider, amount, currency, :availableBefore, :at, :dueAt
       from request returning id, org_id, env, currency, amount),
     ${journalAndEntries({
       from: 'payout',
       kind: `'payout'`,
       key: 's.id',
       columns: { org_id: 's.org_id', payout_id: 's.id', at: ':at', command_id: 's.id' },
       entries: [
         [`account_of(s.env, s.currency, 'merchant', s.org_id)`, '-s.amount'],
         [`account_of(s.env, s.currency, 'payouts', null)`, 's.amount'],
       ],
     })}
   select id from payout`,
);

/** The journal of each step of a payout: its kind, and the kinds of its accounts. */
export const STEP_ACCOUNTS = {
  settle: { kind: 'payout_settlement', from: 'payouts', to: 'funding' },
  fail: { kind: 'payout_failure', from: 'payouts', to: 'merchant' },
  return: { kind: 'payout_return', from: 'funding', to: 'merchant' },
} as const;

/** The account of this kind, as SQL that reads the payout as `s`. */
const accountOf = (kind: string): string => `account_of(s.env, s.currency, ${kind},
                  case when ${kind} = 'merchant' then s.org_id end)`;

/**
 * Moves a payout from one status to the next, and its money by a new journal. Returns null when the payout
 * had another status, or is of the other environment: a sandbox step must move no live payout, and a step of
 * the bank no sandbox payout. Command and deadline are null for a move without a command.
 */
export const writePayoutStep = statementOne<
  {
    payoutId: string;
    before: PayoutStatus;
    after: PayoutStatus;
    at: Date;
    failureReason: string | null;
    journalId: string;
    kind: string;
    from: string;
    to: string;
    env: Environment;
    commandId: string | null;
    deadline: Date | null;
    /** The days for which the bank is asked about the transfer after this step. Null: it is not asked. */
    watchDays: number | null;
    isResolved: boolean;
  },
  { id: string }
>(
  'write_payout_step',
  `with payout as (
       update payouts set status = :after::text, failure_reason = :failureReason,
         settled_at = case when :after::text = 'SETTLED' then :at else settled_at end,
         failed_at = case when :after::text = 'FAILED' then :at end,
         returned_at = case when :after::text = 'RETURNED' then :at end,
         resolved_at = case when :isResolved::boolean then clock_timestamp() else resolved_at end,
         next_lookup_at = case when :watchDays::integer is not null then :at::timestamptz + interval '1 day' end,
         return_window_ends_at =
           coalesce(:at::timestamptz + make_interval(days => :watchDays::integer), return_window_ends_at)
       where id = :payoutId and status = :before and env = :env and require_in_time(:deadline)
       returning id, org_id, env, currency, amount),
     ${journalAndEntries({
       from: 'payout',
       kind: ':kind::text',
       key: 's.id',
       columns: { org_id: 's.org_id', payout_id: 's.id', at: ':at', command_id: ':commandId' },
       entries: [
         [accountOf(':from::text'), '-s.amount'],
         [accountOf(':to::text'), 's.amount'],
       ],
     })}
   select id from payout`,
);

/** A row when this command moved this payout. */
export const findMoveByCommand = statementOne<PayoutId & { commandId: string }, { id: string }>(
  'payout_moved_by',
  'select id from journals where payout_id = :payoutId and command_id = :commandId',
);

/** Records the intent to send, before anything is sent. Returns null when it was recorded before. */
export const markSending = statementOne<PayoutId, { id: string }>(
  'mark_sending',
  `update payouts set sending_at = clock_timestamp(), submit_state = 'NONE'
   where id = :payoutId and env = 'live' and status = 'PENDING' and sending_at is null returning id`,
);

/**
 * Records that a submit begins, before it is sent. Returns null when the payout must not be sent: it has
 * ended, or an operator's proposal to end it as not sent has not been withdrawn.
 */
export const markSubmit = statementOne<PayoutId, { id: string }>(
  'mark_submit',
  `update payouts p set submit_state = 'BEGUN', submitted_at = coalesce(p.submitted_at, clock_timestamp())
   where p.id = :payoutId and p.env = 'live' and p.status = 'PENDING' and p.sending_at is not null
     and not exists (select from adjustments a where a.payout_id = p.id and a.status <> 'WITHDRAWN')
   returning p.id`,
);

/** Marks a payout that cannot go on without an operator. The time of the first mark stays. */
export const markStuck = statement<PayoutId & { reason: string }, never>(
  'mark_stuck',
  `update payouts set stuck_at = coalesce(stuck_at, clock_timestamp()), stuck_reason = :reason
   where id = :payoutId and env = 'live' and status = 'PENDING'`,
);

/** Records that the bank has the payout, and the bank's id of the transfer. */
export const markAcceptedByBank = statement<PayoutId & { transferId: string }, never>(
  'mark_taken',
  `update payouts set taken_at = coalesce(taken_at, clock_timestamp()), bank_id = coalesce(bank_id, :transferId),
     stuck_at = null, stuck_reason = null
   where id = :payoutId and (taken_at is null or stuck_at is not null) and sending_at is not null`,
);

/** Another payout that has this transfer of the bank, if there is one. */
export const findPayoutOfTransfer = statementOne<PayoutId & { transferId: string }, { id: string }>(
  'other_of_transfer',
  `select o.id from payouts p
     join payouts o on o.provider = p.provider and o.bank_id = :transferId and o.id <> p.id
   where p.id = :payoutId`,
);

/** A row when the same contradiction between the bank and our books was recorded before. */
export const isContradictionKnown = statementOne<
  {
    subject: string;
    facts: JsonText<object>;
  },
  { known: true }
>(
  'is_contradiction_known',
  `select true as known from compliance_records
   where subject = :subject and rule = 'bank_contradicts' and facts::jsonb = :facts::jsonb limit 1`,
);

/** A payout as the bank must pay it. Personal: it must not leave the step that reads it. */
export const findTransfer = statementOne<
  PayoutId,
  {
    readonly env: Environment;
    readonly status: PayoutStatus;
    /** The intent to send it is recorded. */
    readonly isBegun: boolean;
    /**
     * True for a send that is repeated, or comes a minute after the reservation: the gates are read again.
     */
    readonly isLateSend: boolean;
    readonly amount: number;
    readonly currency: string;
    readonly counterpartyId: string;
    readonly rail: 'iban' | 'ach';
    readonly name: string;
    readonly sealedAccount: string;
    readonly now: Date;
  }
>(
  'find_transfer',
  `select p.env, p.status, p.sending_at is not null as is_begun,
          p.submit_state is distinct from 'NONE' or p.recorded_at < clock_timestamp() - interval '1 minute' as is_late_send, p.amount, p.currency, c.id as counterparty_id, c.rail, c.name, c.sealed_account, org_now(p.org_id, p.env) as now
   from payouts p join counterparties c on c.id = p.counterparty_id where p.id = :payoutId`,
);

/** The facts that decide if a reserved payout may be sent now. */
export const sendingFacts = statementOne<
  PayoutId,
  {
    readonly orgId: string;
    readonly env: Environment;
    readonly counterpartyId: string;
    readonly kyb: VerificationStatus;
    readonly isSuspended: boolean;
    readonly isDestinationActive: boolean;
  }
>(
  'sending_facts',
  `select p.org_id, p.env, p.counterparty_id, o.kyb_status as kyb, o.status = 'SUSPENDED' as is_suspended,
          destination_status(c) = 'ACTIVE' as is_destination_active
   from payouts p join counterparties c on c.id = p.counterparty_id join orgs o on o.id = p.org_id
   where p.id = :payoutId`,
);

export interface PayoutView {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly provider: string;
  readonly amount: number;
  readonly currency: string;
  readonly countryCode: string;
  readonly status: PayoutStatus;
  readonly destination: string;
  readonly failureReason: string | null;
  readonly createdAt: Date;
  readonly dueAt: Date | null;
  readonly takenAt: Date | null;
  readonly settledAt: Date | null;
  readonly failedAt: Date | null;
  readonly returnedAt: Date | null;
  readonly createdBy: string;
  /** The database's clock when this was read. */
  readonly readAt: Date;
}

const VIEW = `p.id, clock_timestamp() as read_at, p.org_id, p.env, p.provider, p.amount, p.currency,
  c.country_code, p.status, c.account_masked as destination, p.failure_reason, p.created_at, p.due_at,
  p.taken_at, p.settled_at, p.failed_at, p.returned_at, q.created_by
  from payouts p join counterparties c on c.id = p.counterparty_id join payout_requests q on q.id = p.id`;

export const payoutView = statementOne<PayoutId, PayoutView>(
  'payout_view',
  `select ${VIEW}
   where p.id = :payoutId`,
);

/** The payouts of an org, newest first. A null `afterKey` begins at the newest. */
export const listPayouts = statement<
  {
    orgId: string;
    env: Environment;
    afterKey: string | null;
    afterId: string | null;
    limit: number;
  },
  PayoutView
>(
  'list_payouts',
  `select ${VIEW} where p.org_id = :orgId and p.env = :env
     and (p.created_at, p.id) < (coalesce(:afterKey::timestamptz, 'infinity'),
                                 coalesce(:afterId::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by p.created_at desc, p.id desc limit :limit`,
);

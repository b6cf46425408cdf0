import type { Environment, VerificationStatus } from '../domain/environment.ts';
import type { PayoutStatus } from '../domain/payout.ts';
import { prepared, preparedOne } from './database.ts';
import type { Queryable } from './database.ts';

/** Parameters: id, org, environment, counterparty, amount, currency, actor. Answers nothing when it is there. */
export const insertPayoutRequest = preparedOne<{ readAt: Date }>(
  'insert_payout_request',
  `insert into payout_requests (id, org_id, env, counterparty_id, amount, currency, created_by) values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (id) do nothing returning clock_timestamp() as "readAt"`,
);
const samePayoutRequest = preparedOne<{ readAt: Date }>(
  'same_payout_request',
  `select clock_timestamp() as "readAt" from payout_requests where id = $1 and org_id = $2 and env = $3 and amount = $4 and currency = $5`,
);

/**
 * Inserts the request, unless it is there: then the destination stays the one that was the newest at that time.
 * Answers the time of the database's clock. Parameters: id, org, environment, counterparty, amount, currency, actor.
 */
export async function askPayout(
  on: Queryable,
  request: readonly [id: string, orgId: string, env: string, counterpartyId: string, amount: number, currency: string, actor: string],
): Promise<Date> {
  const [id, orgId, env, , amount, currency] = request;
  const known = (await insertPayoutRequest(on, request)) ?? (await samePayoutRequest(on, [id, orgId, env, amount, currency]));
  if (known === null) throw new Error(`payout ${id} was asked for and is another`);
  return known.readAt;
}

/** A payout as the merchant asked for it. `isLate`: its deadline has passed. */
export interface PayoutRequestRow {
  readonly orgId: string;
  readonly env: Environment;
  readonly counterpartyId: string;
  readonly amount: number;
  readonly currency: string;
  readonly isLate: boolean;
}

/** Parameters: payout, deadline. */
export const findPayoutRequest = preparedOne<PayoutRequestRow>(
  'find_payout_request',
  `select org_id as "orgId", env, counterparty_id as "counterpartyId", amount, currency, clock_timestamp() >= $2 as "isLate"
   from payout_requests where id = $1`,
);

/** Alone among the payouts of this org and environment, with its balance in this currency standing still. */
export const lockPayouts = prepared<never>('lock_payouts', 'select lock_payouts($1, $2, $3)');

/**
 * The facts that a payout is judged by besides monitoring and screening. A balance above the largest amount counts as the largest amount:
 * no payout asks for more. Read it after `lockPayouts`. Parameters: org, environment, counterparty, currency. */
export const payoutFactsRow = preparedOne<{
  readonly kyb: VerificationStatus;
  readonly isDestinationActive: boolean;
  readonly available: number;
  readonly offset: number;
  readonly now: Date;
}>(
  'payout_facts_row',
  `select o.kyb_status as kyb, c.status = 'ACTIVE' as "isDestinationActive",
          least(coalesce((select sum(balance) from merchant_totals where org_id = $1 and env = $2::text and currency = $4), 0),
                9007199254740991)::bigint as available,
          org_offset_ms($1, $2::text) as offset, org_now($1, $2::text) as now
   from orgs o join counterparties c on c.id = $3 and c.org_id = o.id where o.id = $1`,
);

export interface PayoutRow {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly amount: number;
  readonly currency: string;
  readonly status: PayoutStatus;
  readonly dueAt: Date | null;
  readonly sendingAt: Date | null;
  readonly takenAt: Date | null;
  /** In live: when it came to be as it is. */
  readonly changedAt: Date;
  readonly offset: number;
  readonly now: Date;
}

const ROW = `id, org_id as "orgId", env, amount, currency, status, due_at as "dueAt", sending_at as "sendingAt", taken_at as "takenAt",
  greatest(recorded_at, taken_at, settled_at, failed_at, returned_at) as "changedAt",
  org_offset_ms(org_id, env) as offset, org_now(org_id, env) as now`;

export const payoutRow = preparedOne<PayoutRow>('payout_row', `select ${ROW} from payouts where id = $1`);

/** One payout, for the length of the transaction. Read its row in a statement after it. */
export const lockPayout = prepared<never>('lock_payout', 'select lock_payout($1, $2)');

/**
 * Reserves: the payout, and its amount from the merchant into the account of money under way.
 * Parameters: payout, provider, available before, time, due time or null, journal, deadline.
 */
export const writePayout = preparedOne<{ id: string }>(
  'write_payout',
  `with request as (select * from payout_requests where id = $1 and require_in_time($7)),
     payout as (
       insert into payouts (id, org_id, env, counterparty_id, provider, amount, currency, available_before, created_at, due_at)
       select id, org_id, env, counterparty_id, $2, amount, currency, $3, $4, $5 from request returning id),
     journal as (
       insert into journals (id, env, currency, kind, op_key, org_id, payout_id, entry_count, at, command_id)
       select $6, r.env, r.currency, 'payout', 'payout:' || r.id, r.org_id, p.id, 2, $4, p.id from request r join payout p on p.id = r.id),
     posted as (
       insert into entries (journal_id, account_id, env, currency, amount)
       select $6, x.account, r.env, r.currency, x.amount from request r, lateral (values
         (account_of(r.env, r.currency, 'merchant', r.org_id), -r.amount),
         (account_of(r.env, r.currency, 'payouts', null), r.amount)) as x(account, amount))
   select id from payout`,
);

/** Between which accounts a step of a payout moves its amount: from, then to. The merchant's is the org's own. */
export const STEP_ACCOUNTS = {
  settle: { kind: 'payout_settlement', from: 'payouts', to: 'funding' },
  fail: { kind: 'payout_failure', from: 'payouts', to: 'merchant' },
  return: { kind: 'payout_return', from: 'funding', to: 'merchant' },
} as const;

/**
 * Moves a payout on, and its money: a new journal, never a change of an old one.
 * Parameters: payout, status before, status after, time, reason or null, journal, its kind, account from, account to, the
 * environment that the step belongs to, command and deadline; these two are null for a move without a command. A step of the
 * sandbox moves no live payout, and a step of the bank moves no sandbox payout.
 * Answers nothing when the payout was not in the state before, or is of the other environment.
 */
export const writePayoutStep = preparedOne<{ id: string }>(
  'write_payout_step',
  `with payout as (
       update payouts set status = $3::text, failure_reason = $5,
         settled_at = case when $3::text = 'SETTLED' then $4 else settled_at end,
         failed_at = case when $3::text = 'FAILED' then $4 end,
         returned_at = case when $3::text = 'RETURNED' then $4 end
       where id = $1 and status = $2 and env = $10 and require_in_time($12)
       returning id, org_id, env, currency, amount),
     journal as (
       insert into journals (id, env, currency, kind, op_key, org_id, payout_id, entry_count, at, command_id)
       select $6, env, currency, $7::text, $7::text || ':' || id, org_id, id, 2, $4, $11 from payout),
     posted as (
       insert into entries (journal_id, account_id, env, currency, amount)
       select $6, account_of(p.env, p.currency, x.kind, case when x.kind = 'merchant' then p.org_id end), p.env, p.currency, x.amount
       from payout p, lateral (values ($8::text, -p.amount), ($9::text, p.amount)) as x(kind, amount))
   select id from payout`,
);

/** A row when this command moved this payout. Parameters: payout, command. */
export const movedBy = preparedOne<{ id: string }>('payout_moved_by', 'select id from journals where payout_id = $1 and command_id = $2');

/** The intent to send, written before anything is sent. Answers nothing when it was written before. */
export const markSending = preparedOne<{ id: string }>(
  'mark_sending',
  `update payouts set sending_at = clock_timestamp() where id = $1 and env = 'live' and status = 'PENDING' and sending_at is null returning id`,
);

/** The bank has it, under this name of its own. */
export const markTaken = prepared<never>(
  'mark_taken',
  'update payouts set taken_at = clock_timestamp(), bank_id = $2 where id = $1 and taken_at is null and sending_at is not null',
);

/** Another payout that has this transfer of the bank, if there is one. Parameters: payout, the bank's id of the transfer. */
export const otherOfTransfer = preparedOne<{ readonly id: string }>(
  'other_of_transfer',
  `select o.id from payouts p join payouts o on o.provider = p.provider and o.bank_id = $2 and o.id <> p.id where p.id = $1`,
);

/** A row when the bank was caught in this contradiction of our books before. Parameters: subject, facts. */
export const isContradictionKnown = preparedOne<{ known: true }>(
  'is_contradiction_known',
  `select true as known from compliance_records where subject = $1 and rule = 'bank_contradicts' and facts::jsonb = $2::jsonb limit 1`,
);

/** What the bank must be told to pay. Personal: it stays within the step that reads it. */
export const findTransfer = preparedOne<{
  readonly env: Environment;
  readonly status: PayoutStatus;
  /** The intent to send it is written. */
  readonly isBegun: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly counterpartyId: string;
  readonly rail: 'iban' | 'ach';
  readonly name: string;
  readonly sealedAccount: string;
  readonly now: Date;
}>(
  'find_transfer',
  `select p.env, p.status, p.sending_at is not null as "isBegun", p.amount, p.currency, c.id as "counterpartyId", c.rail, c.name, c.sealed_account as "sealedAccount",
          org_now(p.org_id, p.env) as now
   from payouts p join counterparties c on c.id = p.counterparty_id where p.id = $1`,
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

const VIEW = `p.id, clock_timestamp() as "readAt", p.org_id as "orgId", p.env, p.provider, p.amount, p.currency, c.country_code as "countryCode", p.status,
  c.account_masked as destination, p.failure_reason as "failureReason", p.created_at as "createdAt", p.due_at as "dueAt",
  p.taken_at as "takenAt", p.settled_at as "settledAt", p.failed_at as "failedAt", p.returned_at as "returnedAt", q.created_by as "createdBy"
  from payouts p join counterparties c on c.id = p.counterparty_id join payout_requests q on q.id = p.id`;

export const payoutView = preparedOne<PayoutView>('payout_view', `select ${VIEW} where p.id = $1`);

/** An org's payouts, newest first. Parameters: org, environment, after time or null, after id, how many. */
export const listPayouts = prepared<PayoutView>(
  'list_payouts',
  `select ${VIEW} where p.org_id = $1 and p.env = $2
     and (p.created_at, p.id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by p.created_at desc, p.id desc limit $5`,
);

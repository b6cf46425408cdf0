import type { Environment } from '../domain/environment.ts';
import { DEADLINE_MS } from '../domain/time-budget.ts';
import { prepared, preparedOne } from './database.ts';

/** What the register of account holders said about a name. */
export type CheckAnswer = 'match' | 'close' | 'none' | 'unavailable';

/**
 * Writes a destination down whose name is to be checked, unless it is there; until then nothing is paid to it.
 * Parameters: id, org, environment, country, currency, rail, name, sealed account, masked account, force reason or null, actor.
 */
export const insertCounterparty = prepared<never>(
  'insert_counterparty',
  `insert into counterparties (id, org_id, env, country_code, currency, rail, name, sealed_account, account_masked, force_reason, created_by, created_at)
   values ($1, $2, $3::text, $4, $5, $6, $7, $8, $9, $10, $11, org_now($2, $3::text)) on conflict (id) do nothing`,
);

export interface CounterpartyRow {
  readonly id: string;
  readonly countryCode: string;
  readonly currency: string;
  readonly name: string;
  readonly accountMasked: string;
  readonly nameMatch: 'match' | 'forced';
  readonly status: 'ACTIVE';
  readonly createdAt: Date;
}

/** The destinations of an org, newest first. Parameters: org, environment, after time or null, after id, how many. */
export const listCounterparties = prepared<CounterpartyRow>(
  'list_counterparties',
  `select id, country_code as "countryCode", currency, name, account_masked as "accountMasked", name_match as "nameMatch", status,
          created_at as "createdAt"
   from counterparties
   where org_id = $1 and env = $2 and status = 'ACTIVE'
     and (created_at, id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by created_at desc, id desc limit $5`,
);

/** Where a payout goes: the newest destination that fits. Parameters: org, environment, country, currency. */
export const findDestination = preparedOne<{ id: string }>(
  'find_destination',
  `select id from counterparties
   where org_id = $1 and env = $2 and country_code = $3 and currency = $4 and status = 'ACTIVE'
   order by created_at desc, id desc limit 1`,
);

/** What checking and screening a destination needs. Personal: it stays within the step that reads it. */
export interface PayeeRow {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly countryCode: string;
  readonly name: string;
  readonly sealedAccount: string;
  /** What the register of account holders answered, once it has. */
  readonly sealedRegisteredName: string | null;
}

export const findPayee = preparedOne<PayeeRow>(
  'find_payee',
  `select id, org_id as "orgId", env, country_code as "countryCode", name, sealed_account as "sealedAccount",
          sealed_registered_name as "sealedRegisteredName" from counterparties where id = $1`,
);

/** A destination's registration, as it stands. */
export interface RegistrationRow {
  readonly orgId: string;
  readonly env: Environment;
  readonly status: 'CHECKING' | 'ACTIVE' | 'REJECTED';
  readonly nameMatch: 'match' | 'forced' | null;
  readonly checkAnswer: CheckAnswer | null;
  readonly sealedRegisteredName: string | null;
  readonly forceReason: string | null;
  /** The deadline has passed: the caller got 503 and may have registered another destination. */
  readonly stale: boolean;
}

const REGISTRATION = `select org_id as "orgId", env, status, name_match as "nameMatch", check_answer as "checkAnswer",
  sealed_registered_name as "sealedRegisteredName", force_reason as "forceReason",
  recorded_at < clock_timestamp() - interval '${DEADLINE_MS} milliseconds' as stale from counterparties where id = $1`;

export const findRegistration = preparedOne<RegistrationRow>('find_registration', REGISTRATION);
export const lockRegistration = preparedOne<RegistrationRow>('lock_registration', `${REGISTRATION} for no key update`);

/** Ends a registration. Parameters: id, status, name match or null, answer of the check, sealed registered name or null. */
export const endRegistration = prepared<never>(
  'end_registration',
  `update counterparties set status = $2, name_match = $3, check_answer = $4, sealed_registered_name = $5
   where id = $1 and status = 'CHECKING'`,
);

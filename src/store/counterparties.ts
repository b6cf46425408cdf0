import type { BankAccount } from '../domain/bank-account.ts';
import type { Environment } from '../domain/environment.ts';
import { DEADLINE_MS } from '../domain/time-budget.ts';
import { statement, statementOne } from './statement.ts';

/** The register's comparison of a name with that of the account holder. */
export type CheckAnswer = 'match' | 'close' | 'none' | 'unavailable';

/** A destination to insert. `forceReason` is null without an override. */
interface NewCounterparty {
  readonly counterpartyId: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly countryCode: string;
  readonly currency: string;
  readonly rail: BankAccount['kind'];
  readonly name: string;
  readonly sealedAccount: string;
  readonly accountMasked: string;
  readonly forceReason: string | null;
  readonly actor: string;
}

/** Inserts a destination, unless it exists. No payout may go to it before its name is checked. */
export const insertCounterparty = statement<NewCounterparty, never>(
  'insert_counterparty',
  `insert into counterparties (id, org_id, env, country_code, currency, rail, name, sealed_account,
                               account_masked, force_reason, created_by, created_at)
   values (:counterpartyId, :orgId, :env::text, :countryCode, :currency, :rail, :name, :sealedAccount,
           :accountMasked, :forceReason, :actor, org_now(:orgId, :env::text))
   on conflict (id) do nothing`,
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

/** The destinations of an org, newest first. A null `afterKey` begins at the newest. */
export const listCounterparties = statement<
  {
    orgId: string;
    env: Environment;
    afterKey: string | null;
    afterId: string | null;
    limit: number;
  },
  CounterpartyRow
>(
  'list_counterparties',
  `select id, country_code, currency, name, account_masked, name_match, status, created_at
   from counterparties
   where org_id = :orgId and env = :env and status = 'ACTIVE'
     and (created_at, id) < (coalesce(:afterKey::timestamptz, 'infinity'),
                             coalesce(:afterId::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by created_at desc, id desc limit :limit`,
);

/** The destination of a payout: the newest that fits. */
export const findDestination = statementOne<
  {
    orgId: string;
    env: Environment;
    countryCode: string;
    currency: string;
  },
  { id: string }
>(
  'find_destination',
  `select id from counterparties
   where org_id = :orgId and env = :env and country_code = :countryCode and currency = :currency
     and status = 'ACTIVE'
   order by created_at desc, id desc limit 1`,
);

/** A destination for its name check and its screening. Personal: it must not leave the step that reads it. */
export interface PayeeRow {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly countryCode: string;
  readonly name: string;
  readonly sealedAccount: string;
  /** The name in the register of account holders; null until the register has returned one. */
  readonly sealedRegisteredName: string | null;
}

interface CounterpartyRef {
  readonly counterpartyId: string;
}

export const findPayee = statementOne<CounterpartyRef, PayeeRow>(
  'find_payee',
  `select id, org_id, env, country_code, name, sealed_account, sealed_registered_name
   from counterparties where id = :counterpartyId`,
);

/** The state of a destination's registration. */
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

const REGISTRATION = `org_id, env, status, name_match, check_answer, sealed_registered_name,
  force_reason, recorded_at < clock_timestamp() - interval '${DEADLINE_MS} milliseconds' as stale`;

export const findRegistration = statementOne<CounterpartyRef, RegistrationRow>(
  'find_registration',
  `select ${REGISTRATION}
   from counterparties where id = :counterpartyId`,
);
export const lockRegistration = statementOne<CounterpartyRef, RegistrationRow>(
  'lock_registration',
  `select ${REGISTRATION}
   from counterparties where id = :counterpartyId for no key update`,
);

/** Ends a registration that is still being checked. */
export const closeRegistration = statement<
  CounterpartyRef & Pick<RegistrationRow, 'status' | 'nameMatch' | 'checkAnswer' | 'sealedRegisteredName'>,
  never
>(
  'end_registration',
  `update counterparties set status = :status, name_match = :nameMatch, check_answer = :checkAnswer,
     sealed_registered_name = :sealedRegisteredName
   where id = :counterpartyId and status = 'CHECKING'`,
);

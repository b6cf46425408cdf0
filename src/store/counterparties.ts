import type { BankAccount } from '../domain/bank-account.ts';
import type { DestinationStatus } from '../domain/destination.ts';
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
  readonly orgId: string;
  readonly env: Environment;
  readonly countryCode: string;
  readonly currency: string;
  readonly name: string;
  readonly accountMasked: string;
  readonly nameMatch: 'match' | 'forced';
  /** By the database's clock: a hold that has run out is `ACTIVE`. */
  readonly status: DestinationStatus;
  /** The end of the hold. Null unless the destination is held now. */
  readonly heldUntil: Date | null;
  /** The actor who registered it. */
  readonly createdBy: string;
  readonly createdAt: Date;
}

const COLUMNS = `c.id, c.org_id, c.env, c.country_code, c.currency, c.name, c.account_masked, c.name_match,
  destination_status(c) as status, case when destination_status(c) = 'HELD' then c.held_until end as held_until,
  c.created_by, c.created_at`;

/** A destination that was accepted. Null for one that was rejected or is still being checked. */
export const findCounterparty = statementOne<{ counterpartyId: string }, CounterpartyRow>(
  'find_counterparty',
  `select ${COLUMNS} from counterparties c where c.id = :counterpartyId and c.name_match is not null`,
);

/** Approves a destination that is held. */
export const approveCounterparty = statement<{ counterpartyId: string; actor: string }, never>(
  'approve_counterparty',
  `update counterparties set status = 'ACTIVE', approved_by = :actor,
     approved_at = org_now(org_id, env)
   where id = :counterpartyId and status = 'HELD'`,
);

/** Disables a destination. A second call changes nothing. */
export const disableCounterparty = statement<{ counterpartyId: string; actor: string }, never>(
  'disable_counterparty',
  `update counterparties set status = 'DISABLED', disabled_by = :actor,
     disabled_at = org_now(org_id, env)
   where id = :counterpartyId and status in ('ACTIVE', 'HELD')`,
);

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
  `select ${COLUMNS} from counterparties c
   where c.org_id = :orgId and c.env = :env and c.name_match is not null
     and (c.created_at, c.id) < (coalesce(:afterKey::timestamptz, 'infinity'),
                                 coalesce(:afterId::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by c.created_at desc, c.id desc limit :limit`,
);

/**
 * The destination of a payout: the one that is named, or else the newest; null unless it fits and is active.
 */
export const findDestination = statementOne<
  {
    orgId: string;
    env: Environment;
    countryCode: string;
    currency: string;
    counterpartyId: string | null;
  },
  { id: string }
>(
  'find_destination',
  `select c.id from counterparties c
   where c.org_id = :orgId and c.env = :env and c.country_code = :countryCode and c.currency = :currency
     and c.status in ('ACTIVE', 'HELD') and destination_status(c) = 'ACTIVE'
     and c.id = coalesce(:counterpartyId::uuid, c.id)
   order by c.created_at desc, c.id desc limit 1`,
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
  /** The name of the business when KYB was approved. Null while it is not approved. */
  readonly verifiedName: string | null;
}

interface CounterpartyRef {
  readonly counterpartyId: string;
}

export const findPayee = statementOne<CounterpartyRef, PayeeRow>(
  'find_payee',
  `select c.id, c.org_id, c.env, c.country_code, c.name, c.sealed_account, c.sealed_registered_name,
          case when o.kyb_status = 'APPROVED' then o.verified_name end as verified_name
   from counterparties c join orgs o on o.id = c.org_id where c.id = :counterpartyId`,
);

/** The state of a destination's registration. */
export interface RegistrationRow {
  /** The caller who registers it: `api_key:<id>` or `user:<id>`. */
  readonly createdBy: string;
  readonly accountMasked: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly status: 'CHECKING' | 'REJECTED' | DestinationStatus;
  readonly nameMatch: 'match' | 'forced' | null;
  readonly checkAnswer: CheckAnswer | null;
  readonly sealedRegisteredName: string | null;
  readonly forceReason: string | null;
  /** The deadline has passed: the caller got 503 and may have registered another destination. */
  readonly stale: boolean;
}

const REGISTRATION = `created_by, account_masked, org_id, env, status, name_match, check_answer, sealed_registered_name,
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

/**
 * Ends a registration that is still being checked. Null hours reject it, 0 hours make it active at once. The
 * managers of the org are mailed about an accepted live destination.
 */
export const closeRegistration = statement<
  CounterpartyRef &
    Pick<RegistrationRow, 'nameMatch' | 'checkAnswer' | 'sealedRegisteredName'> & {
      readonly holdHours: number | null;
    },
  never
>(
  'end_registration',
  `update counterparties set
     status = case when :holdHours::int is null then 'REJECTED' when :holdHours::int = 0 then 'ACTIVE'
                   else 'HELD' end,
     held_until = case when :holdHours::int > 0
                       then org_now(org_id, env) + make_interval(hours => :holdHours::int) end,
     name_match = :nameMatch, check_answer = :checkAnswer, sealed_registered_name = :sealedRegisteredName,
     mail_due = env = 'live' and :holdHours::int is not null
   where id = :counterpartyId and status = 'CHECKING'`,
);

import { statement, statementOne } from './statement.ts';

/** A request's right to run a command. It is exclusive until it is answered, is released or expires. */
export interface Claim {
  readonly id: string;
  readonly claim: number;
  readonly round: number;
  /** 1 for the first run of this round: nothing has been done under its ids. */
  readonly attempt: number;
}

const OVER = `r.claimed_at <= clock_timestamp() - interval '24 hours'`;
const IDLE = `coalesce(r.claimed_until, '-infinity') <= clock_timestamp()`;

interface ClaimParams {
  /** The id of the command if its key is new. */
  readonly newId: string;
  readonly scope: Buffer;
  readonly fingerprint: Buffer;
  readonly leaseSeconds: number;
}

/**
 * Claims a command that does not run and has no answer. A key older than 24 hours begins again. Returns no
 * row when the command runs or is answered, or when its key belongs to another request.
 */
export const claimRequest = statementOne<ClaimParams, Claim>(
  'claim_request',
  `insert into idempotent_requests as r (id, scope, fingerprint, claimed_until)
   values (:newId, :scope, :fingerprint, clock_timestamp() + make_interval(secs => :leaseSeconds))
   on conflict (scope) do update set
     id = case when ${OVER} then excluded.id else r.id end,
     round = case when ${OVER} then 0 else r.round end,
     attempt = case when ${OVER} then 1 else r.attempt + 1 end,
     fingerprint = excluded.fingerprint, claim = r.claim + 1,
     claimed_at = excluded.claimed_at, claimed_until = excluded.claimed_until,
     status = null, sealed_answer = null, org_id = null
   where ${IDLE} and (${OVER}
     or (r.status is null and coalesce(r.fingerprint, excluded.fingerprint) = excluded.fingerprint))
   returning id, claim, round, attempt`,
);

/** A command that could not be claimed. */
export interface IdempotencyRow {
  readonly id: string;
  /** True when the key belongs to the same request. */
  readonly isSame: boolean;
  readonly isIdle: boolean;
  readonly status: number | null;
  readonly sealedAnswer: string | null;
  readonly orgId: string | null;
}

/** Finds a command by the scope of its key. */
export const findRequest = statementOne<{ scope: Buffer; fingerprint: Buffer }, IdempotencyRow>(
  'find_request',
  `select id, coalesce(fingerprint, :fingerprint) = :fingerprint as is_same, ${IDLE} as is_idle, status,
          sealed_answer, org_id
   from idempotent_requests r where scope = :scope`,
);

interface ClaimKey {
  readonly id: string;
  readonly claim: number;
}

/** Stores the answer of a command. Returns no row when another request has claimed the command since. */
export const answerRequest = statementOne<
  ClaimKey & { readonly status: number; readonly sealedAnswer: string; readonly orgId: string | null },
  { id: string }
>(
  'answer_request',
  `update idempotent_requests
   set status = :status, sealed_answer = :sealedAnswer, org_id = :orgId, claimed_until = null
   where id = :id and claim = :claim returning id`,
);

/** Releases a claim without an answer. A retry of the request continues the work that was begun. */
export const releaseRequest = statement<ClaimKey, never>(
  'release_request',
  'update idempotent_requests set claimed_until = null where id = :id and claim = :claim',
);

/** Releases a claim and frees its key for another request, because the command has done nothing. */
export const freeRequest = statement<ClaimKey, never>(
  'free_request',
  `update idempotent_requests set claimed_until = null, fingerprint = null, round = round + 1, attempt = 0
   where id = :id and claim = :claim`,
);

/** The tables whose rows get their ids from commands. */
export const MADE_BY_COMMANDS = [
  'orgs',
  'api_keys',
  'terminals',
  'carts',
  'checkouts',
  'charges',
  'journals',
  'awards',
  'events',
  'deliveries',
  'buy_list_entries',
  'recommendation_requests',
  'return_requests',
  'returns',
  'counterparties',
  'payout_requests',
  'payouts',
  'compliance_records',
  'blocked_attempts',
  'screening_cases',
  'operator_actions',
  'suspense_cases',
  'adjustments',
  'invites',
  'verification_cases',
  'clock_moves',
] as const;

const existsIn = (table: string): string => `exists (select from ${table} where id = any(:ids::uuid[]))`;

/** Returns a row when a command has written something under one of these ids. */
export const findCommandEffect = statementOne<{ ids: readonly string[] }, { isMade: true }>(
  'find_made',
  `select true as is_made where ${MADE_BY_COMMANDS.map(existsIn).join(' or ')}
     or exists (select from webhooks where rotation_id = any(:ids::uuid[]))
     or exists (select from charges where void_command_id = any(:ids::uuid[]))`,
);

/** Begins another round with new ids, because the command of the last round was dropped and never runs. */
export const beginRound = statementOne<ClaimKey & { readonly attempt: number }, Claim>(
  'begin_round',
  `update idempotent_requests set round = round + 1, attempt = :attempt where id = :id and claim = :claim
   returning id, claim, round, attempt`,
);

/** Extends the claims of commands that still run. */
export const renewClaims = statement<{ ids: readonly string[]; leaseSeconds: number }, never>(
  'renew_claims',
  `update idempotent_requests set claimed_until = clock_timestamp() + make_interval(secs => :leaseSeconds)
   where id = any(:ids::uuid[]) and claimed_until is not null`,
);

/**
 * Deletes keys older than 24 hours whose command does not run, oldest first. Returns a row for each. It
 * compares with `now()`, because a volatile `clock_timestamp()` could not use the index.
 */
export const deleteOldRequests = statement<{ limit: number }, { id: string }>(
  'delete_old_requests',
  `delete from idempotent_requests where id = any (array(
     select id from idempotent_requests
     where claimed_at < now() - interval '24 hours' and coalesce(claimed_until, '-infinity') < now()
     order by claimed_at limit :limit for update skip locked))
   returning id`,
);

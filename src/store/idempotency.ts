import { prepared, preparedOne } from './database.ts';

/** A call's right to run a command: nobody else runs it until the claim is answered, given back, or forgotten. */
export interface Claim {
  readonly id: string;
  readonly claim: number;
  readonly round: number;
  /** 1 for the first run of this round: nothing has been done under its ids. */
  readonly attempt: number;
}

const OVER = `r.claimed_at <= clock_timestamp() - interval '24 hours'`;
const IDLE = `coalesce(r.claimed_until, '-infinity') <= clock_timestamp()`;

/**
 * Claims a command that nobody runs and that has no answer; one whose day is over begins anew. Answers nothing when
 * somebody runs it, when it is answered, or when its key stands for something else.
 * Parameters: an id if it is new, scope, fingerprint, seconds.
 */
export const claimRequest = preparedOne<Claim>(
  'claim_request',
  `insert into idempotent_requests as r (id, scope, fingerprint, claimed_until)
   values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
   on conflict (scope) do update set
     id = case when ${OVER} then excluded.id else r.id end,
     round = case when ${OVER} then 0 else r.round end,
     attempt = case when ${OVER} then 1 else r.attempt + 1 end,
     fingerprint = excluded.fingerprint, claim = r.claim + 1, claimed_at = excluded.claimed_at, claimed_until = excluded.claimed_until,
     status = null, sealed_answer = null, org_id = null
   where ${IDLE} and (${OVER} or (r.status is null and coalesce(r.fingerprint, excluded.fingerprint) = excluded.fingerprint))
   returning id, claim, round, attempt`,
);

/** How a command stands for somebody who could not claim it. */
export interface StandingRow {
  readonly id: string;
  /** Whether its key stands for this very request. */
  readonly isSame: boolean;
  readonly isIdle: boolean;
  readonly status: number | null;
  readonly sealedAnswer: string | null;
  readonly orgId: string | null;
}

/** Parameters: scope, fingerprint. */
export const findRequest = preparedOne<StandingRow>(
  'find_request',
  `select id, coalesce(fingerprint, $2) = $2 as "isSame", ${IDLE} as "isIdle", status, sealed_answer as "sealedAnswer", org_id as "orgId"
   from idempotent_requests r where scope = $1`,
);

/** Keeps the answer, unless somebody else has claimed the command since: then no row. Parameters: id, claim, status, sealed answer, org or null. */
export const answerRequest = preparedOne<{ id: string }>(
  'answer_request',
  `update idempotent_requests set status = $3, sealed_answer = $4, org_id = $5, claimed_until = null
   where id = $1 and claim = $2 returning id`,
);

/** Gives the claim back without an answer: whoever asks again finds what was begun. Parameters: id, claim. */
export const releaseRequest = prepared<never>(
  'release_request',
  'update idempotent_requests set claimed_until = null where id = $1 and claim = $2',
);

/** The same, and the key is free for another request: nothing was done. Parameters: id, claim. */
export const freeRequest = prepared<never>(
  'free_request',
  `update idempotent_requests set claimed_until = null, fingerprint = null, round = round + 1, attempt = 0 where id = $1 and claim = $2`,
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
  'screening_cases',
  'operator_actions',
  'invites',
  'verification_cases',
  'clock_moves',
] as const;

/** A row when a command has written something under one of these ids. Parameter: ids. */
export const findMade = preparedOne<{ isMade: true }>(
  'find_made',
  `select true as "isMade" where ${MADE_BY_COMMANDS.map((table) => `exists (select from ${table} where id = any($1::uuid[]))`).join(' or ')}
     or exists (select from webhooks where rotation_id = any($1::uuid[]))
     or exists (select from charges where void_command_id = any($1::uuid[]))`,
);

/** Begins another round, for what the last one asked for will never be done. Parameters: id, claim, runs in the new round. */
export const beginRound = preparedOne<Claim>(
  'begin_round',
  `update idempotent_requests set round = round + 1, attempt = $3 where id = $1 and claim = $2 returning id, claim, round, attempt`,
);

/** Says that these commands still run. Parameters: ids, seconds. */
export const renewClaims = prepared<never>(
  'renew_claims',
  `update idempotent_requests set claimed_until = clock_timestamp() + make_interval(secs => $2)
   where id = any($1::uuid[]) and claimed_until is not null`,
);

/**
 * Deletes keys whose day is over and that nobody runs, oldest first; `now()`, not the clock: only a time that stands still
 * enters an index. Parameter: how many at most. Answers a row for each.
 */
export const deleteOldRequests = prepared<{ id: string }>(
  'delete_old_requests',
  `delete from idempotent_requests where id in (
     select id from idempotent_requests
     where claimed_at < now() - interval '24 hours' and coalesce(claimed_until, '-infinity') < now()
     order by claimed_at limit $1 for update skip locked)
   returning id`,
);

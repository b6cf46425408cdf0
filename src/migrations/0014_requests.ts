import { Migration } from '@mikro-orm/migrations';

/** Idempotency keys, the log of requests, and rate limits. */
export class Requests extends Migration {
  override up(): void {
    for (const part of [IDEMPOTENT, LOG, LIMITS]) this.addSql(part);
  }
}

const IDEMPOTENT = `
-- One row a key within its scope, until 24 hours after the last call that ran it.
create table idempotent_requests (
  -- What the ids of all that the command makes are derived from. A key that is used again after its day gets
  -- another.
  id uuid primary key,
  -- A keyed digest of holder, environment, method, path and key.
  scope bytea not null unique,
  -- A digest of the body, and of whom the caller acts for; null while the key is free for another.
  fingerprint bytea,
  -- Ids are derived anew in each round: the one before is known to have come to nothing.
  round integer not null default 0 check (round >= 0),
  -- How often the command was run in this round.
  attempt integer not null default 1 check (attempt >= 0),
  -- Counts up with each run: only the newest may answer.
  claim integer not null default 1,
  claimed_at timestamptz(3) not null default clock_timestamp(),
  -- It runs, as far as is known, until then. Whoever runs it moves this on.
  claimed_until timestamptz(3),
  status smallint check (status between 200 and 499),
  -- The first answer's body as it was sent, sealed: it may hold a key or a token.
  sealed_answer text check ((sealed_answer is null) = (status is null)),
  -- The org that the answer is about, if a member asked: they must still be one to read it again.
  org_id uuid,
  check (status is null or (fingerprint is not null and claimed_until is null))
);
create index idempotent_requests_by_age on idempotent_requests (claimed_at);
`;

const LOG = `
-- What was asked of the API on behalf of an org, for thirty days. Written in batches beside the calls: a
-- crash may lose the last moment.
create table request_log (
  id uuid primary key,
  org_id uuid not null,
  env environment not null,
  at timestamptz(3) not null,
  request_id text not null,
  method text not null,
  -- As the specification writes it, and as it was called; without the query.
  route text not null,
  path text not null,
  status smallint not null,
  ms integer not null,
  -- What the caller was told, and what is known besides. Never what they sent.
  reason text,
  detail text,
  credential text not null check (credential in ('api_key', 'session')),
  -- The key's or the user's.
  credential_id uuid not null,
  idempotency text check (idempotency in ('first', 'replayed'))
);
create index request_log_by_org on request_log (org_id, env, at desc, id desc);
create index request_log_by_failure on request_log (org_id, env, at desc, id desc) where status >= 400;
create index request_log_by_route on request_log (org_id, env, route, at desc, id desc);
create index request_log_by_request on request_log (org_id, env, request_id, at desc, id desc);
create index request_log_by_age on request_log (at);
`;

const LIMITS = `
-- How many calls of a key, session or address the API processes have drawn from its window. Each draws some
-- at a time. Unlogged: what a crash of the database forgets is at most one window.
create unlogged table call_limits (
  subject text primary key,
  began_at timestamptz(3) not null,
  drawn integer not null
) with (fillfactor = 50);
`;

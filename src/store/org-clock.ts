import type { DueKind } from '../domain/due-thing.ts';
import type { OrgTime, Span } from '../domain/sandbox-clock.ts';
import { prepared, preparedOne } from './database.ts';
import type { Queryable } from './database.ts';

/**
 * The sandbox clock of an org: moving it, what falls due on the way, and what happened by itself. Of the sandbox only:
 * what is live neither moves nor is seen here.
 */

const readTime = preparedOne<OrgTime>(
  'org_time',
  `select real + org_offset_ms($1, 'sandbox') as now, real from (select real_ms() as real offset 0) clock`,
);

/** What the org's sandbox clock reads, and real time. */
export async function orgTime(on: Queryable, orgId: string): Promise<OrgTime> {
  const row = await readTime(on, [orgId]);
  if (row === null) throw new Error('the database did not tell the time');
  return row;
}

/**
 * `(org)`: keeps whoever creates what will fall due waiting until this transaction ends: they take the same lock
 * shared. Take it first, and read in later statements: a snapshot taken together with a lock is older than the lock.
 */
export const lockClock = prepared<never>('lock_clock', 'select pg_advisory_xact_lock(7701, hashtext($1))');

const writeClock = preparedOne<{ offset: number }>(
  'move_clock',
  `insert into org_clocks (org_id, offset_ms) values ($1, greatest(0, $2::bigint - real_ms()))
   on conflict (org_id) do update set offset_ms = greatest(org_clocks.offset_ms, excluded.offset_ms)
   returning offset_ms as "offset"`,
);

/** Moves the clock to this moment, in milliseconds, unless it is there already. Answers its offset. */
export async function moveClockTo(on: Queryable, orgId: string, floor: number): Promise<number> {
  const row = await writeClock(on, [orgId, floor]);
  if (row === null) throw new Error(`the clock of org ${orgId} was not moved`);
  return row.offset;
}

/** The span of the move that a command has begun; null before it began. Milliseconds of the org's time. Parameters: command, org. */
export const findClockMove = preparedOne<Span>(
  'find_clock_move',
  `select floor(extract(epoch from from_at) * 1000)::bigint as "from", floor(extract(epoch from to_at) * 1000)::bigint as "to"
   from clock_moves where id = $1 and org_id = $2`,
);

/** `(org)`: lets one transaction after the other begin moves, or look for moves that were begun. */
export const lockClockMoves = prepared<never>('lock_clock_moves', 'select pg_advisory_xact_lock(7705, hashtext($1))');

/** A row when one of these commands has begun its move. Parameters: commands, org. */
export const findAnyClockMove = preparedOne<{ id: string }>(
  'find_any_clock_move',
  'select id from clock_moves where id = any($1::uuid[]) and org_id = $2 limit 1',
);

/** `(org)`: where the last move that was begun ends, in milliseconds of the org's time; null before the first. */
export const lastClockMove = preparedOne<{ end: number | null }>(
  'last_clock_move',
  `select floor(extract(epoch from max(to_at)) * 1000)::bigint as "end" from clock_moves where org_id = $1`,
);

/** Begins a move. Answers nothing when it is too late. Parameters: command, org, from, to, deadline. */
export const insertClockMove = preparedOne<{ id: string }>(
  'insert_clock_move',
  'insert into clock_moves (id, org_id, from_at, to_at) select $1, $2, $3, $4 where clock_timestamp() < $5 returning id',
);

/** A workflow that waits for the org's time, and the row that it is named after. */
export interface WaitingThing {
  readonly workflow: string;
  readonly key: string;
}

/** Something that happens by itself, and the workflow that does it. */
export interface DueThing extends WaitingThing {
  readonly kind: string;
  readonly id: string;
  readonly dueAt: Date;
}

/** `(org, until, most, ids)`: things that are due by then and not yet done, except those with these ids, earliest first. */
export const dueThings = prepared<DueThing>(
  'due_things',
  `select kind, id, workflow, workflow_key as key, due_at as "dueAt" from due_things
   where org_id = $1 and due_at <= $2 and id <> all ($4::uuid[]) order by due_at, kind, id limit $3`,
);

/** `(org, kind, id, until)`: a row while this thing is due by then and not yet done. */
export const stillDue = preparedOne<{ id: string }>(
  'still_due',
  'select id from due_things where org_id = $1 and kind = $2 and id = $3 and due_at <= $4',
);

/** `(org)`: the workflows that wait for the org's time. From rows: Temporal's own list lags behind. */
export const waitingWorkflows = prepared<WaitingThing>(
  'waiting_workflows',
  'select distinct workflow, workflow_key as key from due_things where org_id = $1',
);

/** Something that happened by itself, at the time at which it was due. */
export interface FiredRow {
  readonly kind: DueKind;
  readonly id: string;
  readonly dueAt: Date;
}

const FIRED = `
  select 'checkout_expiry' as kind, c.id, c.expires_at as due_at
  from checkouts c left join charges h on h.checkout_id = c.id
  where c.org_id = $1 and c.env = 'sandbox' and c.status = 'EXPIRED' and h.id is null and c.expires_at > $2 and c.expires_at <= $3
  union all
  select 'hold_lapse', h.id, h.lapsed_at
  from checkouts c join charges h on h.checkout_id = c.id
  where c.org_id = $1 and c.env = 'sandbox' and c.status = 'EXPIRED' and h.lapsed_at > $2 and h.lapsed_at <= $3
  union all
  select 'award_landing', id, landed_at
  from awards where org_id = $1 and env = 'sandbox' and status = 'LANDED' and landed_at > $2 and landed_at <= $3
  union all
  select 'webhook_retry', d.id, a.at
  from deliveries d join delivery_attempts a on a.delivery_id = d.id
  where d.org_id = $1 and d.env = 'sandbox' and a.number > 1 and not a.manual and a.at > $2 and a.at <= $3
  union all
  select 'payout_settlement', id, settled_at
  from payouts where org_id = $1 and env = 'sandbox' and settled_at = due_at and settled_at > $2 and settled_at <= $3`;

const readFired = prepared<FiredRow>('fired_things', `select kind, id, due_at as "dueAt" from (${FIRED}) fired order by due_at, kind, id`);

/**
 * What happened by itself in this stretch of the org's time, in due order. Steps record the time at which they were
 * due, so that this is the same however the clock was moved, and after a crash.
 */
export function firedBetween(on: Queryable, orgId: string, { from, to }: Span): Promise<FiredRow[]> {
  return readFired(on, [orgId, new Date(from), new Date(to)]);
}

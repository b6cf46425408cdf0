import type { DueKind } from '../domain/due-thing.ts';
import type { OrgTime, Span } from '../domain/sandbox-clock.ts';
import { statement, statementOne } from './statement.ts';
import type { Queryable } from './statement.ts';

/**
 * The sandbox clock of an org: its moves, the things that fall due on the way, and the things that fired.
 * Live things neither move nor appear here.
 */

const readTime = statementOne<{ orgId: string }, OrgTime>(
  'org_time',
  `select real + org_offset_ms(:orgId, 'sandbox') as now, real
   from (select real_ms() as real offset 0) clock`,
);

/** Reads the time of the org's sandbox, and real time. */
export async function orgTime(on: Queryable, orgId: string): Promise<OrgTime> {
  const row = await readTime(on, { orgId });
  if (row === null) throw new Error('the database did not tell the time');
  return row;
}

const lockOf = (kind: number): string => `select pg_advisory_xact_lock(${kind}, hashtext(:orgId))`;

/**
 * Locks the org's clock until the transaction ends. Transactions that create due things take the same lock
 * shared, and wait. Lock first and read in later statements: a statement that locks and reads has a snapshot
 * from before the lock.
 */
export const lockClock = statement<{ orgId: string }, never>('lock_clock', lockOf(7701));

const writeClock = statementOne<{ orgId: string; floorMs: number }, { offset: number }>(
  'move_clock',
  `insert into org_clocks (org_id, offset_ms) values (:orgId, greatest(0, :floorMs::bigint - real_ms()))
   on conflict (org_id) do update set offset_ms = greatest(org_clocks.offset_ms, excluded.offset_ms)
   returning offset_ms as "offset"`,
);

/** Moves the clock forward to this time of the org in milliseconds, never back. Returns its offset. */
export async function moveClockTo(on: Queryable, orgId: string, floorMs: number): Promise<number> {
  const row = await writeClock(on, { orgId, floorMs });
  if (row === null) throw new Error(`the clock of org ${orgId} was not moved`);
  return row.offset;
}

/** The span of a command's move in milliseconds of the org's time. Null before the command has begun it. */
export const findClockMove = statementOne<{ commandId: string; orgId: string }, Span>(
  'find_clock_move',
  `select floor(extract(epoch from from_at) * 1000)::bigint as "from",
          floor(extract(epoch from to_at) * 1000)::bigint as "to"
   from clock_moves where id = :commandId and org_id = :orgId`,
);

/** Locks the org's moves until the transaction ends: one transaction at a time begins or searches them. */
export const lockClockMoves = statement<{ orgId: string }, never>('lock_clock_moves', lockOf(7705));

/** Finds a move that one of these commands has begun. */
export const findAnyClockMove = statementOne<{ orgId: string; commandIds: string[] }, { id: string }>(
  'find_any_clock_move',
  'select id from clock_moves where id = any(:commandIds::uuid[]) and org_id = :orgId limit 1',
);

/** The end of the org's last move in milliseconds of the org's time. Null before the first move. */
export const lastClockMove = statementOne<{ orgId: string }, { end: number | null }>(
  'last_clock_move',
  `select floor(extract(epoch from max(to_at)) * 1000)::bigint as "end"
   from clock_moves where org_id = :orgId`,
);

interface ClockMoveParams {
  readonly commandId: string;
  readonly orgId: string;
  readonly from: Date;
  readonly to: Date;
  readonly deadline: Date;
}

/** Begins a move. Returns no row after the deadline. */
export const insertClockMove = statementOne<ClockMoveParams, { id: string }>(
  'insert_clock_move',
  `insert into clock_moves (id, org_id, from_at, to_at)
   select :commandId, :orgId, :from, :to where clock_timestamp() < :deadline returning id`,
);

/** A workflow that waits for the org's time, and the key of its row. */
export interface PendingTimerRow {
  readonly workflow: string;
  readonly key: string;
}

/** A change that the passing of time causes, and the workflow that makes it. */
export interface DueThing extends PendingTimerRow {
  readonly kind: DueKind;
  readonly id: string;
  readonly dueAt: Date;
}

interface DueThingsFilter {
  readonly orgId: string;
  readonly until: Date;
  readonly passedIds: readonly string[];
  readonly limit: number;
}

/** Lists the things that are due at `until` and not done, earliest first, without those of `passedIds`. */
export const dueThings = statement<DueThingsFilter, DueThing>(
  'due_things',
  `select kind, id, workflow, workflow_key as key, due_at from due_things
   where org_id = :orgId and due_at <= :until and id <> all (:passedIds::uuid[])
   order by due_at, kind, id limit :limit`,
);

interface DueThingParams extends Pick<DueThing, 'kind' | 'id'> {
  readonly orgId: string;
  readonly until: Date;
}

/** Finds this thing while it is due at `until` and not done. */
export const listOverdue = statementOne<DueThingParams, { id: string }>(
  'still_due',
  'select id from due_things where org_id = :orgId and kind = :kind and id = :id and due_at <= :until',
);

/**
 * Lists the workflows that wait for the org's time, without those of awards: their starts are delayed, and a
 * signal wakes none. It reads rows, because Temporal's own list lags behind.
 */
export const waitingWorkflows = statement<{ orgId: string }, PendingTimerRow>(
  'waiting_workflows',
  `select distinct workflow, workflow_key as key from due_things
   where org_id = :orgId and workflow <> 'award'`,
);

/** An award that is due, with its org and the clock of its org. */
export interface OverdueAward extends DueThing {
  readonly orgId: string;
  readonly now: Date;
  readonly offset: number;
}

/**
 * Lists sandbox awards that have been due for a second, in orgs whose clock was moved. The start of such an
 * award was delayed by real time, so after a move its workflow begins too late. Awards of the last second are
 * left out: a move or their own workflow is just landing them.
 */
export const overdueAwards = statement<{ passedIds: readonly string[]; limit: number }, OverdueAward>(
  'overdue_awards',
  `select award.*, 'award_landing' as kind, 'award' as workflow, c.offset_ms as "offset",
          (clock.now + c.offset_ms * interval '1 millisecond')::timestamptz(3) as now
   from (select real_now() as now offset 0) clock, org_clocks c,
     lateral (
       select id, id as key, org_id, pending_until as due_at from awards
       where org_id = c.org_id and env = 'sandbox' and status = 'PENDING' and id <> all (:passedIds::uuid[])
         and pending_until <= clock.now + (c.offset_ms - 1000) * interval '1 millisecond'
       order by pending_until limit :limit) award
   where c.offset_ms > 0
   limit :limit`,
);

/** A change that the passing of time has caused. `dueAt` is the time at which it was due. */
export interface ClockEventRow {
  readonly kind: DueKind;
  readonly id: string;
  readonly dueAt: Date;
}

const FIRED = `
  select 'checkout_expiry' as kind, c.id, c.expires_at as due_at
  from checkouts c left join charges h on h.checkout_id = c.id
  where c.org_id = :orgId and c.env = 'sandbox' and c.status = 'EXPIRED' and h.id is null
    and c.expires_at > :from and c.expires_at <= :to
  union all
  select 'hold_lapse', h.id, h.lapsed_at
  from checkouts c join charges h on h.checkout_id = c.id
  where c.org_id = :orgId and c.env = 'sandbox' and c.status = 'EXPIRED'
    and h.lapsed_at > :from and h.lapsed_at <= :to
  union all
  select 'award_landing', id, landed_at
  from awards
  where org_id = :orgId and env = 'sandbox' and status = 'LANDED' and landed_at > :from and landed_at <= :to
  union all
  select 'webhook_retry', d.id, a.at
  from deliveries d join delivery_attempts a on a.delivery_id = d.id
  where d.org_id = :orgId and d.env = 'sandbox' and a.number > 1 and not a.manual
    and a.at > :from and a.at <= :to
  union all
  select 'payout_settlement', id, settled_at
  from payouts
  where org_id = :orgId and env = 'sandbox' and settled_at = due_at
    and settled_at > :from and settled_at <= :to`;

const readFired = statement<{ orgId: string; from: Date; to: Date }, ClockEventRow>(
  'fired_things',
  `select kind, id, due_at from (${FIRED}) fired order by due_at, kind, id`,
);

/**
 * Lists what fired in this span of the org's time, in due order. Steps record the time at which they were
 * due, so the list is the same for one long move, for several short ones, and after a crash.
 */
export function listClockEvents(on: Queryable, orgId: string, { from, to }: Span): Promise<ClockEventRow[]> {
  return readFired(on, { orgId, from: new Date(from), to: new Date(to) });
}

import type { Environment } from '../domain/environment.ts';
import { statement } from './statement.ts';
import type { Queryable } from './statement.ts';
import { IS_CHECK_DUE } from './verification.ts';

/** An open row of either environment, with the workflow that must end it. `key` is the id of the row. */
export interface Obligation {
  readonly workflow: 'checkout' | 'award' | 'lateReturns' | 'payout' | 'verification' | 'webhookDelivery';
  readonly key: string;
  /** The org of the row; the user for a consumer's verification. */
  readonly orgId: string;
  readonly env: Environment;
  /** The time at which the row changes next, in the org's time. */
  readonly dueAt: Date;
  /**
   * The time from now until an award lands, in milliseconds. Negative when it has passed. 0 for the others:
   * their workflows begin at once.
   */
  readonly delayMs: number;
}

interface Source {
  readonly workflow: Obligation['workflow'];
  readonly table: string;
  readonly key: string;
  /** The column of the org, or of who is verified. */
  readonly org: string;
  /** The time at which the row changes next. */
  readonly due: string;
  readonly open: string;
}

const PAYOUT = { table: 'payouts', key: 'id', org: 'org_id' };
const CASE = { workflow: 'verification', table: 'verification_cases', key: 'id', org: 'subject_id' } as const;

/**
 * The open rows by kind. Each has an index of the time and the key, and one of the key alone.
 *
 * A live payout and an open case are due from their beginning: their workflows ask a partner all the time. An
 * approved case is open while it is due for its daily lookup. A delivery is none before its first attempt has
 * failed: the dispatcher's sweep makes that one.
 */
const SOURCES = {
  awards: {
    workflow: 'award',
    table: 'awards',
    key: 'id',
    org: 'org_id',
    due: 'pending_until',
    open: `status = 'PENDING'`,
  },
  checkouts: {
    workflow: 'checkout',
    table: 'checkouts',
    key: 'id',
    org: 'org_id',
    due: 'expires_at',
    open: `status = 'PENDING'`,
  },
  holds: {
    workflow: 'checkout',
    table: 'charges',
    key: 'checkout_id',
    org: 'org_id',
    due: 'hold_expires_at',
    open: `status = 'AUTHORIZED'`,
  },
  late_returns: {
    ...PAYOUT,
    workflow: 'lateReturns',
    due: 'next_lookup_at',
    open: 'next_lookup_at is not null',
  },
  payouts: {
    ...PAYOUT,
    workflow: 'payout',
    due: 'coalesce(due_at, created_at)',
    // Always true: it keeps the index out of the plans of other statements about pending payouts.
    open: `status = 'PENDING' and coalesce(due_at, created_at) is not null`,
  },
  open_cases: { ...CASE, due: 'created_at', open: `status = 'PENDING'` },
  approved_cases: { ...CASE, due: 'coalesce(asked_at, decided_at)', open: IS_CHECK_DUE },
  deliveries: {
    workflow: 'webhookDelivery',
    table: 'deliveries',
    key: 'id',
    org: 'org_id',
    due: 'next_attempt_at',
    open: `status = 'PENDING' and next_attempt_at is not null`,
  },
} as const satisfies Readonly<Record<string, Source>>;

interface ObligationsPage {
  readonly environments: readonly Environment[];
  /** The time from now until which rows are due, in milliseconds. */
  readonly windowMs: number;
  /** Org, time and key of the last row before this page. The org counts in moved sandboxes alone. */
  readonly afterOrg: string;
  readonly afterDue: Date;
  readonly afterKey: string;
  readonly limit: number;
}

type TimePage = Omit<ObligationsPage, 'afterOrg'>;
type Read = (on: Queryable, params: TimePage) => Promise<Obligation[]>;

/** The delay of an award's start, from the org's time. */
const delayOf = (workflow: string, orgNow: string): string =>
  `case when ${workflow} = 'award' then ceil(extract(epoch from due_at - ${orgNow}) * 1000) else 0 end::bigint
     as delay_ms`;

/**
 * Reads a page of one kind in the order of time. A verification case belongs to no environment: it is read
 * with live. `(select …)` makes the time a constant, which an index can search.
 */
function readByTime(name: string, { workflow, table, key, org, due, open }: Source): Read {
  const env = workflow === 'verification' ? `'live'` : 'env';
  const orgNow = workflow === 'award' ? 'org_now(org_id, env)' : 'due_at';
  return statement<TimePage, Obligation>(
    name,
    `select workflow, key, org_id, env, due_at, ${delayOf('workflow', orgNow)}
     from (
       select '${workflow}' as workflow, ${key} as key, ${org} as org_id, ${due} as due_at, ${env} as env
       from ${table}
       where ${open} and ${env} = any (:environments::text[])
         and (${due}, ${key}) > (:afterDue::timestamptz, :afterKey::uuid)
         and ${due} <= (select real_now()) + :windowMs::bigint * interval '1 millisecond'
       order by ${due}, ${key} limit :limit) due
     order by due_at, key`,
  );
}

/**
 * Reads a page of what is due by the moved clocks of sandboxes: by real time it would be due later. The cost
 * grows with the number of moved clocks, and with what is due.
 */
const readMoved = statement<ObligationsPage, Obligation>(
  'due_by_moved_clocks',
  `select due.workflow, due.key, due.org_id, 'sandbox' as env, due.due_at,
          ${delayOf('due.workflow', `(clock.now + c.offset_ms * interval '1 millisecond')`)}
   from (select real_now() as now offset 0) clock, org_clocks c, lateral (
     select t.workflow, t.workflow_key as key, t.org_id, t.due_at from due_things t
     where t.org_id = c.org_id
       and t.due_at <= clock.now + (c.offset_ms + :windowMs::bigint) * interval '1 millisecond'
       and (c.org_id > :afterOrg::uuid
         or (t.due_at, t.workflow_key) > (:afterDue::timestamptz, :afterKey::uuid))
       and (t.kind <> 'webhook_retry' or exists (
         select from deliveries d where d.id = t.id and d.next_attempt_at is not null))
     order by t.due_at, t.workflow_key limit :limit) due
   where 'sandbox' = any (:environments::text[]) and c.offset_ms > 0 and c.org_id >= :afterOrg::uuid
   order by c.org_id, due.due_at, due.key limit :limit`,
);

type Reader = readonly [kind: string, read: (on: Queryable, page: ObligationsPage) => Promise<Obligation[]>];

/** The kinds of open rows, in the order in which they are read. */
const READERS: readonly Reader[] = [
  ['awards', readByTime('due_awards', SOURCES.awards)],
  ['checkouts', readByTime('due_checkouts', SOURCES.checkouts)],
  ['holds', readByTime('due_holds', SOURCES.holds)],
  ['late_returns', readByTime('due_late_returns', SOURCES.late_returns)],
  ['payouts', readByTime('due_payouts', SOURCES.payouts)],
  ['open_cases', readByTime('due_open_cases', SOURCES.open_cases)],
  ['approved_cases', readByTime('due_approved_cases', SOURCES.approved_cases)],
  ['deliveries', readByTime('due_deliveries', SOURCES.deliveries)],
];
const READERS_OF_WINDOW: readonly Reader[] = [...READERS, ['moved_clocks', readMoved]];

/** A place among the open rows: the kind, and the last row that was read. */
export interface ObligationsPlace {
  readonly kind: string;
  readonly orgId: string;
  readonly dueAt: Date;
  readonly key: string;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
/** The rows to read, and the number of rows in a page. */
interface ObligationsQuery {
  readonly environments: readonly Environment[];
  /** The time from now until which rows are due, in milliseconds. Null for all. */
  readonly windowMs: number | null;
  readonly limit: number;
  readonly after?: ObligationsPlace | null;
}

/** Longer than any time that a row waits. A sandbox clock is 100 years ahead at most. */
const FOREVER_MS = 1000 * 365 * 86_400_000;

/**
 * Reads the open rows of these environments in pages: all of them, or those due within a window from now.
 * Each page comes with the place at which to go on after it. A row that changes meanwhile may come twice.
 */
export async function* obligationPages(
  on: Queryable,
  { environments, windowMs, limit, after = null }: ObligationsQuery,
): AsyncGenerator<{ rows: Obligation[]; place: ObligationsPlace }> {
  const readers = windowMs === null ? READERS : READERS_OF_WINDOW;
  const begin = after === null ? 0 : readers.findIndex(([kind]) => kind === after.kind);
  if (begin === -1) throw new Error(`no kind of open rows is named ${after?.kind}`);
  for (const [kind, read] of readers.slice(begin)) {
    let place = after?.kind === kind ? after : { kind, orgId: NO_ID, dueAt: new Date(0), key: NO_ID };
    for (let more = true; more;) {
      const rows = await read(on, {
        environments,
        windowMs: windowMs ?? FOREVER_MS,
        afterOrg: place.orgId,
        afterDue: place.dueAt,
        afterKey: place.key,
        limit,
      });
      const last = rows.at(-1);
      if (last !== undefined) yield { rows, place: (place = { ...last, kind }) };
      more = rows.length === limit;
    }
  }
}

/** Returns those of the rows, named by workflow and key, that are open. */
export const findOpenAmong = statement<
  { workflows: readonly string[]; keys: readonly string[] },
  { workflow: string; key: string }
>(
  'find_open_among',
  `select workflow, key from unnest(:workflows::text[], :keys::uuid[]) named (workflow, key)
   where ${Object.values(SOURCES)
     .map(
       ({ workflow, table, key, open }: Source) =>
         // `offset 0` makes PostgreSQL look the row up by its key, and not search the open ones.
         `(workflow = '${workflow}' and exists (
       select from (select * from ${table} where ${table}.${key} = named.key offset 0) ${table} where ${open}))`,
     )
     .join('\n     or ')}`,
);

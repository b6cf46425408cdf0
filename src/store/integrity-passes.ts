import type { Pool, PoolClient } from 'pg';
import { ENVIRONMENTS } from '../domain/environment.ts';
import {
  ALL_KEYS,
  changedByEntries,
  changedByTime,
  checkoutsOfAwards,
  endOfBooks,
  findPosition,
  savePosition,
} from './integrity-changes.ts';
import type { BooksPosition, Slice, SliceKey } from './integrity-changes.ts';
import { CHECKS } from './integrity.ts';
import type { CheckResult } from './integrity.ts';
import { checkSlice, WHOLE_CHECKS } from './integrity-slices.ts';
import { obligationPages } from './obligations.ts';
import { jsonText } from './statement.ts';
import type { Queryable } from './statement.ts';

/** The keys of one slice of changes. Some checks compare the rows of a slice with each other. */
const SLICE = 100;
/** The entries whose changes are looked up together. */
const ENTRIES = 2000;
const SPAN_MS = 60_000;
/** A transaction that wrote a row earlier than this has ended: its row is visible. */
const LONGEST_TRANSACTION_MS = 120_000;
/** The longest statement: the history of a very large merchant. */
const STATEMENT_MS = 60_000;
/**
 * The planner knows nothing of a slice's size. By its guess of one row it would join the tables of a slice
 * row by row, and compile the statement first.
 */
export const PLANNING = 'set local enable_nestloop = off; set local jit = off';
/** The most slices with violations that are remembered. More of them do not make an alarm louder. */
const MOST_SUSPECTS = 50;

/** The result of one pass: violations by check, and the slices that have some. */
export interface PassResult {
  readonly results: readonly CheckResult[];
  readonly suspects: readonly Slice[];
  readonly slices: number;
  /** When a pass over all rows last came to its end. Null before the first. */
  readonly finishedAt: Date | null;
}

interface Options {
  /**
   * The time for the pass over all rows in milliseconds, without `onSlice`. It goes on there at the next
   * call.
   */
  readonly fullMs: number;
  /**
   * Called after each slice with the milliseconds that it took. The next slice waits for it. It may throw to
   * end the pass: the next one goes on.
   */
  readonly onSlice?: (tookMs: number) => void | Promise<void>;
}

/**
 * Checks what has changed in the books since the last pass, and goes on with the pass over all rows, which
 * begins once a day. Each slice is one statement: no transaction is long, so vacuum is not held back. The
 * cost grows with the changes, not with the books.
 *
 * The first pass begins at the present end of the books. Older rows are for the pass over all rows.
 */
export async function checkBooks(
  pool: Pool,
  { fullMs, onSlice = () => undefined }: Options,
): Promise<PassResult> {
  const end = await endOfBooks(pool, {});
  if (end === null) throw new Error('the database has no end of the books');
  const saved = await findPosition(pool, {});
  const begun = { entryId: end.entryId, earlierEntryId: end.entryId, until: end.now.getTime() };
  const last: BooksPosition = saved?.position ?? {
    ...begun,
    suspects: [],
    full: { kind: 0, after: null, isDone: false },
  };
  const pass = createPass(pool, onSlice);
  for (const slice of last.suspects) await pass.check(slice);
  await checkChanges(pool, pass, { last, entryId: end.entryId, now: end.now.getTime() });
  await pass.checkWhole();
  const next = {
    ...last,
    entryId: end.entryId,
    earlierEntryId: saved === null ? end.entryId : last.entryId,
    until: end.now.getTime(),
  };
  const save = (full: BooksPosition['full'], isFinished = false) =>
    savePosition(pool, {
      position: jsonText<BooksPosition>({ ...next, full, suspects: pass.suspects }),
      isFinished,
    });
  const full = last.full.isDone && saved?.isFullDue === true ? BEGINNING : last.full;
  await save(full);
  if (!full.isDone && fullMs > 0) await goThrough(pool, pass, { full, save, fullMs });
  const { finishedAt = null } = (await findPosition(pool, {})) ?? {};
  return { results: pass.results(), suspects: pass.suspects, slices: pass.count(), finishedAt };
}

const BEGINNING = { kind: 0, after: null, isDone: false } as const;

interface Pass {
  check(slice: Slice): Promise<void>;
  checkWhole(): Promise<void>;
  results(): CheckResult[];
  count(): number;
  /** The time that `onSlice` took so far, in milliseconds. */
  restedMs(): number;
  readonly suspects: Slice[];
}

function createPass(pool: Pool, onSlice: NonNullable<Options['onSlice']>): Pass {
  const found = new Map(CHECKS.map(({ name }) => [name, 0]));
  const suspects: Slice[] = [];
  let slices = 0;
  let restedMs = 0;
  const add = async (checking: Promise<readonly CheckResult[]>): Promise<boolean> => {
    const began = performance.now();
    const results = await checking;
    const ended = performance.now();
    slices++;
    for (const { name, violations } of results) found.set(name, (found.get(name) ?? 0) + violations);
    await onSlice(ended - began);
    restedMs += performance.now() - ended;
    return results.some(({ violations }) => violations > 0);
  };
  return {
    async check(slice) {
      if (slice.keys.length === 0) return;
      const isBroken = await add(patiently(pool, (on) => checkSlice(on, slice.scope, slice.keys)));
      if (isBroken && suspects.length < MOST_SUSPECTS) suspects.push(slice);
    },
    async checkWhole() {
      for (const { name, run } of WHOLE_CHECKS) {
        const checking = patiently(pool, (on) => run(on, {}));
        await add(checking.then(([row]) => [{ name, violations: row?.violations ?? 0 }]));
      }
    },
    results: () => [...found].map(([name, violations]) => ({ name, violations })),
    count: () => slices,
    restedMs: () => restedMs,
    suspects,
  };
}

/**
 * Checks what has changed. Entries are read again from the end of the pass before the last one: a transaction
 * may have taken its number before that end and committed after it.
 */
async function checkChanges(
  pool: Pool,
  pass: Pass,
  { last, entryId, now }: { last: BooksPosition; entryId: number; now: number },
): Promise<void> {
  for (let afterId = last.earlierEntryId; afterId < entryId; afterId += ENTRIES) {
    const untilId = Math.min(afterId + ENTRIES, entryId);
    await checkKeys(pass, await changedByEntries(pool, { afterId, untilId }));
  }
  for (let from = last.until - LONGEST_TRANSACTION_MS; from < now; from += SPAN_MS) {
    const to = Math.min(from + SPAN_MS, now);
    await checkKeys(pass, await changedByTime(pool, { from: new Date(from), to: new Date(to) }));
  }
  // An overdue row has not changed: the checks of changed rows would miss it.
  for await (const { rows } of obligationPages(pool, {
    environments: ENVIRONMENTS,
    windowMs: 0,
    limit: SLICE,
  })) {
    const keysOf = (workflow: string) =>
      rows.filter((row) => row.workflow === workflow).map(({ key }) => key);
    const awardIds = keysOf('award');
    const landing = awardIds.length === 0 ? [] : await checkoutsOfAwards(pool, { awardIds });
    await pass.check({
      scope: 'charges',
      keys: [...keysOf('checkout'), ...landing.map(({ key }) => key)],
    });
    await pass.check({ scope: 'payouts', keys: keysOf('payout') });
  }
}

async function checkKeys(pass: Pass, keys: readonly SliceKey[]): Promise<void> {
  for (const scope of new Set(keys.map((one) => one.scope))) {
    const ofScope = keys.filter((one) => one.scope === scope).map(({ key }) => key);
    for (let at = 0; at < ofScope.length; at += SLICE)
      await pass.check({ scope, keys: ofScope.slice(at, at + SLICE) });
  }
}

/** Goes on with the pass over all rows until its time is over. */
async function goThrough(
  pool: Pool,
  pass: Pass,
  how: {
    readonly full: BooksPosition['full'];
    readonly save: (full: BooksPosition['full'], isFinished?: boolean) => Promise<unknown>;
    readonly fullMs: number;
  },
): Promise<void> {
  const workedMs = () => performance.now() - pass.restedMs();
  const end = workedMs() + how.fullMs;
  let { kind, after } = how.full;
  while (workedMs() < end) {
    const rows = ALL_KEYS[kind];
    if (rows === undefined) {
      await how.save({ kind: 0, after: null, isDone: true }, true);
      return;
    }
    const { scope, first, size, read } = rows;
    const keys = (await read(pool, { after: after ?? first, limit: size })).map(({ key }) => key);
    await pass.check({ scope, keys });
    if (keys.length < size) [kind, after] = [kind + 1, null];
    else after = keys.at(-1) ?? null;
    await how.save({ kind, after, isDone: false });
  }
}

/** Runs one statement that may take longer than one of a request. */
async function patiently<T>(pool: Pool, run: (on: Queryable) => Promise<T>): Promise<T> {
  const client: PoolClient = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin read only');
    await client.query(`set local statement_timeout = ${STATEMENT_MS}`);
    await client.query(PLANNING);
    const patient = {
      query: (query: object) => client.query({ ...query, query_timeout: STATEMENT_MS } as never),
    };
    const answer = await run(patient as unknown as Queryable);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => (broken = fault));
    throw error;
  } finally {
    client.release(broken);
  }
}

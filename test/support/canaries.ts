import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { Pool } from 'pg';

/** Values that are known to the search, by their kind, and every place that was searched for them. */

/** Fields that hold something secret or personal wherever they are sent or answered, and what kind it is. */
const FIELDS: Readonly<Record<string, string>> = {
  session_token: 'session token',
  challenge: 'challenge of a code',
  key: 'API key',
  secret: 'webhook secret',
  code: 'one-time code',
  email: 'e-mail address',
  iban: 'IBAN',
  account_number: 'ACH account number',
  verification_url: 'token of a verification page',
};
/** Shorter values would be found by chance. */
const SHORTEST = 6;

export interface Canaries {
  /** Looks for this value too. */
  add(kind: string, ...values: string[]): void;
  /** The kinds that are looked for. */
  kinds(): string[];
  /** The newest value of a kind. */
  some(kind: string): string;
  /** The places that hold a value of this kind, in any of its forms. */
  placesOf(kind: string, texts: ReadonlyMap<string, string>): string[];
}

/** A collection of canaries. */
export function createCanaries(): Canaries {
  const known = new Map<string, Set<string>>();
  const valuesOf = (kind: string): Set<string> => known.get(kind) ?? new Set();
  return {
    add(kind, ...values) {
      known.set(kind, new Set([...valuesOf(kind), ...values.filter((value) => value.length >= SHORTEST)]));
    },
    kinds: () => [...known.keys()],
    some: (kind) => [...valuesOf(kind)].at(-1) ?? '',
    placesOf(kind, texts) {
      const forms = [...valuesOf(kind)].flatMap(formsOf);
      const holds = (text: string): boolean =>
        forms.some((form) => (typeof form === 'string' ? text.includes(form) : form.test(text)));
      return [...texts].flatMap(([place, text]) => (holds(text) ? [place] : [])).sort();
    },
  };
}

/**
 * A value as it stands, in hex, in base64 at each of its three alignments, and an account number as people
 * write it.
 */
function formsOf(value: string): (string | RegExp)[] {
  // Six digits occur within longer numbers and after a second's point.
  if (/^\d{6}$/.test(value)) return [new RegExp(String.raw`(?<![\dA-Fa-f.])${value}(?![\dA-Fa-f])`)];
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    return text.slice(before === 0 ? 0 : before + 1, (bytes.length + before) % 3 === 0 ? undefined : -1);
  });
  const standard = base64.map((text) => text.replaceAll('-', '+').replaceAll('_', '/'));
  return [
    ...new Set([
      value,
      bytes.toString('hex'),
      ...base64,
      ...standard,
      value.replaceAll(/(.{4})(?=.)/g, '$1 '),
    ]),
  ];
}

/** The recorded `fetch` calls to the service at `base` since `listen`. */
export interface Overheard {
  /** Every body that was answered with 4xx or 5xx. */
  errors(): string;
  /** The number of answers by status. */
  readonly statuses: Map<number, number>;
  stop(): void;
}

/**
 * Listens to `fetch`: what is secret or personal in a call that succeeds becomes a canary. Every POST gets an
 * idempotency key, so that its answer is kept: one more place to be searched.
 */
export function listen(base: () => string, canaries: Canaries): Overheard {
  const real = globalThis.fetch;
  const errors: string[] = [];
  const statuses = new Map<number, number>();
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (base() === '' || !url.startsWith(base())) return real(input, init);
    const key = init?.method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const answer = await real(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...key },
    });
    const text = await answer.clone().text();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.ok)
      for (const said of [init?.body, text]) if (typeof said === 'string') harvest(said, canaries);
    if (!answer.ok) errors.push(text);
    return answer;
  };
  return { errors: () => errors.join('\n'), statuses, stop: () => void (globalThis.fetch = real) };
}

function harvest(text: string, canaries: Canaries): void {
  JSON.parse(text, (field, value: unknown) => {
    const kind = FIELDS[field];
    if (kind !== undefined && typeof value === 'string')
      canaries.add(kind, value.split('/pages/').at(-1) ?? value);
    return value;
  });
}

/** Every column of every table, as `table.column` and all that it holds, in PostgreSQL's own notation. */
export async function textOfDatabase(pool: Pool): Promise<Map<string, string>> {
  const { rows: columns } = await pool.query<{ schema: string; table: string; column: string }>(
    `select n.nspname as schema, c.relname as table, a.attname as column
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and a.attnum > 0 and not a.attisdropped`,
  );
  const texts = new Map<string, string>();
  for (const { schema, table, column } of columns) {
    const { rows } = await pool.query<{ all: string | null }>(
      `select string_agg("${column}"::text, e'\\n') as all from "${schema}"."${table}"`,
    );
    texts.set(`${table}.${column}`, rows[0]?.all ?? '');
  }
  return texts;
}

/**
 * All that a Temporal server tells of every workflow there is, or of those that the query finds: histories
 * with their payloads and failures, and how they stand: ids, memo, search attributes, details, failures of
 * steps that are still tried.
 */
export async function textOfTemporal(
  address: string,
  namespace = 'default',
  query = '',
): Promise<{ text: string; types: string[] }> {
  const connection = await Connection.connect({ address });
  const { workflowService: service } = connection;
  const texts: string[] = [];
  const types = new Set<string>();
  try {
    for (let page: Uint8Array | null | undefined; page === undefined || (page?.length ?? 0) > 0;) {
      const listed = await service.listWorkflowExecutions({
        namespace,
        query,
        pageSize: 1000,
        nextPageToken: page ?? null,
      });
      for (const { execution, type } of listed.executions ?? []) {
        types.add(type?.name ?? '');
        texts.push(
          readable(await service.describeWorkflowExecution({ namespace, execution: execution ?? null })),
        );
        for (let next: Uint8Array | null | undefined; next === undefined || (next?.length ?? 0) > 0;) {
          const part = await service.getWorkflowExecutionHistory({
            namespace,
            execution: execution ?? null,
            nextPageToken: next ?? null,
          });
          texts.push(readable(part.history));
          next = part.nextPageToken ?? null;
        }
      }
      page = listed.nextPageToken ?? null;
    }
    const { schedules } = await service.listSchedules({ namespace, maximumPageSize: 1000 });
    return { text: [...texts, readable(schedules)].join('\n'), types: [...types] };
  } finally {
    await connection.close();
  }
}

/** Has everything happen now that a Temporal server has on a schedule. */
export async function triggerSchedules(address: string, namespace = 'default'): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    const { schedule } = new Client({ connection, namespace });
    for await (const { scheduleId } of schedule.list()) await schedule.getHandle(scheduleId).trigger();
  } finally {
    await connection.close();
  }
}

/** Every name and value in it. Bytes are read as text: `JSON.stringify` would make base64 of them. */
export function readable(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value !== 'object' || value === null) return String(value);
  if ('low' in value && 'high' in value) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${readable(inner)}`)
    .join('\n');
}

/** All files of a folder, each as text, by `place`. */
export async function textOfFiles(place: string, folder: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const name of await readdir(folder))
    texts.set(`${place} ${name}`, await readFile(join(folder, name), 'latin1'));
  return texts;
}

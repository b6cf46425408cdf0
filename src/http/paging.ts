import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { equalSecrets } from '../security/secrets.ts';
import type { Secrets } from '../security/secrets.ts';
import type { PageParams } from '../store/newest-first.ts';

const DEFAULT_LIMIT = 50;
const MOST = 200;

/**
 * Where a page begins: after this row in newest-first order. `key` is the row's place: its time, or its
 * number.
 */
export interface Position {
  readonly key: string;
  readonly id: string;
}

/** The scope of a cursor. The same cursor for another org, environment or filter is refused. */
export type PageScope = readonly (string | null | undefined)[];

export interface Page {
  readonly limit: number;
  readonly after: Position | null;
}

/**
 * The page that a list call asks for. Refused: `bad limit` (0, 201, text), `bad cursor`. Source: contract,
 * section 1.
 */
export function readPage(
  query: { limit?: string | undefined; cursor?: string | undefined },
  scope: PageScope,
  secrets: Secrets,
): Outcome<Page> {
  const limit = readLimit(query.limit);
  if (!limit.ok) return limit;
  if (query.cursor === undefined) return ok({ limit: limit.value, after: null });
  const after = openCursor(query.cursor, scope, secrets);
  return after === null ? refuse('bad_cursor') : ok({ limit: limit.value, after });
}

/** Reads the size of a page: 1 to 200, 50 by default. Refused: `bad limit`. */
export function readLimit(text = String(DEFAULT_LIMIT)): Outcome<number> {
  return /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= MOST ? ok(Number(text)) : refuse('bad_limit');
}

/** Asks the store for one row more than the page's limit: `buildPage` sees by it if another page follows. */
export function pageParams({ after, limit }: Page): PageParams {
  return { afterKey: after?.key ?? null, afterId: after?.id ?? null, limit: limit + 1 };
}

/** Cuts the rows that `pageParams` asked for to the page's limit, and makes the cursor of the next page. */
export function buildPage<Row>(
  rows: readonly Row[],
  {
    page,
    scope,
    secrets,
    position,
  }: { page: Page; scope: PageScope; secrets: Secrets; position: (row: Row) => Position },
): { rows: Row[]; next_cursor: string | null } {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const more = rows.length > page.limit && last !== undefined;
  return { rows: shown, next_cursor: more ? makeCursor(position(last), scope, secrets) : null };
}

/** Signs a position, so that it fits this scope only. */
export function makeCursor({ key, id }: Position, scope: PageScope, secrets: Secrets): string {
  const place = JSON.stringify([key, id]);
  return `${Buffer.from(place).toString('base64url')}.${macOf(secrets.keyedDigest(macText(place, scope)))}`;
}

/** Returns the position of a signed cursor, or null for one that was made for another scope or by nobody. */
export function openCursor(cursor: string, scope: PageScope, secrets: Secrets): Position | null {
  const [place = '', seal] = cursor.split('.');
  const text = Buffer.from(place, 'base64url').toString('utf8');
  const macs = secrets.keyedDigests(macText(text, scope)).map(macOf);
  if (seal === undefined || !macs.some((mac) => equalSecrets(seal, mac))) return null;
  const [key, id] = JSON.parse(text) as [string, string];
  return { key, id };
}

function macText(place: string, scope: PageScope): string {
  return `cursor ${JSON.stringify([scope, place])}`;
}

function macOf(digest: Buffer): string {
  return digest.subarray(0, 12).toString('base64url');
}

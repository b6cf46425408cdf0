import { readMonth } from '../../domain/books.ts';
import { listBalanceEntries, listReturns, readEntries, readMonthTotals } from '../../store/books.ts';
import type { Books } from '../../store/books.ts';
import type { Database } from '../../store/database.ts';
import { findOrg } from '../../store/orgs.ts';
import { inSnapshot } from '../../store/snapshot.ts';
import { orgOfCaller } from '../access/membership.ts';
import { refused, valueOf } from '../answers.ts';
import { FileAnswer } from '../file-answer.ts';
import { WRITERS } from '../files/statement-formats.ts';
import type { FileFormat } from '../files/statement-formats.ts';
import type { StatementFile } from '../files/statement-file.ts';
import { buildPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import {
  balanceEntriesAnswer,
  balanceEntriesQuery,
  balanceEntryBody,
  FORMATS,
  readFormat,
  returnBody,
  returnsAnswer,
  returnsQuery,
  statementAnswer,
  statementBody,
  statementQuery,
} from '../shapes/books.ts';
import { periodScope, readPeriod } from '../shapes/period.ts';

const tag = 'Books';
const target = { kind: 'org', at: 'path', name: 'id' } as const;

/** Newest first by the business's time. */
const position = (row: { readonly at: Date; readonly id: string }) => ({
  key: row.at.toISOString(),
  id: row.id,
});

const MEDIA_TYPES = [
  ...new Set(Object.values(WRITERS).map(({ mediaType }) => mediaType.split(';')[0] ?? '')),
];

/** Statements that are made at once in this process: each holds a connection of the pool. */
let underWay = 0;
const MOST_AT_ONCE = 2;

/** Writes a statement from one snapshot. Refused: `rate limited`, while two others are made. */
async function* statementChunks(
  pool: Database['pool'],
  books: Books,
  { format, file }: { format: FileFormat; file: Pick<StatementFile, 'id' | 'org' | 'month' | 'madeAt'> },
): AsyncGenerator<string | Uint8Array, void, undefined> {
  if (underWay >= MOST_AT_ONCE) refused('rate_limited', undefined, { retry_after: 1 });
  underWay += 1;
  try {
    yield* inSnapshot(pool, async function* (on) {
      const totals = await readMonthTotals(on, books, file.month);
      const entries = readEntries(on, books, file.month);
      yield* WRITERS[format].write({ ...file, ...books, totals, entries });
    });
  } finally {
    underWay -= 1;
  }
}

export const bookRoutes = [
  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/balance/entries',
    credential: 'api_key_or_session',
    access: { target, scope: ['payouts', 'reports'], environment: 'own' },
    id: 'listBalanceEntries',
    tag,
    summary: "List the movements of the organization's balance in a currency, newest first",
    query: balanceEntriesQuery,
    answer: balanceEntriesAnswer,
    refusals: ['bad_currency'],
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      const { deps, caller } = call;
      const query = call.query();
      const period = valueOf(readPeriod(query));
      const books = { orgId, env: caller.env, currency: query.currency };
      const scope = ['balance', orgId, caller.env, query.currency, ...periodScope(period)];
      const page = valueOf(readPage(query, scope, deps.secrets));
      const rows = await listBalanceEntries(deps.database.pool, { ...books, ...period, ...pageParams(page) });
      const cut = buildPage(rows, { page, scope, secrets: deps.secrets, position });
      return { entries: cut.rows.map(balanceEntryBody), next_cursor: cut.next_cursor };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/statements/{month}',
    credential: 'api_key_or_session',
    access: { target, scope: 'reports', environment: 'own' },
    id: 'getStatement',
    tag,
    summary: "Get a month's statement of the organization's balance in a currency",
    query: statementQuery,
    answer: statementAnswer,
    refusals: ['bad_currency', 'bad_format', 'invalid'],
    files: MEDIA_TYPES,
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      const month = valueOf(readMonth(call.params['month'] ?? ''));
      const query = call.query();
      const format = valueOf(readFormat(query.format, FORMATS));
      const { pool } = call.deps.database;
      const books = { orgId, env: call.caller.env, currency: query.currency };
      if (format === 'json')
        return statementBody(query.currency, month, await readMonthTotals(pool, books, month));
      const { mediaType, extension } = WRITERS[format];
      const name = `statement-${month.name}-${query.currency}.${extension}`;
      const { name: orgName } = await findOrg(call.deps.database, orgId);
      const file = { id: call.newId(), org: { id: orgId, name: orgName }, month, madeAt: new Date() };
      const chunks = statementChunks(pool, books, { format, file });
      return FileAnswer.begin({ mediaType, name, chunks });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/returns',
    credential: 'api_key_or_session',
    access: { target, scope: 'reports', environment: 'own' },
    id: 'listReturns',
    tag,
    summary: "List the organization's returns in the caller's environment, newest first",
    query: returnsQuery,
    answer: returnsAnswer,
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      const { deps, caller } = call;
      const query = call.query();
      const period = valueOf(readPeriod(query));
      const scope = ['returns', orgId, caller.env, ...periodScope(period)];
      const page = valueOf(readPage(query, scope, deps.secrets));
      const rows = await listReturns(deps.database.pool, {
        orgId,
        env: caller.env,
        ...period,
        ...pageParams(page),
      });
      const cut = buildPage(rows, { page, scope, secrets: deps.secrets, position });
      return { returns: cut.rows.map(returnBody), next_cursor: cut.next_cursor };
    },
  }),
];

import { types as pgTypes } from 'pg';
import type { QueryResult } from 'pg';

/** The pool, or the connection that holds a transaction. */
export interface Queryable {
  query(query: NamedQuery): Promise<QueryResult>;
}

interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly types: typeof TYPES;
  readonly rowMode?: 'array';
}

/** A value that a parameter may have. Times are `Date`s, whole documents are JSON texts. */
export type SqlValue =
  string | number | boolean | Date | Buffer | null | readonly (string | number | Date | null)[];

/** The parameters of a statement by their names. */
export type SqlParams<Params> = { readonly [Name in keyof Params]: SqlValue };

/**
 * A JSON document on its way into a statement. Made by `jsonText`, so that no other text is taken for one.
 */
export type JsonText<T> = string & { readonly documentOf?: T };

export function jsonText<T>(document: T): JsonText<T> {
  return JSON.stringify(document);
}

const BIGINT = 20;
const TIMESTAMPTZ = 1184;

/**
 * Reads bigints as safe integers, or throws, and times as `Date`s. MikroORM's own parsers on the same pool
 * differ.
 */
export const TYPES = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === BIGINT) return parseBigint;
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text);
    return pgTypes.getTypeParser(oid, format as 'text');
  },
};

function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint past 2^53 - 1: ${text}`);
  return value;
}

interface Numbered {
  /** The SQL that PostgreSQL gets, with `$1` for the first parameter. */
  readonly text: string;
  /** The parameters in the order of their numbers. */
  readonly names: readonly string[];
}

/**
 * All statements of the program by name. A test has PostgreSQL judge each of them, names and types of
 * parameters too.
 */
export const STATEMENTS = new Map<string, Numbered>();

/**
 * A named SQL statement with named parameters. PostgreSQL plans it once for each connection.
 *
 * `sql` writes a parameter as `:chargeId`. `Params` names each parameter with its type, and `Row` each column
 * in camel case: the column `charge_id` becomes `chargeId`. Columns of JSON keep the keys that they have.
 * Throws when another statement has the name.
 */
export function statement<Params extends SqlParams<Params>, Row>(
  name: string,
  sql: string,
): (on: Queryable, params: Params) => Promise<Row[]> {
  const { text, names } = numberParameters(sql);
  if ((STATEMENTS.get(name)?.text ?? text) !== text) throw new Error(`two statements are named ${name}`);
  STATEMENTS.set(name, { text, names });
  let keys: readonly string[] | undefined;
  return async (on, params) => {
    const values = names.map((key) => valueOf(params as Record<string, unknown>, key, name));
    const { rows, fields } = await on.query({ name, text, values, types: TYPES, rowMode: 'array' });
    const columns = (keys ??= fields.map((field) => camelCase(field.name)));
    return rows.map((row: unknown[]) => {
      const named: Record<string, unknown> = {};
      for (const [index, column] of columns.entries()) named[column] = row[index];
      return named as Row;
    });
  };
}

/** The same, for a statement that returns one row or none. */
export function statementOne<Params extends SqlParams<Params>, Row>(
  name: string,
  sql: string,
): (on: Queryable, params: Params) => Promise<Row | null> {
  const run = statement<Params, Row>(name, sql);
  return async (on, params) => (await run(on, params))[0] ?? null;
}

/** Quoted texts, quoted names, comments and casts, in which a colon begins no parameter; or a parameter. */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|::|:([a-z][A-Za-z0-9]*)/g;

/**
 * Replaces each `:name` by its number, the same name by the same number. Answers the names in the order of
 * their numbers.
 */
export function numberParameters(sql: string): Numbered {
  const names: string[] = [];
  const text = sql.replace(TOKEN, (token: string, name: string | undefined) => {
    if (name === undefined) return token;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}

/** `undefined` would become NULL without a word: a field that somebody forgot. */
function valueOf(params: Record<string, unknown>, key: string, statementName: string): unknown {
  const value = params[key];
  if (value === undefined) throw new TypeError(`statement ${statementName} got no value for :${key}`);
  return value;
}

const camelCase = (column: string): string =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

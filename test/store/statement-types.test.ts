import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import ts from 'typescript';
import { STATEMENTS } from '../../src/store/statement.ts';
import { cloneDatabase } from '../support/database.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const store = new URL('../../src/store/', import.meta.url);
const files = readdirSync(store).filter((file) => file.endsWith('.ts'));

test('each statement declares the parameters of its SQL, with types that PostgreSQL takes', async () => {
  for (const file of files) await import(new URL(file, store).href);
  const [declared, inferred] = [declaredParams(), await inferredTypes()];
  const faults: string[] = [];
  for (const [name, { names }] of STATEMENTS) {
    const params = declared.get(name) ?? (names.length === 0 ? new Map() : null);
    if (params === null) faults.push(`${name}: its parameters are declared where this test does not look`);
    else faults.push(...faultsOf({ name, names, types: inferred.get(name) ?? [], params }));
  }
  expect(faults).toEqual([]);
}, 120_000);

/** One statement, as SQL and as TypeScript have it. */
interface Sides {
  readonly name: string;
  /** The parameters in SQL, and the types that PostgreSQL infers for them, in the order of their numbers. */
  readonly names: readonly string[];
  readonly types: readonly string[];
  /** The parameters in TypeScript. */
  readonly params: ReadonlyMap<string, Param>;
}

interface Param {
  readonly type: ts.Type;
  readonly text: string;
}

/** Reads the parameters of each statement from the type of its function's second argument. */
function declaredParams(): Map<string, Map<string, Param>> {
  const config = ts.readConfigFile(`${root}tsconfig.json`, (path) => ts.sys.readFile(path));
  const settings = { ...config.config, files: [], include: [] };
  const { options } = ts.parseJsonConfigFileContent(settings, ts.sys, root);
  const paths = files.map((file) => fileURLToPath(new URL(file, store)));
  // The types of Jest would take half of the time.
  const program = ts.createProgram(paths, { ...options, types: ['node'] });
  const checker = program.getTypeChecker();
  const declared = new Map<string, Map<string, Param>>();
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    const name = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    if (name === undefined || !ts.isStringLiteralLike(name) || !STATEMENTS.has(name.text)) return;
    // Some files call `statement` in a function of their own: the returned function has the types there too.
    const [, params] = checker.getTypeAtLocation(node).getCallSignatures()[0]?.parameters ?? [];
    if (params?.name !== 'params') return;
    const properties = checker.getTypeOfSymbol(params).getProperties();
    const described = properties.map((property) => {
      const type = checker.getTypeOfSymbol(property);
      return [property.name, { type, text: checker.typeToString(type) }] as const;
    });
    declared.set(name.text, new Map(described));
  };
  for (const path of paths) visit(program.getSourceFile(path) as ts.SourceFile);
  return declared;
}

/** Asks PostgreSQL which types it infers for the parameters of each statement, by the statement's name. */
async function inferredTypes(): Promise<Map<string, readonly string[]>> {
  const client = new Client({ connectionString: await cloneDatabase(`statement_types_${process.pid}`) });
  await client.connect();
  for (const [name, { text }] of STATEMENTS) await client.query(`prepare ${name} as ${text}`);
  // A domain of the schema takes what the type below it takes.
  const { rows } = await client.query<{ name: string; types: string[] }>(
    `select name, array (
       select coalesce(nullif(typbasetype, 0)::regtype, pg_type.oid::regtype)::text
       from unnest(parameter_types) with ordinality as parameters (type, number)
         join pg_type on pg_type.oid = parameters.type order by number) as types
     from pg_prepared_statements`,
  );
  await client.end();
  return new Map(rows.map(({ name, types }) => [name, types]));
}

/** Returns nothing for a statement with numbers for parameters: it has no names to judge. */
function faultsOf({ name, names, types, params }: Sides): string[] {
  const missing = names.filter((key) => !params.has(key)).map((key) => `${name}: no type declares :${key}`);
  const extra = [...params.keys()].filter((key) => !names.includes(key));
  const unused = extra.map((key) => `${name}: no SQL has :${key}`);
  const unfit = names.flatMap((key, index) => {
    const [declared, sqlType = 'nothing'] = [params.get(key), types[index]];
    // A cursor's key is text, whatever it is compared with.
    if (declared === undefined || fits(declared.type, CURSOR_KEYS.includes(key) ? 'text' : sqlType))
      return [];
    return [`${name}: :${key} is ${declared.text}, but PostgreSQL takes ${sqlType}`];
  });
  return [...missing, ...unused, ...unfit];
}

const has = (flags: ts.TypeFlags) => (type: ts.Type) => (type.flags & flags) !== 0;
const isNull = has(ts.TypeFlags.Null);
/** A brand is an intersection: `JsonText` of a string and its document, `Minor` of a number and its name. */
const orBranded = (fit: (type: ts.Type) => boolean) => (type: ts.Type) =>
  fit(type) || (type.isIntersection() && type.types.some(fit));
const isText = orBranded(has(ts.TypeFlags.StringLike));
const isNumber = orBranded(has(ts.TypeFlags.NumberLike));
const named = (name: string) => (type: ts.Type) => type.symbol?.name === name;
/** Before or after every time. */
const isInfinity = (type: ts.Type) =>
  type.isStringLiteral() && ['infinity', '-infinity'].includes(type.value);

/** `after` is a row's sequence number as decimal text. */
const CURSOR_KEYS = ['after', 'afterKey'];
const NUMBERS = ['bigint', 'integer', 'smallint', 'numeric', 'double precision'];

/** Judges by the type of PostgreSQL if a TypeScript type fits it. */
const FITTING: Readonly<Record<string, (type: ts.Type) => boolean>> = {
  ...Object.fromEntries(['text', 'uuid', 'json', 'jsonb', 'inet'].map((sqlType) => [sqlType, isText])),
  ...Object.fromEntries(NUMBERS.map((sqlType) => [sqlType, isNumber])),
  'timestamp with time zone': (type) => named('Date')(type) || isInfinity(type),
  boolean: has(ts.TypeFlags.BooleanLike),
  bytea: named('Buffer'),
};

function fits(type: ts.Type, sqlType: string): boolean {
  if (type.isUnion()) return type.types.every((part) => fits(part, sqlType));
  if (isNull(type)) return true;
  if (!sqlType.endsWith('[]')) return FITTING[sqlType]?.(type) === true;
  const element = type.getNumberIndexType();
  return element !== undefined && fits(element, sqlType.slice(0, -2));
}

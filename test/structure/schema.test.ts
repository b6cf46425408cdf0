import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { DEFAULT_RECOMMENDER_SHARE } from '../../src/domain/cashback.ts';
import { CHARGE_STATUSES, DEFAULT_MDR } from '../../src/domain/charge.ts';
import { CHECKOUT_MOVES } from '../../src/domain/checkout.ts';
import { PAYOUT_MOVES } from '../../src/domain/payout.ts';
import { CASE_VERDICTS } from '../../src/domain/verification.ts';
import { ENTITIES } from '../../src/entities/index.ts';
import { migrate } from '../../src/migrations/migrate.ts';

/** A column as `table.column type` with `?` where it may be null: one line compares all that matters. */
type Column = string;

const admin = new URL(
  process.env['TEST_DATABASE_ADMIN_URL'] ?? 'postgresql://postgres:postgres@127.0.0.1:5432/postgres',
);
const name = `schema_${process.pid}_${Date.now()}`;
const fresh = new URL(admin);
fresh.pathname = `/${name}`;

beforeAll(async () => {
  await query(admin, `create database ${name}`);
  await migrate(fresh.href);
});

afterAll(async () => {
  await query(admin, `drop database if exists ${name} with (force)`);
});

test('every entity has exactly the columns of its table: names, types, what may be null', async () => {
  expect(await entityColumns()).toEqual(await tableColumns(await entityTables()));
});

test('every entity has the primary key of its table', async () => {
  expect(await entityKeys()).toEqual(await tableKeys(await entityTables()));
});

test('a second migration finds nothing to do', async () => {
  expect(await migrate(fresh.href)).toEqual([]);
});

test('rows of an org or an environment cannot refer to rows of another: references carry both', async () => {
  const loose = await query(
    fresh,
    `with columns as (
       select table_name::text as name, array_agg(column_name::text) as all from information_schema.columns where table_schema = 'public' group by 1),
     refs as (
       select conrelid::regclass::text as name, confrelid::regclass::text as target,
              array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as carries,
              pg_get_constraintdef(oid) as said
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace)
     select refs.name || ': ' || said as reference
     from refs join columns own using (name) join columns other on other.name = refs.target
       cross join unnest(array['org_id', 'env']) as scope
     where scope = any (own.all) and scope = any (other.all) and not scope = any (carries)`,
  );
  expect(loose.map(({ reference }) => reference)).toEqual([]);
});

/** The moves that triggers permit where the rules have no table of moves. */
const MOVES_WITHOUT_RULES: Readonly<Record<string, readonly string[]>> = {
  awards: ['DEFERRED>PENDING', 'DEFERRED>VOIDED', 'PENDING>LANDED', 'PENDING>VOIDED'],
  counterparties: [
    'ACTIVE>DISABLED',
    'CHECKING>ACTIVE',
    'CHECKING>HELD',
    'CHECKING>REJECTED',
    'HELD>ACTIVE',
    'HELD>DISABLED',
  ],
  deliveries: [
    // A resend begins a new ladder of attempts.
    'CANCELED>PENDING',
    'DELIVERED>PENDING',
    'FAILED>PENDING',
    'PENDING>CANCELED',
    'PENDING>DELIVERED',
    'PENDING>FAILED',
  ],
  invites: ['PENDING>CLAIMED', 'PENDING>EXPIRED', 'PENDING>REVOKED'],
  members: ['PENDING>ACTIVE'],
  orgs: ['ACTIVE>SUSPENDED', 'SUSPENDED>ACTIVE'],
  screening_cases: ['OPEN>CLEARED'],
  adjustments: ['PROPOSED>APPROVED', 'PROPOSED>WITHDRAWN'],
  suspense_cases: ['OPEN>ASSIGNED'],
};

test('the database permits exactly the moves of status that the rules list', async () => {
  const chargeMoves = CHARGE_STATUSES.map((status) => [status, CHECKOUT_MOVES[status]]);
  expect(await permittedMoves()).toEqual({
    ...MOVES_WITHOUT_RULES,
    charges: movesOf(Object.fromEntries(chargeMoves)),
    checkouts: movesOf(CHECKOUT_MOVES),
    payouts: movesOf(PAYOUT_MOVES),
    verification_cases: movesOf(CASE_VERDICTS),
  });
});

test('an organization that the database makes has the rates that the rules give a new one', async () => {
  const rows = await query(
    fresh,
    `select column_name, column_default from information_schema.columns
     where table_name = 'orgs' and column_name in ('mdr_bps', 'recommender_share_bps')`,
  );
  const defaults = rows.map((row) => [row['column_name'], Number(row['column_default'])]);
  expect(Object.fromEntries(defaults)).toEqual({
    mdr_bps: DEFAULT_MDR,
    recommender_share_bps: DEFAULT_RECOMMENDER_SHARE,
  });
});

/** The arguments of each table's trigger on its status, as `FROM>TO`. */
async function permittedMoves(): Promise<Record<string, string[]>> {
  const rows = await query(
    fresh,
    `select relname as name, encode(tgargs, 'escape') as args
     from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = 'legal_moves'`,
  );
  // PostgreSQL ends each argument with a zero byte, which it escapes as \000.
  const moves = rows.map(({ name, args }) => [name, String(args).split('\\000').slice(0, -1).sort()]);
  return Object.fromEntries(moves) as Record<string, string[]>;
}

function movesOf(moves: Readonly<Record<string, object>>): string[] {
  return Object.entries(moves)
    .flatMap(([from, targets]) => Object.values(targets).map((to) => `${from}>${String(to)}`))
    .sort();
}

/**
 * The tables that entities describe. Statements have the others, and PostgreSQL judges those in a test of
 * their own.
 */
async function entityTables(): Promise<string> {
  return (await entities()).map(({ tableName }) => `'${tableName}'`).join(', ');
}

async function tableColumns(tables: string): Promise<Column[]> {
  const rows = await query(
    fresh,
    `select table_name, column_name, udt_name, is_nullable
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_name in (${tables})`,
  );
  return rows
    .map((row) =>
      column(row['table_name'], row['column_name'], row['udt_name'], row['is_nullable'] === 'YES'),
    )
    .sort();
}

async function tableKeys(tables: string): Promise<string[]> {
  const rows = await query(
    fresh,
    `select k.table_name, string_agg(k.column_name, ',' order by k.ordinal_position) as columns
     from information_schema.table_constraints c
     join information_schema.key_column_usage k using (constraint_schema, constraint_name)
     where c.constraint_type = 'PRIMARY KEY' and c.table_schema = 'public' and c.table_name in (${tables})
     group by k.table_name`,
  );
  return rows.map((row) => `${row['table_name']}: ${row['columns']}`).sort();
}

/** PostgreSQL's names of the types that MikroORM names otherwise. */
const POSTGRESQL_NAMES: Readonly<Record<string, string>> = {
  smallint: 'int2',
  int: 'int4',
  bigserial: 'int8',
  bigint: 'int8',
  boolean: 'bool',
  'text[]': '_text',
  'cidr[]': '_cidr',
};

async function entityColumns(): Promise<Column[]> {
  const columns: Column[] = [];
  for (const { tableName, props } of await entities()) {
    for (const property of props) {
      const type = (property.columnTypes[0] ?? '').replace(/\(\d+\)$/, '');
      columns.push(
        column(tableName, property.fieldNames[0], POSTGRESQL_NAMES[type] ?? type, property.nullable === true),
      );
    }
  }
  return columns.sort();
}

async function entityKeys(): Promise<string[]> {
  const found = await entities();
  return found
    .map(
      ({ tableName, props }) =>
        `${tableName}: ${props
          .filter((property) => property.primary)
          .map((property) => property.fieldNames[0])
          .join(',')}`,
    )
    .sort();
}

async function entities() {
  const orm = await MikroORM.init({ clientUrl: fresh.href, entities: ENTITIES, debug: false });
  try {
    return [...orm.getMetadata().getAll().values()];
  } finally {
    await orm.close(true);
  }
}

function column(table: unknown, name: unknown, type: unknown, nullable: boolean): Column {
  return `${table}.${name} ${type}${nullable ? '?' : ''}`;
}

async function query(url: URL, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

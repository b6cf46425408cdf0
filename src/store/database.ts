import { MikroORM } from '@mikro-orm/postgresql';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { CONNECT_MS, LOCK_MS, STATEMENT_MS } from '../domain/time-budget.ts';
import { ENTITIES } from '../entities/index.ts';
import type { Queryable } from './statement.ts';

export type { Queryable } from './statement.ts';

/** A transaction on one connection: for statements itself, for entities by its entity manager. */
export interface Transaction extends Queryable {
  /**
   * The entity manager of this connection and transaction, made on its first use. Its changes are flushed
   * before the commit. A statement that must see them needs a flush of its own before it.
   */
  readonly em: EntityManager;
}

export interface Database {
  readonly pool: Pool;
  /** A fresh entity manager outside of transactions, for one read or one write of a plain record. */
  em(): EntityManager;
  /**
   * Runs the work in one READ COMMITTED transaction and returns its result. Serialization failures and
   * deadlocks are tried again, at most three times in all. Each attempt has an entity manager of its own.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Ends the connections when their statements have ended. */
  close(): Promise<void>;
}

/** Opens the pool. Connections are made on demand: an absent database shows in the first statement. */
export async function openDatabase({ url, poolSize }: { url: string; poolSize: number }): Promise<Database> {
  let pool: Pool | undefined;
  // The constructor, not `MikroORM.init`: that would look for migrations, seeds and generators, and load
  // them.
  const orm = new MikroORM({
    clientUrl: url,
    entities: ENTITIES,
    forceUtcTimezone: true,
    debug: false,
    logger: () => undefined,
    pool: { min: 0, max: poolSize },
    driverOptions: {
      // MikroORM reads host, port, role and database from the address, and no more: without this the
      // connection would be in plain text whatever `sslmode` says.
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: STATEMENT_MS + 500,
      options: `-c statement_timeout=${STATEMENT_MS} -c lock_timeout=${LOCK_MS} -c idle_in_transaction_session_timeout=10000 -c default_transaction_isolation=read\\ committed -c plan_cache_mode=force_generic_plan`,
      onPoolCreated: (created: Pool) => {
        pool = created;
      },
    },
    connect: false,
  } as ConstructorParameters<typeof MikroORM>[0]) as MikroORM;
  // This makes the pool, and connects nothing: otherwise MikroORM would look for the database at its first
  // use, on a second connection beside that of a transaction.
  await orm.em.getConnection().connect({ skipOnConnect: true });
  const opened = pool as Pool | undefined;
  if (opened === undefined) throw new Error('MikroORM has made no pool');
  return {
    pool: opened,
    em: () => orm.em.fork() as EntityManager,
    transaction: (work) => runTransaction({ pool: opened, orm }, work),
    async close() {
      await orm.close(true);
      // Where no query went through MikroORM, it does not end the pool, whose idle connections would keep the
      // process alive for ten seconds.
      if (!opened.ending) await opened.end();
    },
  };
}

const TRY_AGAIN = new Set(['40001', '40P01']);

async function runTransaction<T>(
  { pool, orm }: { pool: Pool; orm: MikroORM },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect();
    let em: EntityManager | undefined;
    let broken: Error | undefined;
    try {
      // Named here: under repeatable read, a step that waited for a lock would judge by rows as they were
      // before the lock.
      await client.query('begin isolation level read committed');
      const value = await work({
        query: client.query.bind(client),
        get em() {
          return (em ??= entityManagerOn(client, orm));
        },
      });
      await em?.flush();
      await client.query('commit');
      return value;
    } catch (error) {
      // A server that does not answer would not answer the rollback either: the connection is given up.
      if (databaseIsAway(error) && !TRY_AGAIN.has(sqlState(error))) broken = error as Error;
      else await client.query('rollback').catch((fault: Error) => (broken = fault));
      if (attempt >= 3 || !TRY_AGAIN.has(sqlState(error))) throw error;
    } finally {
      client.release(broken);
    }
  }
}

/**
 * An entity manager whose queries run on this connection. MikroORM asks nothing else of a transaction's
 * context.
 */
function entityManagerOn(client: PoolClient, orm: MikroORM): EntityManager {
  const em = orm.em.fork() as EntityManager;
  em.setTransactionContext({
    async executeQuery({ sql }: { readonly sql: string }) {
      const { rows, rowCount } = await client.query<object>(sql);
      return { rows, numAffectedRows: rowCount ?? 0 };
    },
  });
  return em;
}

/** The five-character SQLSTATE of a database error, or '' for anything else. */
export function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.length === 5 ? code : '';
}

/** SQLSTATE of `require_in_time`: a command's deadline passed before it could write. */
const TOO_LATE = 'MPT01';

/**
 * True when the error says that the deadline of a command has passed. Its transaction has written nothing.
 */
export function isDeadlineError(error: unknown): boolean {
  return sqlState(error) === TOO_LATE;
}

/**
 * Connections lost or refused, a server that stops, runs out of something or has become read-only, and races
 * lost three times.
 */
const AWAY_STATES = /^(08...|57P0[1-5]|53...|58...|55P03|57014|25P0[34]|25006|40001|40P01)$/;
const AWAY_ERRNO = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENOENT)$/;
const AWAY_TEXT =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable|client was closed|connection error/i;

/** True when the error says that the database is unavailable, not that the statement is wrong. */
export function databaseIsAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = String((cause as { code?: unknown }).code ?? '');
    if (AWAY_STATES.test(code) || AWAY_ERRNO.test(code) || AWAY_TEXT.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(databaseIsAway)) return true;
  }
  return false;
}

import type { Pool, PoolClient } from 'pg';
import type { Queryable } from './statement.ts';

/**
 * Reads in one snapshot: the books as they are at the first statement, whatever is written meanwhile. It
 * holds a connection until the reader is done or leaves. PostgreSQL ends it when the reader takes nothing for
 * ten seconds.
 */
export async function* inSnapshot<T>(
  pool: Pool,
  read: (on: Queryable) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const client: PoolClient = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  // PostgreSQL may end the connection between two statements: without this, that would end the process.
  client.on('error', onError);
  try {
    await client.query('begin isolation level repeatable read, read only');
    yield* read(client);
  } finally {
    await client.query('rollback').catch(onError);
    client.off('error', onError);
    client.release(broken);
  }
}

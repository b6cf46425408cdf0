import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '../../../stack/ports.ts';
import { startPostgresql } from '../../../stack/postgresql.ts';
import type { Child } from '../../../stack/processes.ts';
import type { Progress } from '../../../stack/progress.ts';
import type { Component } from './component.ts';
import type { StartComponent, Undo } from './temporal.ts';

/** The application's database and its owner. */
export const DATABASE = 'payments';
export const PASSWORD = 'histories';

/** PostgreSQL with the application's database, whose processes can be broken. */
export interface BreakableDatabase {
  /** Stays the same, whichever process answers behind it. */
  readonly port: number;
  readonly components: readonly Component[];
}

/** The parts with which a stack starts its database. */
export interface DatabaseParts {
  readonly directory: string;
  readonly maxConnections: number;
  readonly start: StartComponent;
  readonly undo: Undo;
  readonly progress: Progress;
}

export type StartDatabase = (parts: DatabaseParts) => Promise<BreakableDatabase>;

export const databaseUrl = (port: number): string =>
  `postgresql://${DATABASE}:${PASSWORD}@127.0.0.1:${port}/${DATABASE}`;

/** The database `postgres` as superuser. */
export const adminUrl = (port: number): string =>
  `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;

/** Starts the bundled PostgreSQL as one server. */
export async function startSingleDatabase(parts: DatabaseParts): Promise<BreakableDatabase> {
  const port = await freePort();
  const component = await parts.start('postgresql', (logs) => launch(parts, { logs, port }));
  return { port, components: [component] };
}

async function launch(
  { directory, maxConnections, progress, undo }: DatabaseParts,
  { logs, port }: { readonly logs: string; readonly port: number },
): Promise<Child> {
  const server = await startPostgresql({
    directory: join(directory, 'books', 'postgresql'),
    logDirectory: logs,
    port,
    database: DATABASE,
    password: PASSWORD,
    maxConnections,
    progress,
  });
  const { child, directory: home } = server;
  if (child === null) throw new Error('PostgreSQL was not started');
  if (server.port !== port) {
    await child.stop();
    throw new Error(`port ${port} is taken`);
  }
  // Root's PostgreSQL may keep its files elsewhere. The first clean-up step runs last, after the server has
  // stopped.
  if (home !== null) undo.unshift(() => rm(dirname(home), { recursive: true, force: true }));
  return child;
}

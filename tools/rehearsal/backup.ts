import { execFile } from 'node:child_process';
import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Postgresql } from '../../stack/postgresql.ts';

const run = promisify(execFile);

/** One way to back up the database, lose it, and have it again. */
export interface Backup {
  /** Takes the backup while the service runs. */
  take(postgresql: Postgresql): Promise<void>;
  /** Deletes the database, after every process was killed. */
  lose(): Promise<void>;
  restore(): Promise<void>;
  /** Deletes what the rehearsal left outside its directory. */
  clean(): Promise<void>;
}

/**
 * A copy of the server's data directory: what pg_basebackup makes, which the bundled PostgreSQL lacks. A
 * server that starts on the copy recovers every transaction that was committed when the copy ended.
 *
 * The server must not recycle its log during the copy: the default of 1 GB between two checkpoints allows it.
 */
export function copyOfServer(target: string): Backup {
  let data = '';
  return {
    async take({ adminUrl, directory }) {
      if (directory === null) throw new Error('with a server of your own, rehearse with --dump');
      data = directory;
      await copyRunning(adminUrl, data, target);
    },
    lose: () => rm(data, { recursive: true }),
    restore: () => copy(target, data),
    // Root's PostgreSQL may keep its files outside the checkout.
    clean: () => rm(data, { recursive: true }),
  };
}

async function copyRunning(adminUrl: string, directory: string, target: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await client.query(`select pg_backup_start('rehearsal', fast => true)`);
    await copy(directory, target);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    // The log up to the end of the copy: the copy has it up to its own time only.
    await rm(join(target, 'pg_wal'), { recursive: true });
    await copy(join(directory, 'pg_wal'), join(target, 'pg_wal'));
    const label = join(target, 'backup_label');
    await writeFile(label, rows[0]?.labelfile ?? '');
    const { uid, gid } = await stat(target);
    await chown(label, uid, gid);
    await rm(join(target, 'postmaster.pid'));
  });
}

/** Copies a directory with its owners and modes, which the server checks when it starts. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]);
}

/**
 * A dump, with the commands of docs/operating.md: pg_dump and pg_restore of the server's version or newer.
 * The role of `ownerUrl` owns the database, which holds nothing else.
 */
export function dumpOfDatabase(file: string, ownerUrl: string): Backup {
  const plain = ['--no-owner', '--no-privileges'];
  const empty = () =>
    withClient(ownerUrl, async (client) => {
      await client.query('drop schema public cascade');
      await client.query('create schema public');
    });
  return {
    take: async () => void (await run('pg_dump', ['--format=custom', ...plain, `--file=${file}`, ownerUrl])),
    lose: empty,
    restore: async () =>
      void (await run('pg_restore', [
        '--exit-on-error',
        '--single-transaction',
        ...plain,
        `--dbname=${ownerUrl}`,
        file,
      ])),
    clean: empty,
  };
}

async function withClient(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

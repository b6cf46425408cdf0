import { createHash } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { startChild } from '../../../stack/processes.ts';
import type { Child } from '../../../stack/processes.ts';
import type { Progress } from '../../../stack/progress.ts';
import { cachedFolder, onPath, runTool } from '../../../stack/tool-cache.ts';

/** Debian 12 and 13 have no PostgreSQL 18, which the service needs. */
const SUITE = 'testing';
/** Patroni reaches etcd by the last two. */
const PACKAGES = ['postgresql-18', 'patroni', 'etcd-server', 'haproxy', 'python3-etcd', 'python3-dnspython'];
/** The programs that start others in a Debian of their own. */
const TOOLS = ['debootstrap', 'unshare'];
/** Runs inside: gives PostgreSQL its shared memory, and the program its user, who is not root. */
const ENTER =
  'mount -t tmpfs shm /dev/shm && exec setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"';

/** A small Debian in a folder, with PostgreSQL, Patroni, etcd and HAProxy. */
export interface Debian {
  /** The folder that its programs see as `/`. */
  readonly root: string;
}

export interface DebianProgram {
  readonly name: string;
  /** The program and its arguments, with paths as it sees them. */
  readonly command: readonly [string, ...string[]];
  readonly environment?: NodeJS.ProcessEnv;
  readonly logDirectory: string;
}

/** Returns what this machine lacks, or null. */
export async function missingForDebian(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Run it on Linux as root.';
  for (const tool of TOOLS)
    if ((await onPath(tool)) === null) return `Install ${tool}: apt-get install debootstrap util-linux.`;
  return null;
}

/** Installs the packages in a folder of the cache, if they are absent. */
export async function findDebian(progress: Progress): Promise<Debian> {
  const list = PACKAGES.join(',');
  const digest = createHash('sha256').update(list).digest('hex').slice(0, 8);
  const root = await progress.during(
    'finding PostgreSQL, Patroni, etcd and HAProxy of Debian',
    cachedFolder(`debian-${SUITE}-${digest}`, async (folder) => {
      await runTool('debootstrap', ['--variant=minbase', `--include=${list}`, SUITE, folder], '/');
      await chmod(folder, 0o755);
    }),
  );
  return { root };
}

/**
 * Starts a program with a process list of its own. A kill of the child takes all of its processes with it at
 * once, as when a machine loses its power.
 */
export function startInDebian(
  { root }: Debian,
  { name, command, environment, logDirectory }: DebianProgram,
): Promise<Child> {
  return startChild({
    name,
    command: 'unshare',
    args: [
      ...['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', `--root=${root}`],
      ...['sh', '-c', ENTER, 'sh', ...command],
    ],
    environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...environment },
    workingDirectory: '/',
    logDirectory,
  });
}

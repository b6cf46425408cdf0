import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process with all its descendants. PostgreSQL runs each connection as a process in its own session. */
export async function processTree(root: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const parents = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [root];
  for (const parent of tree)
    tree.push(...parents.flatMap(([pid, ppid]) => (ppid === parent && pid !== undefined ? [pid] : [])));
  return tree;
}

/** Sends the signal to each process. Skips those that have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has already ended.
    }
  }
}

import { readFile } from 'node:fs/promises';

const LOOK_MS = 500;

/**
 * Calls back once when the npm that started this program has ended.
 *
 * npm runs scripts through a shell. A signal to npm alone ends npm and perhaps the shell but not the script,
 * which would run on unnoticed. Without npm (`node stack/start.ts`) there is no watch, so that the script may
 * outlive its shell.
 */
export async function onNpmGone(gone: () => void): Promise<void> {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const npm = await parentOf(shell);
  const timer = setInterval(() => {
    void parentOf(shell).then((parent) => {
      if (process.ppid === shell && parent === npm) return;
      clearInterval(timer);
      gone();
    });
  }, LOOK_MS);
  timer.unref();
}

/** The parent of a process on Linux. Null on other systems. */
async function parentOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const parent = /^PPid:\s*(\d+)/m.exec(status)?.[1];
  return parent === undefined ? null : Number(parent);
}

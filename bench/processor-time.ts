import { readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second. */
const MS_A_TICK = 10;

/** The resident memory of a process in megabytes. NaN where the system does not report it. */
export async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** The processor time so far, in milliseconds, by process name. */
export type ProcessorTimes = ReadonlyMap<string, number>;

/** The processor time of these processes. PostgreSQL's includes its connections. Null without /proc. */
export async function processorTimes(processes: ReadonlyMap<string, number>): Promise<ProcessorTimes | null> {
  if (process.platform !== 'linux') return null;
  return new Map(
    await Promise.all(
      [...processes].map(async ([name, pid]): Promise<[string, number]> => [name, await timeOf(pid)]),
    ),
  );
}

/**
 * The processor time of a process with its children, including ended ones. This process is the parent of all
 * others, so it counts alone.
 */
async function timeOf(pid: number): Promise<number> {
  const [own, children] = await Promise.all([ticksOf(pid), textOf(`/proc/${pid}/task/${pid}/children`)]);
  if (pid === process.pid) return own.used * MS_A_TICK;
  const ofChildren = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => ticksOf(Number(child))),
  );
  return [own, ...ofChildren].reduce((total, { used }) => total + used, own.ofEndedChildren) * MS_A_TICK;
}

async function ticksOf(pid: number): Promise<{ used: number; ofEndedChildren: number }> {
  const text = await textOf(`/proc/${pid}/stat`);
  // The command in brackets may contain spaces. After it, the twelfth field is the first one needed.
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return { used: user + system, ofEndedChildren: childrenUser + childrenSystem };
}

/** Reads a file. Empty if the process ended between listing and reading. */
function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

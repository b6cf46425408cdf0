// Ends the children of a process that died without ending them itself (kill -9, a crash).
//
// The parent holds the other end of stdin and names its children: `+<pid> <signal>` and `-<pid>`. When stdin
// ends, the guard signals every child that is still named, and kills it ten seconds later. Nothing else in
// the stack depends on this.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const GRACE_MS = 10_000;
const LOOK_MS = 200;
const children = new Map<number, NodeJS.Signals>();

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, name);
  } catch {
    return false;
  }
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const [pid, stopSignal] = line.slice(1).split(' ');
  if (line.startsWith('+')) children.set(Number(pid), (stopSignal ?? 'SIGTERM') as NodeJS.Signals);
  else children.delete(Number(pid));
}

for (const [pid, stopSignal] of children) signal(pid, stopSignal);
const deadline = Date.now() + GRACE_MS;
const alive = () => [...children.keys()].filter((pid) => signal(pid, 0));
while (alive().length > 0 && Date.now() < deadline) await sleep(LOOK_MS);
for (const pid of alive()) signal(pid, 'SIGKILL');

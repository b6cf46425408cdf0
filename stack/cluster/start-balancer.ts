import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../places.ts';
import { readyOrStopped, startChild } from '../processes.ts';
import type { BalancerSettings } from './balancer.ts';
import type { StackProcess } from './stack-process.ts';

const START_MS = 30_000;

/** A balancer as a process of its own. */
export function balancer(name: string, settings: BalancerSettings): StackProcess {
  return {
    name,
    async launch(logDirectory) {
      const child = await startChild({
        name,
        command: process.execPath,
        args: ['--max-semi-space-size=4', join(ROOT, 'stack', 'cluster', 'balancer.ts')],
        environment: { PATH: process.env['PATH'], BALANCER: JSON.stringify(settings) },
        workingDirectory: ROOT,
        logDirectory,
      });
      const isReady = async () => (await readFile(child.logFile, 'utf8')).includes('balancer ready');
      return readyOrStopped(child, isReady, START_MS);
    },
  };
}

import { join } from 'node:path';
import { DATA, ROOT } from './places.ts';
import { bundlePrograms } from './programs.ts';
import { runTool } from './tool-cache.ts';

/** Bundles the workflows beside the start of the servers. */
export function bundleWorkflows(): Promise<string> {
  const file = join(DATA, 'workflows.js');
  const bundled = runTool(process.execPath, [join(ROOT, 'stack', 'bundle.ts'), file], ROOT).then(() => file);
  bundled.catch(() => undefined); // The start of the worker reports it.
  return bundled;
}

/** Bundles API and worker beside the start of the servers. */
export function bundleProcesses(): Promise<string> {
  const directory = join(DATA, 'programs');
  const bundled = bundlePrograms(directory).then(() => directory);
  bundled.catch(() => undefined); // Their start reports it.
  return bundled;
}

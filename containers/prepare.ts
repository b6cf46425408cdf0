import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { bundleWorkflows } from '../src/temporal/workflow-bundle.ts';

// Runs once, when the image is built, as the user that its processes have: the compile cache is kept by user.
const { WORKFLOW_BUNDLE = 'workflows.js', PATH, NODE_COMPILE_CACHE } = process.env;
await mkdir(dirname(WORKFLOW_BUNDLE), { recursive: true });
await writeFile(WORKFLOW_BUNDLE, (await bundleWorkflows()).code);
// Without settings each program loads all its modules, refuses to start, and leaves them in the compile
// cache.
for (const program of ['src/http/server.ts', 'worker.ts']) {
  const { status } = spawnSync(process.execPath, [program], { env: { PATH, NODE_COMPILE_CACHE } });
  if (status !== 1) throw new Error(`${program} ended with code ${status} instead of 1`);
}

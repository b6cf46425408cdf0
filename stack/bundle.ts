import { writeFile } from 'node:fs/promises';
import { bundleWorkflows } from '../src/temporal/workflow-bundle.ts';

/**
 * Writes the workflow bundle to a file, for the setting WORKFLOW_BUNDLE of workers that run the same code.
 */
const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: npm run bundle FILE');
  process.exit(2);
}
const { code } = await bundleWorkflows();
await writeFile(file, code);
console.log(`${file}: ${code.length} characters`);

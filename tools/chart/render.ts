import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createProgress } from '../../stack/progress.ts';
import { findHelm, installValidator } from './helm.ts';
import { CHART, digestOfSources, EXAMPLE, RENDERED } from './sources.ts';

const run = promisify(execFile);

/** The oldest and the newest Kubernetes whose schemas the manifests must fit. */
const VERSIONS = ['1.27.0', '1.37.0'];

/**
 * `npm run chart`: checks the chart with helm, renders it with the example's values into
 * charts/rendered.yaml, and validates that against Kubernetes' schemas, offline. It needs helm or Go, and
 * Python.
 */
const progress = createProgress();
const helm = await findHelm(progress);
const PYTHONPATH = await installValidator(progress);
const example = ['--values', EXAMPLE, '--kube-version', '1.37.0'];
await run(helm, ['lint', '--strict', CHART, ...example]);
const { stdout } = await run(helm, ['template', 'payments', CHART, '--namespace', 'payments', ...example]);
await writeFile(RENDERED, `# Made by \`npm run chart\` from ${digestOfSources()}\n${stdout}`);
for (const version of VERSIONS) {
  const validate = ['-m', 'kubernetes_validate', '--strict', '--quiet', '-k', version, RENDERED];
  await run('python3', validate, { env: { ...process.env, PYTHONPATH } });
  progress.step(`the manifests fit Kubernetes ${version}`);
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../stack/progress.ts';
import { cachedFolder, onPath, runTool, works } from '../../stack/tool-cache.ts';

const HELM = '3.22.0';
const HELM_PACKAGE = 'helm.sh/helm/v3/cmd/helm';
const VALIDATOR = '1.37.0';

/**
 * Finds helm 3: on the PATH, in the cache, or built from source with Go (some 20 minutes on a busy machine,
 * once).
 */
export async function findHelm(progress: Progress): Promise<string> {
  const installed = await onPath('helm');
  if (installed !== null && (await works(installed, ['version', '--short']))) return installed;
  const go = await onPath('go');
  const folder = await cachedFolder(`helm-${HELM}`, async (target) => {
    if (go === null) throw new Error('install helm 3 (helm.sh), or Go 1.26 or newer to build it');
    await writeFile(join(target, 'go.mod'), 'module helm\n\ngo 1.26.0\n');
    await runTool('nice', ['-n', '15', go, 'get', `${HELM_PACKAGE}@v${HELM}`], target);
    const build = ['-n', '15', go, 'build', '-p', '1', '-trimpath', '-o', 'helm', HELM_PACKAGE];
    await progress.during('building helm from source (minutes, once)', runTool('nice', build, target));
    if (!(await works(join(target, 'helm'), ['version', '--short'])))
      throw new Error('the built helm does not run');
  });
  return join(folder, 'helm');
}

/**
 * Installs kubernetes-validate, which has Kubernetes' schemas inside, from PyPI. Returns its directory for
 * PYTHONPATH.
 */
export function installValidator(progress: Progress): Promise<string> {
  return cachedFolder(`kubernetes-validate-${VALIDATOR}`, async (target) => {
    if ((await onPath('python3')) === null) throw new Error('install Python 3 with pip');
    const install = [
      '-m',
      'pip',
      'install',
      '--quiet',
      `--target=${target}`,
      `kubernetes-validate==${VALIDATOR}`,
    ];
    await progress.during('installing kubernetes-validate', runTool('python3', install, target));
  });
}

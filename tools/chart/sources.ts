import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../stack/places.ts';

export const CHART = join(ROOT, 'charts', 'payments');
export const EXAMPLE = join(ROOT, 'charts', 'example-values.yaml');
/** The manifests of the chart with the example's values. Committed, so that tests need no helm. */
export const RENDERED = join(ROOT, 'charts', 'rendered.yaml');

/** The digest of the chart's files and the example, in the first line of what was rendered from them. */
export function digestOfSources(): string {
  const files = readdirSync(CHART, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const hash = createHash('sha256');
  for (const file of [...files, EXAMPLE]) hash.update(readFileSync(file));
  return hash.digest('hex');
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, runTool } from './tool-cache.ts';

/** Programs of Go modules, at exact versions. */
export interface GoPrograms {
  /** The version of Go that the modules need, such as `1.24`. */
  readonly go: string;
  /** Modules with their versions: `go.temporal.io/server@v1.32.1`. */
  readonly modules: readonly string[];
  /** The package of each program, by the program's name. */
  readonly packages: Readonly<Record<string, string>>;
  /** Flags of `go build`. */
  readonly flags?: readonly string[];
}

/** Builds the programs into this folder. Throws without Go, and with the last lines of a failed build. */
export async function buildWithGo(
  { go: version, modules, packages, flags = [] }: GoPrograms,
  folder: string,
): Promise<void> {
  const go = await onPath('go');
  if (go === null) throw new Error('Go is not installed (no `go` on the PATH)');
  // A program for another system would not run here.
  const { GOOS: _system, GOARCH: _architecture, ...environment } = process.env;
  await writeFile(join(folder, 'go.mod'), `module temporal\n\ngo ${version}\n`);
  await runTool(go, ['get', ...modules], folder, environment);
  // `get` notes the checksums of the modules alone, `build` those of the packages that they need.
  const options = ['-mod=mod', ...flags];
  for (const [program, path] of Object.entries(packages))
    await runTool(go, ['build', ...options, '-o', program, path], folder, environment);
}

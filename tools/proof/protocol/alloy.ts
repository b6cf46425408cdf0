import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from '../../../stack/processes.ts';
import type { Progress } from '../../../stack/progress.ts';
import { cachedFolder, inCache, onPath, runTool, works } from '../../../stack/tool-cache.ts';

const VERSION = '6.2.0';
const ARTIFACT = 'org.alloytools.alloy.dist';
const FOLDER = `alloy-${VERSION}`;
const JAR = `${ARTIFACT}-${VERSION}.jar`;

/** Alloy is missing and cannot be downloaded. The message names the package to install. */
export class NoAlloy extends Error {}

/** Finds Alloy's jar in the tool cache, or downloads it with Maven. Throws NoAlloy. */
export async function findAlloy(progress: Progress): Promise<string> {
  if (!(await works('java', ['-version']))) throw new NoAlloy(remedy('Java is missing'));
  const cached = await inCache(FOLDER, JAR);
  if (cached !== null) return cached;
  const maven = await onPath('mvn');
  if (maven === null) throw new NoAlloy(remedy('Maven is missing'));
  const fetching = cachedFolder(FOLDER, (target) =>
    runTool(
      maven,
      [
        '-q',
        '-B',
        'dependency:copy',
        `-Dartifact=org.alloytools:${ARTIFACT}:${VERSION}`,
        `-DoutputDirectory=${target}`,
      ],
      target,
    ),
  );
  try {
    return join(await progress.during(`fetching Alloy ${VERSION} with Maven (20 MB)`, fetching), JAR);
  } catch (error) {
    progress.step(error instanceof Error ? error.message : String(error));
    throw new NoAlloy(remedy('Maven could not fetch it'));
  }
}

function remedy(reason: string): string {
  return `The model needs Alloy ${VERSION}, and ${reason}. Install Java 17 or newer and Maven (Debian: apt-get install -y default-jre-headless maven; macOS: brew install openjdk maven), let Maven reach Maven Central or a mirror of it, and run npm run proof -- --only protocol.`;
}

/** A command of a model. `isExpected` means that Alloy must find an instance. */
export interface ModelCommand {
  /** `check` looks for a counterexample, `run` for an example. */
  readonly kind: 'check' | 'run';
  readonly name: string;
  /** The number of states in the longest trace that is searched. */
  readonly steps: number;
  readonly isExpected: boolean;
}

/** Parses the commands of a model. Each is one statement that ends with its scope and `expect`. */
export function commandsOf(model: string): ModelCommand[] {
  const statements = model.matchAll(/^(check|run) (\w+) \{[^}]*\} for [^\n]*?(\d+) steps expect ([01])$/gm);
  return [...statements].map(([, kind, name, steps, expected]) => ({
    kind: kind as ModelCommand['kind'],
    name: String(name),
    steps: Number(steps),
    isExpected: expected === '1',
  }));
}

interface Receipt {
  readonly commands: Readonly<Record<string, { readonly solution?: readonly object[] }>>;
}

/** Runs one command of a model with Alloy. Returns true if it found an instance. */
export async function findsInstance(
  jar: string,
  run: { model: string; command: ModelCommand; folder: string },
): Promise<boolean> {
  const { name } = run.command;
  const output = join(run.folder, name);
  await rm(output, { recursive: true, force: true });
  await mkdir(run.folder, { recursive: true });
  const child = await startChild({
    name: `alloy-${name}`,
    command: 'java',
    // One thread for the collector: two commands share two cores.
    args: [
      '-Xmx2g',
      '-XX:+UseSerialGC',
      '-jar',
      jar,
      'exec',
      '-c',
      name,
      '-t',
      'text',
      '-o',
      output,
      run.model,
    ],
    logDirectory: run.folder,
  });
  const end = await child.exited;
  // Alloy also exits with 1 when an expectation is not met, so only its output shows a failure.
  const receipt = await readFile(join(output, 'receipt.json'), 'utf8').catch(() => null);
  const result = receipt === null ? undefined : (JSON.parse(receipt) as Receipt).commands[name];
  if (result === undefined)
    throw new Error(`Alloy ended with ${end} at ${name}:\n${await child.lastLines(8)}`);
  return (result.solution ?? []).length > 0;
}

import { execFile } from 'node:child_process';
import { access, constants, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { toolCache } from './places.ts';
import { startChild } from './processes.ts';

const run = promisify(execFile);

/**
 * Returns a directory of the cache. `build` fills it if it is absent.
 *
 * It is built under another name and renamed when complete, so two processes may build it at once: the later
 * one finds the earlier's and discards its own.
 */
export async function cachedFolder(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const place = join(toolCache(), name);
  if (await isThere(place)) return place;
  await mkdir(toolCache(), { recursive: true });
  const building = await mkdtemp(join(toolCache(), `.building-${name}-`));
  try {
    await build(building);
    await rename(building, place).catch(async (error: unknown) => {
      if (!(await isThere(place))) throw error;
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  return place;
}

/** The path of a file in the cache, or null if it is absent. */
export async function inCache(...parts: string[]): Promise<string | null> {
  const path = join(toolCache(), ...parts);
  return (await isThere(path)) ? path : null;
}

/** The first program of this name on the PATH, or null. */
export async function onPath(name: string): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, name);
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return null;
}

/** Returns true if the program runs with these arguments (`--version`) and exits with 0. */
export async function works(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args, { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
}

/** Runs a tool to its end. Throws with its last lines on failure. */
export async function runTool(
  command: string,
  args: readonly string[],
  workingDirectory: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const name = command.split('/').at(-1) ?? command;
  const child = await startChild({
    name: `${name}-${process.pid}`,
    command,
    args,
    workingDirectory,
    environment,
    logDirectory: join(toolCache(), 'logs'),
  });
  const outcome = await child.exited;
  if (outcome !== 'code 0') throw new Error(`${name} ended with ${outcome}:\n${await child.lastLines(8)}`);
  await rm(child.logFile, { force: true });
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

import { join } from 'node:path';
import { ROOT } from './places.ts';
import { startChild, whenReady, type Child } from './processes.ts';

const START_MS = 60_000;

/** Starts the codec server, with its settings, and returns once it answers. */
export async function startCodec(
  url: string,
  { environment, logDirectory }: { environment: NodeJS.ProcessEnv; logDirectory: string },
): Promise<Child> {
  const child = await startChild({
    name: 'codec',
    command: process.execPath,
    args: [join(ROOT, 'codec-server.ts')],
    environment,
    logDirectory,
  });
  try {
    await whenReady(child, async () => (await fetch(`${url}/livez`)).ok, START_MS);
    return child;
  } catch (error) {
    await child.stop();
    throw error;
  }
}

import { readFile, writeFile } from 'node:fs/promises';
import { isFree, steadyPort } from './ports.ts';
import type { Progress } from './progress.ts';

/** The ports of a stack. Each start uses those of the last one, so that its addresses stay the same. */
export interface LastPorts {
  /**
   * Returns the port that this name had last, or `standard` the first time. `given` comes before both. If the
   * port is busy, it reports that and returns another one, which it remembers.
   */
  choose(name: string, standard: number, given?: number): Promise<number>;
}

/** Opens the ports that are stored in this file. The file may be absent. */
export async function openLastPorts(file: string, progress: Progress): Promise<LastPorts> {
  const ports = await readPorts(file);
  return {
    async choose(name, standard, given) {
      const wanted = given ?? ports[name] ?? standard;
      const port = (await isFree(wanted)) ? wanted : await steadyPort(Object.values(ports));
      if (port !== wanted) progress.step(`port ${wanted} is busy: ${name} gets port ${port}`);
      ports[name] = port;
      await writeFile(file, `${JSON.stringify(ports, null, 2)}\n`);
      return port;
    },
  };
}

async function readPorts(file: string): Promise<Record<string, number>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

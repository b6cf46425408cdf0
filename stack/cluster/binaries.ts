import { join } from 'node:path';
import { buildWithGo, type GoPrograms } from '../go-build.ts';
import type { Progress } from '../progress.ts';
import { cachedFolder, works } from '../tool-cache.ts';

const SERVER_VERSION = '1.32.1';
/** The newest release that builds with the Go of the server. 2.56 needs a later one. */
const UI_VERSION = '2.55.0';
const GO_VERSION = '1.26';

/** Half the size, and no paths of the machine that built them. */
const FLAGS = ['-trimpath', '-ldflags=-s -w'];

const SERVER: GoPrograms = {
  go: GO_VERSION,
  modules: [`go.temporal.io/server@v${SERVER_VERSION}`],
  packages: {
    'temporal-server': 'go.temporal.io/server/cmd/server',
    'temporal-sql-tool': 'go.temporal.io/server/cmd/tools/sql',
  },
  flags: FLAGS,
};

/** A module of its own: the versions that it needs of other modules must not change the server's. */
const UI: GoPrograms = {
  go: GO_VERSION,
  modules: [`github.com/temporalio/ui-server/v2@v${UI_VERSION}`],
  packages: { 'temporal-ui-server': 'github.com/temporalio/ui-server/v2/cmd/server' },
  flags: FLAGS,
};

/** The paths of Temporal's programs. */
export interface ClusterBinaries {
  readonly server: string;
  readonly sqlTool: string;
  readonly ui: string;
}

/**
 * Finds Temporal's server, its schema tool and its Web UI in the tool cache, or builds them with Go: ten to
 * thirty minutes, once for all clones of this machine. Throws an error with the remedy when they cannot be
 * built.
 */
export async function findClusterBinaries(progress: Progress): Promise<ClusterBinaries> {
  try {
    const server = await built(`temporal-server-${SERVER_VERSION}`, SERVER, progress);
    const ui = await built(`temporal-ui-server-${UI_VERSION}`, UI, progress);
    return {
      server: join(server, 'temporal-server'),
      sqlTool: join(server, 'temporal-sql-tool'),
      ui: join(ui, 'temporal-ui-server'),
    };
  } catch (error) {
    throw new Error(
      `Temporal's server could not be built: ${error instanceof Error ? error.message : error}\n` +
        `Remedy: install Go ${GO_VERSION}.8 or newer (go.dev/dl) so that \`go version\` works, or start without --cluster.`,
    );
  }
}

async function built(name: string, programs: GoPrograms, progress: Progress): Promise<string> {
  const [first = '', ...others] = Object.keys(programs.packages);
  return cachedFolder(name, async (folder) => {
    const what = `building ${[first, ...others].join(' and ')} from source (minutes, once; cached for later clones)`;
    await progress.during(what, buildWithGo(programs, folder));
    if (!(await works(join(folder, first), ['--version'])))
      throw new Error(`the built ${first} does not run`);
  });
}

import { join } from 'node:path';
import { balancer } from '../../../stack/cluster/start-balancer.ts';
import { TEMPORAL_ROLE } from '../../../stack/cluster/schema.ts';
import { startTemporalCluster } from '../../../stack/cluster/temporal-cluster.ts';
import { freePort, steadyPort } from '../../../stack/ports.ts';
import type { Child } from '../../../stack/processes.ts';
import type { Progress } from '../../../stack/progress.ts';
import { startTemporalServer } from '../../../stack/temporal-server.ts';
import type { Component } from './component.ts';
import { openAccess } from './database-access.ts';
import type { DatabaseAccess } from './database-access.ts';

/** The default of Temporal's servers: the service must work within it. */
const DEFAULT_UPDATES = { 'history.maxInFlightUpdates': 10 };

/** The clean-up work of the stack, last first. */
export type Undo = (() => Promise<unknown>)[];

/** Starts a process that the stack restarts and stops. */
export type StartComponent = (
  name: string,
  launch: (logDirectory: string) => Promise<Child>,
) => Promise<Component>;

/** Temporal, whose processes and connections can be broken. */
export interface BreakableTemporal {
  readonly port: number;
  readonly components: readonly Component[];
  readonly accesses: readonly DatabaseAccess[];
}

/** Starts Temporal's dev server: one process with a file. */
export async function startDevServer(directory: string, start: StartComponent): Promise<BreakableTemporal> {
  const port = await freePort();
  const component = await start('temporal', (logs) => launchDevServer(directory, logs, port));
  return { port, components: [component], accesses: [] };
}

async function launchDevServer(directory: string, logDirectory: string, port: number): Promise<Child> {
  const server = await startTemporalServer({
    logDirectory,
    port,
    databaseFile: join(directory, 'books', 'temporal.db'),
    dynamicConfig: DEFAULT_UPDATES,
  });
  if (server.child === null) throw new Error('Temporal was not started');
  if (server.port === port) return server.child;
  await server.stop();
  throw new Error(`port ${port} is taken`);
}

export interface ClusterOptions {
  readonly directory: string;
  readonly adminUrl: string;
  readonly password: string;
  readonly start: StartComponent;
  readonly progress: Progress;
}

/** Starts the processes of `npm start -- --cluster`, with a role in PostgreSQL for each server. */
export async function startBreakableCluster(options: ClusterOptions): Promise<BreakableTemporal> {
  const { directory, adminUrl, password, start } = options;
  const components: Component[] = [];
  const accesses: DatabaseAccess[] = [];
  const { address } = await startTemporalCluster({
    ...options,
    directory: join(directory, 'temporal'),
    namespaces: ['default'],
    dynamicConfig: DEFAULT_UPDATES,
    portOf: () => steadyPort(),
    databaseRoleOf: async (name) => {
      const access = await openAccess(name, { adminUrl, group: TEMPORAL_ROLE, password });
      accesses.push(access);
      return access.role;
    },
    keep: async ({ name, launch }) => void components.push(await start(name, launch)),
  });
  return { port: Number(address.split(':').at(-1)), components, accesses };
}

/** An API behind the balancer, and the port of its own `/readyz`. */
export interface BalancedApi {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly internalPort: number;
}

/** Starts the balancer in front of the APIs. */
export async function balanceApis(
  apis: readonly BalancedApi[],
  start: StartComponent,
): Promise<{ component: Component; url: string }> {
  const port = await freePort();
  const backends = apis.map(({ name, port: apiPort, internalPort }) => ({
    name,
    port: apiPort,
    check: { kind: 'http' as const, url: `http://127.0.0.1:${internalPort}/readyz` },
  }));
  const { name, launch } = balancer('api-balancer', { port, backends });
  return { component: await start(name, launch), url: `http://127.0.0.1:${port}` };
}

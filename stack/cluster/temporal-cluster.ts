import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DYNAMIC_CONFIG } from '../temporal-server.ts';
import { readyOrStopped, startChild, type Child } from '../processes.ts';
import type { Progress } from '../progress.ts';
import { findClusterBinaries, type ClusterBinaries } from './binaries.ts';
import { dynamicConfiguration, ROLES, serverConfiguration, uiConfiguration } from './configuration.ts';
import type { Role, ServerPorts } from './configuration.ts';
import { askGrpcHealth } from './grpc-health.ts';
import { ensureNamespaces } from './namespaces.ts';
import { prepareSchema, TEMPORAL_ROLE } from './schema.ts';
import { balancer } from './start-balancer.ts';
import type { Keep, StackProcess } from './stack-process.ts';

const HOST = '127.0.0.1';
const START_MS = 120_000;
const PROBE_MS = 3000;
const LOOK_MS = 250;
const PORTS = { temporal: 7233, ui: 8233, first: 7310 };
/**
 * After the death of a frontend all callers are on the other one. They connect anew after this time, and then
 * use both: with the default of five minutes the next death would meet all of them.
 */
const CLUSTER_CONFIG = { 'frontend.keepAliveMaxConnectionAge': '60s' };
/** Processes of each role. */
const EACH = 2;

export interface TemporalClusterOptions {
  /** The directory of the configuration files. */
  readonly directory: string;
  /** PostgreSQL as superuser, on the loopback interface. */
  readonly adminUrl: string;
  /** The password of Temporal's role. */
  readonly password: string;
  /** The namespaces to create. The Web UI opens the first. */
  readonly namespaces: readonly [string, ...string[]];
  /** The address of the codec server, for the Web UI. */
  readonly codecUrl?: string;
  /** More dynamic settings. */
  readonly dynamicConfig?: Readonly<Record<string, number | boolean | string>>;
  /**
   * Returns the port with this name: a free one, and the same in every start of one stack. Temporal stores
   * ports of its members as smallint, so it must be below 32,768.
   */
  readonly portOf: (name: string, standard: number) => Promise<number>;
  /**
   * The role of PostgreSQL by which this process connects: a member of Temporal's role, which is the default.
   */
  readonly databaseRoleOf?: (name: string) => Promise<string>;
  readonly keep: Keep;
  readonly progress: Progress;
}

export interface TemporalCluster {
  /** `host:port` of the balancer in front of the frontends. */
  readonly address: string;
  readonly uiUrl: string;
}

/** A server process, with its ports. */
interface Member {
  readonly name: string;
  readonly role: Role;
  readonly ports: ServerPorts;
}

/**
 * Starts Temporal's own server on PostgreSQL: two processes of each role, a balancer in front of the
 * frontends, and the Web UI. Builds the programs first if they are absent.
 */
export async function startTemporalCluster(options: TemporalClusterOptions): Promise<TemporalCluster> {
  const { directory, portOf, keep, progress, namespaces } = options;
  const binaries = await findClusterBinaries(progress);
  await progress.during(
    'preparing the databases of Temporal',
    prepareSchema({ ...options, sqlTool: binaries.sqlTool }),
  );
  await mkdir(directory, { recursive: true });
  const frontendPort = await portOf('temporal', PORTS.temporal);
  const members = await choosePorts(portOf);
  const [first, ...others] = await configure(members, { ...options, binaries, frontendPort });
  if (first === undefined) throw new Error('there are no roles');
  await progress.during(
    `starting ${members.length} processes of Temporal's server`,
    // The first one writes the metadata of a new cluster. Two at once would fail over each other's row.
    keep(first).then(() => Promise.all(others.map(keep))),
  );
  const frontends = members.filter(({ role }) => role === 'frontend');
  const backends = frontends.map(({ name, ports }) => ({
    name,
    port: ports.grpc,
    check: { kind: 'grpc' as const, port: ports.grpc, service: ROLES.frontend },
  }));
  await keep(balancer('temporal-balancer', { port: frontendPort, backends }));
  const address = `${HOST}:${frontendPort}`;
  await ensureNamespaces(address, namespaces);
  // Before it has its shards, a history server refuses calls.
  await Promise.all(members.filter(({ role }) => role === 'history').map(untilServing));
  const uiPort = await portOf('temporalUi', PORTS.ui);
  await keep(
    await webUi({ ...options, binary: binaries.ui, frontendPort, port: uiPort, namespace: namespaces[0] }),
  );
  return { address, uiUrl: `http://${HOST}:${uiPort}` };
}

/** Waits until a server reports that it serves. Throws after two minutes. */
async function untilServing({ name, role, ports }: Member): Promise<void> {
  for (const end = Date.now() + START_MS; ; await sleep(LOOK_MS)) {
    const health = await askGrpcHealth(ports.grpc, ROLES[role], PROBE_MS).catch(() => null);
    if (health === 'serving') return;
    if (Date.now() > end) throw new Error(`${name} does not serve after ${START_MS / 1000} s`);
  }
}

/** Two processes of each role. The first is a history server. */
async function choosePorts(portOf: TemporalClusterOptions['portOf']): Promise<Member[]> {
  const members: Member[] = [];
  let standard = PORTS.first;
  for (const role of Object.keys(ROLES) as Role[]) {
    for (let number = 1; number <= EACH; number++) {
      const name = `temporal-${role}-${number}`;
      const grpc = await portOf(name, standard++);
      const membership = await portOf(`${name}-membership`, standard++);
      members.push({ name, role, ports: { grpc, membership } });
    }
  }
  return members;
}

/** Writes the configuration of each process. The files hold the password of the database. */
async function configure(
  members: readonly Member[],
  options: TemporalClusterOptions & {
    readonly binaries: ClusterBinaries;
    readonly frontendPort: number;
  },
): Promise<StackProcess[]> {
  const { directory, adminUrl, binaries, databaseRoleOf = () => Promise.resolve(TEMPORAL_ROLE) } = options;
  const databasePort = Number(new URL(adminUrl).port);
  const dynamicConfigFile = join(directory, 'dynamic.yaml');
  const settings = { ...DYNAMIC_CONFIG, ...CLUSTER_CONFIG, ...options.dynamicConfig };
  await writeConfiguration(dynamicConfigFile, dynamicConfiguration(settings));
  const processes = members.map(async ({ name, role, ports }): Promise<StackProcess> => {
    const file = join(directory, `${name}.yaml`);
    const databaseRole = await databaseRoleOf(name);
    await writeConfiguration(
      file,
      serverConfiguration({ ...options, role, ports, databasePort, databaseRole, dynamicConfigFile }),
    );
    const probe = () => askGrpcHealth(ports.grpc, ROLES[role], PROBE_MS);
    return {
      name,
      launch: (logDirectory) => launch({ name, role, file, logDirectory, command: binaries.server, probe }),
      probe,
    };
  });
  return Promise.all(processes);
}

async function writeConfiguration(file: string, content: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

interface Launch {
  readonly name: string;
  readonly role: Role;
  readonly file: string;
  readonly logDirectory: string;
  readonly command: string;
  probe(): Promise<unknown>;
}

/** A history server answers before it has shards. Waiting for them would take five seconds longer. */
async function launch({ name, role, file, logDirectory, command, probe }: Launch): Promise<Child> {
  const child = await startChild({
    name,
    command,
    args: ['--config-file', file, '--allow-no-auth', 'start', '--service', role],
    environment: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    logDirectory,
  });
  return readyOrStopped(child, () => probe().then(() => true), START_MS);
}

async function webUi(options: {
  readonly directory: string;
  readonly binary: string;
  readonly port: number;
  readonly frontendPort: number;
  readonly namespace: string;
  readonly codecUrl?: string;
}): Promise<StackProcess> {
  const { directory, binary, port } = options;
  const name = 'temporal-ui';
  await writeConfiguration(join(directory, 'ui.yaml'), uiConfiguration(options));
  return {
    name,
    async launch(logDirectory) {
      const child = await startChild({
        name,
        command: binary,
        args: ['--root', directory, '--config', '.', '--env', 'ui', 'start'],
        environment: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
        logDirectory,
      });
      const answers = async () => (await fetch(`http://${HOST}:${port}/healthz`)).ok;
      return readyOrStopped(child, answers, START_MS);
    },
  };
}

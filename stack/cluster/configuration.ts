import { STORE, VISIBILITY } from './schema.ts';

const HOST = '127.0.0.1';
/**
 * It can never be changed: the shards of every workflow follow from it. Servers can share them by hundreds.
 */
const HISTORY_SHARDS = 512;

/** The roles of Temporal's server, with the service that answers for their health. */
export const ROLES = {
  history: 'temporal.api.workflowservice.v1.HistoryService',
  matching: 'temporal.api.workflowservice.v1.MatchingService',
  frontend: 'temporal.api.workflowservice.v1.WorkflowService',
  worker: 'temporal.api.workflowservice.v1.WorkerService',
} as const;

export type Role = keyof typeof ROLES;

/** The most connections of one process to each database. The history servers write the most. */
const CONNECTIONS: Readonly<Record<Role, { store: number; visibility: number }>> = {
  history: { store: 20, visibility: 5 },
  matching: { store: 10, visibility: 2 },
  frontend: { store: 8, visibility: 4 },
  worker: { store: 4, visibility: 2 },
};

/** A role of other processes. It must be named; its processes tell their ports themselves. */
const ELSEWHERE = { rpc: { bindOnIP: HOST } };

export interface ServerPorts {
  readonly grpc: number;
  readonly membership: number;
}

export interface ServerConfiguration {
  readonly role: Role;
  readonly ports: ServerPorts;
  /** The port of PostgreSQL on the loopback interface. */
  readonly databasePort: number;
  readonly databaseRole: string;
  readonly password: string;
  /** The port of the balancer in front of the frontends. */
  readonly frontendPort: number;
  readonly dynamicConfigFile: string;
}

/** The configuration of one process. Temporal reads YAML, which JSON is part of. */
export function serverConfiguration({
  role,
  ports,
  databasePort,
  databaseRole,
  password,
  frontendPort,
  dynamicConfigFile,
}: ServerConfiguration): object {
  const store = (databaseName: string, most: number) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: `${HOST}:${databasePort}`,
      connectProtocol: 'tcp',
      user: databaseRole,
      password,
      maxConns: most,
      maxIdleConns: most,
      maxConnLifetime: '1h',
    },
  });
  const rpc = { grpcPort: ports.grpc, membershipPort: ports.membership, bindOnIP: HOST };
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'store',
      visibilityStore: 'visibility',
      numHistoryShards: HISTORY_SHARDS,
      datastores: {
        store: store(STORE, CONNECTIONS[role].store),
        visibility: store(VISIBILITY, CONNECTIONS[role].visibility),
      },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: HOST } },
    services: Object.fromEntries(
      Object.keys(ROLES).map((name) => [name, name === role ? { rpc } : ELSEWHERE]),
    ),
    clusterMetadata: {
      // Without it the namespaces could never move to another cluster.
      enableGlobalNamespace: true,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `${HOST}:${frontendPort}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    archival: { history: { state: 'disabled' }, visibility: { state: 'disabled' } },
    namespaceDefaults: { archival: { history: { state: 'disabled' }, visibility: { state: 'disabled' } } },
    dynamicConfigClient: { filepath: dynamicConfigFile, pollInterval: '60s' },
  };
}

/** The file of dynamic settings: each has a list of values with constraints. */
export function dynamicConfiguration(settings: Readonly<Record<string, number | boolean | string>>): object {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, [{ value }]]));
}

/** The configuration of the Web UI. */
export function uiConfiguration(options: {
  readonly port: number;
  readonly frontendPort: number;
  readonly namespace: string;
  readonly codecUrl?: string;
}): object {
  const { port, frontendPort, namespace, codecUrl } = options;
  return {
    temporalGrpcAddress: `${HOST}:${frontendPort}`,
    host: HOST,
    port,
    enableUi: true,
    defaultNamespace: namespace,
    disableNewsFetch: true,
    cors: { cookieInsecure: true, allowOrigins: [`http://${HOST}:${port}`, `http://localhost:${port}`] },
    ...(codecUrl !== undefined && { codec: { endpoint: codecUrl } }),
    hideLogs: true,
  };
}

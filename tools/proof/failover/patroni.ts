import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answers, createDatabase } from '../../../stack/postgresql.ts';
import { steadyPort } from '../../../stack/ports.ts';
import { readyOrStopped } from '../../../stack/processes.ts';
import type { Component } from '../stack/component.ts';
import { DATABASE, PASSWORD, adminUrl } from '../stack/postgresql.ts';
import type { BreakableDatabase, DatabaseParts } from '../stack/postgresql.ts';
import { startInDebian } from './debian.ts';
import type { Debian, DebianProgram } from './debian.ts';

const HOST = '127.0.0.1';
const NODES = ['postgresql-1', 'postgresql-2', 'postgresql-3'] as const;
const START_MS = 120_000;
const ANSWER_MS = 3000;
/**
 * A leader that does not renew its lease for 20 s, the least that Patroni allows, loses it. It looks every
 * 5 s. A commit waits until one standby has it on disk, and no commit is taken without a standby.
 */
const LEASES = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  synchronous_mode: true,
  synchronous_mode_strict: true,
};

/** A server as Patroni sees it. */
export interface PatroniMember {
  readonly name: string;
  /** `leader`, `sync_standby` or `replica`, among others. */
  readonly role: string;
  /** `running` for a leader, `streaming` for a standby that follows it. */
  readonly state: string;
  /** One more after each change of the leader. A standby that lags behind has an older one. */
  readonly timeline?: number;
}

/** Three servers of PostgreSQL of which Patroni chooses the leader, behind HAProxy. */
export interface ReplicatedDatabase extends BreakableDatabase {
  /** The servers, as the first that answers sees them. Throws if none answers. */
  readMembers(): Promise<PatroniMember[]>;
}

/** A server, with its ports. */
interface Node {
  readonly name: string;
  readonly port: number;
  /** Of Patroni's REST API. */
  readonly restPort: number;
}

/** Starts etcd, three servers with Patroni, and HAProxy, which sends everybody to the leader. */
export async function startPatroni(debian: Debian, parts: DatabaseParts): Promise<ReplicatedDatabase> {
  const { start, undo } = parts;
  const [etcdPort, etcdPeerPort, port] = [await steadyPort(), await steadyPort(), await steadyPort()];
  const nodes: Node[] = [];
  for (const name of NODES) nodes.push({ name, port: await steadyPort(), restPort: await steadyPort() });
  // As the programs see it, and as this process does.
  const inside = `/srv/failover-${port}`;
  const outside = join(debian.root, inside);
  undo.unshift(() => rm(outside, { recursive: true, force: true }));
  await mkdir(outside, { recursive: true });
  await writeFile(join(outside, 'haproxy.cfg'), haproxyConfiguration(port, nodes));
  for (const node of nodes)
    await writeFile(
      join(outside, `${node.name}.yml`),
      JSON.stringify(patroniConfiguration(node, { ...parts, inside, etcdPort })),
    );
  await giveToPostgres(debian, outside);

  const run = (program: Omit<DebianProgram, 'logDirectory'>, isReady: () => Promise<boolean>) =>
    start(program.name, async (logDirectory) =>
      readyOrStopped(await startInDebian(debian, { ...program, logDirectory }), isReady, START_MS),
    );
  const etcd = await run({ name: 'etcd', command: etcdCommand(inside, etcdPort, etcdPeerPort) }, () =>
    isOk(`http://${HOST}:${etcdPort}/health`),
  );
  const servers: Component[] = [];
  // The first one makes the data. The others copy it.
  for (const { name, restPort } of nodes)
    servers.push(
      await run({ name, command: ['patroni', `${inside}/${name}.yml`] }, () =>
        isOk(`http://${HOST}:${restPort}/health`),
      ),
    );
  const haproxy = await run(
    { name: 'haproxy', command: ['haproxy', '-db', '-f', `${inside}/haproxy.cfg`] },
    () => answers(adminUrl(port)),
  );
  await createDatabase(adminUrl(port), DATABASE, { role: DATABASE, password: PASSWORD });
  return { port, components: [etcd, ...servers, haproxy], readMembers: () => readMembers(nodes) };
}

async function isOk(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })).ok;
}

async function readMembers(nodes: readonly Node[]): Promise<PatroniMember[]> {
  const asked = nodes.map(async ({ restPort }) => {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(`http://${HOST}:${restPort}/cluster`, { signal });
    return ((await answer.json()) as { members: PatroniMember[] }).members;
  });
  return Promise.any(asked);
}

/** The user `postgres` of that Debian owns the data. The folder of its home tells its number. */
async function giveToPostgres({ root }: Debian, folder: string): Promise<void> {
  const { uid, gid } = await stat(join(root, 'var', 'lib', 'postgresql'));
  await chown(folder, uid, gid);
}

function etcdCommand(folder: string, port: number, peerPort: number): readonly [string, ...string[]] {
  const [url, peerUrl] = [`http://${HOST}:${port}`, `http://${HOST}:${peerPort}`];
  return [
    'etcd',
    ...['--name', 'etcd', '--data-dir', `${folder}/etcd`, '--log-level', 'warn'],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ...['--initial-cluster', `etcd=${peerUrl}`],
  ];
}

function patroniConfiguration(
  { name, port, restPort }: Node,
  { inside, etcdPort, maxConnections }: { inside: string; etcdPort: number; maxConnections: number },
): object {
  const login = (username: string) => ({ username, password: PASSWORD });
  return {
    scope: 'payments',
    name,
    restapi: { listen: `${HOST}:${restPort}`, connect_address: `${HOST}:${restPort}` },
    etcd3: { host: `${HOST}:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...LEASES,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: maxConnections,
            shared_buffers: '128MB',
            wal_log_hints: 'on',
            timezone: 'UTC',
          },
        },
      },
      initdb: [
        { encoding: 'UTF8' },
        { 'locale-provider': 'builtin' },
        { locale: 'C.UTF-8' },
        'data-checksums',
      ],
    },
    postgresql: {
      listen: `${HOST}:${port}`,
      connect_address: `${HOST}:${port}`,
      data_dir: `${inside}/${name}`,
      bin_dir: '/usr/lib/postgresql/18/bin',
      pgpass: `${inside}/${name}.pgpass`,
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewinder'),
      },
      parameters: { unix_socket_directories: '' },
      pg_hba: [
        `host all all ${HOST}/32 scram-sha-256`,
        `host replication replicator ${HOST}/32 scram-sha-256`,
      ],
    },
  };
}

/** The leader gets all connections. Those to a server that is no longer the leader are closed. */
function haproxyConfiguration(port: number, nodes: readonly Node[]): string {
  const servers = nodes.map(
    ({ name, port: serverPort, restPort }) => `  server ${name} ${HOST}:${serverPort} check port ${restPort}`,
  );
  return [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout check 1s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen leader',
    `  bind ${HOST}:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 init-state down on-marked-down shutdown-sessions',
    ...servers,
    '',
  ].join('\n');
}

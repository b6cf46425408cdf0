import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { ScalarTag } from 'yaml';
import { ROOT } from '../../stack/places.ts';

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly pids_limit?: number;
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly read_only?: boolean;
  readonly restart?: string;
  readonly healthcheck?: unknown;
  readonly logging?: unknown;
  readonly ports?: readonly string[] | null;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: { readonly default: { readonly aliases: readonly string[] } };
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly deploy?: { readonly replicas: string };
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
}

/** Compose's own tag: it removes what the first file says. */
const RESET: ScalarTag = { tag: '!reset', resolve: () => null };
const read = (path: string): Compose =>
  parse(text(path), {
    merge: true,
    strict: true,
    customTags: [RESET, { ...RESET, collection: 'seq' } as never],
  }) as Compose;

const base = read('docker-compose.yml');
const production = read('docker-compose.production.yml');
const names = [...new Set([...Object.keys(base.services), ...Object.keys(production.services)])].toSorted();
/** A service as both files together describe it, for the keys that this test reads. */
const services = names.map((name) => ({ name, ...base.services[name], ...production.services[name] }));
const service = (name: string) => services.find((one) => one.name === name) as (typeof services)[number];
const failing = (isFault: (one: Service & { name: string }) => boolean) =>
  services.filter(isFault).map(({ name }) => name);

test('no container has a capability that it does not need, or gains rights', () => {
  expect(failing(({ cap_drop }) => cap_drop?.join() !== 'ALL')).toEqual([]);
  expect(failing(({ security_opt }) => security_opt?.join() !== 'no-new-privileges:true')).toEqual([]);
  expect(failing(({ cap_add }) => cap_add !== undefined)).toEqual(['postgres', 'proxy']);
});

test('every container has limits of memory, processors and processes', () => {
  expect(failing(({ mem_limit, cpus, pids_limit }) => !mem_limit || !cpus || !pids_limit)).toEqual([]);
});

test('every file system is read-only, but that of the Web UI, which writes its configuration', () => {
  expect(failing(({ read_only }) => read_only !== true)).toEqual(['temporal-ui']);
});

test('every image has an exact version', () => {
  const exact = /:v?\d+\.\d+\.\d+(-slim)?$|^postgres:\d+\.\d+$/;
  expect(failing(({ image = '', build }) => build === undefined && !exact.test(image))).toEqual([]);
  const from = [...text('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image ?? '');
  expect(from.filter((image) => !exact.test(image))).toEqual([]);
  expect(from).toHaveLength(3);
});

test('every service has a restart policy, and one that runs for good has a health check', () => {
  expect(failing(({ restart }) => restart === undefined)).toEqual([]);
  expect(
    failing(({ restart, healthcheck }) => restart === 'unless-stopped' && healthcheck === undefined),
  ).toEqual([]);
});

test('in production every log is bounded, and only the proxy has public ports', () => {
  const off = ['mailpit'];
  expect(failing(({ name, logging }) => logging === undefined && !off.includes(name))).toEqual([]);
  const open = failing(({ ports }) => (ports ?? []).some((port) => !port.startsWith('127.0.0.1:')));
  expect(open).toEqual(['proxy']);
});

test('Temporal has 512 shards, a global namespace that may move, and two servers that start one after the other', () => {
  const server = parse(text('containers/temporal-server.yaml')) as {
    persistence: { numHistoryShards: number };
    clusterMetadata: { enableGlobalNamespace: boolean };
  };
  expect(server.persistence.numHistoryShards).toBe(512);
  expect(server.clusterMetadata.enableGlobalNamespace).toBe(true);
  const servers = services.filter(({ image }) => image?.startsWith('temporalio/server:'));
  expect(servers.map(({ name }) => name)).toEqual(['temporal', 'temporal-second']);
  expect(servers.map(({ networks }) => networks?.default.aliases)).toEqual([['temporal'], ['temporal']]);
  expect(service('temporal-second').depends_on).toEqual({ temporal: { condition: 'service_healthy' } });
});

test('API and worker run twice', () => {
  expect([service('api'), service('worker')].map(({ deploy }) => deploy?.replicas)).toEqual([
    '${API_REPLICAS:-2}',
    '${WORKER_REPLICAS:-2}',
  ]);
});

describe('secrets are files', () => {
  test('and no environment has one', () => {
    const secret =
      /PASSWORD$|PWD$|TOKENS?$|SECRET$|(ENCRYPTION|PAYLOAD)_KEYS|DIGEST_KEYS?$|API_KEY$|DATABASE_URL|SMTP_URL/;
    expect(
      services.flatMap(({ name, environment = {} }) =>
        Object.keys(environment)
          .filter((setting) => secret.test(setting))
          .map((setting) => `${name}: ${setting}`),
      ),
    ).toEqual([]);
  });

  test('API and worker get neither the passwords of a superuser nor of the owner of the tables', () => {
    expect(failing(({ secrets = [] }) => secrets.includes('superuser_password'))).toEqual([
      'database-roles',
      'postgres',
    ]);
    expect(failing(({ secrets = [] }) => secrets.includes('owner_password'))).toEqual(['database-roles']);
    const mounting = (folder: string) =>
      failing(({ volumes = [] }) => volumes.some((volume) => volume.startsWith(`./secrets/${folder}:`)));
    expect(mounting('owner')).toEqual(['migrate']);
    expect(mounting('application')).toEqual(['api', 'worker']);
    expect(mounting('database')).toEqual([]);
  });

  test('containers/secrets.sh makes each of them', () => {
    const script = text('containers/secrets.sh');
    for (const name of Object.keys(base.secrets ?? {}))
      expect(script).toContain(name.replace('_password', ''));
    expect(
      Object.values(base.secrets ?? {}).every(({ file }) => file.startsWith('./secrets/database/')),
    ).toBe(true);
  });
});

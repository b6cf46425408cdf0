import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { join } from 'node:path';
import { ROOT } from '../../stack/places.ts';
import { CHART, digestOfSources, RENDERED } from '../../tools/chart/sources.ts';

interface Container {
  readonly image: string;
  readonly securityContext: object;
  readonly resources: { readonly requests: object; readonly limits: { readonly memory: string } };
  readonly startupProbe?: object;
  readonly readinessProbe?: object;
  readonly livenessProbe?: object;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly env?: readonly { readonly name: string }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}
interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: object;
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[];
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly automountServiceAccountToken?: boolean;
  readonly spec: {
    readonly replicas?: number;
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
    readonly selector?: { readonly matchLabels?: object };
    readonly podSelector?: { readonly matchLabels: object };
    readonly policyTypes?: readonly string[];
    readonly egress?: readonly {
      readonly to?: readonly { ipBlock: { cidr: string; except?: string[] } }[];
    }[];
  };
}

const text = readFileSync(RENDERED, 'utf8');
const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const pods = manifests.flatMap(({ metadata, spec }) =>
  spec?.template === undefined ? [] : [{ name: metadata.name, ...spec.template }],
);
const pod = (name: string) => pods.find((one) => one.name === `payments-${name}`) as (typeof pods)[number];
const container = (name: string) => pod(name).spec.containers[0] as Container;

test('charts/rendered.yaml is made of the chart as it is now: npm run chart', () => {
  expect(text.split('\n')[0]).toBe(`# Made by \`npm run chart\` from ${digestOfSources()}`);
});

test('the chart installs the version of this repository', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as { appVersion: string };
  expect(chart.appVersion).toBe(version);
});

test('the chart has API, worker and the job that migrates', () => {
  expect(pods.map(({ name }) => name).toSorted()).toEqual([
    'payments-api',
    'payments-migrations',
    'payments-worker',
  ]);
});

test('no container has a right, writes to its image, or reaches Kubernetes', () => {
  expect(of('ServiceAccount').map((account) => account.automountServiceAccountToken)).toEqual([false]);
  for (const { spec } of pods) {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const { securityContext, resources, image } of spec.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources).toMatchObject({ requests: { cpu: expect.anything(), memory: expect.anything() } });
      expect(resources.limits.memory).toBeDefined();
      expect(image).toMatch(/@sha256:/);
    }
  }
});

test('API and worker run twice, are probed, and are not evicted together', () => {
  for (const name of ['api', 'worker']) {
    expect(of('Deployment').find(({ metadata }) => metadata.name === `payments-${name}`)?.spec.replicas).toBe(
      2,
    );
    const { startupProbe, readinessProbe, livenessProbe } = container(name);
    expect([startupProbe, readinessProbe, livenessProbe]).not.toContain(undefined);
    const budget = of('PodDisruptionBudget').find(({ metadata }) => metadata.name === `payments-${name}`);
    expect(budget?.spec).toEqual({
      maxUnavailable: 1,
      selector: { matchLabels: pod(name).metadata.labels },
    });
  }
  expect(container('api').livenessProbe).toMatchObject({ httpGet: { path: '/livez' } });
  expect(container('api').readinessProbe).toMatchObject({ httpGet: { path: '/readyz', port: 'metrics' } });
});

test('a process has the time to end that its own shutdown takes', () => {
  const ms = (file: string, pattern: RegExp) => {
    const [, number] = pattern.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
    return Number(number?.replace('_', ''));
  };
  const apiSeconds = ms('src/http/server.ts', /finally\(end\), (\d+_\d+)\)/) / 1000;
  const workerSeconds = ms('src/worker/engine.ts', /shutdownGraceTime: '(\d+) s'/);
  const [, pause] = container('api').lifecycle?.preStop.exec.command ?? [];
  expect(apiSeconds).toBe(10);
  expect(workerSeconds).toBe(8);
  expect(pod('api').spec.terminationGracePeriodSeconds).toBeGreaterThan(apiSeconds + Number(pause));
  expect(pod('worker').spec.terminationGracePeriodSeconds).toBeGreaterThan(workerSeconds);
});

test('secrets are files: no setting or environment has one, and only the migrations have the owner of the tables', () => {
  const [settings] = of('ConfigMap');
  const secret = /TOKENS?$|SECRET$|(ENCRYPTION|PAYLOAD)_KEYS|DIGEST_KEYS?$|API_KEY$|DATABASE_URL|SMTP_URL/;
  expect(Object.keys(settings?.data ?? {}).filter((name) => secret.test(name))).toEqual([]);
  expect(settings?.data).toMatchObject({ NODE_ENV: 'production', SECRETS_DIR: '/run/secrets/payments' });
  expect(
    pods.flatMap(({ spec }) => spec.containers.flatMap(({ env = [] }) => env.map(({ name }) => name))),
  ).toEqual(['SECRETS_DIR']);
  const secrets = pods.map(({ name, spec }) => [
    name,
    spec.volumes.flatMap((volume) => volume.secret?.secretName ?? []),
  ]);
  expect(Object.fromEntries(secrets)).toEqual({
    'payments-api': ['payments-application', 'payments-certificates'],
    'payments-worker': ['payments-application', 'payments-certificates'],
    'payments-migrations': ['payments-migrations', 'payments-certificates'],
  });
});

test('each pod has a network policy; the API reaches only its servers, the worker no private network', () => {
  const policies = of('NetworkPolicy');
  expect(policies.map(({ spec }) => spec.podSelector?.matchLabels)).toEqual(
    expect.arrayContaining(pods.map(({ metadata }) => metadata.labels)),
  );
  for (const { spec } of policies) expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
  const reached = (name: string) =>
    policies.find(({ metadata }) => metadata.name === `payments-${name}`)?.spec.egress ?? [];
  expect(reached('api')).toEqual(reached('migrations'));
  expect(reached('api')).toHaveLength(3);
  const internet = reached('worker')
    .flatMap(({ to = [] }) => to)
    .find(({ ipBlock }) => ipBlock.except !== undefined);
  expect(internet?.ipBlock.except).toEqual(
    expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']),
  );
});

test('the chart refuses a secret among its settings', () => {
  const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as {
    properties: { settings: { propertyNames: { not: { enum: string[] } } } };
  };
  expect(schema.properties.settings.propertyNames.not.enum).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'BANK_TOKEN', 'ENCRYPTION_KEYS', 'SMTP_URL']),
  );
  const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as { secrets: object };
  expect(values.secrets).toMatchObject({
    application: 'payments-application',
    migrations: 'payments-migrations',
  });
});

import { startApi, startWorker } from './applications.ts';
import { balancer } from './cluster/start-balancer.ts';
import type { StackProcess } from './cluster/stack-process.ts';
import type { LastPorts } from './last-ports.ts';

const HOST = '127.0.0.1';
const FIRST_API_PORT = 3100;
const FIRST_METRICS_PORT = 9464;

export interface ServiceOptions {
  /** The settings of all APIs and workers. */
  readonly environment: NodeJS.ProcessEnv;
  /** The port of the API, or of the balancer in front of several. */
  readonly apiPort: number;
  readonly ports: LastPorts;
  /** The file with the bundled workflows. */
  readonly bundle: Promise<string>;
  /** The directory of the bundled programs. */
  readonly programs: Promise<string>;
}

/** The processes of the service, to start at once, and the addresses of their metrics. */
export interface Service {
  readonly processes: readonly StackProcess[];
  readonly metricsUrls: readonly string[];
}

/** One API and one worker. */
export async function oneOfEach(options: ServiceOptions): Promise<Service> {
  const metrics = await metricsPorts(options.ports, '');
  return serviceOf([
    api({ ...options, name: 'api', port: options.apiPort, metrics }),
    worker({ ...options, name: 'worker', metrics }),
  ]);
}

/** Two APIs behind a balancer, and two workers. */
export async function twoOfEach(options: ServiceOptions): Promise<Service> {
  const parts: Part[] = [];
  const backends = [];
  for (const number of [1, 2]) {
    const name = `api-${number}`;
    const metrics = await metricsPorts(options.ports, `-${number}`, (number - 1) * 3);
    const port = await options.ports.choose(name, FIRST_API_PORT + number);
    parts.push(
      api({ ...options, name, port, metrics }),
      worker({ ...options, name: `worker-${number}`, metrics }),
    );
    const url = `http://${HOST}:${metrics.API_METRICS_PORT}/readyz`;
    backends.push({ name, port, check: { kind: 'http' as const, url } });
  }
  const { processes, metricsUrls } = serviceOf(parts);
  const front = balancer('api-balancer', { port: options.apiPort, backends });
  return { processes: [...processes, front], metricsUrls };
}

type MetricsPorts = Record<'API_METRICS_PORT' | 'WORKER_METRICS_PORT' | 'WORKER_SDK_METRICS_PORT', string>;

interface Part {
  readonly process: StackProcess;
  readonly metricsPorts: readonly string[];
}

interface PartOptions extends ServiceOptions {
  readonly name: string;
  readonly metrics: MetricsPorts;
}

function serviceOf(parts: readonly Part[]): Service {
  const ports = parts.flatMap((part) => part.metricsPorts);
  return {
    processes: parts.map(({ process }) => process),
    metricsUrls: ports.map((port) => `http://${HOST}:${port}/metrics`),
  };
}

function api({ name, environment, port, programs, metrics }: PartOptions & { readonly port: number }): Part {
  const settings = { ...environment, ...metrics, API_PORT: String(port) };
  const launch = async (logDirectory: string) =>
    startApi(`http://${HOST}:${port}`, {
      name,
      environment: settings,
      logDirectory,
      programs: await programs,
    });
  return { process: { name, launch }, metricsPorts: [metrics.API_METRICS_PORT] };
}

function worker({ name, environment, bundle, programs, metrics }: PartOptions): Part {
  const launch = async (logDirectory: string) =>
    startWorker({
      name,
      environment: { WORKFLOW_BUNDLE: await bundle, ...environment, ...metrics },
      logDirectory,
      programs: await programs,
    });
  return {
    process: { name, launch },
    metricsPorts: [metrics.WORKER_METRICS_PORT, metrics.WORKER_SDK_METRICS_PORT],
  };
}

/** The metrics ports of one API, one worker, and the worker's Temporal SDK. */
async function metricsPorts(ports: LastPorts, suffix: string, offset = 0): Promise<MetricsPorts> {
  const choose = async (name: string, place: number) =>
    String(await ports.choose(`${name}${suffix}`, FIRST_METRICS_PORT + offset + place));
  return {
    API_METRICS_PORT: await choose('apiMetrics', 0),
    WORKER_METRICS_PORT: await choose('workerMetrics', 1),
    WORKER_SDK_METRICS_PORT: await choose('workerSdkMetrics', 2),
  };
}

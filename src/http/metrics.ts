import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Readiness } from '../telemetry/readiness.ts';
import type { RequestOutcome } from './pipeline/request-record.ts';
import type { ApiDeps } from './route.ts';
import { isWrongCode } from './wrong-code-alarm.ts';

/**
 * Upper bounds in seconds. A command takes some ten milliseconds, and waits for its turn for ten seconds at
 * most.
 */
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10, 20];

export interface ApiMetrics {
  readonly registry: Registry;
  /** Counts a call. */
  count(call: RequestOutcome): void;
}

/** Creates the API's Prometheus metrics: calls by route, and the state of the parts that it needs. */
export function createApiMetrics(
  { database, requestLog, queue }: Pick<ApiDeps, 'database' | 'requestLog' | 'queue'>,
  check: () => Promise<Readiness>,
): ApiMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: 'http_requests_total',
    help: 'Calls by route as the specification writes it, method and status',
    labelNames: ['route', 'method', 'status'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the answer, by route and method',
    labelNames: ['route', 'method'] as const,
    buckets: BUCKETS,
    registers,
  });
  const wrongCodes = new Counter({
    name: 'sign_in_wrong_codes_total',
    help: 'Sign-in codes that were refused',
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  new Gauge({
    name: 'dependency_up',
    help: '1 if the part answers this process, 0 if it is away: PostgreSQL, Temporal',
    labelNames: ['part'] as const,
    registers,
    async collect() {
      const { parts } = await check();
      for (const [part, state] of Object.entries(parts)) this.set({ part }, state === 'ok' ? 1 : 0);
    },
  });
  gauge('database_pool_connections', 'Open connections to PostgreSQL', () => database.pool.totalCount);
  gauge('database_pool_waiting', 'Statements that wait for a connection', () => database.pool.waitingCount);
  gauge('commands_waiting', 'Commands that wait for their turn at the object that they change', () =>
    queue.waiting(),
  );
  gauge('request_log_lost', 'Calls that the request log could not keep since the process began', () =>
    requestLog.lost(),
  );
  return {
    registry,
    count(call) {
      const { route, method, status, ms } = call;
      // Calls without a route may have any path and method: each would become a label of its own.
      const labels = { route: route ?? 'none', method: route === null ? 'none' : method };
      calls.inc({ ...labels, status });
      seconds.observe(labels, ms / 1000);
      if (isWrongCode(call)) wrongCodes.inc();
    },
  };
}

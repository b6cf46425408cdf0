/**
 * The cost of the API around a route: its shell over bare Koa, with a log line, metrics, the request log,
 * limits and a trace for every call, as in production.
 *
 * Three calls that need little, each over a Koa that gives the same answer, runs the same statements and
 * writes one line to the same kind of destination:
 *
 * - `GET /health`: request id, trace, line and metrics. Also over a Koa that writes no line.
 * - `GET /apikeys/verify`: also credential, limits and request log.
 * - `POST /charges/{auth_id}/capture` of a captured charge: also the body, and the charge's row.
 *
 * By turns, in slices of about a second, 16 callers at once. The processor time of a call is of the API and
 * of the bare Koa alone: it depends less on other work of the machine than the calls a second.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import { freePort } from '../stack/ports.ts';
import { startChild, whenReady } from '../stack/processes.ts';
import { createApi } from './people.ts';
import type { Credential } from './people.ts';
import { printComparisons, printProcessorTimes } from './report.ts';
import { measureByTurns, median } from './slices.ts';
import type { Arm, Measurement } from './slices.ts';
import { withStack } from './stack.ts';
import type { BenchStack } from './stack.ts';

/** Calls a second, relative to bare Koa. */
const AIM = 0.6;
const CLIENTS = 16;
const START_MS = 60_000;
const OPTIONS = { rounds: 15, seconds: 60, warmUps: 2, clients: CLIENTS };

interface BenchCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Makes calls that must get 200, on persistent connections. */
function caller(stack: BenchStack, base: string, call: BenchCall): () => Promise<void> {
  const pool = new Pool(base, { connections: CLIENTS });
  stack.atEnd(() => pool.close());
  return async () => {
    const { statusCode, body } = await pool.request(call);
    await body.dump();
    if (statusCode !== 200) throw new Error(`${call.method} ${call.path} answered ${statusCode}`);
  };
}

/** The processor time of a process in microseconds a call. */
function microseconds({ processorTime }: Measurement, process: string): string {
  return ((processorTime?.get(process) ?? NaN) * 1000).toFixed(0);
}

async function startBareKoa(stack: BenchStack): Promise<{ base: string; pid: number }> {
  const port = await freePort();
  const child = await startChild({
    name: 'bare-koa',
    command: process.execPath,
    args: [join(import.meta.dirname, 'bare-koa.ts')],
    logDirectory: stack.logDirectory,
    environment: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: stack.databaseUrl,
    },
  });
  stack.atEnd(() => child.stop());
  await whenReady(
    child,
    async () => (await readFile(child.logFile, 'utf8')).includes('bare koa ready'),
    START_MS,
  );
  return { base: `http://127.0.0.1:${port}`, pid: child.pid };
}

/** A captured charge, and the key of its shop. */
async function captureCharge(stack: BenchStack): Promise<{ authId: string; key: Credential }> {
  const api = createApi(stack);
  const [shop, buyer] = await Promise.all([api.merchant(), api.shopper()]);
  const authId = await api.authorize(await api.createCheckout(shop), buyer);
  await api.capture(authId, shop);
  return { authId, key: shop.key };
}

const metricsPort = await freePort();
process.exitCode = await withStack(
  async (stack) => {
    const { authId, key } = await captureCharge(stack);
    const koa = await startBareKoa(stack);
    const processes = new Map([...stack.processes, ['bare koa', koa.pid], ['caller', process.pid]]);
    const figure = async (name: string, count: number, call: BenchCall, barePath = call.path) => {
      stack.progress.step(
        `${name}: 3 x ${count} calls by turns, ${CLIENTS} at once, for ${OPTIONS.seconds} s`,
      );
      const ours = caller(stack, stack.apiUrl, call);
      const limit = caller(stack, koa.base, { ...call, path: barePath });
      const arms: Arm[] = [
        { name: `${name}, ours`, operate: ours },
        { name: `${name}, bare`, operate: limit },
        { name: `${name}, bare again`, operate: limit },
      ];
      const [own, bare, again] = (await measureByTurns(arms, { ...OPTIONS, count, processes })) as [
        Measurement,
        Measurement,
        Measurement,
      ];
      return { name, ours: own, limit: bare, control: again, aim: 1 / AIM };
    };
    const health = { method: 'GET', path: '/health' } as const;
    const headers = { ...key, 'content-type': 'application/json' };
    const capture = { method: 'POST', path: `/charges/${authId}/capture`, headers, body: '{}' } as const;
    const comparisons = [
      await figure('health', 5000, health),
      await figure('health, bare without line', 5000, health, '/plain'),
      await figure('with a key', 3000, { method: 'GET', path: '/apikeys/verify', headers: key }),
      await figure('POST with a key', 2000, capture),
    ];
    const code = printComparisons('API shell over bare Koa, logs and metrics on', comparisons);
    printProcessorTimes(comparisons.flatMap(({ ours, limit }) => [ours, limit]));
    for (const { name, ours, limit } of comparisons)
      console.log(
        `\n  ${name}: ${(median(ours.rates) / median(limit.rates)).toFixed(2)} of the calls a second of bare Koa (aim: ${AIM.toFixed(2)}); processor time ${microseconds(ours, 'api')} µs a call, bare ${microseconds(limit, 'bare koa')}`,
      );
    const scraped = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    if (!scraped.includes('http_requests_total')) throw new Error('metrics were off');
    return code;
  },
  { settings: { LOG_LEVEL: 'info', API_METRICS_PORT: String(metricsPort) } },
);

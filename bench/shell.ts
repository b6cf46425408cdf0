/**
 * The cost of the API around a route: its shell over bare Koa, with a log line, metrics, the request log,
 * limits and a trace for every call, as in production.
 *
 * Two figures. `GET /health` over a Koa with the same answer: router, request id, trace, log line and
 * metrics. `GET /apikeys/verify` over a Koa with the same one SELECT: also credential, limit and request log.
 * By turns, in slices, 16 callers at once. Twice the limit's time means half of its calls per second.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import { freePort } from '../stack/ports.ts';
import { startChild, whenReady } from '../stack/processes.ts';
import { createApi } from './people.ts';
import { printComparisons, printProcessorTimes } from './report.ts';
import { measureByTurns, median } from './slices.ts';
import type { Arm, Measurement } from './slices.ts';
import { withStack } from './stack.ts';
import type { BenchStack } from './stack.ts';

const AIM = 2;
const CLIENTS = 16;
const START_MS = 60_000;
const OPTIONS = { rounds: 15, seconds: 40, warmUps: 2, clients: CLIENTS, count: 1500 };

/** Makes calls that must get 200, on persistent connections. */
function caller(
  stack: BenchStack,
  base: string,
  path: string,
  headers: Record<string, string> = {},
): () => Promise<void> {
  const pool = new Pool(base, { connections: CLIENTS });
  stack.atEnd(() => pool.close());
  return async () => {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`GET ${path} answered ${statusCode}`);
  };
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

const metricsPort = await freePort();
process.exitCode = await withStack(
  async (stack) => {
    const { key } = await createApi(stack).merchant();
    const koa = await startBareKoa(stack);
    const processes = new Map([...stack.processes, ['bare koa', koa.pid], ['caller', process.pid]]);
    const figure = async (name: string, ours: () => Promise<void>, limit: () => Promise<void>) => {
      stack.progress.step(
        `${name}: 3 x ${OPTIONS.count} calls by turns, ${CLIENTS} at once, for ${OPTIONS.seconds} s`,
      );
      const arms: Arm[] = [
        { name: `${name}, ours`, operate: ours },
        { name: `${name}, bare`, operate: limit },
        { name: `${name}, bare again`, operate: limit },
      ];
      const [own, bare, again] = (await measureByTurns(arms, { ...OPTIONS, processes })) as [
        Measurement,
        Measurement,
        Measurement,
      ];
      return { name, ours: own, limit: bare, control: again, aim: AIM };
    };
    const comparisons = [
      await figure('shell', caller(stack, stack.apiUrl, '/health'), caller(stack, koa.base, '/plain')),
      await figure(
        'with a key',
        caller(stack, stack.apiUrl, '/apikeys/verify', key),
        caller(stack, koa.base, '/by-key', key),
      ),
    ];
    const code = printComparisons('API shell over bare Koa, logs and metrics on', comparisons);
    printProcessorTimes(comparisons.flatMap(({ ours, limit }) => [ours, limit]));
    for (const { name, ours, limit } of comparisons)
      console.log(
        `\n  ${name}: ${(median(ours.rates) / median(limit.rates)).toFixed(2)} of the calls a second of bare Koa (aim: 0.50)`,
      );
    const scraped = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    if (!scraped.includes('http_requests_total')) throw new Error('metrics were off');
    return code;
  },
  { LOG_LEVEL: 'info', API_METRICS_PORT: String(metricsPort) },
);

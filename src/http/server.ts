import { createServer } from 'node:http';
import pino from 'pino';
import { readConfig } from '../config.ts';
import { callLines, lineOf, logOptions } from '../telemetry/log.ts';
import { metricsListener } from '../telemetry/metrics-listener.ts';
import { answerHeaders } from './answers.ts';
import { createApp } from './app.ts';
import { checkReadiness, createApiDeps } from './deps.ts';
import { createApiMetrics } from './metrics.ts';
import { listenersOf } from './listeners.ts';
import { ROUTES } from './routes/index.ts';
import { answerMalformed } from './pipeline/malformed.ts';
import { createWrongCodeAlarm } from './wrong-code-alarm.ts';
import type { RequestOutcome } from './pipeline/request-record.ts';

const config = readConfig(process.env);
const lines = callLines();
const log = pino(logOptions('api', config.LOG_LEVEL), lines);
const stopping = new AbortController();
const deps = await createApiDeps(config, log, stopping.signal);
const metrics = createApiMetrics(deps, () => checkReadiness(deps));
const warnOfWrongCodes = createWrongCodeAlarm({ perHour: config.OTP_WRONG_TRIES_PER_HOUR, log });
const onAnswer = (request: RequestOutcome): void => {
  if (log.isLevelEnabled('info')) log.info(lineOf(request), 'call');
  metrics.count(request);
  warnOfWrongCodes(request);
  deps.requestLog.add(request);
};

// Times in milliseconds. Slow senders are cut off; kept-alive connections outlive a load balancer's 60 s. No
// route asks for the host.
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };
const servers = listenersOf(config, ROUTES).map(({ name, routes, host, port }) => {
  const app = createApp({ routes, deps, log, hasPages: name === 'public', onAnswer });
  const server = createServer({ ...timeouts, requireHostHeader: false }, app.callback());
  answerMalformed(server, answerHeaders(config.PUBLIC_URL));
  return server.listen(port, host, () => log.info({ name, host, port }, 'listening'));
});
if (config.API_METRICS_PORT !== undefined)
  createServer(metricsListener(metrics.registry, () => checkReadiness(deps)))
    .listen(config.API_METRICS_PORT, config.METRICS_HOST)
    .unref();

/** Takes no new requests, finishes those under way, then ends. */
function stop(): void {
  stopping.abort();
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  for (const server of servers) server.closeIdleConnections();
  void Promise.all(closed).then(async () => {
    await deps.requestLog.close();
    await Promise.all(Object.values(deps.workflows).map((one) => one.close()));
    await deps.database.close();
    end();
  });
  setTimeout(() => void deps.requestLog.close().finally(end), 10_000).unref();
}

function end(): void {
  lines.flushSync();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

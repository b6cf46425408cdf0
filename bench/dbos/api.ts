/**
 * The API of a peer: the same routes, pipeline and statements. Only the commands of a checkout's life go to
 * workflows of DBOS in this process, and not to Temporal. `dbos.ts` starts it in the place of the API.
 */
import { createServer } from 'node:http';
import { DBOS } from '@dbos-inc/dbos-sdk';
import pino from 'pino';
import { createFirstAttempt } from '../../activities/index.ts';
import { readConfig } from '../../src/config.ts';
import { createApp } from '../../src/http/app.ts';
import { checkReadiness, createApiDeps } from '../../src/http/deps.ts';
import { createApiMetrics } from '../../src/http/metrics.ts';
import type { RequestOutcome } from '../../src/http/pipeline/request-record.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import { createReceiverGate } from '../../src/partners/receiver-gate.ts';
import { createWebhookSender } from '../../src/partners/webhook-sender.ts';
import { callLines, lineOf, logOptions } from '../../src/telemetry/log.ts';
import { metricsListener } from '../../src/telemetry/metrics-listener.ts';
import { checkoutsOverDbos } from './checkouts.ts';

const config = readConfig(process.env);
const lines = callLines();
const log = pino(logOptions('api', config.LOG_LEVEL), lines);
const deps = await createApiDeps(config, log);
const { database, secrets, newId } = deps;
const attempt = createFirstAttempt({
  database,
  secrets,
  sender: createWebhookSender({ allowLoopback: config.WEBHOOK_ALLOW_LOOPBACK }),
  gate: createReceiverGate(),
  headerPrefix: config.WEBHOOK_HEADER_PREFIX,
  reached: () => undefined,
});
DBOS.setConfig({
  name: 'peer',
  systemDatabaseUrl: config.DATABASE_URL,
  systemDatabasePoolSize: config.DATABASE_POOL_SIZE,
  runAdminServer: false,
  logLevel: 'warn',
});
const thresholds = config.MONITORING_THRESHOLDS;
const checkouts = checkoutsOverDbos({ database, secrets, newId, thresholds }, attempt);
await DBOS.launch();

const metrics = createApiMetrics(deps, () => checkReadiness(deps));
const onAnswer = (request: RequestOutcome): void => {
  if (log.isLevelEnabled('info')) log.info(lineOf(request), 'call');
  metrics.count(request);
  deps.requestLog.add(request);
};
const workflows = { ...deps.workflows, sandbox: { ...deps.workflows.sandbox, ...checkouts } };
const app = createApp({ routes: ROUTES, deps: { ...deps, workflows }, log, onAnswer });
createServer(app.callback()).listen(config.API_PORT, config.API_HOST);
createServer(metricsListener(metrics.registry, () => checkReadiness(deps))).listen(
  config.API_METRICS_PORT,
  config.METRICS_HOST,
);
process.once('SIGTERM', () => {
  lines.flushSync();
  process.exit(0);
});

import { createServer } from 'node:http';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import pino from 'pino';
import { readConfig, requireLiveThresholds } from './src/config.ts';
import type { Config } from './src/config.ts';
import { createScreenings } from './src/partners/screenings.ts';
import { openDatabase } from './src/store/database.ts';
import { connectLivePartners, listLiveCountries } from './src/store/verification.ts';
import { logOptions } from './src/telemetry/log.ts';
import { metricsListener } from './src/telemetry/metrics-listener.ts';
import { createWorkerMetrics } from './src/telemetry/worker-metrics.ts';
import { enginesOf } from './src/temporal/engines.ts';
import { workflowBundle } from './src/temporal/workflow-bundle.ts';
import { createEngine } from './src/worker/engine.ts';

const config = readConfig(process.env);
const log = pino(logOptions('worker', config.LOG_LEVEL));
Runtime.install({
  logger: new DefaultLogger('WARN', ({ level, message, meta }) =>
    log[level === 'ERROR' ? 'error' : 'warn'](meta ?? {}, message),
  ),
  shutdownSignals: [],
  ...(config.WORKER_SDK_METRICS_PORT === undefined
    ? {}
    : {
        telemetryOptions: {
          metrics: {
            prometheus: { bindAddress: `${config.METRICS_HOST}:${config.WORKER_SDK_METRICS_PORT}` },
          },
        },
      }),
});

// A small pool of its own: metrics and this process's beginning wait for no step.
const database = await openDatabase({ url: config.DATABASE_URL, poolSize: 2 });
await connectLivePartners(database.pool, { countryCodes: config.LIVE_PARTNER_COUNTRIES });
const liveCountries = await listLiveCountries(database.pool, {});
requireLiveThresholds(
  config.MONITORING_THRESHOLDS,
  liveCountries.map(({ countryCode }) => countryCode),
);

const metrics = createWorkerMetrics({ database });
const around = {
  config,
  log,
  metrics,
  screening: createScreenings(screeningSettings(config)),
  bundle: await workflowBundle(config.WORKFLOW_BUNDLE),
  reached: crashAt(config.CRASH_POINT),
};
const served = enginesOf(config).filter(({ environments }) =>
  environments.some((env) => config.WORKER_ENVIRONMENTS.includes(env)),
);
const engines = await Promise.all(served.map((engine) => createEngine(engine, around)));
metrics.watchQueues(engines);

const stop = (): void => {
  for (const engine of engines) engine.stop();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

const running = Promise.all(engines.map((engine) => engine.run()));
await Promise.all(engines.map((engine) => engine.schedule()));
if (config.WORKER_METRICS_PORT !== undefined)
  createServer(metricsListener(metrics.registry))
    .listen(config.WORKER_METRICS_PORT, config.METRICS_HOST)
    .unref();
process.stdout.write('worker ready\n');
try {
  await running;
} finally {
  await Promise.all(engines.map((engine) => engine.close()));
  await database.close();
}

/** The settings of payee screening. */
function screeningSettings({ WATCHMAN_URL: url, WATCHMAN_TOKEN: token, ...more }: Config) {
  return {
    watchman: url === undefined ? null : { url, token: token ?? null },
    listFile: more.SCREENING_LIST_FILE ?? null,
    minScore: more.SCREENING_MIN_SCORE,
    maxAgeDays: more.SCREENING_LIST_MAX_AGE_DAYS,
  };
}

/** Kills the process when it reaches the named step, as a power cut would. The crash tests set the name. */
function crashAt(point: string | undefined): (step: string) => void {
  return (step) => {
    if (step === point) process.kill(process.pid, 'SIGKILL');
  };
}

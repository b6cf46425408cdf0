import type { Client } from '@temporalio/client';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { countBankBreaks } from '../store/bank-comparison.ts';
import { countOpenPayouts, findWebhookLag } from '../store/backlog.ts';
import { findCallbackLag } from '../store/partner-callbacks.ts';
import { countStuckPayouts } from '../store/stuck-payouts.ts';
import type { Environment } from '../domain/environment.ts';
import type { Database } from '../store/database.ts';
import type { PassResult } from '../store/integrity-passes.ts';
import type { ReconciliationResult } from '../../workflows/messages.ts';
import type { AttemptRecord } from './activity-trace.ts';

/** In seconds. Database steps take milliseconds; a webhook's receiver has ten seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Scrapes within this time share one query. */
const FRESH_MS = 5000;
const ASK_MS = 3000;
/** Temporal's numbers for the two kinds of task in a queue. */
const KINDS = { workflow: 1, activity: 2 } as const;

/** An engine whose task queues are measured. */
export interface MeasuredEngine {
  readonly client: Client;
  readonly environments: readonly Environment[];
  readonly queues: Readonly<Record<string, string>>;
}

export interface WorkerMetrics {
  readonly registry: Registry;
  /** Counts an attempt of an activity. */
  count(attempt: AttemptRecord): void;
  /**
   * Names the environments of these engines, and adds the length of their task queues, as Temporal knows it.
   */
  watchQueues(engines: readonly MeasuredEngine[]): void;
  /** Records the result of these environments' last reconciliation in this process. */
  reconciled(found: ReconciliationResult, environments: readonly Environment[]): void;
  /** Counts rows of a kind that the sweep has deleted, or cleared of personal data. */
  swept(kind: string, rows: number): void;
  /** Records the result of the last integrity check in this process. */
  checked(pass: PassResult): void;
  /** Counts a due thing, by kind, that a move of a sandbox clock skipped. */
  passedOver(kind: string): void;
}

/**
 * Creates the Prometheus metrics of a worker. Numbers from the database and from Temporal are the same in
 * every worker: aggregate them with `max`. Only the worker that ran a reconciliation shows its result.
 */
export function createWorkerMetrics({ database }: { readonly database: Database }): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addBacklog(registry, database);
  const attempts = new Counter({
    name: 'activity_attempts_total',
    help: 'Attempts at steps by activity and outcome',
    labelNames: ['activity', 'outcome'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'activity_duration_seconds',
    help: 'Time of an attempt by activity',
    labelNames: ['activity'] as const,
    buckets: BUCKETS,
    registers,
  });
  const swept = new Counter({
    name: 'swept_rows_total',
    help: 'Rows that the sweep deleted or cleared of personal data when their time was over, by kind',
    labelNames: ['kind'] as const,
    registers,
  });
  const passed = new Counter({
    name: 'clock_passed_over_total',
    help: 'Due things that a move of a sandbox clock passed over because their workflow failed, by kind',
    labelNames: ['kind'] as const,
    registers,
  });
  return {
    registry,
    count({ activity, outcome, ms }) {
      attempts.inc({ activity, outcome });
      seconds.observe({ activity }, ms / 1000);
    },
    watchQueues: (engines) => addQueues(registry, engines),
    reconciled: reconciliationMetrics(registry),
    swept: (kind, rows) => swept.inc({ kind }, rows),
    checked: booksMetrics(registry),
    passedOver: (kind) => passed.inc({ kind }),
  };
}

/** Adds the results of the integrity checks in this process. Returns what records a pass. */
function booksMetrics(registry: Registry): WorkerMetrics['checked'] {
  const registers = [registry];
  const violations = new Gauge({
    name: 'integrity_violations',
    help: 'Rows that break a promise of the books, by promise, at the last check: all must be 0',
    labelNames: ['check'] as const,
    registers,
  });
  const checkedAt = new Gauge({
    name: 'integrity_checked_timestamp_seconds',
    help: 'When the books were last checked here',
    registers,
  });
  const wholeCheckedAt = new Gauge({
    name: 'integrity_all_checked_timestamp_seconds',
    help: 'When a pass over all rows of the books last came to its end',
    registers,
  });
  return ({ results, finishedAt }) => {
    for (const { name: check, violations: count } of results) violations.set({ check }, count);
    checkedAt.setToCurrentTime();
    if (finishedAt !== null) wholeCheckedAt.set(finishedAt.getTime() / 1000);
  };
}

/** Adds the results of reconciliations in this process. Returns what records one. */
function reconciliationMetrics(registry: Registry): WorkerMetrics['reconciled'] {
  const registers = [registry];
  const found = new Gauge({
    name: 'reconciliation_rows',
    help: 'Open rows that are due soon or overdue, and those without a workflow that got one, at the last reconciliation',
    labelNames: ['environments', 'found'] as const,
    registers,
  });
  const reconciledAt = new Gauge({
    name: 'reconciliation_finished_timestamp_seconds',
    help: 'When rows and workflows were last compared here',
    labelNames: ['environments'] as const,
    registers,
  });
  return (result, of) => {
    const environments = of.join(',');
    for (const [name, value] of Object.entries(result))
      found.set({ environments, found: name }, value as number);
    reconciledAt.setToCurrentTime({ environments });
  };
}

/**
 * Adds the metrics that are queried in the database at scrape time. A failed query gives NaN or no sample; it
 * never fails the scrape.
 */
function addBacklog(registry: Registry, { pool }: Database): void {
  const registers = [registry];
  const lag = shared(() => findWebhookLag(pool, {}));
  new Gauge({
    name: 'webhook_lag_seconds',
    help: 'How long the delivery that is due longest has not been sent',
    registers,
    async collect() {
      this.set((await lag())?.due ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'outbox_lag_seconds',
    help: 'How long the delivery that nobody has begun to send has waited for its workflow',
    registers,
    async collect() {
      this.set((await lag())?.notBegun ?? Number.NaN);
    },
  });
  const payouts = shared(() => countOpenPayouts(pool, {}));
  new Gauge({
    name: 'payouts_open',
    help: 'Payouts that are not settled yet, by environment',
    labelNames: ['env'] as const,
    registers,
    async collect() {
      for (const { env, count } of (await payouts()) ?? []) this.set({ env }, count);
    },
  });
  const stuck = shared(() => countStuckPayouts(pool, {}));
  new Gauge({
    name: 'payouts_stuck',
    help: 'Live payouts that do not end by themselves: it must be 0',
    registers,
    async collect() {
      this.set((await stuck())?.count ?? Number.NaN);
    },
  });
  const callbacks = shared(() => findCallbackLag(pool, {}));
  new Gauge({
    name: 'callback_lag_seconds',
    help: 'How long the oldest callback of a partner has waited to be handled',
    labelNames: ['partner'] as const,
    registers,
    async collect() {
      for (const { partner, seconds } of (await callbacks()) ?? []) this.set({ partner }, seconds);
    },
  });
  const breaks = shared(() => countBankBreaks(pool, {}));
  new Gauge({
    name: 'bank_breaks_open',
    help: "Differences between the books and the bank's list, by kind: all must be 0",
    labelNames: ['kind'] as const,
    registers,
    async collect() {
      for (const { kind, count } of (await breaks()) ?? []) this.set({ kind }, count);
    },
  });
  new Gauge({
    name: 'bank_compared_timestamp_seconds',
    help: "When the books were last compared with the bank's list. No sample before the first time",
    registers,
    async collect() {
      const comparedAt = (await breaks())?.[0]?.comparedAt;
      if (comparedAt) this.set(comparedAt.getTime() / 1000);
      else this.remove();
    },
  });
}

/** Adds the length of the task queues. A failed question gives no sample. */
function addQueues(registry: Registry, engines: readonly MeasuredEngine[]): void {
  const serves = new Gauge({
    name: 'worker_serves',
    help: '1 for each environment whose workflows this worker runs',
    labelNames: ['env'] as const,
    registers: [registry],
  });
  for (const env of engines.flatMap(({ environments }) => environments)) serves.set({ env }, 1);
  const backlog = shared(async () => {
    const found = engines.map((engine) =>
      engine.client.withDeadline(Date.now() + ASK_MS, () => readBacklog(engine)),
    );
    return (await Promise.all(found)).flat();
  });
  new Gauge({
    name: 'task_queue_backlog',
    help: 'Tasks that wait for a worker, by queue and kind, as Temporal estimates them',
    labelNames: ['environments', 'queue', 'kind'] as const,
    registers: [registry],
    async collect() {
      for (const { count, ...labels } of (await backlog()) ?? []) this.set(labels, count);
    },
  });
}

function readBacklog({ client, environments, queues }: MeasuredEngine) {
  const kinds = Object.entries(KINDS);
  return Promise.all(
    Object.values(queues).flatMap((queue) =>
      kinds.map(async ([kind, taskQueueType]) => {
        const { namespace } = client.options;
        const { stats } = await client.workflowService.describeTaskQueue({
          namespace,
          taskQueue: { name: queue },
          taskQueueType,
          reportStats: true,
        });
        return {
          environments: environments.join(','),
          queue,
          kind,
          count: Number(stats?.approximateBacklogCount ?? 0),
        };
      }),
    ),
  );
}

/** Shares one query among callers within a few seconds. Null when the query failed. */
function shared<T>(look: () => Promise<T>): () => Promise<T | null> {
  let latest: { readonly at: number; readonly seen: Promise<T | null> } | null = null;
  return () => {
    if (latest === null || performance.now() - latest.at > FRESH_MS)
      latest = { at: performance.now(), seen: look().catch(() => null) };
    return latest.seen;
  };
}

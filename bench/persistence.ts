import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long nothing may be written before a step counts as over, and how long to wait for that. The server brings its
 * counters up to date once a second.
 */
const QUIET_MS = 3000;
const LOOK_MS = 100;
const PATIENCE_MS = 30_000;

/** Requests to the server's store so far, by operation. */
export type Requests = ReadonlyMap<string, number>;

/**
 * The changes of a workflow's state: each is one request, and a commit or two in a database. These are the writes that
 * performance figures count.
 */
const STATE_CHANGES = new Set([
  'CreateWorkflowExecution',
  'UpdateWorkflowExecution',
  'ConflictResolveWorkflowExecution',
  'SetWorkflowExecution',
]);

/** Whether this operation changes a workflow's state. */
export const isStateChange = (operation: string): boolean => STATE_CHANGES.has(operation);

/** Whether this operation reads. */
export const isRead = (operation: string): boolean => /^(Get|List|Read|Count|Describe|Query)/i.test(operation);

/** The server's requests to its store for this namespace since it began; visibility tells no namespace. */
export async function requestsOf(metricsUrl: string): Promise<Requests> {
  const text = await (await fetch(metricsUrl)).text();
  const requests = new Map<string, number>();
  for (const [, name, labels = '', value] of text.matchAll(
    /^(persistence_requests|visibility_persistence_requests)(?:_total)?\{([^}]*)\} (\S+)$/gm,
  )) {
    if (name === 'persistence_requests' && !labels.includes('namespace="default"')) continue;
    const operation = /(?:^|,)operation="([^"]*)"/.exec(labels)?.[1] ?? 'unknown';
    const key = name === 'persistence_requests' ? operation : `visibility: ${operation}`;
    requests.set(key, (requests.get(key) ?? 0) + Number(value));
  }
  return requests;
}

/** The same, once no workflow's state has changed for a while. */
export async function settledRequests(metricsUrl: string): Promise<Requests> {
  let last = await requestsOf(metricsUrl);
  let since = Date.now();
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    await sleep(LOOK_MS);
    const now = await requestsOf(metricsUrl);
    if (stateChanges(now) !== stateChanges(last)) since = Date.now();
    last = now;
    if (Date.now() - since >= QUIET_MS) return last;
  }
  throw new Error(`the server has not stopped writing for ${PATIENCE_MS / 1000} s`);
}

/** What was asked between two looks. */
export function difference(after: Requests, before: Requests): Requests {
  return new Map(
    [...after]
      .map(([operation, count]): [string, number] => [operation, count - (before.get(operation) ?? 0)])
      .filter(([, count]) => count !== 0),
  );
}

/** How often a workflow's state changed. */
export function stateChanges(requests: Requests): number {
  return [...requests].reduce((total, [operation, count]) => total + (isStateChange(operation) ? count : 0), 0);
}

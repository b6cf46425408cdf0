import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The time without writes after which a step counts as finished, and the longest wait for it. The server
 * updates its counters once a second.
 */
const QUIET_MS = 3000;
const LOOK_MS = 100;
const PATIENCE_MS = 30_000;

/** The number of requests to the server's store so far, by operation. */
export type Requests = ReadonlyMap<string, number>;

/**
 * The changes of a workflow's state. Each is one request, and one or two commits in a database. Performance
 * figures count these writes.
 */
const STATE_CHANGES = new Set([
  'CreateWorkflowExecution',
  'UpdateWorkflowExecution',
  'ConflictResolveWorkflowExecution',
  'SetWorkflowExecution',
]);

/** Returns true if the operation changes a workflow's state. */
export const isStateChange = (operation: string): boolean => STATE_CHANGES.has(operation);

/** Returns true if the operation reads. */
export const isRead = (operation: string): boolean =>
  /^(Get|List|Read|Count|Describe|Query)/i.test(operation);

/**
 * The server's requests to its store for this namespace since it started. Those for visibility carry no
 * namespace, so all count.
 */
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

/** The same, after no workflow's state has changed for a while. */
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

/** The requests between two readings. */
export function difference(after: Requests, before: Requests): Requests {
  return new Map(
    [...after]
      .map(([operation, count]): [string, number] => [operation, count - (before.get(operation) ?? 0)])
      .filter(([, count]) => count !== 0),
  );
}

/** The number of changes of workflow state. */
export function stateChanges(requests: Requests): number {
  return [...requests].reduce(
    (total, [operation, count]) => total + (isStateChange(operation) ? count : 0),
    0,
  );
}

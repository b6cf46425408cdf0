import { ANSWER_MS } from '../domain/time-budget.ts';

/** The servers that a process needs, and the state of each: `ok`, or the reason why it is away. */
export interface Readiness<Part extends string = string> {
  readonly status: 'ok' | 'unavailable';
  readonly parts: Readonly<Record<Part, string>>;
}

/**
 * Asks all parts at once. A part is `ok` if its check resolves within four seconds. Never rejects: probes
 * time out a little later, and would see no answer at all.
 */
export async function readinessOf<Part extends string>(
  checks: Readonly<Record<Part, () => Promise<unknown>>>,
): Promise<Readiness<Part>> {
  const names = Object.keys(checks) as Part[];
  const states = await Promise.all(names.map(async (name) => [name, await stateOf(checks[name])] as const));
  const isReady = states.every(([, state]) => state === OK);
  return {
    status: isReady ? 'ok' : 'unavailable',
    parts: Object.fromEntries(states) as Record<Part, string>,
  };
}

const OK = 'ok';

async function stateOf(check: () => Promise<unknown>): Promise<string> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve(`no answer within ${ANSWER_MS / 1000} s`), ANSWER_MS);
  const answer = check().then(() => OK, reasonOf);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** A refused connection to several addresses has a code, and no message. */
function reasonOf(error: unknown): string {
  const { message = '', code = '' } = error as { message?: string; code?: string };
  return message || code || 'unknown fault';
}

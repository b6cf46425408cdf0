import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentsError, PaymentsUnreachable, PaymentsUsageError } from './errors.ts';

const TIMEOUT_MS = 30_000;
/** A file is read for as long as it takes its reader. */
const FILE_TIMEOUT_MS = 30 * 60_000;
const RETRIES = 3;
/** The longest wait before a repeat. If the service asks for a longer one, its refusal is thrown instead. */
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 200;
const LONGEST_BACKOFF_MS = 8000;

export interface TransportOptions {
  /** The base URL of the API, for example `https://api.example.com`. */
  readonly baseUrl: string;
  /** An API key, `fl_test_…` or `fl_live_…`. */
  readonly apiKey?: string | undefined;
  /** The session token of a signed-in person, `sess_…`. */
  readonly session?: string | undefined;
  /** The platform operator's token. */
  readonly operatorToken?: string | undefined;
  /** The timeout of each attempt, from connecting to the answer's last byte. Default: 30 s. */
  readonly timeoutMs?: number;
  /** The most repeats of a call. Default: 3. 0 disables repeats. */
  readonly retries?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The options of a single call. */
export interface CallOptions {
  /**
   * The idempotency key of a POST. The client creates one by default. Set your own when another process may
   * repeat the call.
   */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
  /** 8 to 128 characters `A-Za-z0-9._-`. The API creates one by default. */
  readonly requestId?: string | undefined;
}

export type CredentialName = 'apiKey' | 'session' | 'operator';

/** One call, ready to send. */
export interface Call {
  readonly operation: string;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** The accepted credentials, any one of them. Empty for a public call. */
  readonly credentials: readonly CredentialName[];
  /** True when the answer is a file, not JSON: the body's `file` is the response, to be read. */
  readonly isFile?: true;
}

export type Transport = (call: Call, options?: CallOptions) => Promise<unknown>;

/**
 * Creates a function that sends calls, repeats those that are safe to repeat, and throws `PaymentsError` or
 * `PaymentsUnreachable`.
 */
export function createTransport(client: TransportOptions): Transport {
  const send = client.fetch ?? fetch;
  const baseUrl = client.baseUrl.replace(/\/+$/, '');
  return async (call, options = {}) => {
    const url = `${baseUrl}${call.path}`;
    const retries = options.retries ?? client.retries ?? RETRIES;
    const request = requestOf(call, client, options);
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(send, url, {
        request,
        timeoutMs: options.timeoutMs ?? client.timeoutMs ?? (call.isFile ? FILE_TIMEOUT_MS : TIMEOUT_MS),
        isFile: call.isFile === true,
        options,
      });
      if ('answer' in outcome && outcome.answer.status < 300) return outcome.answer.body;
      // A call that its caller aborted is no network fault.
      options.signal?.throwIfAborted();
      const wait = attempt > retries ? null : waitBefore(call, outcome, attempt);
      if (wait === null) {
        if ('answer' in outcome) throw new PaymentsError(call.operation, outcome.answer);
        throw new PaymentsUnreachable(call.operation, {
          url: baseUrl,
          attempts: attempt,
          cause: outcome.cause,
        });
      }
      await sleep(wait, undefined, { signal: options.signal });
    }
  };
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
}

type Attempted = { readonly answer: Answer } | { readonly cause: unknown };

/** Built once: every repeat is byte for byte the same request, with the same idempotency key. */
function requestOf(call: Call, client: TransportOptions, options: CallOptions): RequestInit {
  return {
    method: call.method,
    redirect: 'error',
    headers: {
      accept: call.isFile ? '*/*' : 'application/json',
      ...credentialOf(call, client),
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...(call.method === 'POST' && { 'idempotency-key': options.idempotencyKey ?? randomUUID() }),
      ...(options.requestId !== undefined && { 'x-request-id': options.requestId }),
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  };
}

function credentialOf(
  { operation, credentials }: Call,
  { apiKey, session, operatorToken }: TransportOptions,
): Record<string, string> {
  const known: Readonly<Record<CredentialName, Record<string, string> | null>> = {
    apiKey: apiKey ? { 'x-api-key': apiKey } : null,
    session: session ? { authorization: `Bearer ${session}` } : null,
    operator: operatorToken ? { 'x-operator-token': operatorToken } : null,
  };
  const usable = credentials.map((name) => known[name]).find((credential) => credential !== null);
  if (usable !== undefined) return usable;
  if (credentials.length === 0) return {};
  const words = {
    apiKey: 'an API key (apiKey)',
    session: 'a session (session)',
    operator: 'the operator token (operatorToken)',
  };
  throw new PaymentsUsageError(
    `${operation} needs ${credentials.map((name) => words[name]).join(' or ')}: give it to the client`,
    'credential',
    credentials,
  );
}

async function attemptOnce(
  send: typeof fetch,
  url: string,
  {
    request,
    timeoutMs,
    options,
    isFile,
  }: { request: RequestInit; timeoutMs: number; options: CallOptions; isFile: boolean },
): Promise<Attempted> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  try {
    const response = await send(url, { ...request, signal });
    const body = isFile && response.ok ? { file: response } : parsed(await response.text());
    // A gateway or a sign-in page also answers 200, whatever happened to the call.
    if (response.ok && body === null)
      throw new Error(`status ${response.status}, and a body that is no answer of this API`);
    return {
      answer: {
        status: response.status,
        body: body ?? {},
        requestId: response.headers.get('x-request-id'),
        retryAfterMs: secondsOf(response.headers.get('retry-after')),
      },
    };
  } catch (cause) {
    return { cause };
  }
}

/**
 * Parses an answer. Every answer of the API is a JSON object; null for anything else, such as a proxy's page.
 */
function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && !Array.isArray(body) ? (body as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header.trim()) ? Number(header) * 1000 : null;
}

/** Statuses after which nothing was done: any call may be repeated. */
const NOT_DONE = new Set([429, 503]);
/** Statuses of proxies that do not know the outcome: a call may be repeated if it is idempotent. */
const UNKNOWN = new Set([502, 504]);

/**
 * The wait before the call is repeated, or null when it must not be.
 *
 * Without an answer the outcome is unknown. GET, PUT and DELETE are idempotent, a capture returns its first
 * result, and a POST carries an idempotency key, which the API scopes to the credential: without a
 * credential it is not repeated. A PATCH has none of these.
 */
function waitBefore(call: Call, outcome: Attempted, attempt: number): number | null {
  const repeatable = call.method === 'POST' ? call.credentials.length > 0 : call.method !== 'PATCH';
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  const soon = backoff * (0.5 + Math.random() / 2);
  if ('cause' in outcome) return repeatable ? soon : null;
  const { status, body, retryAfterMs } = outcome.answer;
  // The first of two calls with the same key still runs. A repeat gets its answer.
  const joins = status === 409 && body['error'] === 'request in progress';
  if (!NOT_DONE.has(status) && !joins && !(UNKNOWN.has(status) && repeatable)) return null;
  if (retryAfterMs === null) return soon;
  // All clients get the same second: the random part spreads their repeats.
  return retryAfterMs > LONGEST_WAIT_MS ? null : retryAfterMs + Math.random() * backoff;
}

import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { buildConnector, Client } from 'undici';
import { ATTEMPT_TIMEOUT_MS } from '../domain/webhook-schedule.ts';
import { isLocalhost, isWithin, judgeUrl } from '../security/public-address.ts';
import type { Reach, WebhookTarget } from '../security/public-address.ts';

/** How much of an answer is read before it is given up, and how much of that is kept. In bytes. */
const MOST_READ = 16 * 1024;
const MOST_KEPT = 2 * 1024;

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What came of a request. */
export interface WebhookAnswer {
  /** Null when there was no answer. */
  readonly statusCode: number | null;
  /** How long it took, from resolving the name to the answer's last byte. */
  readonly ms: number;
  /** The answer's first 2 KB as text. */
  readonly response: string;
  /** Why there was no answer, or why it is none; null otherwise. */
  readonly error: string | null;
}

export interface WebhookSender {
  /** Sends one POST. What goes wrong at the receiver's end is an answer, never an exception. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

/** Every address that a host name stands for. */
export type Resolve = (host: string) => Promise<string[]>;

export interface WebhookSenderOptions {
  readonly allowLoopback: boolean;
  /** For the whole of a request: name, connection, headers and body. */
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}

/**
 * The one way out to addresses that merchants choose.
 *
 * Each request has a connection of its own, follows no redirect, asks no proxy and inflates nothing. The guard sits
 * in the connector: whatever a name resolves to at that moment is judged, and only what was judged is dialled.
 * Source: contract, section 9.
 */
export function createWebhookSender({
  allowLoopback,
  timeoutMs = ATTEMPT_TIMEOUT_MS,
  resolve = createResolve(),
}: WebhookSenderOptions): WebhookSender {
  return {
    async send(request) {
      const began = performance.now();
      const target = judgeUrl(request.url, { allowLoopback });
      const heard = target.ok
        ? await post(request, target.value, { timeoutMs, resolve })
        : { statusCode: null, response: '', error: target.refusal.reason };
      return { ...heard, ms: Math.round(performance.now() - began) };
    },
  };
}

async function post(
  { headers, body }: WebhookRequest,
  { url, reach }: WebhookTarget,
  { timeoutMs, resolve }: { timeoutMs: number; resolve: Resolve },
): Promise<Omit<WebhookAnswer, 'ms'>> {
  const client = new Client(url.origin, {
    connect: guardedConnector({ reach, resolve, timeoutMs }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const deadline = startDeadline(timeoutMs);
  try {
    const asked = client.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { 'user-agent': 'webhooks/1', 'accept-encoding': 'identity', ...headers },
      body,
      reset: true,
      signal: deadline.signal,
    });
    const answer = await Promise.race([asked, deadline.passed]);
    const redirected = answer.statusCode >= 300 && answer.statusCode < 400;
    return {
      statusCode: answer.statusCode,
      response: await beginningOf(answer.body),
      error: redirected ? 'redirects are not followed' : null,
    };
  } catch (error) {
    return { statusCode: null, response: '', error: explain(error, timeoutMs) };
  } finally {
    deadline.clear();
    // Not waited for: a connection that hangs must not hold the answer back.
    client.destroy().catch(() => undefined);
  }
}

/** undici looks at a request's signal only once it is connected; until then `passed` is what ends the wait. */
function startDeadline(timeoutMs: number): { signal: AbortSignal; passed: Promise<never>; clear: () => void } {
  const controller = new AbortController();
  const { promise: passed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const late = new DOMException('the deadline has passed', 'TimeoutError');
    controller.abort(late);
    reject(late);
  }, timeoutMs);
  return { signal: controller.signal, passed, clear: () => clearTimeout(timer) };
}

/** The answer's first 2 KB. The status has been said: a body that breaks off or never ends changes nothing. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MOST_READ) break;
    }
  } catch {
    // What has come is what there is.
  }
  // As a stream, so that a character cut in half by the limit is left out; PostgreSQL takes no NUL.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MOST_KEPT), { stream: true }).replaceAll('\0', '\uFFFD');
}

/** A reason that the merchant may read: it names no address of our side. */
function explain(error: unknown, timeoutMs: number): string {
  const { name = '', code = '', message = '' } = error as { name?: string; code?: string | number; message?: string };
  if (error instanceof Unreachable) return message;
  if (name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(String(code))) return `no answer within ${timeoutMs / 1000} s`;
  if (code === 'ECONNREFUSED') return 'connection refused';
  if (['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(code))) return 'connection closed without an answer';
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(String(code))) return `no secure connection: ${code}`;
  return `no answer: ${String(code) || name || 'unknown fault'}`;
}

/** A host that is not dialled, and why. */
class Unreachable extends Error {}

/** Dials only addresses within reach. undici asks no `lookup` about literal addresses, so the judging is done here. */
function guardedConnector({ reach, resolve, timeoutMs }: { reach: Reach; resolve: Resolve; timeoutMs: number }): buildConnector.connector {
  return (options, callback) => {
    addressesOf(options.hostname, reach, resolve)
      .then((addresses) =>
        buildConnector({ allowH2: false, timeout: timeoutMs, maxCachedSessions: 0, lookup: knownLookup(addresses) })(options, callback),
      )
      .catch((error: Error) => callback(error, null));
  };
}

/** The addresses to dial. One that is out of reach condemns them all: which one is dialled is a matter of luck. */
async function addressesOf(host: string, reach: Reach, resolve: Resolve): Promise<string[]> {
  const addresses = isIP(host) !== 0 ? [host] : isLocalhost(host) ? ['127.0.0.1', '::1'] : await resolve(host);
  if (addresses.length === 0) throw new Unreachable('host not found');
  if (!addresses.every((address) => isWithin(reach, address))) throw new Unreachable('the host has an address that is not public');
  return addresses;
}

/** Answers what is known, whatever is asked: the name is not looked up a second time. */
function knownLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, answer) => {
    const [first] = known;
    if (options.all === true || first === undefined) answer(null, known);
    else answer(null, first.address, first.family);
  };
}

/**
 * Asks DNS itself. The system's resolver (`getaddrinfo`) would run on the few threads that all of the process
 * shares: a merchant with a slow name server could stop them all.
 */
function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  };
}

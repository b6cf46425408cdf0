import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { buildConnector, Client } from 'undici';
import { ATTEMPT_TIMEOUT_MS } from '../domain/webhook-schedule.ts';
import { isLocalhost, isWithin, judgeUrl } from '../security/public-address.ts';
import type { Reach, WebhookTarget } from '../security/public-address.ts';

/** The most bytes of an answer that are read, and the most that are kept. */
const MOST_READ = 16 * 1024;
const MOST_KEPT = 2 * 1024;

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The result of a request. */
export interface WebhookAnswer {
  /** Null when no answer came. */
  readonly statusCode: number | null;
  /** The time from name resolution to the last byte of the answer. */
  readonly ms: number;
  /** The answer's first 2 KB as text. */
  readonly response: string;
  /** The fault, or the reason why the answer does not count; null otherwise. */
  readonly error: string | null;
}

export interface WebhookSender {
  /** Sends one POST. Faults of the receiver are answers, never exceptions. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

/** Resolves a host name to all its addresses. */
export type Resolve = (host: string) => Promise<string[]>;

export interface WebhookSenderOptions {
  readonly allowLoopback: boolean;
  /** The timeout of a whole request: name, connection, headers and body. */
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}

/**
 * Creates the only client that may reach addresses that merchants choose.
 *
 * Each request has its own connection, follows no redirects, uses no proxy and decompresses nothing. The
 * connector checks every address that the name resolves to at that moment, and dials only a checked address.
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
      const answer = target.ok
        ? await post(request, target.value, { timeoutMs, resolve })
        : { statusCode: null, response: '', error: target.refusal.reason };
      return { ...answer, ms: Math.round(performance.now() - began) };
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
    const request = client.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { 'user-agent': 'webhooks/1', 'accept-encoding': 'identity', ...headers },
      body,
      reset: true,
      signal: deadline.signal,
    });
    const answer = await Promise.race([request, deadline.passed]);
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
    // Not awaited: a connection that hangs must not delay the answer.
    client.destroy().catch(() => undefined);
  }
}

/** undici checks a request's signal only once it is connected. Until then only `passed` ends the wait. */
function startDeadline(timeoutMs: number): {
  signal: AbortSignal;
  passed: Promise<never>;
  clear: () => void;
} {
  const controller = new AbortController();
  const { promise: passed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const late = new DOMException('the deadline has passed', 'TimeoutError');
    controller.abort(late);
    reject(late);
  }, timeoutMs);
  return { signal: controller.signal, passed, clear: () => clearTimeout(timer) };
}

/**
 * Reads the first 2 KB of the answer. The status is already known, so a body that breaks off or never ends is
 * no fault.
 */
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
    // The connection broke off: keep the part that has arrived.
  }
  // Decoded as a stream, so that a character that the limit cuts in half is dropped. PostgreSQL stores no
  // NUL.
  return new TextDecoder()
    .decode(Buffer.concat(chunks).subarray(0, MOST_KEPT), { stream: true })
    .replaceAll('\0', '\uFFFD');
}

/** The reason for the merchant. It names no address of our network. */
function explain(error: unknown, timeoutMs: number): string {
  const {
    name = '',
    code = '',
    message = '',
  } = error as { name?: string; code?: string | number; message?: string };
  if (error instanceof Unreachable) return message;
  if (name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(String(code)))
    return `no answer within ${timeoutMs / 1000} s`;
  if (code === 'ECONNREFUSED') return 'connection refused';
  if (['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(code)))
    return 'connection closed without an answer';
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(String(code)))
    return `no secure connection: ${code}`;
  return `no answer: ${String(code) || name || 'unknown fault'}`;
}

/** A host that must not be dialled, with the reason. */
class Unreachable extends Error {}

/**
 * Creates a connector that dials only addresses within reach. It checks them itself, because undici does not
 * call `lookup` for literal addresses.
 */
function guardedConnector({
  reach,
  resolve,
  timeoutMs,
}: {
  reach: Reach;
  resolve: Resolve;
  timeoutMs: number;
}): buildConnector.connector {
  return (options, callback) => {
    addressesOf(options.hostname, reach, resolve)
      .then((addresses) =>
        buildConnector({
          allowH2: false,
          timeout: timeoutMs,
          maxCachedSessions: 0,
          lookup: knownLookup(addresses),
        })(options, callback),
      )
      .catch((error: Error) => callback(error, null));
  };
}

/**
 * Resolves the addresses to dial. One address out of reach rejects all: otherwise chance would decide which
 * one is dialled.
 */
async function addressesOf(host: string, reach: Reach, resolve: Resolve): Promise<string[]> {
  const addresses =
    isIP(host) !== 0 ? [host] : isLocalhost(host) ? ['127.0.0.1', '::1'] : await resolve(host);
  if (addresses.length === 0) throw new Unreachable('host not found');
  if (!addresses.every((address) => isWithin(reach, address)))
    throw new Unreachable('the host has an address that is not public');
  return addresses;
}

/**
 * Returns the checked addresses for any name: a second resolution could return other, unchecked addresses.
 */
function knownLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, answer) => {
    const [first] = known;
    if (options.all === true || first === undefined) answer(null, known);
    else answer(null, first.address, first.family);
  };
}

/**
 * Resolves names with DNS queries. The system's resolver (`getaddrinfo`) uses the process's small thread
 * pool: one merchant's slow name server could block every other use of it.
 */
function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  };
}

import { Agent, request as send } from 'undici';

/** The timeout of a whole call, unless the address sets another. */
const TIMEOUT_MS = 10_000;
const LARGEST_ANSWER = 1024 * 1024;

/** The address of a partner's API, with our credential. */
export interface PartnerAddress {
  /** The base of the paths, without a slash at the end. */
  readonly url: string;
  /** The bearer token; null for partners without one. */
  readonly token: string | null;
  /** The timeout of a whole call, in milliseconds. */
  readonly timeoutMs?: number;
}

export interface PartnerRequest {
  /** Sent as JSON. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A partner's answer. `body` is undefined for an answer that is no JSON.
 *
 * `status: null` is no answer: the call may have reached the partner or not. `reason` then explains the fault
 * without personal data.
 */
export type PartnerAnswer =
  { readonly status: number; readonly body: unknown } | { readonly status: null; readonly reason: string };

/** A JSON client over HTTP for one partner. */
export interface PartnerClient {
  /**
   * Sends a request. Never throws on faults of the partner or the network, follows no redirects and never
   * retries.
   */
  request(method: 'GET' | 'POST', path: string, more?: PartnerRequest): Promise<PartnerAnswer>;
}

/**
 * Creates a client for the partner at this address. The operator chose the address, so unlike a merchant's it
 * may be private.
 */
export function createPartnerClient({ url, token, timeoutMs = TIMEOUT_MS }: PartnerAddress): PartnerClient {
  const agent = new Agent({ connect: { timeout: timeoutMs }, maxResponseSize: LARGEST_ANSWER });
  return {
    async request(method, path, { body, headers = {} } = {}) {
      try {
        const answer = await send(`${url}${path}`, {
          method,
          dispatcher: agent,
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            accept: 'application/json',
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return { status: answer.statusCode, body: parsed(await answer.body.text()) };
      } catch (error) {
        return { status: null, reason: reasonOf(error) };
      }
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Only codes: the message of a server or a library may contain personal data. */
function reasonOf(error: unknown): string {
  const { name = 'unknown', code } = error as { name?: string; code?: unknown };
  return typeof code === 'string' ? code : name;
}

import { Agent, request as send } from 'undici';

/** How long a partner may take for a whole answer, unless a call says otherwise. */
const TIMEOUT_MS = 10_000;
const LARGEST_ANSWER = 1024 * 1024;

/** Where a partner's API is and how it knows us. */
export interface PartnerAddress {
  /** The base of its paths, without a slash at the end. */
  readonly url: string;
  /** Sent as a bearer token; null for partners that want none. */
  readonly token: string | null;
  /** For the whole of a call, in milliseconds. */
  readonly timeoutMs?: number;
}

export interface PartnerRequest {
  /** Sent as JSON. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What a partner said. `status: null` is no answer: the call may or may not have reached it, and `reason` says what
 * happened in words that name no person. `body` is undefined where the answer was no JSON.
 */
export type PartnerAnswer = { readonly status: number; readonly body: unknown } | { readonly status: null; readonly reason: string };

/** JSON over HTTP to one partner. */
export interface PartnerClient {
  /** Never throws for what goes wrong at the other side or on the way. Follows no redirect and tries nothing again. */
  request(method: 'GET' | 'POST', path: string, more?: PartnerRequest): Promise<PartnerAnswer>;
}

/** A client for the partner at this address, which the operator chose: it may be private, other than a merchant's. */
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

/** Codes only: what a server or a library writes into its messages may hold anything. */
function reasonOf(error: unknown): string {
  const { name = 'unknown', code } = error as { name?: string; code?: unknown };
  return typeof code === 'string' ? code : name;
}

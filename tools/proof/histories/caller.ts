import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CallSubject,
  History,
  OperationName,
  Outcome,
  RecordedAnswer,
  RecordedCall,
} from './history.ts';
import type { Random } from './random.ts';

/** A client's timeout: longer than a command may wait for its turn and for its workflow. */
const TIMEOUT_MS = 20_000;
/** The time for which a client repeats a command under its idempotency key until it gets an answer. */
const INSIST_MS = 30_000;
const LEAST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 800;

/** Sandbox helpers. For them "503 means not done" does not hold. Source: contract, section 15. */
const WITHOUT_PROMISE: ReadonlySet<OperationName> = new Set(['top up', 'settle', 'fail', 'send back']);

/** A merchant's key, a shopper's session or the operator's token, as headers. */
export type Credential = Readonly<Record<string, string>>;

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly credential: Credential;
  readonly body?: object;
}

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** Sends one request. Returns null when there is no answer, or only a part of one. */
export async function send(baseUrl: string, request: HttpRequest, key?: string): Promise<Reply | null> {
  try {
    const response = await fetch(`${baseUrl}${request.path}`, {
      method: request.method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...request.credential,
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body, requestId: response.headers.get('x-request-id') ?? '' };
  } catch {
    return null;
  }
}

/** One client of the API. It makes its calls one after the other and records them. */
export interface Caller {
  readonly random: Random;
  /** Sends the call, repeats it under its key until it has an answer, and records its outcome. */
  call(subject: CallSubject, request: HttpRequest, options: CallOptions): Promise<RecordedCall>;
  /**
   * Repeats an unrecorded call until it gets 200. Throws when it is refused, or after a minute and a half.
   */
  insist(request: HttpRequest): Promise<Reply['body']>;
}

export interface CallOptions {
  /** Sends the call with an idempotency key. */
  readonly isKeyed?: boolean;
  /** The fields of a 200 that the checker compares. */
  answer(body: Reply['body']): RecordedAnswer;
}

export interface CallerOptions {
  readonly client: number;
  readonly apiUrls: readonly string[];
  readonly history: History;
  readonly random: Random;
}

/** Creates a client that sends each request to one of the APIs. */
export function createCaller({ client, apiUrls, history, random }: CallerOptions): Caller {
  const attempt = async (request: HttpRequest, key?: string): Promise<Reply | null> => {
    const reply = await send(random.pick(apiUrls), request, key);
    if (reply !== null && isServerError(reply.status)) {
      history.addServerError(
        `${request.method} ${request.path} answered ${reply.status} (request ${reply.requestId})`,
      );
    }
    return reply;
  };
  const pause = () => sleep(random.between(LEAST_PAUSE_MS, LONGEST_PAUSE_MS));

  return {
    random,
    async call(subject, request, { isKeyed = false, answer }) {
      const id = history.newCallId();
      const start = history.now();
      const ended = await untilAnswered(
        { attempt, pause, random },
        request,
        isKeyed ? randomUUID() : undefined,
      );
      const { reply, attempts } = ended;
      const outcome = outcomeOf(subject.operation, ended);
      const recorded: RecordedCall = {
        type: 'call',
        id,
        client,
        ...subject,
        start,
        end: history.now(),
        http_status: reply?.status ?? 0,
        outcome,
        reason: reply === null || outcome === 'done' ? '' : String(reply.body['error']),
        answer: reply !== null && outcome === 'done' ? answer(reply.body) : {},
        attempts,
        is_keyed: isKeyed,
        request_id: reply?.requestId ?? '',
      };
      history.addCall(recorded);
      // A pause before the next call: otherwise an outage would fill the history with calls that did nothing.
      if (outcome === 'not done' || outcome === 'unknown') await pause();
      return recorded;
    },
    async insist(request) {
      const end = Date.now() + 3 * INSIST_MS;
      for (;;) {
        const reply = await attempt(request);
        if (reply?.status === 200) return reply.body;
        const isRefused = reply !== null && isAnswer(reply.status);
        if (isRefused || Date.now() > end) {
          throw new Error(
            `${request.method} ${request.path} answers ${reply?.status ?? 'nothing'} ${JSON.stringify(reply?.body)}`,
          );
        }
        await pause();
      }
    },
  };
}

interface Ended {
  readonly reply: Reply | null;
  readonly attempts: number;
  /**
   * True when an attempt got no answer, so that the command may have taken effect, whatever later attempts
   * say.
   */
  readonly isInDoubt: boolean;
}

interface Sending {
  attempt(request: HttpRequest, key?: string): Promise<Reply | null>;
  pause(): Promise<unknown>;
  readonly random: Random;
}

async function untilAnswered(
  { attempt, pause, random }: Sending,
  request: HttpRequest,
  key?: string,
): Promise<Ended> {
  const end = Date.now() + INSIST_MS;
  let isInDoubt = false;
  for (let attempts = 1; ; attempts++) {
    const reply = await attempt(request, key);
    isInDoubt ||= reply === null || isServerError(reply.status);
    // An answer under the key answers every attempt under it.
    if (reply !== null && isAnswer(reply.status)) return { reply, attempts, isInDoubt: false };
    const isOpen = isInDoubt || reply?.status === 409;
    // Half of the commands that were not done are abandoned. Repeating the others tests that the key still
    // works.
    const givesUp = key === undefined || Date.now() > end || (!isOpen && random.chance(0.5));
    if (givesUp) return { reply, attempts, isInDoubt: isOpen };
    await pause();
  }
}

/** Returns true for a status that is a fault of the service even during injected faults. */
function isServerError(status: number): boolean {
  return status >= 500 && status !== 503;
}

/** Returns true for a status that shows the outcome of the command. */
function isAnswer(status: number): boolean {
  return (
    status === 200 || status === 400 || status === 403 || status === 404 || status === 422 || status === 401
  );
}

function outcomeOf(operation: OperationName, { reply, isInDoubt }: Ended): Outcome {
  if (reply?.status === 200) return 'done';
  if (reply !== null && isAnswer(reply.status)) return 'refused';
  if (isInDoubt || WITHOUT_PROMISE.has(operation)) return 'unknown';
  return reply?.status === 503 || reply?.status === 429 ? 'not done' : 'unknown';
}

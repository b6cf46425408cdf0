import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request as it came in, body bytes untouched. */
export interface ReceivedRequest {
  /** 1 for the first. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
  readonly at: Date;
}

/** What to say to a request: 200 with an empty body, at once, unless told otherwise. `status: null` hangs up without an answer. */
export interface ReceiverAnswer {
  readonly status?: number | null;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly delayMs?: number;
}

export type Answering = (number: number, request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer>;

export interface WebhookReceiverOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  readonly answer?: Answering;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Everything so far, oldest first. Recorded when the body is in, before the answer. */
  readonly received: readonly ReceivedRequest[];
  /** Decides the answers; may be replaced at any time. */
  answer: Answering;
  /** The first request, earlier ones included, that the predicate accepts; throws when none comes in time. */
  next(predicate: (request: ReceivedRequest) => boolean, timeoutMs?: number): Promise<ReceivedRequest>;
  stop(): Promise<void>;
}

interface Waiting {
  readonly predicate: (request: ReceivedRequest) => boolean;
  readonly found: (request: ReceivedRequest) => void;
}

/** A merchant's webhook endpoint: keeps what it gets, answers as told. */
export async function startWebhookReceiver({
  port = 0,
  host = '127.0.0.1',
  answer = () => ({}),
}: WebhookReceiverOptions = {}): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  const waiting = new Set<Waiting>();
  const server = createServer((incoming, response) => {
    receive(incoming, response).catch(() => response.destroy()); // The sender hung up.
  });
  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await buffer(incoming);
    const { method = '', url: path = '', headers } = incoming;
    const request = { number: received.length + 1, method, path, headers, rawBody, at: new Date() };
    received.push(request);
    for (const one of waiting) if (one.predicate(request)) one.found(request);
    await reply(response, await receiver.answer(request.number, request));
  }

  server.listen(port, host);
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://${host}:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    answer,
    next: (predicate, timeoutMs = 10_000) => {
      const earlier = received.find(predicate);
      return earlier === undefined ? arrival(waiting, received, { predicate, timeoutMs }) : Promise.resolve(earlier);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}

async function reply(response: ServerResponse, { status = 200, headers = {}, body = '', delayMs = 0 }: ReceiverAnswer): Promise<void> {
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  if (status === null) {
    response.destroy();
    return;
  }
  response.writeHead(status, headers);
  response.end(body);
}

function arrival(
  waiting: Set<Waiting>,
  received: readonly ReceivedRequest[],
  { predicate, timeoutMs }: Pick<Waiting, 'predicate'> & { timeoutMs: number },
): Promise<ReceivedRequest> {
  return new Promise((resolve, reject) => {
    const one: Waiting = {
      predicate,
      found: (request) => {
        waiting.delete(one);
        clearTimeout(timer);
        resolve(request);
      },
    };
    const timer = setTimeout(() => {
      waiting.delete(one);
      const came = received.map(({ headers }) => headers['x-service-event'] ?? '(no event)').join(', ') || 'nothing';
      reject(new Error(`the webhook that was waited for did not come within ${timeoutMs / 1000} s; what came: ${came}`));
    }, timeoutMs);
    waiting.add(one);
  });
}

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A received request with its raw body. */
export interface ReceivedRequest {
  /** Starts at 1. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
  readonly at: Date;
}

/**
 * The answer to a request. The default is 200 with an empty body, at once. `status: null` closes the
 * connection without an answer.
 */
export interface ReceiverAnswer {
  readonly status?: number | null;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly delayMs?: number;
}

export type AnswerRule = (
  number: number,
  request: ReceivedRequest,
) => ReceiverAnswer | Promise<ReceiverAnswer>;

export interface WebhookReceiverOptions {
  /** The default 0 takes any free port. */
  readonly port?: number;
  readonly host?: string;
  readonly answer?: AnswerRule;
}

export interface WebhookReceiver {
  readonly url: string;
  /**
   * All requests so far, oldest first. A request is recorded when its body is complete, before the answer.
   */
  readonly received: readonly ReceivedRequest[];
  /** Decides the answers. It may be replaced at any time. */
  answer: AnswerRule;
  /**
   * Returns the first request that the predicate accepts, earlier ones included. Throws when none arrives in
   * time.
   */
  next(predicate: (request: ReceivedRequest) => boolean, timeoutMs?: number): Promise<ReceivedRequest>;
  stop(): Promise<void>;
}

interface Waiting {
  readonly predicate: (request: ReceivedRequest) => boolean;
  readonly found: (request: ReceivedRequest) => void;
}

/** Starts a merchant's webhook endpoint. It records every request and answers as configured. */
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
      return earlier === undefined
        ? arrival(waiting, received, { predicate, timeoutMs })
        : Promise.resolve(earlier);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}

async function reply(
  response: ServerResponse,
  { status = 200, headers = {}, body = '', delayMs = 0 }: ReceiverAnswer,
): Promise<void> {
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
      const events =
        received.map(({ headers }) => headers['x-service-event'] ?? '(no event)').join(', ') || 'nothing';
      reject(new Error(`no matching webhook arrived within ${timeoutMs / 1000} s; received: ${events}`));
    }, timeoutMs);
    waiting.add(one);
  });
}

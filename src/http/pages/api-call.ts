import { ServerResponse } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type Koa from 'koa';
import type { KoaContext } from '../pipeline/context.ts';
import type { RequestState } from '../pipeline/request-record.ts';

/** A call of a page to the API. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The session token of the page's visitor. */
  readonly token?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Calls the API in process for the visitor of a page. */
export type CallApi = (page: KoaContext, request: ApiRequest) => Promise<ApiAnswer>;

/** The visitor's headers that reach the API. They decide limits, sign-ins and traces. */
const PASSED_ON = ['user-agent', 'x-forwarded-for', 'traceparent'];

/**
 * Returns the calls of pages to the API. Each passes every step of the API's pipeline, as if the visitor had
 * called it: limits, validation, log and metrics are the same. It shares the page's request id.
 */
export function createApiCalls(
  app: Koa<RequestState>,
  serveApi: (ctx: KoaContext) => Promise<void>,
): CallApi {
  return async (page, { method, path, body = {}, token, idempotencyKey }) => {
    const sent = Buffer.from(method === 'GET' ? '' : JSON.stringify(body));
    const headers = {
      host: page.get('host'),
      ...Object.fromEntries(PASSED_ON.flatMap((name) => (page.get(name) ? [[name, page.get(name)]] : []))),
      'x-request-id': page.state.record.requestId,
      ...(sent.length > 0 && { 'content-type': 'application/json', 'content-length': String(sent.length) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const { socket } = page.req;
    const request = Object.assign(Readable.from([sent], { objectMode: false }), {
      ...{ method, url: path, headers, socket },
    }) as unknown as IncomingMessage;
    const ctx = app.createContext(request, new ServerResponse(request)) as KoaContext;
    await serveApi(ctx);
    return { status: ctx.status, body: JSON.parse(ctx.body as string) as ApiAnswer['body'] };
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Payload, PayloadCodec } from '@temporalio/common';
import type { Logger } from 'pino';
import { mayOperate } from '../domain/operators.ts';
import type { Operator } from '../domain/operators.ts';
import { equalSecrets } from '../security/secrets.ts';

/** The largest body that is read, in bytes. A page of a history in the Web UI stays far below it. */
const MOST_BYTES = 16 * 1024 * 1024;
/** The calls of Temporal's protocol of remote codecs. The CLI may put the namespace in front. */
const CALL = /^\/(?:[^/]+\/)?(encode|decode)$/;
const LOGIN = { 'www-authenticate': 'Basic realm="payload codec", charset="UTF-8"' };

export interface CodecRequestDeps {
  readonly codec: PayloadCodec;
  readonly operators: readonly Operator[];
  /** The address of Temporal's Web UI, the only page that may call from a browser. */
  readonly uiUrl: string;
  readonly log: Logger;
}

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

/**
 * Answers the Web UI and the CLI, which show payloads decrypted: `POST /decode` and `POST /encode` take and
 * return `{payloads: [{metadata, data}]}` with bytes in base64. Source: Temporal, "Codec Server".
 *
 * Each call needs the token of an operator: `Authorization: Bearer`, `x-operator-token`, or the password of
 * `Authorization: Basic`, which a browser asks for at `GET /`. A viewer decodes; only an operator encodes.
 * Its log has who called and how many payloads, never a payload.
 */
export function codecRequests(deps: CodecRequestDeps) {
  const origin = new URL(deps.uiUrl).origin;
  return (request: IncomingMessage, response: ServerResponse): void => {
    const isForeign = request.headers.origin !== undefined && request.headers.origin !== origin;
    const answering = isForeign
      ? Promise.resolve({ status: 403, body: { error: 'another origin' } })
      : answerTo(request, deps);
    void answering
      .catch((error: unknown): Answer => {
        deps.log.error({ err: error }, 'internal error');
        return { status: 500, body: { error: 'internal error' } };
      })
      .then(({ status, body, headers }: Answer) => {
        response.writeHead(status, {
          'content-type': 'application/json',
          'cache-control': 'no-store',
          vary: 'origin',
          ...(isForeign ? {} : corsOf(origin)),
          ...headers,
        });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      });
  };
}

function corsOf(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, content-type, x-namespace, x-operator-token',
  };
}

async function answerTo(
  request: IncomingMessage,
  { codec, operators, log }: CodecRequestDeps,
): Promise<Answer> {
  const { method } = request;
  const [path = '/'] = (request.url ?? '/').split('?');
  if (method === 'OPTIONS') return { status: 204 };
  if (method === 'GET' && path === '/livez') return { status: 200, body: { ok: true } };
  const operator = operatorOf(request, operators);
  if (method === 'GET' && path === '/') {
    if (operator === null) return { status: 401, body: { error: 'unauthorized' }, headers: LOGIN };
    return { status: 200, body: { operator: operator.name } };
  }
  const call = CALL.exec(path)?.[1] as 'encode' | 'decode' | undefined;
  if (call === undefined) return { status: 404, body: { error: 'not found' } };
  if (method !== 'POST') return { status: 405, body: { error: 'method not allowed' } };
  if (operator === null) return { status: 401, body: { error: 'unauthorized' } };
  if (call === 'encode' && !mayOperate(operator.role, 'POST'))
    return { status: 403, body: { error: 'not permitted' } };

  const text = await bodyOf(request);
  if (text === null) return { status: 413, body: { error: 'body too large' } };
  const payloads = payloadsOf(text);
  if (payloads === null) return { status: 400, body: { error: 'body must be {"payloads": […]}' } };
  log.info({ operator: operator.name, call, payloads: payloads.length }, 'call');
  try {
    return { status: 200, body: { payloads: (await codec[call](payloads)).map(jsonOf) } };
  } catch (error) {
    // Errors of the codec name keys and hold no payload.
    return { status: 400, body: { error: error instanceof Error ? error.message : 'unreadable payload' } };
  }
}

/** The operator whose token the request holds. */
function operatorOf({ headers }: IncomingMessage, operators: readonly Operator[]): Operator | null {
  const [, scheme, text = ''] = /^(bearer|basic) (.+)$/i.exec(headers.authorization ?? '') ?? [];
  const password = () => Buffer.from(text, 'base64').toString().split(':').slice(1).join(':');
  const given = headers['x-operator-token'] ?? (scheme?.toLowerCase() === 'basic' ? password() : text);
  return operators.find(({ token }) => equalSecrets(token, String(given))) ?? null;
}

/** The body of a request, or null if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  }
  return bytes > MOST_BYTES ? null : Buffer.concat(chunks).toString();
}

/** The payloads of a body, or null if it has another form. */
function payloadsOf(text: string): Payload[] | null {
  try {
    const { payloads } = JSON.parse(text) as { payloads: { metadata?: object | null; data?: string }[] };
    return payloads.map(({ metadata, data }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
      ),
      data: Buffer.from(data ?? '', 'base64'),
    }));
  } catch {
    return null;
  }
}

function jsonOf({ metadata, data }: Payload): object {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)]),
    ),
    data: base64(data ?? new Uint8Array()),
  };
}

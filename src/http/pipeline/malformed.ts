import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { REASONS } from '../../domain/outcome.ts';
import { TRACE_HEADERS } from '../../domain/trace.ts';
import { refusalBody, STATUS } from '../answers.ts';

type Fault =
  'bad_request' | 'headers_too_large' | 'request_timeout' | 'expectation_failed' | 'method_not_allowed';

const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/**
 * Answers malformed HTTP requests, and requests that do not arrive in time, as `{error}` with a request id.
 * Koa never sees them, and Node alone would send a status without a body.
 */
export function answerMalformed(server: Server, headers: Readonly<Record<string, string>>): void {
  const answer = (socket: Duplex, fault: Fault): void => end(socket, fault, headersOf(fault, headers));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) =>
    answer(socket, FAULTS[error.code ?? ''] ?? 'bad_request'),
  );
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => answer(socket, 'method_not_allowed'));
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(STATUS.expectation_failed, headersOf('expectation_failed', headers));
    response.end(bodyOf('expectation_failed'));
  });
}

function bodyOf(fault: Fault): string {
  return JSON.stringify(refusalBody({ code: fault, reason: REASONS[fault] }));
}

function headersOf(fault: Fault, headers: Readonly<Record<string, string>>): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(bodyOf(fault))),
    ...headers,
    [TRACE_HEADERS.requestId]: randomUUID(),
    connection: 'close',
  };
}

/**
 * Ends the connection with the answer. Without an answer if the sender has gone, or an answer is on its way:
 * a second one would corrupt it.
 */
function end(socket: Duplex, fault: Fault, headers: Record<string, string>): void {
  const answering = (socket as { _httpMessage?: unknown })._httpMessage;
  if (!socket.writable || (answering !== undefined && answering !== null)) return void socket.destroy();
  const status = STATUS[fault];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${REASONS[fault]}\r\n${lines.join('')}\r\n${bodyOf(fault)}`);
}

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createBank } from './bank.ts';
import { createPayeeNames } from './payee-names.ts';
import { createVerification } from './verification.ts';

/** A request to one partner. The path omits the partner's prefix: `/cases/1` for `/verification/cases/1`. */
export interface PartnerCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON or form fields. An empty object for a request without either. */
  readonly body: Readonly<Record<string, unknown>>;
  /** True when the request carries the service's token. Pages for people and controls of tests carry none. */
  readonly isTrusted: boolean;
}

/** A partner's answer: JSON, a page for a person, or a closed connection (`hang up`). */
export type PartnerReply =
  | { readonly status: number; readonly json: object }
  | { readonly status: number; readonly html: string }
  | { readonly status: 303; readonly location: string }
  | 'hang up';

/** The server side of one partner. */
export interface PartnerSimulator {
  answer(call: PartnerCall): Promise<PartnerReply> | PartnerReply;
  /** Stops its background work. */
  stop(): Promise<void>;
}

export interface PartnerSimulatorOptions {
  /** The default 0 takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** The service's bearer token, the same for all partners. */
  readonly token: string;
  /** The secrets that sign the callbacks. */
  readonly verificationSecret: string;
  readonly bankSecret: string;
  /** The base URL of the service, for callbacks without a URL of their own. */
  readonly serviceUrl: string;
  /** The directory of the simulators' state, which survives restarts. Null keeps the state in memory. */
  readonly stateDirectory: string | null;
}

export interface PartnerSimulators {
  readonly url: string;
  stop(): Promise<void>;
}

/** The options of one simulator. */
export interface PartnerContext extends PartnerSimulatorOptions {
  /** The base of this simulator's own URLs, with its prefix. */
  readonly ownUrl: string;
}

/**
 * Starts the partners of development as one server: the verification provider at `/verification`, the bank at
 * `/bank`, the register of account holders at `/payee-names`. Each speaks the protocol of its adaptor in
 * `src/partners`. Loopback only: its pages and controls need no password.
 */
export async function startPartnerSimulators(options: PartnerSimulatorOptions): Promise<PartnerSimulators> {
  const simulators = new Map<string, PartnerSimulator>();
  const server = createServer((incoming, response) => {
    // The caller hung up.
    respond(simulators, options.token, incoming, response).catch(() => response.destroy());
  });
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1');
  await once(server, 'listening');
  const url = `http://${options.host ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`;
  const context = (prefix: string): PartnerContext => ({ ...options, ownUrl: `${url}/${prefix}` });
  simulators.set('verification', createVerification(context('verification')));
  simulators.set('bank', createBank(context('bank')));
  simulators.set('payee-names', createPayeeNames(context('payee-names')));
  return {
    url,
    async stop() {
      await Promise.all([...simulators.values()].map((simulator) => simulator.stop()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(
  simulators: ReadonlyMap<string, PartnerSimulator>,
  token: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const [, prefix = '', ...rest] = url.pathname.split('/');
  const simulator = simulators.get(prefix);
  const raw = await buffer(incoming);
  const reply =
    simulator &&
    (await simulator.answer({
      method: incoming.method ?? 'GET',
      path: `/${rest.join('/')}`,
      query: url.searchParams,
      headers: incoming.headers,
      body: fieldsOf(raw, incoming.headers['content-type'] ?? ''),
      isTrusted: incoming.headers.authorization === `Bearer ${token}`,
    }));
  write(response, reply ?? { status: 404, json: { error: 'not found' } });
}

function fieldsOf(raw: Buffer, type: string): Record<string, unknown> {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(raw.toString()));
  try {
    const value: unknown = JSON.parse(raw.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function write(response: ServerResponse, reply: PartnerReply): void {
  if (reply === 'hang up') {
    response.destroy();
  } else if ('location' in reply) {
    response.writeHead(reply.status, { location: reply.location }).end();
  } else if ('html' in reply) {
    response
      .writeHead(reply.status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(reply.html);
  } else {
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.json));
  }
}

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An entity of a sanctions list, with the fields that searches use. */
export interface WatchmanEntity {
  readonly name: string;
  readonly entityType: 'person' | 'business' | 'organization';
  readonly sourceList: string;
  readonly sourceID: string;
}

export interface WatchmanRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
}

export interface Watchman {
  readonly url: string;
  /** All requests so far, oldest first. */
  readonly received: readonly WatchmanRequest[];
  entities: readonly WatchmanEntity[];
  /** The time at which the lists were loaded. */
  loadedAt: Date;
  /** Answers the request itself and returns true, to simulate faults. */
  instead: (request: WatchmanRequest, response: ServerResponse) => boolean;
  stop(): Promise<void>;
}

/** The supported parameters of `GET /v2/search`. Like the real Watchman, the double refuses unknown ones. */
const PARAMETERS = new Set(['name', 'type', 'minMatch', 'limit', 'source', 'requestID']);

/**
 * Starts a double of Moov Watchman: `GET /v2/listinfo` and `GET /v2/search` in the format of version 0.5x.
 *
 * The same name scores 1, a name that shares at least half of the longer name's words scores 0.95, any other
 * scores 0. The real search is better: tests against the double say nothing about its quality.
 */
export async function startWatchman({ port = 0 }: { readonly port?: number } = {}): Promise<Watchman> {
  const received: WatchmanRequest[] = [];
  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://watchman');
    const request = { path: pathname, query: searchParams, authorization: incoming.headers.authorization };
    received.push(request);
    if (watchman.instead(request, response)) return;
    const { status, body } = answer(watchman, request);
    response
      .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      .end(`${JSON.stringify(body)}\n`);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const watchman: Watchman = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    entities: [],
    loadedAt: new Date(),
    instead: () => false,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return watchman;
}

function answer(watchman: Watchman, { path, query }: WatchmanRequest): { status: number; body: object } {
  if (path === '/v2/listinfo') return { status: 200, body: listInfo(watchman) };
  if (path !== '/v2/search') return { status: 404, body: {} };
  const unused = [...query.keys()].filter((key) => !PARAMETERS.has(key));
  if (unused.length > 0)
    return { status: 400, body: { error: `extra/unused query parameters in request: ${unused.join(',')}` } };
  const name = query.get('name') ?? '';
  const least = Number(query.get('minMatch') ?? 0);
  const found = watchman.entities
    .filter(({ entityType }) => entityType === query.get('type'))
    .map((entity) => ({ ...empty(entity), match: likeness(entity.name, name) }))
    .filter(({ match }) => match > 0 && match >= least)
    .toSorted((one, other) => other.match - one.match)
    .slice(0, Number(query.get('limit') ?? 10));
  const question = { name, entityType: query.get('type') ?? '', sourceList: 'api-request', sourceID: '' };
  // The real Watchman sends an empty list as null.
  return { status: 200, body: { query: empty(question), entities: found.length === 0 ? null : found } };
}

function listInfo({ entities, loadedAt }: Watchman): object {
  const lists: Record<string, number> = {};
  for (const { sourceList } of entities) lists[sourceList] = (lists[sourceList] ?? 0) + 1;
  const listHashes = Object.fromEntries(Object.keys(lists).map((list) => [list, `${list}-${lists[list]}`]));
  return {
    lists,
    listHashes,
    startedAt: loadedAt.toISOString(),
    endedAt: loadedAt.toISOString(),
    version: 'v0.5x-double',
  };
}

function empty(entity: object): object {
  return {
    ...entity,
    person: null,
    business: null,
    organization: null,
    aircraft: null,
    vessel: null,
    contact: { emailAddresses: null, phoneNumbers: null, faxNumbers: null, websites: null },
    addresses: null,
    cryptoAddresses: null,
    affiliations: null,
    sanctionsInfo: null,
    historicalInfo: null,
    sourceData: null,
  };
}

function likeness(listed: string, asked: string): number {
  const [a, b] = [listed, asked].map((name) => new Set(name.toLowerCase().split(/\s+/)));
  if (a === undefined || b === undefined) return 0;
  if (a.symmetricDifference(b).size === 0) return 1;
  return a.intersection(b).size * 2 >= Math.max(a.size, b.size) ? 0.95 : 0;
}

import { PaymentsUsageError } from './errors.ts';
import { OPERATIONS } from './operations.ts';
import { createTransport } from './transport.ts';
import type { Call, CallOptions, CredentialName, TransportOptions } from './transport.ts';
import type { operations } from './types.ts';

type Operations = typeof OPERATIONS;
/** The name of an operation of the API, as in docs/openapi.json. */
export type OperationId = keyof Operations & keyof operations;

type Part<Id extends OperationId, Place extends 'path' | 'query'> = operations[Id] extends {
  parameters: { [P in Place]?: infer Fields };
}
  ? [NonNullable<Fields>] extends [never]
    ? unknown
    : NonNullable<Fields>
  : unknown;
type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Fields } };
}
  ? Fields
  : operations[Id] extends { requestBody?: { content: { 'application/json': infer Fields } } }
    ? Partial<Fields>
    : unknown;

/** Queries are text on the wire, so `limit` may also be a number. */
type Countable<Fields> = {
  [Name in keyof Fields]: Name extends 'limit' ? Fields[Name] | number : Fields[Name];
};

/**
 * All parameters of an operation in one object: path parameters, query parameters and fields of the body have
 * distinct names.
 */
export type Params<Id extends OperationId> = Part<Id, 'path'> & Countable<Part<Id, 'query'>> & Body<Id>;

/** The body of an operation's answer. */
export type Answer<Id extends OperationId> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Fields } } };
}
  ? Fields
  : never;

type Item<Id extends OperationId> = Operations[Id]['list'] extends infer Name extends keyof Answer<Id>
  ? Answer<Id>[Name] extends readonly (infer Row)[]
    ? Row
    : never
  : never;

type Arguments<P> = {} extends P ? [params?: P, options?: CallOptions] : [params: P, options?: CallOptions];
type Single<Id extends OperationId> = (...given: Arguments<Params<Id>>) => Promise<Answer<Id>>;
interface Paged<Id extends OperationId> {
  /** Iterates over every row of the list. It requests each page when it is needed. */
  each(...given: Arguments<Omit<Params<Id>, 'cursor'>>): AsyncGenerator<Item<Id>, void, undefined>;
}
type Method<Id extends OperationId> = Operations[Id]['list'] extends string
  ? Single<Id> & Paged<Id>
  : Single<Id>;

type Group = Operations[OperationId]['group'];
type Groups = {
  readonly [G in Group]: {
    readonly [Id in OperationId as Operations[Id]['group'] extends G ? Id : never]: Method<Id>;
  };
};

/** The API: its operations by resource, and `call` for paths that this version does not know. */
export type Payments = Groups & {
  /** Makes any call, with the client's credential. Returns the body. */
  call(
    call: { readonly method: string; readonly path: string; readonly body?: unknown },
    options?: CallOptions,
  ): Promise<unknown>;
  /**
   * Gets an answer as a file, such as `getStatement` with `format: 'pdf'` or `listSales` with
   * `format: 'csv'`. Returns the response before its body is read, so that a large file can be streamed.
   */
  download<Id extends OperationId>(
    operation: Id,
    params: Params<Id>,
    options?: CallOptions,
  ): Promise<Response>;
};

interface Known {
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly hasBody: boolean;
  readonly credentials: readonly CredentialName[];
  readonly list: string | null;
}

/** The operations of the API, by operation id. */
export const KNOWN: Readonly<Record<string, Known>> = OPERATIONS;

/**
 * Creates a client of the API at `baseUrl`.
 *
 * `payments.<resource>.<operationId>(params, options)` returns the body or throws `PaymentsError`;
 * `payments.<resource>.<listId>.each(params)` iterates over all pages.
 */
export function createPayments(options: TransportOptions): Payments {
  const send = createTransport(options);
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [operation, known] of Object.entries(KNOWN)) {
    const method = async (params: Record<string, unknown> = {}, more: CallOptions = {}) =>
      send(callOf(operation, known, params), more);
    const group = (groups[known.group] ??= {});
    group[operation] =
      known.list === null ? method : Object.assign(method, { each: pagesOf(method, known.list) });
  }
  return {
    ...groups,
    call: ({ method, path, body }: { method: string; path: string; body?: unknown }, more?: CallOptions) =>
      send({ operation: `${method} ${path}`, method, path, body, credentials: anyOf(options) }, more),
    async download(operation: string, params: Record<string, unknown>, more: CallOptions = {}) {
      const known = KNOWN[operation];
      if (known?.method !== 'GET') throw new PaymentsUsageError(`${operation} has no files`, 'parameter');
      const body = await send({ ...callOf(operation, known, params), isFile: true }, more);
      return (body as { readonly file: Response }).file;
    },
  } as unknown as Payments;
}

/**
 * Builds the call of an operation. Parameters that are neither in its path nor in its query go into its body.
 */
function callOf(
  operation: string,
  { method, path, query, hasBody, credentials }: Known,
  params: Record<string, unknown>,
): Call {
  const rest = new Map(Object.entries(params).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    // An empty part would change the path, and so call another operation.
    if (typeof value !== 'string' || value === '')
      throw new PaymentsUsageError(`${operation} needs ${name}, a text`, 'parameter');
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const name of query) {
    const value = rest.get(name);
    if (value !== undefined && value !== null) search.set(name, textOf(value));
    rest.delete(name);
  }
  if (!hasBody && rest.size > 0)
    throw new PaymentsUsageError(`${operation} takes no ${[...rest.keys()].join(', ')}`, 'parameter');
  const target = search.size === 0 ? filled : `${filled}?${search}`;
  return { operation, method, path: target, credentials, ...(hasBody && { body: Object.fromEntries(rest) }) };
}

/** Formats a query value. A list is separated by commas. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(',') : String(value as string);
}

function pagesOf(
  method: (params: Record<string, unknown>, options?: CallOptions) => Promise<unknown>,
  list: string,
) {
  return async function* each(params: Record<string, unknown> = {}, options?: CallOptions) {
    let cursor: string | null | undefined;
    do {
      const page = (await method({ ...params, ...(cursor && { cursor }) }, options)) as Record<
        string,
        unknown
      >;
      yield* page[list] as unknown[];
      cursor = page['next_cursor'] as string | null;
    } while (cursor !== null);
  };
}

function anyOf({ apiKey, session, operatorToken }: TransportOptions): CredentialName[] {
  const has: readonly [CredentialName, string | undefined][] = [
    ['apiKey', apiKey],
    ['session', session],
    ['operator', operatorToken],
  ];
  return has.filter(([, credential]) => Boolean(credential)).map(([name]) => name);
}

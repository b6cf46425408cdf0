import { z } from 'zod';
import { REASONS } from '../../domain/outcome.ts';
import type { RefusalCode } from '../../domain/outcome.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../security/partner-signature.ts';
import { STATUS } from '../answers.ts';
import { HINTS } from '../hints.ts';
import { accessInWords, accessRefusals } from '../access/access.ts';
import type { Credential } from '../access/caller.ts';
import { takesIdempotencyKey } from '../route.ts';
import type { Route } from '../route.ts';
import { exampleOf } from './examples.ts';
import { linksOf } from './links.ts';
import { parameterName, refusalName, shareParts, sorted } from './shared-parts.ts';
import type { Json } from './shared-parts.ts';
import { describedTag } from './tags.ts';
import { WEBHOOKS } from './webhooks.ts';

/** The version in the document. It equals the package's version. */
export const API_VERSION = '0.1.0';

/** An operation of the document, before its shared parts become references. */
interface Operation extends Json {
  readonly tags: readonly string[];
  readonly parameters?: readonly Json[];
  readonly responses: Readonly<Record<string, Json>>;
}
type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const DESCRIPTION = `Merchant payments with shopper cashback.

Amounts are integers in minor units of the currency beside them. Rates are basis points (200 is 2 %). Times are RFC 3339 in UTC.
Every failure is \`{"error": "<reason>"}\`. Each operation lists its reasons. Every answer carries \`x-request-id\`: the caller's own
if it sent one of 8 to 128 characters \`A-Za-z0-9._-\`. Unknown request fields and query parameters are ignored. For an optional
field, null means absent. Lists are newest first. \`next_cursor\` is the \`cursor\` of the next page, or null at the end.`;

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: "An organization's API key. Its prefix selects the environment",
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The session token of a person, from `POST /auth/otp/verify`',
  },
  operator: {
    type: 'apiKey',
    in: 'header',
    name: 'x-operator-token',
    description: "The token of the platform's operator",
  },
  partner: {
    type: 'apiKey',
    in: 'header',
    name: SIGNATURE_HEADER,
    description: `\`sha256=\` and the hex HMAC-SHA256 of \`<${TIMESTAMP_HEADER}>.<raw body>\`, keyed with the partner's secret`,
  },
};

/**
 * The security schemes of each credential, and the refusals of a caller without it. Two schemes are
 * alternatives.
 */
const CREDENTIALS: Readonly<
  Record<Credential, { schemes: (keyof typeof SECURITY_SCHEMES)[]; refusals: RefusalCode[] }>
> = {
  none: { schemes: [], refusals: [] },
  api_key: { schemes: ['apiKey'], refusals: ['missing_api_key', 'invalid_api_key'] },
  session: { schemes: ['session'], refusals: ['invalid_session'] },
  api_key_or_session: {
    schemes: ['apiKey', 'session'],
    refusals: ['missing_api_key', 'invalid_api_key', 'invalid_session'],
  },
  operator: { schemes: ['operator'], refusals: ['invalid_operator_token', 'operator_role_required'] },
  verification_partner: { schemes: ['partner'], refusals: ['invalid_signature'] },
  bank_partner: { schemes: ['partner'], refusals: ['invalid_signature'] },
};

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'The request is invalid, or the state of the object does not allow it',
  401: 'The credential is missing or invalid',
  403: 'The caller is not allowed to do this',
  404: 'The object does not exist, or is not accessible to this caller',
  413: 'The body is too large',
  415: 'The body is not JSON, plain or gzipped',
  409: 'The first request with this idempotency key is still running. Retry',
  422: 'The idempotency key was used for another request',
  429: 'Too many requests. Retry after the seconds in `retry-after`',
  500: 'A fault of the service. It is logged under the request id',
  503: 'A dependency did not answer in time. Retrying with the same `Idempotency-Key` is safe',
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a repeat safe: for 24 hours, a repeat with the same key gets the first answer. Use UUIDs',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Returns the OpenAPI 3.1 document of the routes. Everything in it comes from their declarations. */
export function openApiDocument(routes: readonly Route[]): Json {
  const schemas: Json = { Error: errorSchema() };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(route, { routes, schemas }),
    };
  }
  const all: Operations = { ...paths, ...WEBHOOKS };
  const operations = Object.values(all).flatMap((methods) => Object.values(methods));
  const inputs = operations.flatMap(({ parameters = [] }) => parameters);
  const answers = operations.flatMap(({ responses }) => Object.values(responses));
  const parameters = shareParts('parameters', inputs, parameterName);
  const responses = shareParts('responses', answers, refusalName);
  const withReferences = (one: Operation): Operation => ({
    ...one,
    ...(one.parameters && { parameters: one.parameters.map(parameters.refer) }),
    responses: mapValues(one.responses, responses.refer),
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Merchant payments',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.flatMap(({ tags }) => tags))].map(describedTag),
    paths: mapValues(paths, (methods) => mapValues(methods, withReferences)),
    webhooks: mapValues(WEBHOOKS, ({ post }) => ({ post: withReferences(post) })),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: {
        RequestId: { description: 'Id of this request in logs', schema: { type: 'string' } },
        RetryAfter: {
          description: 'Seconds to wait before a retry',
          schema: { type: 'integer', minimum: 0 },
        },
        RateLimit: {
          description: 'Remaining calls in this window, and seconds until the next: `"key";r=998;t=7`',
          schema: { type: 'string' },
        },
        RateLimitPolicy: {
          description: 'The limit of calls in a window, and its length in seconds: `"key";q=1000;w=10`',
          schema: { type: 'string' },
        },
        IdempotentReplayed: {
          description: '`true` when this is the stored first answer of the `idempotency-key`',
          schema: { type: 'string', enum: ['true'] },
        },
      },
      parameters: parameters.components,
      responses: responses.components,
      schemas: sorted(schemas),
    },
  };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

interface Surroundings {
  readonly routes: readonly Route[];
  /** Named schemas. Every operation adds its own. */
  readonly schemas: Json;
}

function operation(route: Route, { routes, schemas }: Surroundings): Operation {
  const parameters = [
    ...pathParameters(route.path),
    ...queryParameters(route, schemas),
    ...keyParameters(route),
  ];
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: accessInWords(route.credential, route.access),
    security: CREDENTIALS[route.credential].schemes.map((scheme) => ({ [scheme]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: requestBody(route.body, schemas) }),
    responses: { '200': answer(route, { routes, schemas }), ...failures(route) },
  };
}

/** Returns the headers of the route's answer. */
function answerHeaders(route: Route): Json {
  const { isUnlimited, credential } = route;
  // The operator, and partners whose signature holds, have no rate limit.
  const isCounted =
    isUnlimited !== true && !['operator', 'verification_partner', 'bank_partner'].includes(credential);
  const named = (name: string) => ({ $ref: `#/components/headers/${name}` });
  return {
    'x-request-id': named('RequestId'),
    ...(isCounted && { RateLimit: named('RateLimit'), 'RateLimit-Policy': named('RateLimitPolicy') }),
    ...(takesIdempotencyKey(route) && { 'idempotent-replayed': named('IdempotentReplayed') }),
  };
}

/** Returns the request body. It is optional if all its fields are. */
function requestBody(shape: z.ZodType, schemas: Json): Json {
  const schema = schemaOf(shape, 'input', schemas);
  const given = shape.meta()?.['examples'] as readonly unknown[] | undefined;
  const [example, ...others] = given ?? [exampleOf(schema, schemas)];
  const all = Object.fromEntries(
    [example, ...others].map((value, index) => [`example${index + 1}`, { value }]),
  );
  const shown = others.length === 0 ? { example } : { examples: all };
  return { required: !shape.safeParse({}).success, content: { 'application/json': { schema, ...shown } } };
}

function answer(route: Route, { routes, schemas }: Surroundings): Json {
  const schema = schemaOf(route.answer, 'output', schemas);
  const links = linksOf(route, routes);
  const files = Object.fromEntries((route.files ?? []).map((type) => [type, { schema: { type: 'string' } }]));
  return {
    description: 'Success',
    headers: answerHeaders(route),
    content: { 'application/json': { schema, example: exampleOf(schema, schemas) }, ...files },
    ...(Object.keys(links).length > 0 && { links }),
  };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: parameterSchema(name as string),
  }));
}

/** Returns the `Idempotency-Key` parameter, if the route takes it. */
function keyParameters(route: Route): Json[] {
  return takesIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : [];
}

/**
 * Returns the schema of a path parameter: ids are UUIDs, `cc` is an ISO country code, `month` a
 * calendar month.
 */
function parameterSchema(name: string): Json {
  if (name === 'month') return { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2026-10'] };
  if (name === 'cc') return { type: 'string', pattern: '^[A-Z]{2}$', examples: ['US'] };
  return /(^|_)id$/.test(name) ? { type: 'string', format: 'uuid' } : { type: 'string' };
}

function queryParameters({ query }: Route, schemas: Json): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input', schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

/** Returns the shape as JSON Schema. Named shapes become components, once. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...schema
  } = open(z.toJSONSchema(shape, { io, unrepresentable: 'any' })) as Json & { $defs?: Json };
  for (const [name, definition] of Object.entries($defs)) {
    const known = schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition))
      throw new Error(`two shapes are named ${name}`);
    schemas[name] = definition;
  }
  return schema;
}

/**
 * Returns the schema with its references in the components, and with open objects: a later version may answer
 * more fields.
 */
function open(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(open);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(
    ([key, value]) => key !== 'additionalProperties' || value !== false,
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : open(value),
    ]),
  );
}

interface Failure {
  readonly status: number;
  readonly code: string;
  readonly reason: string;
}

/** Returns the route's refusals by status, with their exact reasons. */
function failures(route: Route): Record<string, Json> {
  const codes: RefusalCode[] = [...CREDENTIALS[route.credential].refusals];
  if (route.method !== 'GET') codes.push('bad_json', 'body_too_large', 'unsupported_media_type');
  const query = route.query === undefined ? [] : queryParameters(route, {}).map(({ name }) => name);
  if (query.includes('limit')) codes.push('bad_limit');
  if (query.includes('cursor')) codes.push('bad_cursor');
  if (route.isUnlimited !== true) codes.push('rate_limited');
  if (takesIdempotencyKey(route)) codes.push('idempotency_key_reused', 'request_in_progress');
  const found: Failure[] = [...codes, ...(route.refusals ?? [])].map(failureOf);
  found.push(
    ...accessRefusals(route.access).map(({ code, reason }) => ({ status: STATUS[code], code, reason })),
  );
  if (takesIdempotencyKey(route))
    found.push({ status: 400, code: 'idempotency_key', reason: 'idempotency-key: 1 to 255 characters' });
  if (route.body !== undefined || route.query !== undefined)
    found.push({ status: 400, code: 'invalid', reason: '<field>: <what is wrong>' });
  found.push({ status: 500, code: 'internal_error', reason: 'internal error' }, failureOf('unavailable'));

  const byStatus = new Map<number, Failure[]>();
  for (const failure of found)
    byStatus.set(failure.status, [...(byStatus.get(failure.status) ?? []), failure]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, all]) => [String(status), failureAnswer(status, all)]),
  );
}

function failureOf(code: string): Failure {
  if (!(code in REASONS)) throw new Error(`a route names the unknown refusal ${code}`);
  const known = code as RefusalCode;
  return {
    status: STATUS[known],
    code,
    reason: known === 'invalid' ? '<field>: <what is wrong>' : REASONS[known],
  };
}

function failureAnswer(status: number, all: readonly Failure[]): Json {
  const examples = all.map(({ code, reason }) => [code, { value: { error: reason } }] as const);
  const requestId = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
  const schema = { $ref: '#/components/schemas/Error' };
  const retryAfter = { 'retry-after': { $ref: '#/components/headers/RetryAfter' } };
  // Unsorted, two answers with the same codes would be two components.
  return {
    description: STATUS_NAMES[status] ?? 'Refused',
    headers: status === 429 || status === 503 ? { ...requestId, ...retryAfter } : requestId,
    content: { 'application/json': { schema, examples: sorted(Object.fromEntries(examples)) } },
  };
}

function errorSchema(): Json {
  return {
    type: 'object',
    properties: {
      error: { type: 'string', description: 'The reason, exactly as documented' },
      detail: {
        type: 'string',
        description: 'What exactly is wrong, and where. For people: its text may change',
      },
      hint: { type: 'string', description: 'What to do about it. For people: its text may change' },
    },
    required: ['error'],
    examples: [
      {
        error: REASONS.bad_line,
        detail: 'items[0].unit_price: whole minor units, got 19.99',
        hint: HINTS.bad_line,
      },
    ],
  };
}

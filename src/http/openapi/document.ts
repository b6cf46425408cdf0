import { z } from 'zod';
import { REASONS } from '../../domain/outcome.ts';
import type { RefusalCode } from '../../domain/outcome.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../security/partner-signature.ts';
import { STATUS } from '../answers.ts';
import { accessInWords, accessRefusals } from '../access/access.ts';
import type { Credential } from '../access/caller.ts';
import { takesIdempotencyKey } from '../route.ts';
import type { Route } from '../route.ts';
import { exampleOf } from './examples.ts';
import { linksOf } from './links.ts';
import { describedTag } from './tags.ts';
import { WEBHOOKS } from './webhooks.ts';

/** The version that the document states: the package's. */
export const API_VERSION = '0.1.0';

type Json = Record<string, unknown>;

/** An operation of the document, with the parts that it may share with others. */
interface Operation extends Json {
  readonly tags: readonly string[];
  readonly parameters?: readonly Json[];
  readonly responses: Readonly<Record<string, Json>>;
}
type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const DESCRIPTION = `Merchant payments with shopper cashback.

Amounts are whole numbers in minor units of the currency beside them; rates are basis points (200 is 2 %); times are RFC 3339 in UTC.
Every failure is \`{"error": "<reason>"}\`; the reasons are listed with each operation. Every answer carries \`x-request-id\`: the caller's own
if it sent one of 8 to 128 characters \`A-Za-z0-9._-\`. Unknown request fields and query parameters are ignored. Where a field may be absent, null is absent.
Lists are newest first; \`next_cursor\` is the next page's \`cursor\`, or null at the end.`;

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A business key; its prefix tells the environment' },
  session: { type: 'http', scheme: 'bearer', description: 'The token of a signed-in person, from `POST /auth/otp/verify`' },
  operator: { type: 'apiKey', in: 'header', name: 'x-operator-token', description: 'The platform operator' },
  partner: {
    type: 'apiKey',
    in: 'header',
    name: SIGNATURE_HEADER,
    description: `\`sha256=\` and the hex HMAC-SHA256 of \`<${TIMESTAMP_HEADER}>.<raw body>\`, keyed with the partner's secret`,
  },
};

/** What each credential is in the document, and what is said of a caller without it. Two schemes are alternatives. */
const CREDENTIALS: Readonly<Record<Credential, { schemes: (keyof typeof SECURITY_SCHEMES)[]; refusals: RefusalCode[] }>> = {
  none: { schemes: [], refusals: [] },
  api_key: { schemes: ['apiKey'], refusals: ['missing_api_key', 'invalid_api_key'] },
  session: { schemes: ['session'], refusals: ['invalid_session'] },
  api_key_or_session: { schemes: ['apiKey', 'session'], refusals: ['missing_api_key', 'invalid_api_key', 'invalid_session'] },
  operator: { schemes: ['operator'], refusals: ['invalid_operator_token'] },
  verification_partner: { schemes: ['partner'], refusals: ['invalid_signature'] },
  bank_partner: { schemes: ['partner'], refusals: ['invalid_signature'] },
};

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'The request is wrong, or the state does not allow it',
  401: 'The credential is missing or not valid',
  403: 'The caller may not do this',
  404: 'There is no such thing, or not for this caller',
  413: 'The body is too large',
  415: 'The body is not JSON, plain or gzipped',
  409: 'The same command, by its idempotency key, is still running: ask again',
  422: 'The idempotency key stands for another request',
  429: 'Too many requests; `retry-after` says in how many seconds to come back',
  500: 'A fault of the service. It is logged under the request id',
  503: 'The database or Temporal is away; asking again is safe',
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Runs the command once in 24 hours: a repeat with the key gets the first answer. Use UUIDs',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The OpenAPI 3.1 document of these routes: nothing in it is written twice, it is all read from their declarations. */
export function openApiDocument(routes: readonly Route[]): Json {
  const schemas: Json = { Error: errorSchema() };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, { routes, schemas }) };
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
        RequestId: { description: 'Names this request in logs', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds', schema: { type: 'integer', minimum: 0 } },
        RateLimit: {
          description: 'Calls that are left in this window and seconds until the next: `"key";r=998;t=7`',
          schema: { type: 'string' },
        },
        RateLimitPolicy: { description: 'Calls in a window, and its seconds: `"key";q=1000;w=10`', schema: { type: 'string' } },
        IdempotentReplayed: {
          description: '`true` when this is the first answer again, by its `idempotency-key`',
          schema: { type: 'string', enum: ['true'] },
        },
      },
      parameters: parameters.components,
      responses: responses.components,
      schemas: sorted(schemas),
    },
  };
}

interface SharedParts {
  /** The parts that occur more than once, by name. */
  readonly components: Json;
  /** A reference to the component that equals the part; the part itself where none does. */
  refer(part: Json): Json;
}

type NameOf = (part: Json) => string | undefined;

/** Makes components of the parts that occur more than once. Throws when two different parts have one name. */
function shareParts(section: string, parts: readonly Json[], nameOf: NameOf): SharedParts {
  const components: Json = {};
  const seen = new Set<string>();
  for (const part of parts) {
    const name = nameOf(part);
    const text = JSON.stringify(part);
    if (name !== undefined && seen.has(text)) {
      components[name] ??= part;
      if (JSON.stringify(components[name]) !== text) throw new Error(`two ${section} are named ${name}`);
    }
    seen.add(text);
  }
  const refer = (part: Json) => {
    const name = nameOf(part) ?? '';
    const isShared = JSON.stringify(components[name]) === JSON.stringify(part);
    return isShared ? { $ref: `#/components/${section}/${name}` } : part;
  };
  return { components: sorted(components), refer };
}

function parameterName({ name }: Json): string {
  return pascalCase(name as string);
}

/** The name of an answer that refuses, by its codes; undefined for other answers. */
function refusalName({ content }: Json): string | undefined {
  const { examples } = (content as FailureContent | undefined)?.['application/json'] ?? {};
  // Answers of `admin_required` name different roles: named by the code, they would be two of one name.
  const names = Object.entries(examples ?? {}).map(([code, { value }]) => {
    return pascalCase(code === 'admin_required' ? value.error : code);
  });
  return names.length === 0 ? undefined : names.join('Or');
}

function pascalCase(text: string): string {
  return text.replaceAll(/(?:^|[^a-zA-Z])([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase());
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

interface Surroundings {
  readonly routes: readonly Route[];
  /** Named schemas, which every operation adds its own to. */
  readonly schemas: Json;
}

function operation(route: Route, { routes, schemas }: Surroundings): Operation {
  const parameters = [...pathParameters(route.path), ...queryParameters(route, schemas), ...keyParameters(route)];
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

/** What answers carry beside their body. */
function answerHeaders(route: Route): Json {
  const { isUnlimited, credential } = route;
  // The operator, and partners whose signature holds, are not counted.
  const isCounted = isUnlimited !== true && !['operator', 'verification_partner', 'bank_partner'].includes(credential);
  const named = (name: string) => ({ $ref: `#/components/headers/${name}` });
  return {
    'x-request-id': named('RequestId'),
    ...(isCounted && { RateLimit: named('RateLimit'), 'RateLimit-Policy': named('RateLimitPolicy') }),
    ...(takesIdempotencyKey(route) && { 'idempotent-replayed': named('IdempotentReplayed') }),
  };
}

/** A body whose fields may all be left out may be left out itself. */
function requestBody(shape: z.ZodType, schemas: Json): Json {
  const schema = schemaOf(shape, 'input', schemas);
  const given = shape.meta()?.['examples'] as readonly unknown[] | undefined;
  const [example, ...others] = given ?? [exampleOf(schema, schemas)];
  const all = Object.fromEntries([example, ...others].map((value, index) => [`example${index + 1}`, { value }]));
  const shown = others.length === 0 ? { example } : { examples: all };
  return { required: !shape.safeParse({}).success, content: { 'application/json': { schema, ...shown } } };
}

function answer(route: Route, { routes, schemas }: Surroundings): Json {
  const schema = schemaOf(route.answer, 'output', schemas);
  const links = linksOf(route, routes);
  return {
    description: 'Done',
    headers: answerHeaders(route),
    content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
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

/** The header that names a call, so that repeats are carried out once. */
function keyParameters(route: Route): Json[] {
  return takesIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : [];
}

/** Ids are ours, countries are ISO's. */
function parameterSchema(name: string): Json {
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

/** The shape as JSON Schema. Shapes with a name move to the components, once. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema: _, $defs = {}, ...schema } = open(z.toJSONSchema(shape, { io, unrepresentable: 'any' })) as Json & { $defs?: Json };
  for (const [name, definition] of Object.entries($defs)) {
    const known = schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) throw new Error(`two shapes are named ${name}`);
    schemas[name] = definition;
  }
  return schema;
}

/** The schema with its references in the components, and objects open: a later version may answer more fields. */
function open(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(open);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => key !== 'additionalProperties' || value !== false);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : open(value)]),
  );
}

interface Failure {
  readonly status: number;
  readonly code: string;
  readonly reason: string;
}

/** Every way in which the route may fail, by status, with the exact reasons. */
function failures(route: Route): Record<string, Json> {
  const codes: RefusalCode[] = [...CREDENTIALS[route.credential].refusals];
  if (route.method !== 'GET') codes.push('bad_json', 'body_too_large', 'unsupported_media_type');
  const query = route.query === undefined ? [] : queryParameters(route, {}).map(({ name }) => name);
  if (query.includes('limit')) codes.push('bad_limit');
  if (query.includes('cursor')) codes.push('bad_cursor');
  if (route.isUnlimited !== true) codes.push('rate_limited');
  if (takesIdempotencyKey(route)) codes.push('idempotency_key_reused', 'request_in_progress');
  const found: Failure[] = [...codes, ...(route.refusals ?? [])].map(failureOf);
  found.push(...accessRefusals(route.access).map(({ code, reason }) => ({ status: STATUS[code], code, reason })));
  if (takesIdempotencyKey(route)) found.push({ status: 400, code: 'idempotency_key', reason: 'idempotency-key: 1 to 255 characters' });
  if (route.body !== undefined || route.query !== undefined)
    found.push({ status: 400, code: 'invalid', reason: '<field>: <what is wrong>' });
  found.push({ status: 500, code: 'internal_error', reason: 'internal error' }, failureOf('unavailable'));

  const byStatus = new Map<number, Failure[]>();
  for (const failure of found) byStatus.set(failure.status, [...(byStatus.get(failure.status) ?? []), failure]);
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, all]) => [String(status), failureAnswer(status, all)]));
}

function failureOf(code: string): Failure {
  if (!(code in REASONS)) throw new Error(`a route names the unknown refusal ${code}`);
  const known = code as RefusalCode;
  return { status: STATUS[known], code, reason: known === 'invalid' ? '<field>: <what is wrong>' : REASONS[known] };
}

interface FailureExample {
  readonly value: { readonly error: string };
}

interface FailureContent {
  readonly 'application/json': { readonly examples?: Readonly<Record<string, FailureExample>> };
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
    properties: { error: { type: 'string', description: 'The reason, word for word as documented' } },
    required: ['error'],
    examples: [{ error: REASONS.checkout_not_payable }],
  };
}

function sorted(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

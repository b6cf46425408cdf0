import { createConfig, lintFromString } from '@redocly/openapi-core';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { GENERATED } from '../../tools/docs/generate.ts';
import { WEBHOOK_EVENTS } from '../../src/domain/webhook-schedule.ts';
import { API_VERSION, openApiDocument } from '../../src/http/openapi/document.ts';
import { ROUTES } from '../../src/http/routes/index.ts';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface Content {
  readonly 'application/json': {
    schema: object;
    example?: unknown;
    examples?: Readonly<Record<string, { value: unknown }>>;
  };
}

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

interface Answer {
  readonly content: Content;
  readonly links?: Readonly<Record<string, Link>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { required: boolean; content: Content };
  /** A success is inlined; a refusal may be a reference. */
  readonly responses: Readonly<Record<string, Answer | Reference> & { '200'?: Answer }>;
}

const document = openApiDocument(ROUTES) as {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, object>; responses: Record<string, Answer> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, ...operation })),
);

/** The part itself, or the component that it refers to. */
function resolve<Part extends object>(part: Part | Reference): Part {
  return '$ref' in part ? (find(part.$ref) as Part) : part;
}

function find(reference: string): unknown {
  const keys = reference.replace('#/', '').split('/');
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
}

test.each(Object.keys(GENERATED))('%s is up to date (`npm run openapi`, `npm run states`)', async (name) => {
  expect(text(name)).toBe(await GENERATED[name]?.());
});

test('every route is one operation with an id of its own', () => {
  expect(operations).toHaveLength(ROUTES.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(ROUTES.length);
});

test('every operation id is a verb and a noun', () => {
  expect(operations.filter(({ operationId }) => !/^[a-z]+([A-Z][a-zA-Z]*)*$/.test(operationId))).toEqual([]);
});

test('every parameter of a path is declared', () => {
  for (const { path, parameters = [] } of operations) {
    const resolved = parameters.map((parameter) => resolve(parameter));
    const declared = resolved.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
    expect(declared).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
});

test('whatever reads a body or a query says that it may refuse it', () => {
  const silent = ROUTES.filter(({ body, query, path, method }) => {
    const reads = body !== undefined || query !== undefined;
    return reads && !('400' in (document.paths[path]?.[method.toLowerCase()]?.responses ?? {}));
  });
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test('every failure has the one error shape', () => {
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      if (status === '200') continue;
      const { schema } = resolve(response).content['application/json'];
      expect(schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
  }
});

test('a refusal that several operations answer is one component', () => {
  const answers = operations.flatMap(({ responses }) => Object.entries(responses));
  const refusals = answers.filter(([status]) => status !== '200').map(([, answer]) => answer);
  const inlined = refusals.filter((answer) => !('$ref' in answer));
  const all = [...Object.values(document.components.responses), ...inlined];
  const occurrences = (answer: object) => all.filter((other) => isDeepStrictEqual(answer, other)).length;
  expect(inlined.filter((answer) => occurrences(answer) > 1)).toEqual([]);
});

test('the document has at most 500 KB', () => {
  expect(Buffer.byteLength(text('docs/openapi.json'))).toBeLessThanOrEqual(500_000);
});

test('every reference leads somewhere', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
  const broken = [...references].filter(([, reference]) => find(reference as string) === undefined);
  expect(broken.map(([, reference]) => reference)).toEqual([]);
});

test('a linter finds nothing wrong with it', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({
    source: text('docs/openapi.json'),
    config,
    absoluteRef: 'openapi.json',
  });
  // A health check sends nothing that could be refused, so it has no 4xx.
  const rightly = found.filter(
    ({ ruleId, location }) => ruleId !== 'operation-4xx-response' || !isHealth(location[0]?.pointer ?? ''),
  );
  expect(rightly.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)).toEqual([]);
});

function isHealth(pointer: string): boolean {
  return /^#\/paths\/~1(health|livez)\//.test(pointer);
}

/** The values that a body is shown with. */
function shown({ 'application/json': { example, examples } }: Content): unknown[] {
  return examples === undefined ? [example] : Object.values(examples).map(({ value }) => value);
}

test('every request and every answer is shown with an example that fits it', () => {
  const broken = ROUTES.flatMap((route) => {
    const { requestBody, responses } =
      document.paths[route.path]?.[route.method.toLowerCase()] ?? ({ responses: {} } as Operation);
    const answers = shown(responses['200']?.content ?? { 'application/json': { schema: {} } });
    const bodies = requestBody === undefined ? [] : shown(requestBody.content);
    const fit =
      answers.every((one) => route.answer.safeParse(one).success) &&
      bodies.every((one) => route.body?.safeParse(one).success);
    return fit ? [] : [route.id];
  });
  expect(broken).toEqual([]);
});

test('a body whose fields may all be left out may be left out itself', () => {
  const optional = operations
    .filter(({ requestBody }) => requestBody?.required === false)
    .map(({ operationId }) => operationId);
  expect(optional).toEqual(
    expect.arrayContaining(['updateMe', 'updateOrg', 'updateTerminal', 'authorizeCheckout', 'returnCharge']),
  );
  expect(optional).not.toContain('createOrg');
});

test('links lead to calls, and name every part of their paths', () => {
  const links = operations.flatMap(({ responses }) => Object.values(responses['200']?.links ?? {}));
  expect(links.length).toBeGreaterThan(40);
  for (const { operationId, parameters } of links) {
    const target = operations.find((operation) => operation.operationId === operationId);
    expect(Object.keys(parameters).map((name) => `{${name}}`)).toEqual(target?.path.match(/\{\w+\}/g));
    expect(Object.values(parameters)).toEqual(
      Object.keys(parameters).map(() => expect.stringMatching(/^\$(request|response)\./)),
    );
  }
});

test('the events that are sent are the ones described, each with an example', () => {
  expect(Object.keys(document.webhooks)).toEqual(WEBHOOK_EVENTS);
  for (const { post } of Object.values(document.webhooks)) {
    expect(post.tags).toEqual(['Events']);
    const { schema, example } = post.requestBody?.content['application/json'] ?? { schema: {} };
    expect(Object.keys(example as object)).toEqual((schema as { required: string[] }).required);
  }
});

test("the document's version is the package's", () => {
  expect(API_VERSION).toBe((JSON.parse(text('package.json')) as { version: string }).version);
});

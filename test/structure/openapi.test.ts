import { readFileSync } from 'node:fs';
import { GENERATED } from '../../docs/generate.ts';
import { API_VERSION, openApiDocument } from '../../src/http/openapi.ts';
import { ROUTES } from '../../src/http/routes/index.ts';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string }[];
  readonly responses: Readonly<Record<string, { content: { 'application/json': { schema: object } } }>>;
}

const document = openApiDocument(ROUTES) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, ...operation })),
);

test.each(Object.keys(GENERATED))('docs/%s is what the code says; `npm run openapi` and `npm run states` write it', async (name) => {
  expect(text(`docs/${name}`)).toBe(await GENERATED[name]?.());
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
    const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
    expect(declared).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
});

test('every failure has the one error shape', () => {
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      if (status === '200') continue;
      expect(response.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
  }
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path as string);
  const find = (path: string) => path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
  expect(references.filter((path) => find(path) === undefined)).toEqual([]);
});

test("the document's version is the package's", () => {
  expect(API_VERSION).toBe((JSON.parse(text('package.json')) as { version: string }).version);
});

import { readFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

interface Referable {
  readonly $ref?: string;
}

interface Schema extends Referable {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Parameter extends Referable {
  readonly name: string;
  readonly in: string;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: {
    readonly '200': { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> };
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url);
const MADE = '// Made from docs/openapi.json by `npm run sdk:types`. Do not edit.\n';

/** Returns `sdk/types.ts`: the TypeScript types of every schema and operation in docs/openapi.json. */
export async function sdkTypes(): Promise<string> {
  return MADE + astToString(await openapiTS(JSON.stringify(await readDocument())));
}

/** Returns `sdk/operations.ts`: the run-time facts of each operation. Leaves out the calls of partners. */
export async function sdkOperations(): Promise<string> {
  const document = await readDocument();
  const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => !security.some((scheme) => 'partner' in scheme))
      .map(([method, operation]) => {
        const known = {
          group: groupOf(operation),
          method: method.toUpperCase(),
          path,
          ...factsOf(operation, document),
        };
        return `  /** ${operation.summary} */\n  ${operation.operationId}: ${JSON.stringify(known)},\n`;
      }),
  );
  return `${MADE}\nexport const OPERATIONS = {\n${lines.join('')}} as const;\n`;
}

/**
 * Reads the document. The client has one name for one thing: the id of a charge is `auth_id` in every call,
 * as in the answers that carry it.
 */
async function readDocument(): Promise<Document> {
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as Document;
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    if (!path.startsWith('/charges/{id}')) return [path, methods] as const;
    const renamed = Object.entries(methods).map(([method, operation]) => [
      method,
      { ...operation, parameters: operation.parameters?.map((one) => namedAuthId(resolve(one, document))) },
    ]);
    return [path.replace('{id}', '{auth_id}'), Object.fromEntries(renamed) as typeof methods] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function namedAuthId(parameter: Parameter): Parameter {
  return parameter.in === 'path' && parameter.name === 'id' ? { ...parameter, name: 'auth_id' } : parameter;
}

function factsOf(operation: Operation, document: Document) {
  const { requestBody, operationId } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter, document));
  const named = (place: string) =>
    parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const [path, query] = [named('path'), named('query')];
  const body = requestBody && resolve(requestBody.content['application/json'].schema, document);
  const clash = [...path, ...query].find(
    (name, index, all) => all.indexOf(name) !== index || body?.properties?.[name] !== undefined,
  );
  // The client takes one object of parameters: it could not hold two of the same name.
  if (clash !== undefined) throw new Error(`${operationId} has two parameters named ${clash}`);
  return {
    query,
    hasBody: body !== undefined,
    credentials: operation.security.flatMap((scheme) => Object.keys(scheme)),
    list: query.includes('cursor') ? listOf(operation, document) : null,
  };
}

/** Returns the name of the field with the rows of a page. */
function listOf({ operationId, responses }: Operation, document: Document): string {
  const { properties = {} } = resolve(responses['200'].content?.['application/json']?.schema ?? {}, document);
  const lists = Object.keys(properties).filter((name) => properties[name]?.type === 'array');
  if (lists.length !== 1 || !('next_cursor' in properties))
    throw new Error(`${operationId} pages, but its rows are not one list`);
  return lists[0] as string;
}

/** Returns the part, or the component that it refers to. */
function resolve<Part extends Referable>(part: Part, { components }: Document): Part {
  const [section = '', name = ''] = part.$ref?.replace('#/components/', '').split('/') ?? [];
  return part.$ref === undefined ? part : (components[section]?.[name] as Part);
}

/** Returns the client's name for the operation's tag: `apiKeys` for `API keys`. */
function groupOf({ tags }: Operation): string {
  const words = (tags[0] ?? '').split(/[^A-Za-z]+/).map((word) => word.toLowerCase());
  return words
    .map((word, index) => (index === 0 ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join('');
}

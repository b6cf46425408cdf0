export type Json = Record<string, unknown>;

interface FailureExample {
  readonly value: { readonly error: string };
}

interface FailureContent {
  readonly 'application/json': { readonly examples?: Readonly<Record<string, FailureExample>> };
}

export interface SharedParts {
  /** The parts that occur more than once, by name. */
  readonly components: Json;
  /**
   * Returns a reference to the component that equals the part, or the part itself without such a component.
   */
  refer(part: Json): Json;
}

type NameOf = (part: Json) => string | undefined;

/** Makes components of the parts that occur more than once. Throws if two different parts have one name. */
export function shareParts(section: string, parts: readonly Json[], nameOf: NameOf): SharedParts {
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

/** Returns the name of a parameter's component. */
export function parameterName({ name }: Json): string {
  return pascalCase(name as string);
}

const NAMED_BY_REASON: readonly string[] = ['admin_required', 'key_scope_required'];

/** Returns the name of a refusal by its codes, undefined for other answers. */
export function refusalName({ content }: Json): string | undefined {
  const { examples } = (content as FailureContent | undefined)?.['application/json'] ?? {};
  // Their reasons name different roles or scopes: under one code, two components would have one name.
  const names = Object.entries(examples ?? {}).map(([code, { value }]) => {
    return pascalCase(NAMED_BY_REASON.includes(code) ? value.error : code);
  });
  return names.length === 0 ? undefined : names.join('Or');
}

function pascalCase(text: string): string {
  return text.replaceAll(/(?:^|[^a-zA-Z]+)([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase());
}

export function sorted(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

import type { Route } from '../route.ts';

/** The route of a call, with the values of its path's parameters. */
interface RouteMatch<Target> {
  readonly target: Target;
  readonly params: Readonly<Record<string, string>>;
}

/** The methods of a path that has others than the call's. */
interface MethodMismatch {
  readonly target: null;
  readonly allowed: readonly string[];
}

/** The paths that begin with the same segments. */
interface Place<Target> {
  readonly named: Map<string, Place<Target>>;
  /** The paths whose next segment is a parameter. */
  variable: Place<Target> | null;
  /** The targets of the path that ends here, by method. Empty if no path ends here. */
  readonly targets: Map<string, { readonly target: Target; readonly names: readonly string[] }>;
}

/**
 * Returns the lookup of a target by method and path. Null for an unknown path. A segment with a name comes
 * before a parameter, as in OpenAPI: `GET …/deliveries/resend` is no call for a delivery named "resend".
 * Paths are compared byte by byte: the idempotency keys and the log of a call are by the path that was sent.
 * Targets of GET answer HEAD too. The number of routes does not change what a lookup costs.
 */
export function createRouting<Target>(
  routes: readonly (Pick<Route, 'method' | 'path'> & { readonly target: Target })[],
): (method: string, path: string) => RouteMatch<Target> | MethodMismatch | null {
  const root = openPlace<Target>();
  const fixed = new Map<string, Place<Target>>();
  for (const { method, path, target } of routes) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    const end = path.split('/').reduce(openNext, root as Place<unknown>) as Place<Target>;
    if (names.length === 0) fixed.set(path, end);
    for (const one of method === 'GET' ? ['HEAD', 'GET'] : [method]) end.targets.set(one, { target, names });
  }
  return (method, path) => {
    const values: string[] = [];
    const end = fixed.get(path) ?? findPlace({ place: root, segments: path.split('/'), values });
    if (end === null) return null;
    const found = end.targets.get(method);
    if (found === undefined) return { target: null, allowed: [...end.targets.keys()] };
    return { target: found.target, params: paramsOf(found.names, values) };
  };
}

function openPlace<Target>(): Place<Target> {
  return { named: new Map(), variable: null, targets: new Map() };
}

/** Returns the place after this segment of a route's path, and makes it if there is none. */
function openNext(place: Place<unknown>, segment: string): Place<unknown> {
  if (segment.startsWith('{')) return (place.variable ??= openPlace());
  const next = place.named.get(segment) ?? openPlace();
  place.named.set(segment, next);
  return next;
}

interface Search<Target> {
  readonly place: Place<Target>;
  readonly segments: readonly string[];
  /** The values of the parameters so far. */
  readonly values: string[];
}

/** Finds the place at the end of the path, and adds the values of its parameters. No parameter is empty. */
function findPlace<Target>({ place, segments, values }: Search<Target>, at = 0): Place<Target> | null {
  if (at === segments.length) return place.targets.size === 0 ? null : place;
  const segment = segments[at] as string;
  const named = place.named.get(segment);
  const found = named === undefined ? null : findPlace({ place: named, segments, values }, at + 1);
  if (found !== null || place.variable === null || segment === '') return found;
  const held = values.push(segment);
  const end = findPlace({ place: place.variable, segments, values }, at + 1);
  if (end === null) values.length = held - 1;
  return end;
}

function paramsOf(names: readonly string[], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) params[name] = decoded(values[index] as string);
  return params;
}

/** A text that is no proper encoding is returned as it was sent: it is the id of nothing. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

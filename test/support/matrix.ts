import type { Route } from '../../src/http/route.ts';
import { CALLERS } from './matrix-callers.ts';
import type { Caller } from './matrix-callers.ts';
import { expectedOf } from './matrix-rules.ts';
import type { Expected } from './matrix-rules.ts';
import { targetsOf } from './matrix-targets.ts';
import type { Target } from './matrix-targets.ts';
import type { World } from './matrix-world.ts';

export interface Cell {
  readonly route: Route;
  readonly caller: Caller;
  readonly target: Target;
  readonly expected: Expected;
}

const UNAUTHORIZED = 401;

/**
 * Every route, by every caller, about every target; and the routes that are about a kind of which the world
 * has none. A credential that is refused is refused before anything is looked for: such a caller has one
 * cell a route, about the target that exists.
 */
export function makeMatrix(
  routes: readonly Route[],
  callers: readonly Caller[] = CALLERS,
): { cells: Cell[]; without: string[] } {
  const cells: Cell[] = [];
  const without: string[] = [];
  for (const route of routes) {
    const targets = targetsOf(route);
    if (targets === null)
      without.push(
        `${route.id} is about a ${route.access.target?.kind}: matrix-targets.ts and matrix-world.ts have none`,
      );
    for (const caller of callers) {
      for (const target of targets ?? []) {
        const expected = expectedOf(route, caller, target);
        cells.push({ route, caller, target, expected });
        if (expected?.[0] === UNAUTHORIZED) break;
      }
    }
  }
  return { cells, without };
}

export const nameOf = ({ route, caller, target }: Cell): string =>
  `${route.method} ${route.path} by ${caller.name} about ${target.name}`;

/** Describes an unexpected answer to the cell's call. Null if it is as expected. */
export function faultOf(cell: Cell, { status, reason }: Answer): string | null {
  const { route, expected } = cell;
  const isRight =
    expected === null
      ? status === 200 || (status === 400 && isValidated(route) && reason !== 'org_id required')
      : status === expected[0] && reason === expected[1];
  return isRight
    ? null
    : `${nameOf(cell)}: ${status} ${reason}, not ${expected?.join(' ') ?? 'past the access rules'}`;
}

/** True if a call without body and query may stop at validation. */
const isValidated = ({ method, query }: Route): boolean =>
  method !== 'GET' || query?.safeParse({}).success === false;

const NEW_IN_EACH: readonly string[] = ['date', 'x-request-id', 'ratelimit'];

/** An answer. `bytes` leaves out the headers that differ in each answer. */
export interface Answer {
  readonly status: number;
  readonly reason: string;
  readonly bytes: string;
}

/**
 * Calls as the cell says. A call that is to be refused carries a body that would do something; one that is to
 * be allowed stops at validation, where it has a body to validate, or repeats what has been done; with
 * `isWhole` its body is complete.
 */
export async function send(cell: Cell, world: World, { isWhole = false } = {}): Promise<Answer> {
  const { route, caller, target, expected } = cell;
  if (expected === null) await world.prepare(route.id);
  const url = new URL(pathOf(route, target, world), process.env['TEST_API_URL']);
  const declared = route.access.target;
  if (declared?.at === 'query' && target.ref !== null)
    url.searchParams.set(declared.name, world.id(target.ref));
  const body = route.method === 'GET' ? null : JSON.stringify(bodyOf(cell, world, isWhole));
  const credentials = world.headersOf(caller, { body, ends: route.id === 'signOut' && expected === null });
  const headers = { ...credentials, ...(body !== null && { 'content-type': 'application/json' }) };
  const response = await fetch(url, { method: route.method, headers, body });
  const text = await response.text();
  const { error } = JSON.parse(text) as { error?: unknown };
  const received = [...response.headers].filter(([name]) => !NEW_IN_EACH.includes(name));
  return {
    status: response.status,
    reason: typeof error === 'string' ? error : '',
    bytes: JSON.stringify([response.status, received, text]),
  };
}

function pathOf({ path, access: { target: declared } }: Route, target: Target, world: World): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === declared?.name) return encodeURIComponent(world.id(target.ref ?? ''));
    if (name === declared?.within) return encodeURIComponent(world.id(target.within ?? ''));
    if (name === 'month') return '2026-10';
    throw new Error(`${path}: ${name} names neither the target nor its org`);
  });
}

/**
 * The terminal is judged after the whole cart: these cells send one that is right, and those that are allowed
 * open a checkout.
 */
const JUDGED_LAST: readonly string[] = ['createCheckout'];
/** Fields that name something else than the target: its absence would be told before the role. */
const REFERENCES: readonly string[] = ['user_id'];

function bodyOf({ route, target, expected }: Cell, world: World, isWhole: boolean): Record<string, unknown> {
  const [example = {}] =
    (route.body?.meta() as { examples?: Record<string, unknown>[] } | undefined)?.examples ?? [];
  const whole = isWhole || expected !== null || JUDGED_LAST.includes(route.id);
  const { target: declared } = route.access;
  const fields = Object.entries(example).filter(([name]) => whole || REFERENCES.includes(name));
  const body = Object.fromEntries(
    fields.map(([name, value]) => [name, REFERENCES.includes(name) ? world.id(`other ${name}`) : value]),
  );
  if (declared?.at !== 'body') return body;
  const { [declared.name]: _, ...others } = body;
  return target.ref === null ? others : { ...others, [declared.name]: world.id(target.ref) };
}

import type { z } from 'zod';
import { notFoundCode } from './access.ts';
import type { Target } from './access.ts';
import type { Route } from '../route.ts';

/**
 * Returns the routes if their table is valid: every route has an access row, and no two share a call or a
 * name. It checks what types cannot, before the service starts. Throws one error with every flaw.
 */
export function requireTable(routes: readonly Route[]): readonly Route[] {
  const wrong = routes.flatMap((route) =>
    flawsOf(route).map((flaw) => `${route.id} (${route.method} ${route.path}): ${flaw}`),
  );
  wrong.push(...repeated(routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)));
  wrong.push(...repeated(routes.map(({ id }) => id)));
  if (wrong.length > 0) throw new Error(`the route table is wrong:\n${wrong.join('\n')}`);
  return routes;
}

function repeated(names: readonly string[]): string[] {
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `${name} is declared twice`);
}

function flawsOf({ credential, access, path, body, query }: Route): string[] {
  if ((access as unknown) === undefined)
    return ['it has no row: who may call it, about what, in which environment?'];
  const flaws: string[] = [];
  const hasRole = credential === 'session' || credential === 'api_key_or_session';
  const hasEnvironment = hasRole || credential === 'api_key';
  if (access.capability !== undefined && !hasRole) flaws.push(`${credential} has no role`);
  const isForKeys = credential === 'api_key' || credential === 'api_key_or_session';
  if (isForKeys && access.scope === undefined) flaws.push('it does not say which scope a key needs');
  if (!isForKeys && access.scope !== undefined) flaws.push(`${credential} has no scope`);
  if (access.environment !== 'any' && !hasEnvironment) flaws.push(`${credential} has no environment`);
  if (access.target === null)
    return access.capability === undefined ? flaws : [...flaws, 'a role is one in an org, and it names none'];
  if (access.target.reach !== undefined && !hasRole)
    flaws.push(`${credential} reaches what it reaches: that is not declared`);
  return [...flaws, ...unnamedPlaces(access.target, { path, body, query })];
}

function unnamedPlaces(
  target: Target,
  {
    path,
    body,
    query,
  }: Pick<Route, 'path'> & { body?: z.ZodType | undefined; query?: z.ZodType | undefined },
): string[] {
  notFoundCode(target);
  const inPath = (name: string) => path.includes(`{${name}}`);
  const places = { path: inPath(target.name), body: body !== undefined, query: has(query, target.name) };
  const flaws = places[target.at] ? [] : [`no ${target.name} in its ${target.at}`];
  if (target.within !== undefined && !inPath(target.within)) flaws.push(`no ${target.within} in its path`);
  return flaws;
}

const has = (shape: z.ZodType | undefined, name: string): boolean =>
  name in ((shape as { shape?: object } | undefined)?.shape ?? {});

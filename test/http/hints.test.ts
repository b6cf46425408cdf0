import { HINTS } from '../../src/http/hints.ts';
import { ROUTES } from '../../src/http/routes/index.ts';

const known = new Set(ROUTES.map(({ method, path }) => `${method} ${path}`));

test('each route that a hint names is there', () => {
  const named = Object.values(HINTS).flatMap(
    (hint) => hint.match(/(GET|POST|PUT|PATCH|DELETE) \/[\w/{}-]*/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((route) => route !== 'GET /openapi' && !known.has(route))).toEqual([]);
});

test('a hint is plain text of at most 200 characters, in sentences', () => {
  for (const hint of Object.values(HINTS)) expect(hint).toMatch(/^[^`*[\]]{10,199}\.$/);
});

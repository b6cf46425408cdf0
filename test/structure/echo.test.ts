import { readFileSync } from 'node:fs';
import { ECHO_CASES } from '../echo/cases.ts';
import { STEP_FACTORIES } from '../echo/steps.ts';

/** The names of the steps that a factory makes. Making them connects to nothing. */
const namesOf = (factory: (...deps: never[]) => object): string[] =>
  Object.keys(factory({} as never, {} as never));

test('the echo test knows every factory of steps that the worker registers', () => {
  const workers = readFileSync(new URL('../../src/worker/workers.ts', import.meta.url), 'utf8');
  const registered = new Set(
    [...workers.matchAll(/\b(create\w*Activities)\(/g)].map(([, name]) => name as string),
  );
  expect([...registered].sort()).toEqual(Object.keys(STEP_FACTORIES).sort());
});

test('every step of every workflow has an echo case', () => {
  const steps = Object.values(STEP_FACTORIES).flatMap(namesOf);
  const covered = new Set<string>(ECHO_CASES.map(({ step }) => step));
  const missing = steps
    .filter((step) => !covered.has(step))
    .map((step) => `The step ${step} has no case in test/echo/: add one.`);
  const known = new Set(steps);
  const gone = [...covered]
    .filter((step) => !known.has(step))
    .map((step) => `test/echo/ has a case of ${step}, which is no step.`);
  expect([...missing, ...gone]).toEqual([]);
});

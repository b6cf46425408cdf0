import type { EchoCase, Scene } from './echo-case.ts';
import type { StepName } from './steps.ts';
import type { World } from './world.ts';

/** The number of runs of a step: three at the same time of the books, and one a second later. */
export const RUNS = 4;

/**
 * Runs a step again and again, first in a process that dies before it answers, and compares answers and rows.
 */
export async function expectEcho(world: World, { step, arrange }: EchoCase): Promise<void> {
  await world.standBy();
  const scene = (await arrange(world)) as Scene<StepName>;
  const repeats = (scene.repeats ?? ((answer: unknown) => answer)) as (answer: unknown) => unknown;
  const input = scene.input as unknown;

  const before = await world.snapshot();
  const first = await world.runAndKill({ step, input, diesAt: scene.diesAt ?? null });
  if (scene.changesNothing)
    expect({ after: 'the first run', rows: await world.snapshot() }).toEqual({
      after: 'the first run',
      rows: before,
    });
  await scene.meanwhile?.();
  const rows = await world.snapshot();
  const second = await world.run(step, input);
  const rowsAfterSecond = await world.snapshot();
  const third = await world.run(step, input);
  const rowsAfterThird = await world.snapshot();
  // Answers contain the time: for a later run only the rows are compared.
  await world.letTimePass();
  await world.run(step, input);
  const rowsAfterLater = await world.snapshot();

  // After a run that died before its answer, the second run writes the final rows.
  const [answer, settled] = scene.diesAt === undefined ? [first, rows] : [second, rowsAfterSecond];
  if (scene.answers !== undefined) expect({ answer }).toMatchObject({ answer: scene.answers });
  expect({ run: 'the second', answer: repeats(second) }).toEqual({
    run: 'the second',
    answer: repeats(answer),
  });
  expect({ run: 'the third', answer: repeats(third) }).toEqual({ run: 'the third', answer: repeats(answer) });
  expect({ after: 'the second run', rows: rowsAfterSecond }).toEqual({
    after: 'the second run',
    rows: settled,
  });
  expect({ after: 'the third run', rows: rowsAfterThird }).toEqual({ after: 'the third run', rows: settled });
  expect({ after: 'a later run', rows: rowsAfterLater }).toEqual({ after: 'a later run', rows: settled });
  await scene.afterwards?.();
}

import { ROUTES } from '../../../src/http/routes/index.ts';
import { apiTest } from '../../support/api-test.ts';
import { inParallel } from '../../support/in-parallel.ts';
import { faultOf, makeMatrix, send } from '../../support/matrix.ts';
import type { Answer, Cell } from '../../support/matrix.ts';
import { makeWorld } from '../../support/matrix-world.ts';
import type { World } from '../../support/matrix-world.ts';

/**
 * The access of every kind of caller to every kind of target by every route. The expected answers are
 * computed from the routes' declarations, so a new route is in here as soon as it is declared.
 */
const { cells, without } = makeMatrix(ROUTES);
const refusals = cells.filter(({ expected }) => expected !== null);
const passes = cells.filter(({ expected }) => expected === null);
/** Calls at a time. Those that take something away go one after the other: each must find it. */
const WIDTH = 16;
const TAKES_AWAY: readonly string[] = ['removeMember', 'endSession'];

const { books } = apiTest();
let world: World;
/** The answers of the refused cells, in their order. */
let answers: Answer[];
let [before, after] = ['', ''];

beforeAll(async () => {
  world = await makeWorld(books, 'SM');
  before = await world.digest();
  answers = await inParallel(refusals, WIDTH, (cell) => send(cell, world));
  after = await world.digest();
}, 240_000);

test('every route is in the matrix', () => {
  expect(without).toEqual([]);
  expect(new Set(cells.map(({ route }) => route.id)).size).toBe(ROUTES.length);
});

test(`of ${cells.length} cells, ${refusals.length} are refused, each for the reason that its declaration gives`, () => {
  expect(refusals.length).toBeGreaterThan(4000);
  const wrong = refusals.flatMap((cell, at) => faultOf(cell, answers[at] as Answer) ?? []);
  expect(wrong).toEqual([]);
});

test('nothing that was refused has changed anything', () => {
  expect(after).toBe(before);
});

test("another org's object is byte for byte as absent as one that never was", () => {
  const groups = new Map<string, { bytes: Set<string>; existing: number; absent: number }>();
  for (const [at, { route, caller, target, expected }] of refusals.entries()) {
    if (expected?.[0] !== 404) continue;
    const name = `${route.id} by ${caller.name}: ${expected[1]}`;
    const group = groups.get(name) ?? { bytes: new Set(), existing: 0, absent: 0 };
    group.bytes.add((answers[at] as Answer).bytes);
    if (target.facts === null) group.absent++;
    else group.existing++;
    groups.set(name, group);
  }
  const compared = [...groups].filter(([, { existing, absent }]) => existing > 0 && absent > 0);
  expect(compared.length).toBeGreaterThan(300);
  expect(compared.filter(([, { bytes }]) => bytes.size > 1)).toEqual([]);
});

test(`${passes.length} cells get past credential, object, environment and role`, async () => {
  const takes = ({ route }: Cell) => TAKES_AWAY.includes(route.id);
  const [orderly, others] = [passes.filter(takes), passes.filter((cell) => !takes(cell))];
  const wrong: string[] = [];
  const check = async (cell: Cell) => {
    const fault = faultOf(cell, await send(cell, world));
    if (fault !== null) wrong.push(fault);
  };
  await inParallel(others, WIDTH, check);
  await inParallel(orderly, 1, check);
  expect(wrong).toEqual([]);
});

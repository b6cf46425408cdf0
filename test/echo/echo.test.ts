import { SHARED_CASES } from './cases.ts';
import { expectEcho } from './run-case.ts';
import { startWorld } from './world.ts';
import type { World } from './world.ts';

/**
 * A step that runs again gives the answer of its first run, and changes no row. The first run ends with its
 * process, between the commit and the answer.
 */
let world: World;
beforeAll(async () => {
  world = await startWorld('echo');
});
afterAll(() => world.stop());

test.each(SHARED_CASES)('$step $title', (one) => expectEcho(world, one));

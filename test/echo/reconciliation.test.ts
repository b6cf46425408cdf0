import { reconciliationCases } from './clock-cases.ts';
import { expectEcho } from './run-case.ts';
import { startWorld } from './world.ts';
import type { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld('echo_reconciliation');
});
afterAll(() => world.stop());

test.each(reconciliationCases)('$step $title', (one) => expectEcho(world, one));

import { ROUTES } from '../../../src/http/routes/index.ts';
import { apiTest } from '../../support/api-test.ts';
import { CALLERS, PENDING_MEMBER } from '../../support/matrix-callers.ts';
import { faultOf, makeMatrix, nameOf, send } from '../../support/matrix.ts';
import type { Cell } from '../../support/matrix.ts';
import { namesOrg } from '../../support/matrix-rules.ts';
import { makeWorld } from '../../support/matrix-world.ts';
import type { World } from '../../support/matrix-world.ts';

/**
 * Callers whose standing is about to change: a member who has not joined yet, and the people of an org that
 * is suspended. One call at a time, because a call may change what the next one may do.
 */
const { books } = apiTest();
let world: World;
beforeAll(async () => {
  world = await makeWorld(books, 'AD');
}, 120_000);

test('a pending member has their role in every call that names the org, joins by it even when refused, and is a stranger in all others', async () => {
  const { cells } = makeMatrix(ROUTES, [PENDING_MEMBER]);
  expect(cells.filter(({ route, target }) => namesOrg(route, target) === 'ours').length).toBeGreaterThan(50);
  const wrong: string[] = [];
  for (const cell of cells) {
    await world.makePending();
    const fault = faultOf(cell, await send(cell, world));
    if (fault !== null) wrong.push(fault);
    const hasJoined = await world.hasJoined();
    if (hasJoined !== joins(cell))
      wrong.push(`${nameOf(cell)}: ${hasJoined ? 'is a member' : 'is still pending'} afterwards`);
  }
  expect(wrong).toEqual([]);
});

/** An operator's call is nobody's, whatever session comes with it. */
const joins = ({ route, target }: Cell): boolean =>
  route.credential !== 'operator' && namesOrg(route, target) === 'ours';

/** Routes that refuse a suspended org. Source: contract, section 16. */
const STOPPED = ['authorizeCheckout', 'captureCharge', 'createCheckout', 'createPayout'];
/**
 * The checkout of this world is paid and captured, and repeats of that are answered. operators.test.ts tries
 * the first authorization and the first capture.
 */
const STOPPED_HERE = ['createCheckout', 'createPayout'];

test('a suspended org opens, authorizes, captures and pays out nothing, and may do everything else', async () => {
  const theirs = CALLERS.filter(({ name }) => /^(theirs|their owner|ben),/.test(name));
  expect(theirs).toHaveLength(6);
  await world.suspendTheirs();
  const { cells } = makeMatrix(ROUTES, theirs);
  const stopped = new Set<string>();
  const wrong: string[] = [];
  for (const cell of cells) {
    const answer = await send(cell, world, { isWhole: STOPPED.includes(cell.route.id) });
    if (STOPPED.includes(cell.route.id) && answer.status === 403 && answer.reason === 'org suspended')
      stopped.add(cell.route.id);
    else {
      const fault = faultOf(cell, answer);
      if (fault !== null) wrong.push(fault);
    }
  }
  expect(wrong).toEqual([]);
  expect([...stopped].toSorted()).toEqual(STOPPED_HERE);
});

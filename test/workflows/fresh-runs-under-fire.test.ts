import { MOST_EVENTS } from '../../workflows/fresh-run.ts';
import { awaitOpening, fireDue, followClock, workflowId } from '../../workflows/messages.ts';
import { expectIntegrity, until } from '../support/people.ts';
import { openCheckout, openShop, startSkippedTime } from '../support/time-skipping.ts';
import type { SkippedTime } from '../support/time-skipping.ts';
import { inParallel } from '../support/in-parallel.ts';

/** A clock that has not moved: a message with it changes nothing in a workflow. */
const UNMOVED = { offset: 0, floor: 0 };

let real: SkippedTime;
beforeAll(async () => {
  real = await startSkippedTime('fresh_runs_under_fire', process.env['TEST_TEMPORAL_ADDRESS']);
});
afterAll(() => real.stop());
afterEach(() => expectIntegrity(real.database.pool));

test.each([
  ['questions about its opening', awaitOpening, []],
  ['moves of the clock', fireDue, [UNMOVED]],
] as const)(
  'a checkout that is asked %s five hundred times begins a fresh run, and all are answered',
  async (_, update, args) => {
    const { checkoutId } = await openCheckout(real, await openShop(real));
    const handle = real.client.workflow.getHandle(workflowId.checkout(checkoutId));
    const { runId } = await handle.describe();
    // Each update leaves two events at least.
    await inParallel(Array.from({ length: MOST_EVENTS / 2 + 50 }), 8, () =>
      handle.executeUpdate(update as typeof fireDue, { args: args as never }),
    );
    expect((await handle.describe()).runId).not.toBe(runId);
  },
);

test('a checkout whose clock moves a thousand times begins a fresh run', async () => {
  const { checkoutId } = await openCheckout(real, await openShop(real));
  const handle = real.client.workflow.getHandle(workflowId.checkout(checkoutId));
  const { runId } = await handle.describe();
  await inParallel(Array.from({ length: MOST_EVENTS }), 8, () => handle.signal(followClock, UNMOVED));
  const now = await until(
    () => handle.describe(),
    (described) => described.runId !== runId,
  );
  expect(now.status.name).toBe('RUNNING');
});

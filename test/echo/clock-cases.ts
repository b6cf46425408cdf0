import { randomUUID } from 'node:crypto';
import { ENVIRONMENTS } from '../../src/domain/environment.ts';
import { postDeposit } from '../../src/store/deposits.ts';
import { obligationPages } from '../../src/store/obligations.ts';
import { advanceBy } from '../support/commands.ts';
import { atBank } from './deposit-cases.ts';
import { echo } from './echo-case.ts';
import * as scenes from './scenes.ts';
import { TOO_LATE, UNAVAILABLE } from './scenes.ts';
import type { World } from './world.ts';

const HOUR_SECONDS = 3600;
const HOUR_MS = HOUR_SECONDS * 1000;

export const clockCases = [
  echo('beginAdvances', 'writes one span', async (world) => {
    const { orgId } = await scenes.newShop(world);
    return {
      input: { orgId, ...advanceBy({ seconds: HOUR_SECONDS }) },
      answers: [{ ok: true, value: { from: world.now, to: world.now + HOUR_MS } }],
      afterwards: async () =>
        expect(await scenes.count(world, 'clock_moves where org_id = $1', orgId)).toBe(1),
    };
  }),

  echo('beginAdvances', 'lets the moves of one batch follow each other', async (world) => {
    const { orgId } = await scenes.newShop(world);
    const [first, second] = [advanceBy({ seconds: HOUR_SECONDS }), advanceBy({ seconds: HOUR_SECONDS })];
    const [middle, end] = [world.now + HOUR_MS, world.now + 2 * HOUR_MS];
    return {
      input: { orgId, ...first, commands: [...first.commands, ...second.commands] },
      answers: [
        { ok: true, value: { from: world.now, to: middle } },
        { ok: true, value: { from: middle, to: end } },
      ],
    };
  }),

  echo('beginAdvances', 'answers its span after the clock has moved', async (world) => {
    const shop = await scenes.newShop(world);
    return {
      input: { orgId: shop.orgId, ...advanceBy({ seconds: HOUR_SECONDS }) },
      answers: [{ ok: true, value: { from: world.now, to: world.now + HOUR_MS } }],
      meanwhile: () => scenes.clockTo(world, shop, world.now + 2 * HOUR_MS),
    };
  }),

  echo('beginAdvances', 'refuses a time in the past', async (world) => {
    const { orgId } = await scenes.newShop(world);
    return {
      input: { orgId, ...advanceBy({ to: world.now - 1 }) },
      answers: [{ ok: false }],
      changesNothing: true,
    };
  }),

  echo('beginAdvances', 'writes no span after its deadline', async (world) => {
    const { orgId } = await scenes.newShop(world);
    const input = { orgId, ...advanceBy({ seconds: HOUR_SECONDS }), deadline: TOO_LATE };
    return { input, answers: [UNAVAILABLE], changesNothing: true };
  }),

  // Nothing falls due on the way: workflows would carry it out, and each of their steps has cases of its own.
  echo('runAdvance', 'moves the clock once', async (world) => {
    const { orgId } = await scenes.newShop(world);
    return { input: { orgId, to: world.now + HOUR_MS }, answers: null };
  }),
];

const HALF_HOUR_MS = 30 * 60_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * For a world of its own: they read all rows. The reconciliation starts a workflow for each due row, on a
 * queue without a worker.
 */
export const reconciliationCases = [
  echo('listDaysToCompare', 'begins with the current day', async (world) => ({
    input: undefined,
    answers: [dayOf(world.now)],
    changesNothing: true,
  })),

  echo('compareDay', 'stores a line once, and opens one break', async (world) => {
    const userId = await scenes.newUser(world);
    await atBank(world, userId);
    const lost = { journalId: randomUUID(), userId, currency: 'USD', amount: 700, eventId: randomUUID() };
    await postDeposit(world.database.pool, lost);
    await world.letTimePass();
    return {
      input: { day: dayOf(world.now) },
      answers: 1,
      afterwards: async () => {
        expect(await scenes.count(world, `bank_lines where list = $1`, 'deposit')).toBe(1);
        expect(await scenes.count(world, `bank_breaks where reference = $1`, lost.eventId)).toBe(1);
      },
    };
  }),

  echo('reconcileWorkflows', 'starts one workflow for each row that is due soon', async (world) => {
    const ref = await scenes.opened(world, await scenes.newShop(world));
    await world.letTimePass((await scenes.endOf(world, ref)) - world.now - HALF_HOUR_MS / 2);
    const ids: string[] = [];
    for await (const { rows } of obligationPages(world.database.pool, {
      environments: ENVIRONMENTS,
      windowMs: HALF_HOUR_MS,
      limit: 500,
    }))
      ids.push(...rows.map(({ workflow, key }) => `${workflow}:${key}`));
    expect(ids).not.toEqual([]);
    return {
      input: undefined,
      answers: { due: ids.length },
      // `started` counts the workflows that this run had to start.
      repeats: ({ due }) => due,
      changesNothing: true,
      afterwards: () => expectOneRunEach(world, ids),
    };
  }),
];

/** Each workflow has been started once. Ends them. */
async function expectOneRunEach({ client }: World, ids: readonly string[]): Promise<void> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const handle = client.workflow.getHandle(id);
      const { runId } = await handle.describe();
      const { events } = await handle.fetchHistory();
      await handle.terminate('the test is over');
      return {
        runs: events?.filter(({ workflowExecutionStartedEventAttributes: started }) => started).length,
        first: runId !== '',
      };
    }),
  );
  expect(found).toEqual(ids.map(() => ({ runs: 1, first: true })));
}

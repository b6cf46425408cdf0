import { echo } from './echo-case.ts';
import * as scenes from './scenes.ts';
import type { Shop } from './scenes.ts';
import type { World } from './world.ts';

/** The pending award of a captured charge, and the time of its landing in milliseconds. */
async function pendingAward(world: World, shop: Shop) {
  await world.steps.recommendProduct({
    entryId: await scenes.teaRecommendation(world, shop, await scenes.newUser(world)),
  });
  const { chargeId } = await scenes.captured(world, shop, { qty: 3 });
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select id from awards where charge_id = $1 and status = 'PENDING'`,
    [chargeId],
  );
  const award = { awardId: rows[0]?.id ?? '', orgId: shop.orgId };
  const { due } = await world.steps.loadAward(award);
  return { award, at: due ?? 0, chargeId };
}

export const awardCases = [
  echo('loadAward', 'reads an award', async (world) => {
    const { award } = await pendingAward(world, await scenes.newShop(world));
    return { input: award, answers: { status: 'PENDING' } };
  }),

  echo('landAward', 'lands once', async (world) => {
    const shop = await scenes.newShop(world);
    const { award, at, chargeId } = await pendingAward(world, shop);
    await scenes.clockTo(world, shop, at);
    return {
      input: { ...award, at },
      answers: { status: 'LANDED', due: null },
      afterwards: async () =>
        expect(
          await scenes.count(world, `journals where charge_id = $1 and kind = 'landing'`, chargeId),
        ).toBe(1),
    };
  }),

  echo('landAward', 'lands once when the database’s clock decides', async (world) => {
    const shop = await scenes.newShop(world);
    const { award, at, chargeId } = await pendingAward(world, shop);
    await scenes.clockTo(world, shop, at);
    return {
      input: award,
      answers: { status: 'LANDED', due: null },
      afterwards: async () =>
        expect(
          await scenes.count(world, `journals where charge_id = $1 and kind = 'landing'`, chargeId),
        ).toBe(1),
    };
  }),

  echo('landAward', 'leaves an award that the database’s clock finds not due', async (world) => {
    const { award, at } = await pendingAward(world, await scenes.newShop(world));
    return { input: award, answers: { status: 'PENDING', due: at }, changesNothing: true };
  }),

  echo('landAward', 'leaves an award that is not due', async (world) => {
    const { award } = await pendingAward(world, await scenes.newShop(world));
    return { input: { ...award, at: world.now }, answers: { status: 'PENDING' }, changesNothing: true };
  }),

  echo('recommendProduct', 'puts a product on the list', async (world) => {
    const shop = await scenes.newShop(world);
    const entryId = await scenes.teaRecommendation(world, shop, await scenes.newUser(world));
    return { input: { entryId }, answers: entryId };
  }),

  echo(
    'recommendProduct',
    'answers the entry that the shopper has, and lets their deferred award wait',
    async (world) => {
      const shop = await scenes.newShop(world);
      const { consumerId, chargeId } = await scenes.captured(world, shop, { qty: 3 });
      const earlier = await scenes.teaRecommendation(world, shop, consumerId);
      return {
        input: { entryId: earlier },
        answers: earlier,
        afterwards: async () =>
          expect(
            await scenes.count(world, `awards where charge_id = $1 and status = 'PENDING'`, chargeId),
          ).toBe(1),
      };
    },
  ),
];

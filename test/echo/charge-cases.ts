import { commandBy } from '../support/commands.ts';
import { echo } from './echo-case.ts';
import * as scenes from './scenes.ts';
import { refused, TILL, TOO_LATE, UNAVAILABLE } from './scenes.ts';

const LATE = { answer: UNAVAILABLE, row: null };
const late = () => ({ ...commandBy(TILL), deadline: TOO_LATE });

export const chargeCases = [
  echo('captureCharge', 'posts once', async (world) => {
    const charge = await scenes.held(world, await scenes.newShop(world));
    return {
      input: { ...charge, ...commandBy(TILL) },
      answers: { answer: { ok: true }, row: { status: 'CAPTURED' } },
      afterwards: async () =>
        expect(await scenes.count(world, 'journals where charge_id = $1', charge.chargeId)).toBe(1),
    };
  }),

  echo('captureCharge', 'posts once with awards that wait', async (world) => {
    const shop = await scenes.newShop(world);
    await world.steps.recommendProduct({
      entryId: await scenes.teaRecommendation(world, shop, await scenes.newUser(world)),
    });
    const charge = await scenes.held(world, shop, { qty: 3 });
    return {
      input: { ...charge, ...commandBy(TILL) },
      answers: { answer: { ok: true } },
      afterwards: async () =>
        expect(await scenes.count(world, 'awards where charge_id = $1', charge.chargeId)).toBe(2),
    };
  }),

  echo('captureCharge', 'answers its capture after a return', async (world) => {
    const charge = await scenes.held(world, await scenes.newShop(world), { qty: 2 });
    return {
      input: { ...charge, ...commandBy(TILL) },
      answers: { answer: { ok: true } },
      meanwhile: async () =>
        world.steps.returnCharge(await scenes.returnOf(world, charge, [{ productId: 'tea', qty: 1 }])),
    };
  }),

  echo('captureCharge', 'answers the capture of another command', async (world) => {
    const charge = await scenes.captured(world, await scenes.newShop(world));
    return {
      input: { ...charge, ...commandBy(TILL) },
      answers: { answer: { ok: true } },
      changesNothing: true,
    };
  }),

  echo('captureCharge', 'is refused after a void', async (world) => {
    const charge = await scenes.held(world, await scenes.newShop(world));
    await world.steps.voidCharge({ ...charge, ...commandBy(TILL) });
    return { input: { ...charge, ...commandBy(TILL) }, answers: { answer: refused('auth not capturable') } };
  }),

  echo('captureCharge', 'posts nothing after its deadline', async (world) => {
    const charge = await scenes.held(world, await scenes.newShop(world));
    return { input: { ...charge, ...late() }, answers: LATE, changesNothing: true };
  }),

  echo('voidCharge', 'releases the hold and knows its own void', async (world) => {
    const charge = await scenes.held(world, await scenes.newShop(world));
    return {
      input: { ...charge, ...commandBy(TILL) },
      answers: { answer: { ok: true }, row: { status: 'VOIDED' } },
      afterwards: async () =>
        expect(
          await scenes.count(
            world,
            `events where charge_id = $1 and event = 'charge.voided'`,
            charge.chargeId,
          ),
        ).toBe(1),
    };
  }),

  echo('voidCharge', 'is refused after the void of another command', async (world) => {
    const charge = await scenes.held(world, await scenes.newShop(world));
    await world.steps.voidCharge({ ...charge, ...commandBy(TILL) });
    const answers = { answer: refused('auth not voidable'), row: { status: 'VOIDED' } };
    return { input: { ...charge, ...commandBy(TILL) }, answers, changesNothing: true };
  }),

  echo('voidCharge', 'releases nothing after its deadline', async (world) => {
    const charge = await scenes.held(world, await scenes.newShop(world));
    return { input: { ...charge, ...late() }, answers: LATE, changesNothing: true };
  }),

  echo('closeOverdue', 'expires a checkout', async (world) => {
    const shop = await scenes.newShop(world);
    const ref = await scenes.opened(world, shop);
    const at = await scenes.endOf(world, ref);
    await scenes.clockTo(world, shop, at);
    return { input: { ...ref, at }, answers: { status: 'EXPIRED', due: null } };
  }),

  echo('closeOverdue', 'lapses a hold', async (world) => {
    const shop = await scenes.newShop(world);
    const charge = await scenes.held(world, shop);
    const at = await scenes.endOf(world, charge);
    await scenes.clockTo(world, shop, at);
    return { input: { ...charge, at }, answers: { status: 'EXPIRED', due: null } };
  }),

  echo('closeOverdue', 'leaves a checkout that is not due', async (world) => {
    const ref = await scenes.opened(world, await scenes.newShop(world));
    return { input: { ...ref, at: world.now }, answers: { status: 'PENDING' }, changesNothing: true };
  }),
];

export const returnCases = [
  echo('returnCharge', 'refunds a part and cuts the awards', async (world) => {
    const charge = await scenes.captured(world, await scenes.newShop(world), { qty: 3 });
    return {
      input: await scenes.returnOf(world, charge, [{ productId: 'tea', qty: 1 }]),
      answers: { ok: true, value: { refund: 1000, awardAdjusted: true } },
      afterwards: async () =>
        expect(await scenes.count(world, 'returns where charge_id = $1', charge.chargeId)).toBe(1),
    };
  }),

  echo('returnCharge', 'refunds all', async (world) => {
    const charge = await scenes.captured(world, await scenes.newShop(world), { qty: 3 });
    return {
      input: await scenes.returnOf(world, charge, null),
      answers: { ok: true, value: { refund: 3000 } },
    };
  }),

  echo('returnCharge', 'answers its refund after another return has taken the rest', async (world) => {
    const charge = await scenes.captured(world, await scenes.newShop(world), { qty: 3 });
    return {
      input: await scenes.returnOf(world, charge, [{ productId: 'tea', qty: 2 }]),
      answers: { ok: true, value: { refund: 2000 } },
      meanwhile: async () => world.steps.returnCharge(await scenes.returnOf(world, charge, null)),
    };
  }),

  echo('returnCharge', 'is refused for more than was captured', async (world) => {
    const charge = await scenes.captured(world, await scenes.newShop(world));
    const input = await scenes.returnOf(world, charge, [{ productId: 'tea', qty: 2 }]);
    return { input, answers: refused('return qty exceeds captured'), changesNothing: true };
  }),

  echo('returnCharge', 'refunds nothing after its deadline', async (world) => {
    const charge = await scenes.captured(world, await scenes.newShop(world));
    const input = { ...(await scenes.returnOf(world, charge, null)), deadline: TOO_LATE };
    return { input, answers: UNAVAILABLE, changesNothing: true };
  }),
];

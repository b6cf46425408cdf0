import { updateTerminal } from '../../src/commands/terminal.ts';
import { commandBy } from '../support/commands.ts';
import { echo } from './echo-case.ts';
import * as scenes from './scenes.ts';
import { refused, TILL, TOO_LATE, UNAVAILABLE } from './scenes.ts';

const LATE = { answer: UNAVAILABLE, row: null };
/** The amount that monitoring blocks in the sandbox. Minor units. */
const BLOCKED_AMOUNT = 666_600;

export const openingCases = [
  echo('loadCheckout', 'reads a checkout', async (world) => ({
    input: await scenes.opened(world, await scenes.newShop(world)),
    answers: { status: 'PENDING' },
  })),

  echo('openCheckout', 'opens on a terminal of its own', async (world) => ({
    input: await scenes.newCart(world, await scenes.newShop(world)),
    answers: { answer: { ok: true }, row: { status: 'PENDING' }, displaced: null },
  })),

  echo(
    'openCheckout',
    'displaces the pending checkout of a reusable terminal, and names it',
    async (world) => {
      const shop = await scenes.newShop(world);
      const terminalId = await scenes.newTerminal(world, shop);
      const { checkoutId } = await scenes.opened(world, shop, { terminalId });
      return {
        input: await scenes.newCart(world, shop, { terminalId }),
        answers: { answer: { ok: true }, displaced: checkoutId },
      };
    },
  ),

  echo(
    'openCheckout',
    'ends the checkout of a terminal whose time has run out, and names it',
    async (world) => {
      const shop = await scenes.newShop(world);
      const terminalId = await scenes.newTerminal(world, shop);
      const earlier = await scenes.opened(world, shop, { terminalId });
      await scenes.clockTo(world, shop, await scenes.endOf(world, earlier));
      return {
        input: await scenes.newCart(world, shop, { terminalId }),
        answers: { answer: { ok: true }, displaced: earlier.checkoutId },
        afterwards: async () =>
          expect(await world.steps.loadCheckout(earlier)).toMatchObject({ status: 'EXPIRED' }),
      };
    },
  ),

  echo(
    'openCheckout',
    'answers the checkout that it opened after another has displaced it',
    async (world) => {
      const shop = await scenes.newShop(world);
      const terminalId = await scenes.newTerminal(world, shop);
      const { checkoutId } = await scenes.opened(world, shop, { terminalId });
      return {
        input: await scenes.newCart(world, shop, { terminalId }),
        answers: { answer: { ok: true }, displaced: checkoutId },
        meanwhile: () => scenes.opened(world, shop, { terminalId }),
        // The row is the newest state, which the workflow must learn.
        repeats: ({ answer, displaced }) => ({ answer, displaced }),
      };
    },
  ),

  echo('openCheckout', 'is refused on an inactive terminal', async (world) => {
    const shop = await scenes.newShop(world);
    const terminalId = await scenes.newTerminal(world, shop);
    await updateTerminal(world, terminalId, { status: 'INACTIVE' });
    const input = await scenes.newCart(world, shop, { terminalId });
    return { input, answers: { answer: { ok: false }, row: null, displaced: null }, changesNothing: true };
  }),

  echo('openCheckout', 'displaces nothing after its deadline', async (world) => {
    const shop = await scenes.newShop(world);
    const terminalId = await scenes.newTerminal(world, shop);
    await scenes.opened(world, shop, { terminalId });
    const input = await scenes.newCart(world, shop, { terminalId, deadline: TOO_LATE });
    return { input, answers: { ...LATE, displaced: null }, changesNothing: true };
  }),

  echo('openCheckout', 'makes no terminal after its deadline', async (world) => {
    const input = await scenes.newCart(world, await scenes.newShop(world), { deadline: TOO_LATE });
    return { input, answers: { ...LATE, displaced: null }, changesNothing: true };
  }),
];

export const authorizeCases = [
  echo('authorizeCheckout', 'places one hold', async (world) => {
    const ref = await scenes.opened(world, await scenes.newShop(world));
    const request = scenes.requestBy(await scenes.newShopper(world));
    return {
      input: { ...ref, request },
      answers: {
        answer: { ok: true, value: { authId: request.newChargeId } },
        row: { status: 'AUTHORIZED' },
      },
      afterwards: async () =>
        expect(await scenes.count(world, 'events where charge_id = $1', request.newChargeId)).toBe(1),
    };
  }),

  echo('authorizeCheckout', 'answers the charge that the same shopper has already', async (world) => {
    const { consumerId, chargeId, ...ref } = await scenes.held(world, await scenes.newShop(world));
    const input = { ...ref, request: scenes.requestBy(consumerId) };
    return { input, answers: { answer: { ok: true, value: { authId: chargeId } } }, changesNothing: true };
  }),

  echo('authorizeCheckout', 'answers its charge after the capture', async (world) => {
    const ref = await scenes.opened(world, await scenes.newShop(world));
    const request = scenes.requestBy(await scenes.newShopper(world));
    return {
      input: { ...ref, request },
      answers: { answer: { ok: true, value: { authId: request.newChargeId } } },
      meanwhile: () => world.steps.captureCharge({ ...ref, ...commandBy(TILL) }),
      // The row is the newest state, which the workflow must learn.
      repeats: ({ answer }) => answer,
    };
  }),

  echo('authorizeCheckout', 'is refused for want of funds', async (world) => {
    const ref = await scenes.opened(world, await scenes.newShop(world));
    const input = { ...ref, request: scenes.requestBy(await scenes.newShopper(world, { funds: 999 })) };
    return { input, answers: { answer: refused('insufficient balance'), row: { status: 'PENDING' } } };
  }),

  echo('authorizeCheckout', 'is blocked by monitoring with one record', async (world) => {
    const ref = await scenes.opened(world, await scenes.newShop(world), { price: BLOCKED_AMOUNT });
    const input = { ...ref, request: scenes.requestBy(await scenes.newShopper(world)) };
    const records = 'compliance_records where subject = $1';
    return {
      input,
      answers: { answer: refused('blocked by monitoring'), row: { status: 'PENDING' } },
      afterwards: async () =>
        expect(await scenes.count(world, records, `checkout:${ref.checkoutId}`)).toBe(1),
    };
  }),

  echo('authorizeCheckout', 'is counted once on the record of an earlier attempt', async (world) => {
    const ref = await scenes.opened(world, await scenes.newShop(world), { price: BLOCKED_AMOUNT });
    const shopper = await scenes.newShopper(world);
    const attempt = () => ({ ...ref, request: scenes.requestBy(shopper) });
    await world.steps.authorizeCheckout(attempt());
    const [rows, subject] = ['where subject = $1', `checkout:${ref.checkoutId}`];
    return {
      input: attempt(),
      answers: { answer: refused('blocked by monitoring'), row: { status: 'PENDING' } },
      meanwhile: () => world.steps.authorizeCheckout(attempt()),
      afterwards: async () => {
        expect(await scenes.count(world, `compliance_records ${rows}`, subject)).toBe(1);
        expect(await scenes.count(world, `blocked_attempts ${rows}`, subject)).toBe(2);
      },
    };
  }),

  echo('authorizeCheckout', 'holds nothing after its deadline', async (world) => {
    const ref = await scenes.opened(world, await scenes.newShop(world));
    const input = { ...ref, request: scenes.requestBy(await scenes.newShopper(world), TOO_LATE) };
    return { input, answers: LATE, changesNothing: true };
  }),

  echo('authorizeCheckout', 'records no judgement of monitoring after its deadline', async (world) => {
    const ref = await scenes.opened(world, await scenes.newShop(world), { price: BLOCKED_AMOUNT });
    const input = { ...ref, request: scenes.requestBy(await scenes.newShopper(world), TOO_LATE) };
    return { input, answers: LATE, changesNothing: true };
  }),

  echo(
    'authorizeCheckout',
    'is not counted on the record of an earlier attempt after its deadline',
    async (world) => {
      const ref = await scenes.opened(world, await scenes.newShop(world), { price: BLOCKED_AMOUNT });
      const shopper = await scenes.newShopper(world);
      await world.steps.authorizeCheckout({ ...ref, request: scenes.requestBy(shopper) });
      const input = { ...ref, request: scenes.requestBy(shopper, TOO_LATE) };
      return { input, answers: LATE, changesNothing: true };
    },
  ),
];

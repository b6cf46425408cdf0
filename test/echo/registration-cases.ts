import { v7 } from 'uuid';
import type { NameCheckResult } from '../../activities/counterparty.ts';
import { askPayout } from '../../src/store/payouts.ts';
import { IN_TIME } from '../support/commands.ts';
import { echo } from './echo-case.ts';
import { newDestination } from './payout-cases.ts';
import * as scenes from './scenes.ts';
import { TOO_LATE, UNAVAILABLE } from './scenes.ts';
import type { World } from './world.ts';

const CLEAR = { kind: 'screened', listVersion: '1', hits: [] } as const;
const HIT = {
  kind: 'screened',
  listVersion: '1',
  hits: [{ list: 'sample', entityId: '1', score: 1 }],
} as const;
const MATCH = { answer: 'match', sealedRegisteredName: null, isVerifiedBusiness: true } as const;
const STRANGER = { ...MATCH, isVerifiedBusiness: false } as const;
const MISMATCH = { answer: 'none', sealedRegisteredName: null } as const;

/**
 * The name that the register answered. Each run seals it with a new nonce, so only the name itself repeats.
 */
const unsealed =
  ({ secrets }: World, counterpartyId: string) =>
  ({ answer, sealedRegisteredName: sealed }: NameCheckResult) => ({
    answer,
    registeredName: sealed === null ? null : secrets.unseal(sealed, `registered name ${counterpartyId}`),
  });

/** A request for a payout to a destination of this name, and the input that screens its payee. */
async function payoutTo(world: World, name: string) {
  const shop = await scenes.newShop(world);
  const counterpartyId = await newDestination(world, shop, { name });
  await world.steps.endRegistration({ counterpartyId, checked: MATCH, screened: CLEAR });
  const payoutId = v7();
  const asked = { payoutId, counterpartyId, amount: 100, currency: 'USD', actor: scenes.TILL };
  await askPayout(world.database.pool, { ...shop, ...asked });
  return { payoutId, deadline: IN_TIME };
}

const recordsOf = (world: World, counterpartyId: string) =>
  scenes.count(world, 'compliance_records where subject = $1', `counterparty:${counterpartyId}`);

export const registrationCases = [
  echo('checkPayeeName', 'asks the register about a live account', async (world) => {
    const shop = await scenes.newShop(world, { env: 'live' });
    const counterpartyId = await newDestination(world, shop, { registeredName: 'Somebody Else' });
    return {
      input: { counterpartyId },
      answers: { answer: 'none' },
      repeats: unsealed(world, counterpartyId),
    };
  }),

  echo('checkPayeeName', 'finds the magic name of the sandbox', async (world) => {
    const counterpartyId = await newDestination(world, await scenes.newShop(world), { name: 'Mismatch Ltd' });
    return {
      input: { counterpartyId },
      answers: { answer: 'none' },
      repeats: unsealed(world, counterpartyId),
    };
  }),

  echo('screenCounterparty', 'finds a hit', async (world) => ({
    input: {
      counterpartyId: await newDestination(world, await scenes.newShop(world), { name: 'Sanctioned Ltd' }),
    },
    answers: { kind: 'screened', hits: [{}] },
  })),

  echo('screenPayee', 'finds nothing', async (world) => ({
    input: await payoutTo(world, 'Corner Shop Ltd'),
    answers: { kind: 'screened', hits: [] },
  })),

  echo('screenPayee', 'looks up no name after the deadline', async (world) => ({
    input: { ...(await payoutTo(world, 'Corner Shop Ltd')), deadline: TOO_LATE },
    answers: { kind: 'unavailable' },
  })),

  echo('endRegistration', 'takes a destination whose name matches', async (world) => {
    const counterpartyId = await newDestination(world, await scenes.newShop(world));
    return {
      input: { counterpartyId, checked: MATCH, screened: CLEAR },
      answers: { ok: true },
      afterwards: async () => expect(await recordsOf(world, counterpartyId)).toBe(1),
    };
  }),

  echo('endRegistration', 'holds a live destination of somebody else for a day', async (world) => {
    const shop = await scenes.newShop(world, { env: 'live' });
    const counterpartyId = await newDestination(world, shop, { name: 'Somebody Else' });
    const held = `counterparties where id = $1 and status = 'HELD' and mail_due
                  and held_until = org_now(org_id, env) - interval '1 second' + interval '24 hours'`;
    return {
      input: { counterpartyId, checked: STRANGER, screened: CLEAR },
      answers: { ok: true },
      // The last run is a second later.
      afterwards: async () => expect(await scenes.count(world, held, counterpartyId)).toBe(1),
    };
  }),

  echo('endRegistration', 'rejects a destination whose name does not match', async (world) => {
    const counterpartyId = await newDestination(world, await scenes.newShop(world));
    return {
      input: { counterpartyId, checked: MISMATCH, screened: CLEAR },
      answers: { ok: true },
      afterwards: async () => expect(await recordsOf(world, counterpartyId)).toBe(1),
    };
  }),

  echo('endRegistration', 'takes a forced destination and opens one screening case', async (world) => {
    const counterpartyId = await newDestination(world, await scenes.newShop(world), {
      forceReason: 'we know them',
    });
    return {
      input: { counterpartyId, checked: MISMATCH, screened: HIT },
      answers: { ok: true },
      afterwards: async () =>
        expect(await scenes.count(world, 'screening_cases where counterparty_id = $1', counterpartyId)).toBe(
          1,
        ),
    };
  }),

  echo('endRegistration', 'rejects a destination whose deadline has passed', async (world) => {
    const counterpartyId = await newDestination(world, await scenes.newShop(world));
    // SQL, because no function writes a registration with a time in the past.
    await world.database.pool.query(
      `update counterparties set recorded_at = recorded_at - interval '1 minute' where id = $1`,
      [counterpartyId],
    );
    return {
      input: { counterpartyId, checked: MATCH, screened: CLEAR },
      answers: UNAVAILABLE,
      afterwards: async () => expect(await recordsOf(world, counterpartyId)).toBe(0),
    };
  }),
];

import { SYSTEM } from '../../src/domain/org-event.ts';
import { v7 } from 'uuid';
import { askPayout, payoutRow } from '../../src/store/payouts.ts';
import { disableDestination } from '../../src/commands/destination.ts';
import { insertCounterparty } from '../../src/store/counterparties.ts';
import type { Environment } from '../../src/domain/environment.ts';
import type { ScreenedPayee } from '../../src/domain/payout.ts';
import { newIban } from '../support/live.ts';
import { IN_TIME, nudgeTo } from '../support/commands.ts';
import { echo } from './echo-case.ts';
import * as scenes from './scenes.ts';
import { refused, TOO_LATE, UNAVAILABLE } from './scenes.ts';
import type { Shop } from './scenes.ts';
import type { World } from './world.ts';

const CLEAR: ScreenedPayee = { kind: 'screened', listVersion: '1', hits: [] };
const HIT: ScreenedPayee = {
  kind: 'screened',
  listVersion: '1',
  hits: [{ list: 'sample', entityId: '1', score: 1 }],
};
const AWAY: ScreenedPayee = { kind: 'unavailable' };
/** The amount that monitoring blocks in the sandbox. Minor units. */
const BLOCKED_AMOUNT = 666_600;
/** Amounts whose endings let the simulated bank keep a transfer pending, or refuse it. */
const WAITS = 99_100;
const REJECTED = 99_121;
const SOMEBODY = `user:${v7()}`;

export interface Naming {
  readonly name?: string;
  readonly registeredName?: string;
  readonly forceReason?: string | null;
}

/**
 * A bank destination whose name is not checked yet. The register knows its holder by `registeredName`.
 * Answers its id.
 */
export async function newDestination(
  { database, secrets, settings }: World,
  { orgId, env }: Shop,
  { name = 'Corner Shop Ltd', registeredName = name, forceReason = null }: Naming = {},
): Promise<string> {
  const id = v7();
  const iban = newIban();
  await post(`${settings.partnersUrl}/payee-names/holders`, {
    account: iban,
    registered_name: registeredName,
  });
  await insertCounterparty(database.pool, {
    counterpartyId: id,
    orgId,
    env,
    countryCode: 'IE',
    currency: 'USD',
    rail: 'iban',
    name,
    sealedAccount: secrets.seal(JSON.stringify({ kind: 'iban', iban }), id),
    accountMasked: `****${iban.slice(-4)}`,
    forceReason,
    actor: SOMEBODY,
  });
  return id;
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
}

interface PayableShop extends Shop {
  readonly counterpartyId: string;
}

async function payableShop(world: World, env: Environment): Promise<PayableShop> {
  const shop = await scenes.newShop(world, { env });
  await scenes.captured(world, shop, { price: 5_000_000 });
  const counterpartyId = await newDestination(world, shop);
  const checked = { answer: 'match', sealedRegisteredName: null, isVerifiedBusiness: true } as const;
  await world.steps.endRegistration({ counterpartyId, checked, screened: CLEAR });
  return { ...shop, counterpartyId };
}

/** One shop in each environment for all cases. */
const inSandbox = (world: World) => payableShop(world, 'sandbox');
const inLive = (world: World) => payableShop(world, 'live');

/** A request for a payout that is not judged yet. Answers the input of the step that reserves it. */
async function asked(
  world: World,
  {
    amount = WAITS,
    env = 'sandbox',
    shop: own,
  }: { amount?: number; env?: Environment; shop?: PayableShop } = {},
) {
  const shop = own ?? (await world.shared(env === 'live' ? inLive : inSandbox));
  const payoutId = v7();
  await askPayout(world.database.pool, { ...shop, payoutId, env, amount, currency: 'USD', actor: SOMEBODY });
  return { payoutId, orgId: shop.orgId, screened: CLEAR, deadline: IN_TIME };
}

/** A payout that is reserved. */
async function reserved(world: World, of: { amount?: number; env?: Environment } = {}) {
  const request = await asked(world, of);
  const { answer } = await world.steps.reservePayout(request);
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return { payoutId: request.payoutId, orgId: request.orgId };
}

/** A live payout whose intent to send is written. */
async function begun(world: World, amount = WAITS) {
  const payout = await reserved(world, { env: 'live', amount });
  await world.steps.beginSending(payout);
  return payout;
}

const journalsOf = (world: World, payoutId: string) =>
  scenes.count(world, 'journals where payout_id = $1', payoutId);
const recordsOf = (world: World, payoutId: string) =>
  scenes.count(world, 'compliance_records where subject = $1', `payout:${payoutId}`);

export const reservingCases = [
  echo('loadPayout', 'reads a payout', async (world) => ({
    input: await reserved(world),
    answers: { status: 'PENDING' },
  })),

  echo('reservePayout', 'reserves once', async (world) => {
    const input = await asked(world);
    return {
      input,
      answers: { answer: { ok: true }, row: { status: 'PENDING' } },
      afterwards: async () => expect(await journalsOf(world, input.payoutId)).toBe(1),
    };
  }),

  echo('reservePayout', 'answers its reservation after the payout has settled', async (world) => {
    const input = await asked(world);
    return {
      input,
      answers: { answer: { ok: true } },
      meanwhile: () => world.steps.nudgePayout({ ...input, ...nudgeTo('settle') }),
      // The row is the newest state, which the workflow must learn.
      repeats: ({ answer }) => answer,
    };
  }),

  echo('reservePayout', 'is refused for want of balance, also when there is enough later', async (world) => {
    const input = await asked(world, { amount: 50_000_000 });
    const shop = await world.shared(inSandbox);
    return {
      input,
      answers: { answer: refused('insufficient balance'), row: null },
      meanwhile: async () => {
        for (let sale = 0; sale < 6; sale++) await scenes.captured(world, shop, { price: 10_000_000 });
      },
    };
  }),

  echo('reservePayout', 'is blocked by monitoring with one record', async (world) => {
    const input = await asked(world, { amount: BLOCKED_AMOUNT, shop: await inSandbox(world) });
    return {
      input,
      answers: { answer: refused('blocked by monitoring'), row: null },
      afterwards: async () => expect(await recordsOf(world, input.payoutId)).toBe(1),
    };
  }),

  echo('reservePayout', 'is counted once on the record of an earlier attempt', async (world) => {
    const attempt = () => asked(world, { amount: BLOCKED_AMOUNT });
    await world.steps.reservePayout(await attempt());
    const input = await attempt();
    const subject = `payout:${input.payoutId}`;
    return {
      input,
      answers: { answer: refused('blocked by monitoring'), row: null },
      meanwhile: async () => world.steps.reservePayout(await attempt()),
      afterwards: async () => {
        expect(await recordsOf(world, input.payoutId)).toBe(0);
        expect(await scenes.count(world, 'blocked_attempts where subject = $1', subject)).toBe(1);
      },
    };
  }),

  echo('reservePayout', 'is blocked by screening with one record of each kind', async (world) => {
    const input = { ...(await asked(world)), screened: HIT };
    return {
      input,
      answers: { answer: refused('payee screening blocked'), row: null },
      afterwards: async () => expect(await recordsOf(world, input.payoutId)).toBe(2),
    };
  }),

  echo('reservePayout', 'is refused while the payee cannot be screened', async (world) => ({
    input: { ...(await asked(world)), screened: AWAY },
    answers: { answer: UNAVAILABLE, row: null },
  })),

  echo('reservePayout', 'reserves nothing after its deadline', async (world) => ({
    input: { ...(await asked(world)), deadline: TOO_LATE },
    answers: { answer: UNAVAILABLE, row: null },
    changesNothing: true,
  })),

  echo('reservePayout', 'records no judgement of monitoring after its deadline', async (world) => ({
    input: { ...(await asked(world, { amount: BLOCKED_AMOUNT })), deadline: TOO_LATE },
    answers: { answer: UNAVAILABLE, row: null },
    changesNothing: true,
  })),

  echo('reservePayout', 'records no want of balance after its deadline', async (world) => ({
    input: { ...(await asked(world, { amount: 900_000_000 })), deadline: TOO_LATE },
    answers: { answer: UNAVAILABLE, row: null },
    changesNothing: true,
  })),
];

/** Nudges of a sandbox payout: the title, and the moves before. */
const nudges = [
  { trigger: 'settle', status: 'SETTLED', journals: 2, settledBefore: false },
  { trigger: 'fail', status: 'FAILED', journals: 2, settledBefore: false },
  { trigger: 'return', status: 'RETURNED', journals: 3, settledBefore: true },
] as const;

export const movingCases = [
  ...nudges.map(({ trigger, status, journals, settledBefore }) =>
    echo('nudgePayout', `moves the money of a ${trigger} once`, async (world) => {
      const payout = await reserved(world);
      if (settledBefore) await world.steps.nudgePayout({ ...payout, ...nudgeTo('settle') });
      return {
        input: { ...payout, ...nudgeTo(trigger) },
        answers: { answer: { ok: true }, row: { status } },
        afterwards: async () => expect(await journalsOf(world, payout.payoutId)).toBe(journals),
      };
    }),
  ),

  echo('nudgePayout', 'knows its own settlement after a return', async (world) => {
    const payout = await reserved(world);
    return {
      input: { ...payout, ...nudgeTo('settle') },
      answers: { answer: { ok: true } },
      meanwhile: () => world.steps.nudgePayout({ ...payout, ...nudgeTo('return') }),
      // The row is the newest state, which the workflow must learn.
      repeats: ({ answer }) => answer,
    };
  }),

  echo('nudgePayout', 'is refused after the settlement of another command', async (world) => {
    const payout = await reserved(world);
    await world.steps.nudgePayout({ ...payout, ...nudgeTo('settle') });
    return {
      input: { ...payout, ...nudgeTo('settle') },
      answers: { answer: refused('payout settled') },
      changesNothing: true,
    };
  }),

  echo('nudgePayout', 'moves nothing after its deadline', async (world) => ({
    input: { ...(await reserved(world)), ...nudgeTo('settle'), deadline: TOO_LATE },
    answers: { answer: UNAVAILABLE, row: { status: 'PENDING' } },
    changesNothing: true,
  })),

  echo('settleDue', 'settles once', async (world) => {
    const payout = await reserved(world);
    const { due } = await world.steps.loadPayout(payout);
    const at = due ?? 0;
    return {
      input: { ...payout, at },
      answers: { status: 'SETTLED', due: null },
      afterwards: async () => expect(await journalsOf(world, payout.payoutId)).toBe(2),
    };
  }),

  echo('settleDue', 'leaves a payout that is not due', async (world) => ({
    input: { ...(await reserved(world)), at: world.now },
    answers: { status: 'PENDING' },
    changesNothing: true,
  })),
];

export const bankCases = [
  echo('beginSending', 'writes its intent once', async (world) => ({
    input: await reserved(world, { env: 'live' }),
    answers: { isFirst: true, row: { status: 'PENDING' } },
    // `isFirst` says that the bank cannot have the transfer. A later run cannot know whether the earlier
    // answer arrived: it says false, and the workflow asks the bank before it sends. Two answers of true
    // could send the money twice.
    repeats: ({ row }) => row,
  })),

  echo('beginSending', 'never says twice that it is the first', async (world) => ({
    input: await begun(world),
    answers: { isFirst: false },
    changesNothing: true,
  })),

  echo('submitTransfer', 'leaves one transfer at the bank', async (world) => {
    const { payoutId } = await begun(world);
    return {
      input: { payoutId },
      answers: { kind: 'known', transfer: { status: 'pending', amount: WAITS } },
      afterwards: async () => expect(await transfersOf(world, payoutId)).toBe(1),
    };
  }),

  echo('submitTransfer', 'is refused by the bank', async (world) => {
    const { payoutId } = await begun(world, REJECTED);
    return {
      input: { payoutId },
      answers: { kind: 'refused', reason: 'account unknown' },
      afterwards: async () => expect(await transfersOf(world, payoutId)).toBe(0),
    };
  }),

  echo('submitTransfer', 'sends nothing to a destination that was disabled meanwhile', async (world) => {
    const shop = await payableShop(world, 'live');
    const payoutId = v7();
    const request = { ...shop, payoutId, amount: WAITS, currency: 'USD', actor: SOMEBODY };
    await askPayout(world.database.pool, request);
    await world.steps.reservePayout({ payoutId, orgId: shop.orgId, screened: CLEAR, deadline: IN_TIME });
    await world.steps.beginSending({ payoutId, orgId: shop.orgId });
    await disableDestination(
      { ...world, origin: SYSTEM },
      { id: shop.counterpartyId, ...shop, currency: 'USD', actor: SOMEBODY },
    );
    return {
      input: { payoutId },
      answers: { kind: 'refused', reason: 'destination disabled' },
      afterwards: async () => {
        expect(await transfersOf(world, payoutId)).toBe(0);
        expect((await payoutRow(world.database.pool, { payoutId }))?.submitState).toBe('NONE');
      },
    };
  }),

  echo('submitTransfer', 'sends nothing without the intent', async (world) => {
    const { payoutId } = await reserved(world, { env: 'live' });
    return {
      input: { payoutId },
      answers: { kind: 'unsure' },
      afterwards: async () => expect(await transfersOf(world, payoutId)).toBe(0),
    };
  }),

  echo('findTransfer', 'finds the transfer', async (world) => {
    const { payoutId } = await begun(world);
    await world.steps.submitTransfer({ payoutId });
    return { input: { payoutId }, answers: { kind: 'known' } };
  }),

  echo('findTransfer', 'finds that the bank has none', async (world) => ({
    input: await begun(world),
    answers: { kind: 'unknown' },
  })),

  ...(['pending', 'settled', 'failed', 'returned'] as const).map((status) =>
    echo('applyTransfer', `applies once that a transfer is ${status}`, async (world) => {
      const payout = await begun(world);
      const journals = { pending: 1, settled: 2, failed: 2, returned: 3 }[status];
      return {
        input: { ...payout, ...(await saidBy(world, payout.payoutId, status)) },
        answers: { status: status.toUpperCase(), isTaken: true },
        afterwards: async () => expect(await journalsOf(world, payout.payoutId)).toBe(journals),
      };
    }),
  ),

  echo('applyTransfer', 'records one contradiction once', async (world) => {
    const payout = await begun(world);
    const { transfer, askedAt } = await saidBy(world, payout.payoutId, 'settled');
    return {
      input: { ...payout, transfer: { ...transfer, amount: 1 }, askedAt },
      answers: { status: 'PENDING' },
      afterwards: async () => expect(await contradictionsOf(world, payout.payoutId)).toBe(1),
    };
  }),

  echo('applyTransfer', 'records once that the bank has lost a transfer', async (world) => {
    const payout = await begun(world);
    const said = await saidBy(world, payout.payoutId, 'pending');
    await world.steps.applyTransfer({ ...payout, ...said });
    const { askedAt } = await saidBy(world, payout.payoutId, 'pending');
    return {
      input: { ...payout, transfer: null, askedAt },
      answers: { status: 'PENDING' },
      afterwards: async () => expect(await contradictionsOf(world, payout.payoutId)).toBe(1),
    };
  }),

  echo(
    'applyTransfer',
    'books to suspense once what the bank paid for a payout that failed',
    async (world) => {
      const payout = await begun(world);
      await world.steps.applyTransfer({ ...payout, ...(await saidBy(world, payout.payoutId, 'failed')) });
      return {
        input: { ...payout, ...(await saidBy(world, payout.payoutId, 'settled')) },
        answers: { status: 'FAILED' },
        afterwards: async () => expect(await suspenseOf(world, payout.payoutId)).toEqual(1),
      };
    },
  ),

  echo('refuseTransfer', 'leaves a payout that was sent to an operator', async (world) => {
    const payout = await begun(world, REJECTED);
    await world.steps.submitTransfer(payout);
    return {
      input: { ...payout, reason: 'account unknown' },
      answers: { status: 'PENDING' },
      afterwards: async () => expect(await journalsOf(world, payout.payoutId)).toBe(1),
    };
  }),

  echo('loadReturnWatch', 'reads when the bank is asked next', async (world) => ({
    input: await settled(world),
    answers: { status: 'SETTLED', isTaken: true, due: expect.any(Number), endsAt: expect.any(Number) },
    changesNothing: true,
  })),

  echo('planLookup', 'plans the lookup a day later', async (world) => ({
    input: await lookedUp(world),
    answers: { status: 'SETTLED', due: expect.any(Number) },
    // The clock of the row goes on.
    repeats: ({ due }) => due,
  })),

  echo('refuseTransfer', 'gives the amount of a payout that was never sent back once', async (world) => {
    const payout = await begun(world, REJECTED);
    return {
      input: { ...payout, reason: 'account unknown' },
      answers: { status: 'FAILED' },
      afterwards: async () => expect(await journalsOf(world, payout.payoutId)).toBe(2),
    };
  }),

  echo('refuseTransfer', 'leaves a payout that the bank has', async (world) => {
    const payout = await begun(world);
    await world.steps.applyTransfer({ ...payout, ...(await saidBy(world, payout.payoutId, 'pending')) });
    return {
      input: { ...payout, reason: 'account unknown' },
      answers: { status: 'PENDING' },
      changesNothing: true,
    };
  }),
];

/** A payout that the bank has settled. */
async function settled(world: World) {
  const payout = await begun(world);
  await world.steps.applyTransfer({ ...payout, ...(await saidBy(world, payout.payoutId, 'settled')) });
  return payout;
}

/** The step after a lookup of such a payout. */
async function lookedUp(world: World) {
  const payout = await settled(world);
  const { due } = await world.steps.loadReturnWatch(payout);
  // Otherwise the next lookup would be due at the same time as this one.
  await world.letTimePass();
  return { ...payout, isHeard: true, due: due ?? 0, at: world.now };
}

const suspenseOf = (world: World, payoutId: string) =>
  scenes.count(world, 'suspense_cases where payout_id = $1', payoutId);

/** The bank's answer about a transfer of this payout, given after the last change of its row. */
async function saidBy(
  { database }: World,
  payoutId: string,
  status: 'pending' | 'settled' | 'failed' | 'returned',
) {
  const row = await payoutRow(database.pool, { payoutId });
  const transfer = {
    id: `transfer-${payoutId}`,
    status,
    amount: row?.amount ?? 0,
    currency: 'USD',
    reason: null,
  };
  return { transfer, askedAt: (row?.changedAt.getTime() ?? 0) + 1000 };
}

const contradictionsOf = (world: World, payoutId: string) =>
  scenes.count(
    world,
    `compliance_records where rule = 'bank_contradicts' and subject = $1`,
    `payout:${payoutId}`,
  );

/** The number of transfers with this reference in the bank's books. */
async function transfersOf({ settings }: World, payoutId: string): Promise<number> {
  const answer = await fetch(`${settings.partnersUrl}/bank/ledger?reference=${payoutId}`);
  const { transfers } = (await answer.json()) as { transfers: object[] };
  return transfers.length;
}

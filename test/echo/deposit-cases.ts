import { randomUUID } from 'node:crypto';
import { echo } from './echo-case.ts';
import * as scenes from './scenes.ts';
import type { World } from './world.ts';

/** A deposit that the bank has for this user. Answers the id of the event that reports it. */
export async function atBank({ settings }: World, userId: string): Promise<{ eventId: string }> {
  const answer = await fetch(`${settings.partnersUrl}/bank/deposits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: userId, amount_minor: 5000, currency: 'USD', copies: 0 }),
  });
  return { eventId: ((await answer.json()) as { event_id: string }).event_id };
}

export const depositCases = [
  echo('findDeposit', 'finds what the bank has', async (world) => {
    const userId = await scenes.newUser(world);
    const answers = { userId, amount: 5000, currency: 'USD' };
    return { input: await atBank(world, userId), answers, changesNothing: true };
  }),

  echo('findDeposit', 'finds nothing that the bank does not have', async () => ({
    input: { eventId: randomUUID() },
    answers: null,
    changesNothing: true,
  })),

  echo('creditDeposit', 'credits once', async (world) => {
    const deposit = { amount: 5000, currency: 'USD', occurredAt: world.now, eventId: randomUUID() };
    return {
      input: { ...deposit, userId: await scenes.newUser(world) },
      answers: { ok: true },
      afterwards: async () =>
        expect(await scenes.count(world, 'journals where op_key = $1', `deposit:${deposit.eventId}`)).toBe(1),
    };
  }),

  echo('creditDeposit', 'books a deposit for nobody to suspense once', async (world) => {
    const deposit = { amount: 5000, currency: 'USD', occurredAt: world.now, eventId: randomUUID() };
    return {
      input: { ...deposit, userId: randomUUID() },
      answers: { ok: true },
      afterwards: async () =>
        expect(await scenes.count(world, 'suspense_cases where event_id = $1', deposit.eventId)).toBe(1),
    };
  }),
];

import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { insertSignInCode, useSignInCode } from '../../src/store/sign-in-codes.ts';
import { echo } from './echo-case.ts';
import { failedDelivery } from './delivery-cases.ts';
import { newDestination } from './payout-cases.ts';
import { RUNS } from './run-case.ts';
import * as scenes from './scenes.ts';
import type { World } from './world.ts';

/** A sign-in code that is not mailed yet, valid for so many minutes. */
async function newCode({ database, secrets }: World, minutes = 10) {
  const [codeId, email] = [v7(), `${randomUUID()}@example.com`];
  await insertSignInCode(database.pool, {
    codeId,
    email,
    signInId: null,
    block: null,
    digest: secrets.keyedDigest('123456'),
    sealedCode: secrets.seal('123456', codeId),
    validMinutes: minutes,
  });
  return { codeId, email };
}

/** The input that mails the owner of a webhook whose delivery has failed six times. */
async function failing(world: World) {
  const { deliveryId, orgId } = await failedDelivery(world, 6);
  const [userId = ''] = await world.steps.whomToTell({ deliveryId, orgId });
  return { deliveryId, orgId, userId };
}

/** The input that mails the owner of an org about a new live destination. */
async function registered(world: World) {
  const shop = await scenes.newShop(world, { env: 'live' });
  const counterpartyId = await newDestination(world, shop);
  const checked = { answer: 'match', sealedRegisteredName: null } as const;
  const screened = { kind: 'screened', listVersion: '1', hits: [] } as const;
  await world.steps.endRegistration({ counterpartyId, checked, screened });
  const [userId = ''] = await world.steps.listDestinationReaders({ counterpartyId });
  return { counterpartyId, userId };
}

export const mailCases = [
  echo('listDestinationReaders', 'names the owner', async (world) => {
    const { counterpartyId, userId } = await registered(world);
    return { input: { counterpartyId }, answers: [userId], changesNothing: true };
  }),

  echo('mailNewDestination', 'mails at least once: nothing is written, so every run mails', async (world) => {
    const input = await registered(world);
    const isAboutIt = ({ text }: { text: string }): boolean => text.includes(input.counterpartyId);
    return {
      input,
      answers: 'mailed',
      changesNothing: true,
      afterwards: () => expect(world.inbox.messages().filter(isAboutIt)).toHaveLength(RUNS),
    };
  }),

  echo('mailNewDestination', 'sends no mail to somebody who is no member', async (world) => ({
    input: { ...(await registered(world)), userId: v7() },
    answers: 'not needed',
    changesNothing: true,
  })),

  echo(
    'mailSignInCode',
    'says that the code was mailed, and mails it once after its commit',
    async (world) => {
      const { codeId, email } = await newCode(world);
      return {
        input: { codeId },
        answers: 'mailed',
        afterwards: () => expect(world.inbox.messages(email)).toHaveLength(1),
      };
    },
  ),

  echo('mailSignInCode', 'mails no code that has expired', async (world) => {
    const { codeId, email } = await newCode(world, 0);
    return {
      input: { codeId },
      answers: 'not needed',
      afterwards: () => expect(world.inbox.messages(email)).toEqual([]),
    };
  }),

  echo('mailSignInCode', 'mails no code that is used', async (world) => {
    const { codeId, email } = await newCode(world);
    await useSignInCode(world.database.pool, { codeId });
    return {
      input: { codeId },
      answers: 'not needed',
      afterwards: () => expect(world.inbox.messages(email)).toEqual([]),
    };
  }),

  echo('whomToTell', 'names the owner', async (world) => {
    const { userId, ...delivery } = await failing(world);
    return { input: delivery, answers: [userId] };
  }),

  echo('mailWebhookFailing', 'mails at least once: nothing is written, so every run mails', async (world) => {
    const input = await failing(world);
    const isAboutIt = ({ text }: { text: string }): boolean => text.includes(input.deliveryId);
    return {
      input,
      answers: 'mailed',
      changesNothing: true,
      afterwards: () => expect(world.inbox.messages().filter(isAboutIt)).toHaveLength(RUNS),
    };
  }),

  echo(
    'mailWebhookFailing',
    'sends no mail to a member who does not manage the organization',
    async (world) => {
      const input = { ...(await failing(world)), userId: v7() };
      return { input, answers: 'not needed', changesNothing: true };
    },
  ),
];

import { SYSTEM } from '../../src/domain/org-event.ts';
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { startCase } from '../../src/commands/verification.ts';
import { echo } from './echo-case.ts';
import * as scenes from './scenes.ts';
import type { World } from './world.ts';

/** A case of a new user that is not open at the provider. */
async function newCase(world: World): Promise<{ caseId: string }> {
  const subjectId = await scenes.newUser(world);
  const start = {
    kind: 'kyc',
    subjectId,
    countryCode: 'GB',
    newId: v7(),
    actor: `user:${subjectId}`,
  } as const;
  const started = await startCase({ ...world, origin: SYSTEM }, start);
  if (started?.ok !== true) throw new Error('the case did not start');
  return { caseId: started.value.id };
}

/** The provider's own name of a case. */
async function providerCase({ settings }: World, caseId: string): Promise<string> {
  const headers = { authorization: `Bearer ${settings.partnerToken}` };
  const answer = await fetch(`${settings.partnersUrl}/verification/cases/${caseId}`, { headers });
  return ((await answer.json()) as { case_id: string }).case_id;
}

/** The provider decides at this time, in milliseconds, and its callback is lost. */
async function approveSilently({ settings }: World, caseId: string, at: number): Promise<void> {
  const body = JSON.stringify({ decision: 'approve', silent: true, occurred_at: new Date(at).toISOString() });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${settings.partnersUrl}/verification/cases/${caseId}/decide`, {
    method: 'POST',
    headers,
    body,
  });
  if (answer.status !== 200) throw new Error(`the provider answered ${answer.status}`);
}

export const verificationCases = [
  echo('loadCase', 'reads a case', async (world) => ({
    input: await newCase(world),
    answers: { status: 'PENDING', isOpened: false },
  })),

  echo('openAtProvider', 'opens one case at the provider', async (world) => {
    const input = await newCase(world);
    return {
      input,
      afterwards: async () => {
        const named = await providerCase(world, input.caseId);
        expect(
          await scenes.count(
            world,
            `verification_cases where url is not null and provider_case_id = $1`,
            named,
          ),
        ).toBe(1);
      },
    };
  }),

  echo('askProvider', 'finds an open case', async (world) => {
    const input = await newCase(world);
    await world.steps.openAtProvider(input);
    return { input, answers: null };
  }),

  echo('askProvider', 'finds a verdict', async (world) => {
    const input = await newCase(world);
    await world.steps.openAtProvider(input);
    // A verdict from the future is taken as of now, and the books' clock may be ahead of this machine's.
    const occurredAt = Math.min(world.now, Date.now()) - 1000;
    await approveSilently(world, input.caseId, occurredAt);
    return { input, answers: { verdict: 'APPROVED', occurredAt } };
  }),

  echo('askProvider', 'records the lookup of an approved case once a day', async (world) => {
    const { caseId } = await newCase(world);
    await world.steps.openAtProvider({ caseId });
    const verdict = { eventId: randomUUID(), verdict: 'APPROVED', occurredAt: world.now } as const;
    await world.steps.applyVerdict({ caseId, ...verdict });
    await world.letTimePass(25 * 60 * 60 * 1000);
    return {
      input: { caseId },
      afterwards: async () =>
        expect(
          await scenes.count(world, 'verification_cases where asked_at is not null and id = $1', caseId),
        ).toBe(1),
    };
  }),

  echo('applyVerdict', 'applies a verdict once', async (world) => {
    const { caseId } = await newCase(world);
    const eventId = randomUUID();
    return {
      input: { caseId, eventId, verdict: 'APPROVED' as const, occurredAt: world.now },
      answers: { status: 'APPROVED' },
      afterwards: async () =>
        expect(await scenes.count(world, 'partner_events where event_id = $1', eventId)).toBe(1),
    };
  }),

  echo('expireCase', 'withdraws a case that is due', async (world) => {
    const input = await newCase(world);
    const { expiresAt } = await world.steps.loadCase(input);
    // The database's own clock must have reached the time too.
    await world.letTimePass(expiresAt - world.now);
    return { input: { ...input, at: expiresAt }, answers: { status: 'WITHDRAWN' } };
  }),

  echo('expireCase', 'leaves a case that is not due', async (world) => ({
    input: { ...(await newCase(world)), at: world.now },
    answers: { status: 'PENDING' },
    changesNothing: true,
  })),
];

import { v7 } from 'uuid';
import { workflowId } from '../../workflows/messages.ts';
import * as cases from '../support/payout-cases.ts';
import { until } from '../support/people.ts';
import { DAY } from '../support/time-skipping.ts';
import type { SkippedTime } from '../support/time-skipping.ts';
import type { Path } from './paths.ts';
import { advanceBy, IN_TIME, nudgeTo } from '../support/commands.ts';
import { loseWorkflow } from '../support/lost-workflow.ts';

/** Every path that a payout, and the registration of its destination, may take. */
export const PAYOUT_PATHS = {
  'payout-settled-by-the-sandbox': async (time) => {
    const { id } = await requested(time, 'sandbox');
    await time.skip(DAY);
    return ended(time, id);
  },
  'payout-settled-by-moved-clock': async (time) => {
    const { id, orgId } = await requested(time, 'sandbox');
    await time.workflows.advanceClock(orgId, advanceBy({ seconds: DAY / 1000 }));
    return ended(time, id);
  },
  'payout-settled-by-a-nudge': async (time) => {
    const { id, orgId } = await requested(time, 'sandbox');
    await time.workflows.nudgePayout({ payoutId: id, orgId }, nudgeTo('settle'));
    return ended(time, id);
  },
  'payout-returned-by-a-nudge': async (time) => {
    const { id, orgId } = await requested(time, 'sandbox');
    await time.workflows.nudgePayout({ payoutId: id, orgId }, nudgeTo('settle'));
    await ended(time, id);
    await time.workflows.nudgePayout({ payoutId: id, orgId }, nudgeTo('return'));
    return ended(time, id);
  },
  'payout-not-to-be-nudged': async (time) => {
    const { id, orgId } = await requested(time, 'sandbox');
    await time.workflows.nudgePayout({ payoutId: id, orgId }, nudgeTo('return'));
    await time.workflows.nudgePayout({ payoutId: id, orgId }, nudgeTo('fail'));
    return ended(time, id);
  },
  'payout-refused': async (time) => {
    const shop = await cases.payableShop(time, 'live');
    const payoutId = await cases.writtenRequest(time, shop, 1_000_000);
    await time.workflows.requestPayout({ payoutId, orgId: shop.orgId }, IN_TIME);
    return ended(time, payoutId);
  },
  'payout-settled-by-the-bank': async (time) => {
    const { id, orgId } = await taken(time);
    await cases.bankMoves(time, id, 'settle');
    await time.workflows.bankSpoke({ payoutId: id, orgId });
    return ended(time, id);
  },
  'payout-hinted-at-by-several-at-once': async (time) => {
    const { id, orgId } = await taken(time);
    await Promise.all([1, 2, 3].map(() => time.workflows.bankSpoke({ payoutId: id, orgId })));
    await cases.bankMoves(time, id, 'fail');
    await time.client.workflow.getHandle(workflowId.payout(id)).signal('askBank');
    return ended(time, id);
  },
  'payout-returned-after-its-end': async (time) => {
    const { id, orgId } = await taken(time);
    await cases.bankMoves(time, id, 'settle');
    await time.workflows.bankSpoke({ payoutId: id, orgId });
    await ended(time, id);
    await cases.bankMoves(time, id, 'return');
    await time.workflows.bankSpoke({ payoutId: id, orgId });
    return ended(time, id);
  },
  'payout-rejected-by-the-bank': async (time) =>
    ended(time, (await requested(time, 'live', cases.REJECTED)).id),
  'payout-sent-again': async (time) => ended(time, (await requested(time, 'live', cases.ERROR)).id),
  'payout-begun-from-its-row': async (time) => {
    const { id, orgId } = await requested(time, 'live', cases.REJECTED);
    await until(
      () => cases.bankSaw(time, id),
      ({ submits }) => submits > 0,
    );
    await loseWorkflow(time, workflowId.payout(id));
    await time.workflows.bankSpoke({ payoutId: id, orgId });
    return ended(time, id);
  },
  'payout-polled': async (time) => {
    const { id } = await taken(time);
    for (let skips = 0; skips < 3; skips++) await time.skip(DAY);
    await cases.bankMoves(time, id, 'settle');
    await time.skip(DAY);
    return ended(time, id);
  },
  'late-return-found-by-asking': async (time) => {
    const id = await watched(time);
    await askedAgain(time, id, () => time.skip(DAY));
    await cases.bankMoves(time, id, 'return');
    await time.skip(DAY);
    return lookupsEnded(time, id);
  },
  'late-return-asked-for-by-an-operator': async (time) => {
    const id = await watched(time);
    await cases.bankMoves(time, id, 'return');
    await time.client.workflow.getHandle(workflowId.lateReturns(id)).signal('askBank');
    return lookupsEnded(time, id);
  },
  'counterparty-matched': async (time) => registered(time),
  'counterparty-rejected': async (time) => registered(time, { registeredName: 'Somebody Else' }),
  'counterparty-forced': async (time) =>
    registered(time, { registeredName: 'unavailable', forceReason: 'they called' }),
  'deposit-credited': async (time) => {
    const eventId = await cases.depositAtBank(time);
    await time.workflows.askDeposit(eventId);
    return depositEnded(time, eventId);
  },
  'deposit-unknown-to-the-bank': async (time) => {
    const eventId = v7();
    await time.workflows.askDeposit(eventId);
    await time.workflows.askDeposit(eventId);
    await time.skip(DAY);
    return depositEnded(time, eventId);
  },
  'destination-mailed': async (time) => {
    const { counterpartyId } = await cases.payableShop(time, 'live');
    const id = workflowId.destinationMail(counterpartyId);
    await time.client.workflow.start('destinationMail', {
      workflowId: id,
      taskQueue: `${time.taskQueue}-webhooks`,
      args: [{ counterpartyId }],
    });
    await time.client.workflow.getHandle(id).result();
    return id;
  },
} as const satisfies Record<string, Path>;

/** Those on which time passes by itself. */
export const PAYOUTS_WITH_SKIPPED_TIME: readonly string[] = [
  'payout-settled-by-the-sandbox',
  'payout-polled',
  'late-return-found-by-asking',
  'deposit-unknown-to-the-bank',
];

interface PayoutCase {
  readonly id: string;
  readonly orgId: string;
}

async function requested(
  time: SkippedTime,
  env: 'sandbox' | 'live',
  amount: number = cases.WAITS,
): Promise<PayoutCase> {
  const shop = await cases.payableShop(time, env);
  return { id: await cases.requestPayout(time, shop, amount), orgId: shop.orgId };
}

/** A live payout that the bank has and leaves pending. */
async function taken(time: SkippedTime): Promise<PayoutCase> {
  const payout = await requested(time, 'live');
  await cases.payoutIs(time, payout.id, ({ takenAt }) => takenAt !== null);
  return payout;
}

/** A live payout that the bank has settled, and whose lookups have begun. */
async function watched(time: SkippedTime): Promise<string> {
  const { id, orgId } = await taken(time);
  await cases.bankMoves(time, id, 'settle');
  await time.workflows.bankSpoke({ payoutId: id, orgId });
  const lookups = time.client.workflow.getHandle(workflowId.lateReturns(id));
  await until(
    () =>
      lookups.fetchHistory().then(
        ({ events }) => events?.some(({ timerStartedEventAttributes: timer }) => timer) === true,
        () => false,
      ),
    (isWaiting) => isWaiting,
  );
  return id;
}

/** Does this, and waits for the question to the bank that follows. */
async function askedAgain(time: SkippedTime, id: string, act: () => Promise<void>): Promise<void> {
  const { asked } = await cases.bankSaw(time, id);
  await act();
  await until(
    () => cases.bankSaw(time, id),
    (now) => now.asked > asked,
  );
}

async function lookupsEnded(time: SkippedTime, id: string): Promise<string> {
  await time.client.workflow.getHandle(workflowId.lateReturns(id)).result();
  return workflowId.lateReturns(id);
}

async function registered(time: SkippedTime, naming: cases.Naming = {}): Promise<string> {
  const { counterpartyId: _matched, ...shop } = await cases.payableShop(time, 'live');
  const id = await cases.writtenDestination(time, shop, naming);
  await time.workflows.registerCounterparty(id);
  return workflowId.counterparty(id);
}

async function depositEnded(time: SkippedTime, eventId: string): Promise<string> {
  await time.client.workflow.getHandle(workflowId.deposit(eventId)).result();
  return workflowId.deposit(eventId);
}

async function ended(time: SkippedTime, id: string): Promise<string> {
  await time.client.workflow.getHandle(workflowId.payout(id)).result();
  return workflowId.payout(id);
}

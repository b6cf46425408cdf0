import { recordOrgEvent } from '../../src/commands/org-event.ts';
import { SYSTEM } from '../../src/domain/org-event.ts';
import { v7 } from 'uuid';
import { makeOneTimeCode } from '../../src/security/secrets.ts';
import { insertRecommendationRequest } from '../../src/store/buy-list.ts';
import { resendDelivery } from '../../src/store/delivery-log.ts';
import { insertReturnRequest } from '../../src/store/returns.ts';
import { jsonText } from '../../src/store/statement.ts';
import { insertSignInCode } from '../../src/store/sign-in-codes.ts';
import { createTerminal } from '../../src/commands/terminal.ts';
import { overrideVerdict } from '../../src/commands/verification.ts';
import { deleteWebhook } from '../../src/commands/webhook.ts';
import { followClock, fireDue, tryNow, workflowId } from '../../workflows/messages.ts';
import { until } from '../support/people.ts';
import {
  capture,
  DAY,
  moveClock,
  newShopper,
  offer,
  openCheckout,
  openHold,
  openShop,
  request,
  voidHold,
} from '../support/time-skipping.ts';
import type { Held, Shop, SkippedTime } from '../support/time-skipping.ts';
import {
  decideSilently,
  giveVerdict,
  openedCase,
  providerAway,
  tellVerdict,
  writtenCase,
} from '../support/verification-cases.ts';
import { PAYOUT_PATHS, PAYOUTS_WITH_SKIPPED_TIME } from './payout-paths.ts';
import { advanceBy, IN_TIME } from '../support/commands.ts';
import { loseWorkflow } from '../support/lost-workflow.ts';

/** Takes a workflow along one path to its end, or as far as the path goes. Answers its id. */
export type Path = (time: SkippedTime) => Promise<string>;

/** Every path a workflow may take, by the name of its recording. Each must have one. */
export const PATHS = {
  'checkout-captured': async (time) => {
    const held = await openHold(time, await openShop(time, { webhook: true }));
    await capture(time, held);
    return ended(time, workflowId.checkout(held.checkoutId));
  },
  'checkout-captured-again': async (time) => {
    const held = await openHold(time, await openShop(time));
    await capture(time, held);
    await ended(time, workflowId.checkout(held.checkoutId));
    await capture(time, held);
    return ended(time, workflowId.checkout(held.checkoutId));
  },
  'checkout-voided': async (time) => {
    const held = await openHold(time, await openShop(time, { webhook: true }));
    await voidHold(time, held);
    return ended(time, workflowId.checkout(held.checkoutId));
  },
  'checkout-expired': async (time) => {
    const opened = await openCheckout(time, await openShop(time));
    await time.skipTo(opened.expiresAt);
    return ended(time, workflowId.checkout(opened.checkoutId));
  },
  'checkout-expired-by-moved-clock': async (time) => {
    const shop = await openShop(time);
    const opened = await openCheckout(time, shop);
    const clock = await moveClock(time, shop, opened.expiresAt);
    const id = workflowId.checkout(opened.checkoutId);
    await time.client.workflow.getHandle(id).executeUpdate(fireDue, { args: [clock] });
    return ended(time, id);
  },
  'checkout-lapsed': async (time) => {
    const held = await openHold(time, await openShop(time));
    await time.skipTo(held.holdExpiresAt);
    return ended(time, workflowId.checkout(held.checkoutId));
  },
  'checkout-lapsed-after-moved-clock': async (time) => {
    const shop = await openShop(time);
    const held = await openHold(time, shop);
    const id = workflowId.checkout(held.checkoutId);
    await time.client.workflow
      .getHandle(id)
      .signal(followClock, await moveClock(time, shop, held.holdExpiresAt - DAY));
    await time.skip(DAY);
    return ended(time, id);
  },
  'checkout-superseded': async (time) => {
    const shop = await openShop(time);
    const [first] = await twoOnOneTerminal(time, shop.orgId);
    return ended(time, workflowId.checkout(first));
  },
  'checkout-superseding': async (time) => {
    const shop = await openShop(time);
    const [first, second] = await twoOnOneTerminal(time, shop.orgId);
    await ended(time, workflowId.checkout(first));
    await time.skip(DAY);
    return ended(time, workflowId.checkout(second));
  },
  'checkout-superseding-one-that-ended': async (time) => {
    const shop = await openShop(time);
    const lost = (checkoutId: string) => loseWorkflow(time, workflowId.checkout(checkoutId));
    const [, second] = await twoOnOneTerminal(time, shop.orgId, lost);
    await time.skip(DAY);
    return ended(time, workflowId.checkout(second));
  },
  'checkout-refused': async (time) => {
    const input = await offer(time, await openShop(time), { terminalId: v7() });
    await time.workflows.openCheckout(input);
    return ended(time, workflowId.checkout(input.checkoutId));
  },
  'checkout-authorize-refused-then-captured': async (time) => {
    const opened = await openCheckout(time, await openShop(time));
    await time.workflows.authorize(opened, request(await newShopper(time, 0)));
    await time.workflows.authorize(opened, request(await newShopper(time)));
    await capture(time, opened);
    return ended(time, workflowId.checkout(opened.checkoutId));
  },
  'checkout-asked-by-several-at-once': async (time) => {
    const opened = await openCheckout(time, await openShop(time));
    const shoppers = await Promise.all([newShopper(time), newShopper(time), newShopper(time)]);
    await Promise.all(shoppers.map((consumerId) => time.workflows.authorize(opened, request(consumerId))));
    await capture(time, opened);
    return ended(time, workflowId.checkout(opened.checkoutId));
  },
  'checkout-begun-from-its-row': async (time) => {
    const held = await openHold(time, await openShop(time));
    await loseWorkflow(time, workflowId.checkout(held.checkoutId));
    await capture(time, held);
    return ended(time, workflowId.checkout(held.checkoutId));
  },
  'checkout-capture-too-late': async (time) => {
    const held = await openHold(time, await openShop(time));
    await time.stopBooksAt(held.holdExpiresAt);
    await capture(time, held);
    return ended(time, workflowId.checkout(held.checkoutId));
  },
  'webhook-delivered-at-once': async (time) => ended(time, await webhook(time)),
  'webhook-delivered-after-retries': async (time) => {
    let requests = 0;
    time.receiver.answer = () => ({ status: ++requests < 3 ? 500 : 200 });
    const id = await webhook(time);
    await time.skip(DAY);
    return ended(time, id);
  },
  'webhook-failed': async (time) => {
    time.receiver.answer = () => ({ status: 500 });
    const id = await webhook(time);
    await time.skip(DAY);
    return ended(time, id);
  },
  'webhook-retried-by-moved-clock': async (time) => {
    time.receiver.answer = () => ({ status: 500 });
    const shop = await openShop(time, { webhook: true });
    const id = await webhook(time, shop);
    const clock = await moveClock(time, shop, (await time.now()) + DAY);
    const handle = time.client.workflow.getHandle(id);
    await handle.executeUpdate(fireDue, { args: [clock] });
    return ended(time, id);
  },
  'webhook-canceled': async (time) => {
    time.receiver.answer = () => ({ status: 500 });
    const shop = await openShop(time, { webhook: true });
    const id = await webhook(time, shop);
    await until(
      async () => time.receiver.received.length,
      (count) => count > 0,
    );
    await deleteWebhook({ ...time, origin: SYSTEM }, shop.orgId);
    await time.skip(DAY);
    return ended(time, id);
  },
  'webhook-interrupted': async (time) => {
    time.afterSending = () => {
      time.afterSending = () => undefined;
      throw new Error('the worker was killed');
    };
    const id = await webhook(time);
    await time.skip(DAY);
    return ended(time, id);
  },
  'webhook-tried-now': async (time) => {
    let requests = 0;
    time.receiver.answer = () => ({ status: ++requests < 2 ? 500 : 200 });
    const id = await webhook(time);
    await time.client.workflow.getHandle(id).signal(tryNow);
    return ended(time, id);
  },
  'webhook-resent-while-it-waits': async (time) => {
    let requests = 0;
    time.receiver.answer = () => ({ status: ++requests < 2 ? 500 : 200 });
    const id = await webhook(time);
    await resend(time, id);
    return ended(time, id);
  },
  'webhook-resent-after-its-end': async (time) => {
    const id = await webhook(time);
    await ended(time, id);
    await resend(time, id);
    return ended(time, id);
  },
  'webhook-handed-over': async (time) => {
    time.receiver.answer = () => ({ delayMs: 1200 });
    const shop = await openShop(time, { webhook: true });
    await ended(time, await webhook(time, shop));
    const id = await webhook(time, shop);
    return ended(time, id);
  },
  'webhook-failing-told': async (time) => {
    time.receiver.answer = () => ({ status: 500 });
    const id = await webhook(time);
    await time.skip(DAY);
    await ended(time, id);
    return ended(time, await tellOfFailing(time, id));
  },
  'org-notice-mailed': async (time) => {
    const { orgId } = await openShop(time);
    const target = { kind: 'org', id: orgId };
    await time.database.transaction((tx) =>
      recordOrgEvent(tx, SYSTEM, { orgId, action: 'org.suspended', target, isMailed: true }),
    );
    const { rows } = await time.database.pool.query<{ eventId: string }>(
      'select id as "eventId" from org_events where org_id = $1',
      [orgId],
    );
    const eventId = rows[0]?.eventId ?? '';
    const workflow = workflowId.orgNotice(eventId);
    await time.client.workflow.start('orgNotice', {
      workflowId: workflow,
      taskQueue: time.taskQueue,
      args: [{ eventId }],
    });
    return ended(time, workflow);
  },
  'award-landed': async (time) => {
    const { awardId } = await recommended(time);
    await time.skip(30 * DAY);
    return ended(time, workflowId.award(awardId));
  },
  'award-landed-by-moved-clock': async (time) => {
    const { awardId, held } = await recommended(time);
    await time.workflows.advanceClock(held.orgId, advanceBy({ seconds: 31 * 24 * 60 * 60 }));
    return ended(time, workflowId.award(awardId));
  },
  'award-woken-before-it-is-due': async (time) => {
    const { awardId, held } = await recommended(time);
    const id = workflowId.award(awardId);
    const clock = { offset: 0, floor: await time.now() };
    await time.client.workflow.getHandle(id).executeUpdate(fireDue, { args: [clock] });
    await time.workflows.advanceClock(held.orgId, advanceBy({ seconds: 31 * 24 * 60 * 60 }));
    return ended(time, id);
  },
  'award-begun-at-once': async (time) => {
    const { awardId, held } = await recommended(time);
    const id = workflowId.award(awardId);
    await loseWorkflow(time, id, 'it begins as before delayed starts');
    await time.client.workflow.start('award', {
      workflowId: id,
      taskQueue: time.taskQueue,
      args: [{ awardId, orgId: held.orgId }],
    });
    await time.skip(30 * DAY);
    return ended(time, id);
  },
  'award-voided': async (time) => {
    const { awardId, held } = await recommended(time);
    await returned(time, held);
    await time.skip(30 * DAY);
    return ended(time, workflowId.award(awardId));
  },
  'return-done': async (time) => returned(time, await captured(time)),
  'return-refused': async (time) => {
    const held = await captured(time);
    await returned(time, held);
    return returned(time, held, [{ productId: 'tea', qty: 1 }]);
  },
  'recommendation-made': async (time) => {
    const shop = await openShop(time);
    return recommend(time, shop.orgId, await newShopper(time));
  },
  'recommendation-that-wakes-cashback': async (time) => {
    const held = await captured(time);
    return recommend(time, held.orgId, held.consumerId);
  },
  'clock-advanced': async (time) => {
    const held = await openHold(time, await openShop(time, { webhook: true }));
    await time.workflows.advanceClock(held.orgId, advanceBy({ seconds: 8 * 24 * 60 * 60 }));
    return ended(time, workflowId.clock(held.orgId));
  },
  'clock-advanced-by-several-at-once': async (time) => {
    const { orgId } = await openHold(time, await openShop(time));
    const to = (await time.now()) + DAY;
    await Promise.all(
      [1, 2]
        .map(() => time.workflows.advanceClock(orgId, advanceBy({ seconds: 60 })))
        .concat(time.workflows.advanceClock(orgId, advanceBy({ to }))),
    );
    return ended(time, workflowId.clock(orgId));
  },
  'clock-not-turned-back': async (time) => {
    const { orgId } = await openShop(time);
    await time.workflows.advanceClock(orgId, advanceBy({ to: (await time.now()) - DAY }));
    return ended(time, workflowId.clock(orgId));
  },
  'reconciliation-done': async (time) => {
    const { checkoutId } = await openCheckout(time, await openShop(time));
    await loseWorkflow(time, workflowId.checkout(checkoutId));
    const id = workflowId.reconciliation(time.taskQueue);
    await time.client.workflow.start('reconciliation', {
      workflowId: id,
      taskQueue: time.taskQueue,
      args: [{ taskQueue: time.taskQueue }],
    });
    return ended(time, id);
  },
  'bank-comparison-done': async (time) => {
    const id = workflowId.bankComparison(time.taskQueue);
    await time.client.workflow.start('bankComparison', {
      workflowId: id,
      taskQueue: time.taskQueue,
      args: [{ taskQueue: time.taskQueue }],
    });
    return ended(time, id);
  },
  'verification-approved': async (time) => {
    const { id } = await openedCase(time);
    await giveVerdict(time, id, 'APPROVED');
    return ended(time, workflowId.verification(id));
  },
  'verification-withdrawn-after-approval': async (time) => {
    const { id } = await openedCase(time);
    await giveVerdict(time, id, 'APPROVED');
    await ended(time, workflowId.verification(id));
    await giveVerdict(time, id, 'WITHDRAWN');
    return ended(time, workflowId.verification(id));
  },
  'verification-told-by-several-at-once': async (time) => {
    const { id } = await openedCase(time);
    await Promise.all(
      (['APPROVED', 'REJECTED', 'WITHDRAWN'] as const).map((verdict) => giveVerdict(time, id, verdict)),
    );
    return ended(time, workflowId.verification(id));
  },
  'verification-closed-by-the-operator': async (time) => {
    const { id, subjectId } = await openedCase(time);
    await time.database.transaction((tx) =>
      overrideVerdict(tx, { kind: 'kyc', subjectId, origin: SYSTEM }, () => 'REJECTED'),
    );
    await time.workflows.noticeVerification(id);
    return ended(time, workflowId.verification(id));
  },
  'verification-opened-late': async (time) => {
    await providerAway(time, true);
    const { id } = await writtenCase(time);
    await time.workflows.openVerification(id).catch(() => undefined);
    await providerAway(time, false);
    await time.workflows.openVerification(id);
    await giveVerdict(time, id, 'APPROVED');
    return ended(time, workflowId.verification(id));
  },
  'verification-approved-after-a-callback': async (time) => {
    const { id } = await openedCase(time);
    await tellVerdict(time, id, 'APPROVED');
    await ended(time, workflowId.verification(id));
    await tellVerdict(time, id, 'WITHDRAWN');
    return ended(time, workflowId.verification(id));
  },
  'verification-after-a-forged-callback': async (time) => {
    const { id } = await openedCase(time);
    await time.workflows.askVerification(id, { verdict: 'APPROVED' });
    await tellVerdict(time, id, 'REJECTED');
    return ended(time, workflowId.verification(id));
  },
  'verification-checked-a-day-later': async (time) => {
    const { id } = await openedCase(time);
    await tellVerdict(time, id, 'APPROVED');
    await ended(time, workflowId.verification(id));
    await decideSilently(time, id, 'withdraw');
    await time.skip(DAY + 60_000);
    await time.client.workflow.start('verification', {
      workflowId: workflowId.verification(id),
      taskQueue: time.taskQueue,
      args: [{ caseId: id }],
    });
    return ended(time, workflowId.verification(id));
  },
  'verification-found-by-asking': async (time) => {
    const { id } = await openedCase(time);
    await time.skip(DAY);
    await decideSilently(time, id, 'approve');
    await time.skip(DAY);
    return ended(time, workflowId.verification(id));
  },
  'verification-not-to-be-asked': async (time) => {
    const { id } = await openedCase(time);
    await providerAway(time, true);
    await time.skip(DAY);
    await providerAway(time, false);
    await decideSilently(time, id, 'reject');
    await time.skip(DAY);
    return ended(time, workflowId.verification(id));
  },
  'verification-expired': async (time) => {
    const { id, expiresAt } = await openedCase(time);
    await time.skipTo(expiresAt.getTime());
    return ended(time, workflowId.verification(id));
  },
  'sign-in-mail-sent': async (time) => signInMail(time, 'somebody@example.com'),
  'sign-in-mail-not-needed': async (time) => signInMail(time, 'somebody@example.com', 0),
  ...PAYOUT_PATHS,
} as const satisfies Record<string, Path>;

/** The paths on which time passes by itself. All others are recorded with a real server. */
export const WITH_SKIPPED_TIME: ReadonlySet<string> = new Set([
  'checkout-expired',
  'checkout-lapsed',
  'checkout-lapsed-after-moved-clock',
  'checkout-superseding',
  'checkout-superseding-one-that-ended',
  'webhook-delivered-after-retries',
  'webhook-failed',
  'webhook-canceled',
  'webhook-interrupted',
  'webhook-failing-told',
  'award-landed',
  'award-begun-at-once',
  'award-voided',
  'verification-found-by-asking',
  'verification-not-to-be-asked',
  'verification-expired',
  'verification-checked-a-day-later',
  ...PAYOUTS_WITH_SKIPPED_TIME,
]);

async function ended(time: SkippedTime, id: string): Promise<string> {
  await time.client.workflow.getHandle(id).result();
  return id;
}

/** A charge that was captured with cashback. */
async function captured(time: SkippedTime, shop?: Shop): Promise<Held> {
  const held = await openHold(time, shop ?? (await openShop(time)));
  await capture(time, held);
  await ended(time, workflowId.checkout(held.checkoutId));
  return held;
}

/** The same with a product that somebody recommended. Answers their award, whose start is delayed. */
async function recommended(time: SkippedTime): Promise<{ awardId: string; held: Held }> {
  const shop = await openShop(time);
  await recommend(time, shop.orgId, await newShopper(time));
  const held = await captured(time, shop);
  const { rows } = await time.database.pool.query<{ id: string }>(
    `select id from awards where charge_id = $1 and status = 'PENDING'`,
    [held.authId],
  );
  const awardId = rows[0]?.id ?? '';
  const begun = () =>
    time.client.workflow
      .getHandle(workflowId.award(awardId))
      .fetchHistory()
      .catch(() => ({ events: [] }));
  await until(begun, ({ events }) => (events ?? []).length > 0);
  return { awardId, held };
}

/** Puts tea on the shopper's list. Answers the workflow's id. */
async function recommend(time: SkippedTime, merchantId: string, consumerId: string): Promise<string> {
  const entryId = v7();
  await insertRecommendationRequest(time.database.pool, {
    recommendationId: entryId,
    userId: consumerId,
    env: 'sandbox',
    merchantId,
    productId: 'tea',
    displayName: 'Tea',
  });
  await time.workflows.recommend({ entryId });
  return ended(time, workflowId.recommendation(entryId));
}

/** Returns these goods, or all of them. Answers the workflow's id. */
async function returned(
  time: SkippedTime,
  held: Held,
  items: { productId: string; qty: number }[] | null = null,
): Promise<string> {
  const returnId = v7();
  await insertReturnRequest(time.database.pool, {
    returnId,
    chargeId: held.authId,
    reason: 'broken',
    items: items === null ? null : jsonText(items),
    actor: `user:${held.consumerId}`,
  });
  await time.workflows.returnCharge({
    returnId,
    checkoutId: held.checkoutId,
    orgId: held.orgId,
    deadline: IN_TIME,
  });
  return ended(time, workflowId.chargeReturn(returnId));
}

/** Opens a checkout on a terminal, does `between` to it, and opens another one there. Answers their ids. */
async function twoOnOneTerminal(
  time: SkippedTime,
  orgId: string,
  between: (checkoutId: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<[string, string]> {
  const terminalId = v7();
  await createTerminal(time, { id: terminalId, orgId, title: 'Till 1' });
  const shop = { orgId, env: 'sandbox', secret: null } as const;
  const first = await openCheckout(time, shop, { terminalId });
  await between(first.checkoutId);
  const second = await openCheckout(time, shop, { terminalId });
  return [first.checkoutId, second.checkoutId];
}

/** Has an authorization announced. Answers the id of the workflow that does it, which has begun. */
async function webhook(time: SkippedTime, from?: Shop): Promise<string> {
  const shop = from ?? (await openShop(time, { webhook: true }));
  const before = time.receiver.received.length;
  await openHold(time, shop);
  const newest = 'select id from deliveries where org_id = $1 order by id desc';
  const { rows } = await time.database.pool.query<{ id: string }>(newest, [shop.orgId]);
  await until(
    async () => time.receiver.received.length,
    (count) => count > before,
  );
  return workflowId.webhook(rows[0]?.id ?? '');
}

/** Resends the delivery of this workflow, as its route does. Waits for its next POST. */
async function resend(time: SkippedTime, id: string): Promise<void> {
  const deliveryId = id.replace('webhook:', '');
  const { rows } = await time.database.pool.query<{ orgId: string }>(
    'select org_id as "orgId" from deliveries where id = $1',
    [deliveryId],
  );
  const before = time.receiver.received.length;
  await resendDelivery(time.database.pool, { deliveryId });
  await time.workflows.sendDelivery({ deliveryId, orgId: rows[0]?.orgId ?? '' });
  await until(
    async () => time.receiver.received.length,
    (count) => count > before,
  );
}

/**
 * Has people told that the webhook fails since this workflow's delivery, as the dispatcher does. Answers the
 * id of the workflow that tells them.
 */
async function tellOfFailing({ client, database, taskQueue }: SkippedTime, id: string): Promise<string> {
  const deliveryId = id.replace('webhook:', '');
  const { rows } = await database.pool.query<{ orgId: string }>(
    'select org_id as "orgId" from deliveries where id = $1',
    [deliveryId],
  );
  const failingId = workflowId.webhookFailing(deliveryId);
  const args = [{ deliveryId, orgId: rows[0]?.orgId ?? '' }];
  await client.workflow.start('webhookFailing', {
    workflowId: failingId,
    taskQueue: `${taskQueue}-webhooks`,
    args,
  });
  return failingId;
}

async function signInMail(
  { database, secrets, workflows, ...time }: SkippedTime,
  email: string,
  minutes = 10,
): Promise<string> {
  const codeId = v7();
  const code = makeOneTimeCode();
  await insertSignInCode(database.pool, {
    codeId,
    email,
    signInId: null,
    block: null,
    digest: secrets.keyedDigest(`${codeId}:${code}`),
    sealedCode: secrets.seal(code, codeId),
    validMinutes: minutes,
  });
  await workflows.mailSignInCode(codeId);
  return ended({ database, secrets, workflows, ...time }, workflowId.signInMail(codeId));
}

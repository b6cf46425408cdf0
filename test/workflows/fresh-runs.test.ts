import { v7 } from 'uuid';
import { MOST_EVENTS } from '../../workflows/fresh-run.ts';
import { followClock, fireDue, workflowId } from '../../workflows/messages.ts';
import { historiesOf, replayed } from '../replay/replaying.ts';
import { inParallel } from '../support/in-parallel.ts';
import * as payouts from '../support/payout-cases.ts';
import { workflowRests } from '../support/lost-workflow.ts';
import { expectIntegrity, until } from '../support/people.ts';
import {
  capture,
  DAY,
  endOf,
  HOUR,
  newShopper,
  openCheckout,
  openHold,
  openShop,
  startSkippedTime,
} from '../support/time-skipping.ts';
import type { SkippedTime } from '../support/time-skipping.ts';
import { caseNow, openedCase, tellVerdict } from '../support/verification-cases.ts';
import { insertRecommendationRequest } from '../../src/store/buy-list.ts';

/** A clock that has not moved: a message with it changes nothing in a workflow. */
const UNMOVED = { offset: 0, floor: 0 };

let time: SkippedTime;

beforeAll(async () => {
  time = await startSkippedTime('fresh_runs');
});
afterAll(() => time.stop());
afterEach(() => expectIntegrity(time.database.pool));

/**
 * The most events that one message adds: its own, and the three of a task for it alone. A message that meets
 * others shares their task.
 */
const MOST_EACH = 4;

/**
 * Moves the clock so often that the workflow continues as new.
 *
 * The move that passes the limit comes alone. The time-skipping server loses the task of a workflow that
 * continues as new while a message arrives; fresh-runs-under-fire.test.ts does that on Temporal's own server.
 */
async function moveOften(id: string): Promise<void> {
  const handle = time.client.workflow.getHandle(id);
  const { runId } = await handle.describe();
  const isSame = async (): Promise<boolean> => (await handle.describe()).runId === runId;
  for (;;) {
    const left = MOST_EVENTS - (await workflowRests(time.client, id));
    if (!(await isSame())) break;
    const messages = Array.from({ length: Math.max(1, Math.floor(left / MOST_EACH)) });
    await inParallel(messages, 8, () => handle.signal(followClock, UNMOVED));
  }
  expect((await handle.describe()).status.name).toBe('RUNNING');
  const [history] = await historiesOf(time.client, [id]);
  expect(history?.history.events?.length).toBeLessThan(MOST_EVENTS);
  const before = await time.client.workflow.getHandle(id, runId).fetchHistory();
  expect(await replayed(time.workflowBundle, [{ workflowId: id, history: before }])).toEqual([]);
}

describe('a workflow with a long history continues as new from its row:', () => {
  test('a checkout, which expires in time', async () => {
    const opened = await openCheckout(time, await openShop(time));
    await moveOften(workflowId.checkout(opened.checkoutId));
    await time.skip(DAY);
    expect(await endOf(time, opened)).toBe('EXPIRED');
  });

  test('an award, which lands in time', async () => {
    const [shop, consumerId] = [await openShop(time), await newShopper(time)];
    const entryId = v7();
    await insertRecommendationRequest(time.database.pool, {
      recommendationId: entryId,
      userId: consumerId,
      env: shop.env,
      merchantId: shop.orgId,
      productId: 'tea',
      displayName: null,
    });
    await time.workflows.recommend({ entryId });
    const held = await openHold(time, shop, { consumerId });
    await capture(time, held);
    const { rows } = await time.database.pool.query<{ id: string }>(
      'select id from awards where charge_id = $1',
      [held.authId],
    );
    const id = workflowId.award(rows[0]?.id ?? '');
    // Its start is delayed: an update wakes it, and it waits.
    await time.client.workflow.getHandle(id).executeUpdate(fireDue, { args: [UNMOVED] });
    await moveOften(id);
    await time.skip(30 * DAY);
    expect(await time.client.workflow.getHandle(id).result()).toBe('LANDED');
  });

  test('a delivery, which makes its next attempt in time', async () => {
    time.receiver.answer = () => ({ status: 500 });
    const shop = await openShop(time, { webhook: true });
    await openHold(time, shop);
    const delivery = async () =>
      (
        await time.database.pool.query(
          `select id, attempts, status, next_attempt_at is not null and not to_tell as "isLeft"
           from deliveries where org_id = $1`,
          [shop.orgId],
        )
      ).rows[0];
    const { id } = await until(delivery, ({ isLeft }) => isLeft);
    await moveOften(workflowId.webhook(id));
    time.receiver.answer = () => ({});
    await time.skip(HOUR);
    expect(await time.client.workflow.getHandle(workflowId.webhook(id)).result()).toBe('DELIVERED');
    expect(await delivery()).toMatchObject({ attempts: 2 });
  });

  test('a payout of the sandbox, which settles in time', async () => {
    const id = await payouts.requestPayout(time, await payouts.payableShop(time, 'sandbox'), 1000);
    await moveOften(workflowId.payout(id));
    await time.skip(DAY);
    expect(await time.client.workflow.getHandle(workflowId.payout(id)).result()).toBe('SETTLED');
  });

  test('a live payout, which is sent once', async () => {
    const id = await payouts.requestPayout(time, await payouts.payableShop(time, 'live'), payouts.WAITS);
    await payouts.payoutIs(time, id, ({ takenAt }) => takenAt !== null);
    await moveOften(workflowId.payout(id));
    expect(await payouts.bankSaw(time, id)).toMatchObject({ submits: 1 });
    await payouts.bankMoves(time, id, 'settle');
    await time.skip(2 * HOUR);
    await payouts.payoutIs(time, id, ({ status }) => status === 'SETTLED');
  });

  test('a verification, which hears its verdict', async () => {
    const opened = await openedCase(time);
    await moveOften(workflowId.verification(opened.id));
    await tellVerdict(time, opened.id, 'APPROVED');
    await until(
      () => caseNow(time, opened.id),
      ({ status }) => status === 'APPROVED',
    );
  });
});

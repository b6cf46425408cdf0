import { v7 } from 'uuid';
import { insertRecommendationRequest } from '../../src/store/buy-list.ts';
import { workflowId } from '../../workflows/messages.ts';
import { historiesOf, replayed } from '../replay/replaying.ts';
import { expectIntegrity, until } from '../support/people.ts';
import { goLive } from '../support/payout-cases.ts';
import {
  capture,
  checkoutNow,
  DAY,
  HOUR,
  MINUTE,
  newShopper,
  openCheckout,
  openHold,
  openShop,
  startSkippedTime,
} from '../support/time-skipping.ts';
import type { Held, Shop, SkippedTime } from '../support/time-skipping.ts';

/** Live money under a wrong Temporal clock, which runs ahead of the database's clock. */

let time: SkippedTime;
let shop: Shop;
let consumerId: string;

beforeAll(async () => {
  time = await startSkippedTime('live_clocks');
  shop = await openShop(time, { env: 'live' });
  consumerId = await newShopper(time, 0);
  await goLive(time, shop, consumerId);
});
afterAll(() => time.stop());
afterEach(() => expectIntegrity(time.database.pool));

/** Lets Temporal's clock alone run ahead, until the workflow has ended this many waits. */
async function runAhead(id: string, ms: number, looks: number): Promise<void> {
  const books = (await time.database.pool.query<{ now: string }>('select real_ms() as now')).rows[0]?.now;
  await time.skip(ms, { booksAt: Number(books) });
  await until(
    () => looksOf(id),
    (seen) => seen >= looks,
  );
}

/** Sets the clock of the database to Temporal's. */
const catchUp = () => time.skip(1);

/** The number of waits that the workflow has ended. After each it runs the step that is due. */
async function looksOf(id: string): Promise<number> {
  const { events } = await time.client.workflow.getHandle(id).fetchHistory();
  return (events ?? []).filter(({ timerFiredEventAttributes: timer }) => timer).length;
}

/** The length of each wait of the workflow, in milliseconds. */
async function waitsOf(id: string): Promise<number[]> {
  const { events } = await time.client.workflow.getHandle(id).fetchHistory();
  const timers = (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
    timer ? [timer.startToFireTimeout] : [],
  );
  return timers.map((timeout) => Number(timeout?.seconds ?? 0) * 1000 + Number(timeout?.nanos ?? 0) / 1e6);
}

const statusIs = (held: Pick<Held, 'checkoutId'>, status: string) =>
  until(
    async () => (await checkoutNow(time, held)).status,
    (now) => now === status,
  );

test('a hold is not released early: its workflow looks again after an hour at most, and releases it when both clocks have reached its end', async () => {
  const held = await openHold(time, shop, { consumerId });
  const id = workflowId.checkout(held.checkoutId);
  await runAhead(id, 7 * DAY, 1);
  expect((await checkoutNow(time, held)).status).toBe('AUTHORIZED');
  await runAhead(id, 3 * HOUR, 3);
  expect((await checkoutNow(time, held)).status).toBe('AUTHORIZED');
  expect((await waitsOf(id)).slice(-2)).toEqual([HOUR, HOUR]);
  await catchUp();
  await time.skip(HOUR);
  await statusIs(held, 'EXPIRED');
  const { rows } = await time.database.pool.query(
    'select lapsed_at = hold_expires_at as "onTime", fired_recorded_at >= hold_expires_at as "notEarly" from charges where id = $1',
    [held.authId],
  );
  expect(rows).toEqual([{ onTime: true, notEarly: true }]);
});

test('an unpaid checkout is not expired early, and its workflow looks again soon: after one second, then after two', async () => {
  const opened = await openCheckout(time, shop, { expiresInSecs: 3600 });
  const id = workflowId.checkout(opened.checkoutId);
  await time.skip(HOUR, { booksAt: opened.expiresAt - MINUTE });
  const waits = await until(
    () => waitsOf(id),
    (found) => found.length >= 3,
  );
  expect(waits.slice(0, 3)).toEqual([HOUR, 1000, 2000]);
  expect((await checkoutNow(time, opened)).status).toBe('PENDING');
  await catchUp();
  await time.skip(MINUTE);
  await statusIs(opened, 'EXPIRED');
});

test('an award does not land early', async () => {
  const entryId = v7();
  await insertRecommendationRequest(time.database.pool, {
    recommendationId: entryId,
    userId: consumerId,
    env: 'live',
    merchantId: shop.orgId,
    productId: 'tea',
    displayName: null,
  });
  await time.workflows.recommend({ entryId });
  const held = await openHold(time, shop, { consumerId });
  await capture(time, held);
  const award = async (): Promise<{ id: string; status: string }> =>
    (await time.database.pool.query('select id, status from awards where charge_id = $1', [held.authId]))
      .rows[0];
  const { id } = await award();
  await runAhead(workflowId.award(id), 30 * DAY, 1);
  expect((await award()).status).toBe('PENDING');
  await catchUp();
  await time.skip(HOUR);
  await until(award, ({ status }) => status === 'LANDED');
});

test('every history of these tests replays', async () => {
  const { rows } = await time.database.pool.query<{ id: string }>(
    `select 'checkout:' || id as id from checkouts union all select 'award:' || id from awards where pending_from is not null`,
  );
  const histories = await historiesOf(
    time.client,
    rows.map(({ id }) => id),
  );
  expect(histories.length).toBe(4);
  expect(await replayed(time.workflowBundle, histories)).toEqual([]);
});

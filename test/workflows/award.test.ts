import { v7 } from 'uuid';
import { insertRecommendationRequest } from '../../src/store/buy-list.ts';
import { insertReturnRequest } from '../../src/store/returns.ts';
import { fireDue, workflowId } from '../../workflows/messages.ts';
import { historiesOf, replayed } from '../replay/replaying.ts';
import { expectIntegrity, until } from '../support/people.ts';
import {
  capture,
  DAY,
  HOUR,
  newShopper,
  openHold,
  openShop,
  startSkippedTime,
  walletOf,
} from '../support/time-skipping.ts';
import type { Held, Shop, SkippedTime } from '../support/time-skipping.ts';
import { IN_TIME } from '../support/commands.ts';

let time: SkippedTime;
let shop: Shop;

beforeAll(async () => {
  time = await startSkippedTime('award_workflow');
});
// A shop a test: what one shopper recommends earns from the next.
beforeEach(async () => {
  shop = await openShop(time);
});
afterAll(() => time.stop());
afterEach(() => expectIntegrity(time.database.pool));

interface AwardNow {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly pendingUntil: number | null;
  readonly landedAt: number | null;
}

async function awardsOf({ authId }: Held): Promise<AwardNow[]> {
  const { rows } = await time.database.pool.query<AwardNow>(
    `select id, status, amount::int, (extract(epoch from pending_until) * 1000)::float8 as "pendingUntil",
            (extract(epoch from landed_at) * 1000)::float8 as "landedAt"
     from awards where charge_id = $1 order by kind`,
    [authId],
  );
  return rows;
}

/** The types of the events of the award's workflow, and whether its start is delayed. */
async function historyOf({ id }: AwardNow) {
  const { events } = await time.client.workflow.getHandle(workflowId.award(id)).fetchHistory();
  const types = (events ?? []).map((event) => Object.keys(event).find((key) => key.endsWith('Attributes')));
  const delay = events?.[0]?.workflowExecutionStartedEventAttributes?.firstWorkflowTaskBackoff;
  return { types, delayMs: Number(delay?.seconds ?? 0) * 1000 + Number(delay?.nanos ?? 0) / 1e6 };
}

/**
 * A captured sale of a product that the shopper already recommends: their cashback of 50 is pending at once.
 */
async function pendingAward(): Promise<Held & { award: AwardNow }> {
  const consumerId = await newShopper(time);
  await recommend(consumerId);
  const held = await openHold(time, shop, { consumerId });
  await capture(time, held);
  const [award] = await awardsOf(held);
  return { ...held, award: award as AwardNow };
}

async function recommend(consumerId: string): Promise<void> {
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
}

async function giveBack(held: Held) {
  const returnId = v7();
  await insertReturnRequest(time.database.pool, {
    returnId,
    chargeId: held.authId,
    reason: null,
    items: null,
    actor: `user:${held.consumerId}`,
  });
  const answer = await time.workflows.returnCharge({
    returnId,
    checkoutId: held.checkoutId,
    orgId: held.orgId,
    deadline: IN_TIME,
  });
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return answer.value;
}

const landed = (held: Held) =>
  until(
    async () => (await awardsOf(held))[0]?.status,
    (status) => status === 'LANDED',
  );

describe('cashback', () => {
  test('is pending for thirty days and lands in the wallet at that very moment', async () => {
    const held = await pendingAward();
    expect(held.award).toMatchObject({ status: 'PENDING', amount: 50 });
    await time.skip(30 * DAY - HOUR);
    expect((await awardsOf(held))[0]?.status).toBe('PENDING');
    await time.skip(HOUR);
    await landed(held);
    expect(await awardsOf(held)).toEqual([
      { ...held.award, status: 'LANDED', landedAt: held.award.pendingUntil },
    ]);
    expect(await walletOf(time, held.consumerId)).toEqual({ balance: 999_050, held: 0 });
  });

  test('costs one delayed start until it is due, and one task in which it lands', async () => {
    const held = await pendingAward();
    const waiting = await until(
      () => historyOf(held.award).catch(() => null),
      (history) => history !== null,
    );
    expect(waiting).toEqual({ types: ['workflowExecutionStartedEventAttributes'], delayMs: 30 * DAY });
    await time.skip(30 * DAY);
    await landed(held);
    await time.client.workflow.getHandle(workflowId.award(held.award.id)).result();
    const { types } = await historyOf(held.award);
    expect(types.filter((type) => type?.startsWith('workflowTaskCompleted'))).toHaveLength(1);
    expect(types).not.toContain('timerStartedEventAttributes');
  });

  test('whose landing fails three times shows the failure in its history, and lands when the fault is gone', async () => {
    const held = await pendingAward();
    await time.database.pool.query(
      `create function break_landing() returns trigger language plpgsql as $$
         begin raise exception 'the wallet is on fire'; end $$;
       create trigger break_landing before update on awards for each row when (new.id = '${held.award.id}')
         execute function break_landing()`,
    );
    await time.skip(30 * DAY);
    const failures = async () => {
      const { events } = await time.client.workflow.getHandle(workflowId.award(held.award.id)).fetchHistory();
      return (events ?? []).flatMap(({ markerRecordedEventAttributes: marker }) => marker?.failure ?? []);
    };
    const [shown] = await until(failures, (all) => all.length > 0);
    expect(JSON.stringify(shown)).toContain('the wallet is on fire');
    await time.database.pool.query('drop function break_landing cascade');
    await landed(held);
    expect(await walletOf(time, held.consumerId)).toEqual({ balance: 999_050, held: 0 });
  });

  test('that is woken before it is due goes on waiting, and lands when it is due', async () => {
    const held = await pendingAward();
    const floor = await time.now();
    const handle = time.client.workflow.getHandle(workflowId.award(held.award.id));
    await until(
      () => historyOf(held.award).catch(() => null),
      (history) => history !== null,
    );
    await handle.executeUpdate(fireDue, { args: [{ offset: 0, floor }] });
    expect((await awardsOf(held))[0]?.status).toBe('PENDING');
    await time.skip(30 * DAY);
    await landed(held);
    expect(await awardsOf(held)).toEqual([
      { ...held.award, status: 'LANDED', landedAt: held.award.pendingUntil },
    ]);
  });

  test('that a return on day 29 cuts never lands, and its workflow ends', async () => {
    const held = await pendingAward();
    await time.skip(29 * DAY);
    expect(await giveBack(held)).toMatchObject({ refund: 1000, buyerCut: 50, awardAdjusted: true });
    await time.skip(2 * DAY);
    expect(await time.client.workflow.getHandle(workflowId.award(held.award.id)).result()).toBe('VOIDED');
    expect(await walletOf(time, held.consumerId)).toEqual({ balance: 1_000_000, held: 0 });
  });

  test('that has landed stays when the goods come back on day 31, and the shopper gets the full refund', async () => {
    const held = await pendingAward();
    await time.skip(31 * DAY);
    await landed(held);
    expect(await giveBack(held)).toMatchObject({
      refund: 1000,
      buyerCut: 0,
      recommenderCut: 0,
      awardAdjusted: false,
    });
    expect(await walletOf(time, held.consumerId)).toEqual({ balance: 1_000_050, held: 0 });
  });

  test('that is deferred waits without end, and its thirty days begin when the buyer recommends what they bought', async () => {
    const consumerId = await newShopper(time);
    const held = await openHold(time, shop, { consumerId });
    await capture(time, held);
    await time.skip(90 * DAY);
    expect(await awardsOf(held)).toMatchObject([{ status: 'DEFERRED', pendingUntil: null }]);
    await recommend(consumerId);
    const [award] = await awardsOf(held);
    expect(award?.status).toBe('PENDING');
    expect((award?.pendingUntil ?? 0) - (await time.now())).toBeGreaterThan(30 * DAY - HOUR);
    await time.skip(30 * DAY);
    await landed(held);
    expect(await walletOf(time, consumerId)).toEqual({ balance: 999_050, held: 0 });
  });
});

test('every history of these tests replays', async () => {
  const { rows } = await time.database.pool.query<{ id: string }>(
    'select id from awards where pending_from is not null',
  );
  const histories = await historiesOf(
    time.client,
    rows.map(({ id }) => workflowId.award(id)),
  );
  expect(histories.length).toBe(7);
  expect(await replayed(time.workflowBundle, histories)).toEqual([]);
});

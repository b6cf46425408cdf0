import { listStuckPayouts } from '../../src/store/stuck-payouts.ts';
import { workflowId } from '../../workflows/messages.ts';
import { historiesOf, replayed } from '../replay/replaying.ts';
import * as cases from '../support/payout-cases.ts';
import type { PayableShop } from '../support/payout-cases.ts';
import { expectIntegrity, until } from '../support/people.ts';
import { DAY, HOUR, MINUTE, SECOND, startSkippedTime } from '../support/time-skipping.ts';
import type { SkippedTime } from '../support/time-skipping.ts';
import { IN_TIME, nudgeTo } from '../support/commands.ts';
import { loseWorkflow } from '../support/lost-workflow.ts';

const { bankMoves, bankSaw, payoutIs, payoutNow, requestPayout } = cases;
let time: SkippedTime;
const shops = {} as Record<'sandbox' | 'live', PayableShop>;

beforeAll(async () => {
  time = await startSkippedTime('payout_workflow');
  shops.sandbox = await cases.payableShop(time, 'sandbox');
  shops.live = await cases.payableShop(time, 'live');
});
afterAll(() => time.stop());
afterEach(() => expectIntegrity(time.database.pool));

const endOf = (id: string): Promise<unknown> =>
  time.client.workflow.getHandle(workflowId.payout(id)).result();
const ref = (id: string, { orgId } = shops.live) => ({ payoutId: id, orgId });
/** A live payout that the bank has and leaves pending. */
async function waiting(): Promise<string> {
  const id = await requestPayout(time, shops.live, cases.WAITS);
  await payoutIs(time, id, ({ takenAt }) => takenAt !== null);
  return id;
}
/** Lets the wait that is on pass, and waits for the question after it. */
async function nextQuestion(id: string): Promise<void> {
  const { asked } = await bankSaw(time, id);
  const waits = await until(
    () => cases.waitsOf(time, id),
    (all) => all.length > asked,
  );
  await time.skip(Number(waits.at(-1)) * SECOND);
  await until(
    () => bankSaw(time, id),
    (now) => now.asked > asked,
  );
}

describe('in the sandbox', () => {
  test('a payout settles a day after it was made, not before, when time passes by itself', async () => {
    const id = await requestPayout(time, shops.sandbox, 1000);
    const { dueAt } = await payoutNow(time, id);
    await time.skipTo((dueAt?.getTime() ?? 0) - MINUTE);
    expect((await payoutNow(time, id)).status).toBe('PENDING');
    await time.skip(MINUTE);
    await payoutIs(time, id, ({ status }) => status === 'SETTLED');
    const { rows } = await time.database.pool.query(
      'select 1 from payouts where id = $1 and settled_at = due_at',
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(await endOf(id)).toBe('SETTLED');
  });

  test('a payout whose workflow was lost settles when it is begun again', async () => {
    const id = await requestPayout(time, shops.sandbox, 1000);
    await loseWorkflow(time, workflowId.payout(id));
    await time.skip(DAY);
    expect((await payoutNow(time, id)).status).toBe('PENDING');
    const again = await time.workflows.nudgePayout(ref(id, shops.sandbox), nudgeTo('settle'));
    expect(again.ok || again.refusal.reason).toBe(again.ok ? true : 'payout settled');
    await payoutIs(time, id, ({ status }) => status === 'SETTLED');
  });
});

describe('in live', () => {
  test('the bank is asked ever more seldom, hourly at last, and the end is found although every callback is lost', async () => {
    const id = await waiting();
    for (let questions = 0; questions < 14; questions++) await nextQuestion(id);
    const waits = await until(
      () => cases.waitsOf(time, id),
      (all) => all.length > 14,
    );
    expect(waits.map(Math.round)).toEqual([
      1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600,
    ]);
    await bankMoves(time, id, 'settle');
    await time.skip(HOUR);
    await payoutIs(time, id, ({ status }) => status === 'SETTLED');
    expect(await bankSaw(time, id)).toMatchObject({ submits: 1 });
  });

  test('a hint makes it ask at once, and often again', async () => {
    const id = await waiting();
    for (let questions = 0; questions < 8; questions++) await nextQuestion(id);
    const { asked } = await bankSaw(time, id);
    await until(
      () => cases.waitsOf(time, id),
      (all) => all.length === 9,
    );
    await time.workflows.bankSpoke(ref(id));
    await until(
      () => bankSaw(time, id),
      (now) => now.asked > asked,
    );
    const waits = await until(
      () => cases.waitsOf(time, id),
      (all) => all.length > 9,
    );
    expect(waits.slice(8, 10).map(Math.round)).toEqual([256, 1]);
    await time.client.workflow.getHandle(workflowId.payout(id)).signal('askBank');
    await bankMoves(time, id, 'fail');
    await time.workflows.bankSpoke(ref(id));
    await payoutIs(time, id, ({ status }) => status === 'FAILED');
    expect(await endOf(id)).toBe('FAILED');
  });

  test('a request whose deadline has passed is refused, however late its workflow begins', async () => {
    const id = await cases.writtenRequest(time, shops.live, 500);
    const answer = await time.workflows.requestPayout(ref(id), Date.now() - 1);
    expect(answer.ok || answer.refusal.code).toBe('unavailable');
    expect(await endOf(id)).toBe('REFUSED');
    expect(await bankSaw(time, id)).toEqual({ submits: 0, asked: 0 });
  });

  test('a workflow that was lost in the middle asks before it sends, and sends nothing twice', async () => {
    const id = await waiting();
    await loseWorkflow(time, workflowId.payout(id));
    await bankMoves(time, id, 'settle');
    await time.workflows.bankSpoke(ref(id));
    await payoutIs(time, id, ({ status }) => status === 'SETTLED');
    expect((await bankSaw(time, id)).submits).toBe(1);
    await endOf(id);
    await bankMoves(time, id, 'return');
    await time.workflows.bankSpoke(ref(id));
    await payoutIs(time, id, ({ status }) => status === 'RETURNED');
  });
});

describe('a payout that the bank has settled', () => {
  const idOf = workflowId.lateReturns;
  const settled = async (): Promise<string> => {
    const id = await waiting();
    await bankMoves(time, id, 'settle');
    await time.workflows.bankSpoke(ref(id));
    await payoutIs(time, id, ({ status }) => status === 'SETTLED');
    return id;
  };
  const running = (id: string) =>
    until(
      () => describeWorkflow(idOf(id)),
      (status) => status === 'RUNNING',
    );
  const describeWorkflow = (id: string) =>
    time.client.workflow
      .getHandle(id)
      .describe()
      .then(
        ({ status }) => status.name as string,
        () => 'ABSENT',
      );

  test('is asked about daily, so that a return is found although every callback is lost', async () => {
    const id = await settled();
    await running(id);
    await bankMoves(time, id, 'return');
    await time.skip(DAY);
    await payoutIs(time, id, ({ status }) => status === 'RETURNED');
    await until(
      () => describeWorkflow(idOf(id)),
      (status) => status === 'COMPLETED',
    );
  });

  test('is asked about until its window ends, and not any more', async () => {
    const id = await settled();
    await running(id);
    for (let day = 0; day < 4; day++) {
      const { asked } = await bankSaw(time, id);
      await time.skip(DAY);
      if (day < 3)
        await until(
          () => bankSaw(time, id),
          (now) => now.asked > asked,
        );
    }
    await until(
      () => describeWorkflow(idOf(id)),
      (status) => status === 'COMPLETED',
    );
    expect((await payoutNow(time, id)).status).toBe('SETTLED');
  });
});

test.each([
  ['the balance', 990_000, 'insufficient_balance'],
  ['monitoring', 10 ** 12 + 1, 'blocked_by_monitoring'],
])(
  'a request that was refused for %s is judged once: asked for again it is refused the same, whatever has changed',
  async (_gate, amount, code) => {
    const id = await cases.writtenRequest(time, shops.sandbox, amount);
    const outcome = async () => {
      const answer = await time.workflows.requestPayout(ref(id, shops.sandbox), IN_TIME);
      return answer.ok || answer.refusal.code;
    };
    const records = async () =>
      (
        await time.database.pool.query(
          `select id, rule, decision from compliance_records where subject = $1 order by id`,
          [`payout:${id}`],
        )
      ).rows;
    expect(await outcome()).toBe(code);
    const before = await records();
    expect(before.length).toBeGreaterThan(0);
    await cases.sell(time, shops.sandbox, 1_000_000);
    expect(await outcome()).toBe(code);
    expect(await records()).toEqual(before);
  },
);

test('every history replays', async () => {
  const { rows } = await time.database.pool.query<{ id: string }>('select id from payouts');
  const histories = await historiesOf(
    time.client,
    rows.map(({ id }) => workflowId.payout(id)),
  );
  expect(histories.length).toBeGreaterThan(5);
  expect(await replayed(time.workflowBundle, histories)).toEqual([]);
});

// The last test: its workflow asks the bank every minute from now on.
test('a payout that the bank refuses without a final status is not given up: it waits for an operator', async () => {
  const id = await requestPayout(time, shops.live, cases.REFUSED_WITHOUT_TRACE);
  await until(
    () => bankSaw(time, id),
    ({ submits }) => submits === 1,
  );
  for (let skips = 0; skips < 6; skips++) await nextQuestion(id);
  expect(await payoutNow(time, id)).toMatchObject({ status: 'PENDING', takenAt: null, submitState: 'BEGUN' });
  const stuck = await listStuckPayouts(time.database.pool, { afterKey: null, afterId: null, limit: 200 });
  expect(stuck.find((row) => row.id === id)).toMatchObject({ reason: 'account unknown' });
});

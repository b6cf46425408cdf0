import { WithStartWorkflowOperation } from '@temporalio/client';
import { v7 } from 'uuid';
import { checkoutView } from '../../src/store/checkouts.ts';
import { createTerminal } from '../../src/commands/terminal.ts';
import { followClock, fireDue, workflowId } from '../../workflows/messages.ts';
import type { Clock } from '../../workflows/messages.ts';
import { historiesOf, replayed } from '../replay/replaying.ts';
import { expectIntegrity, until } from '../support/people.ts';
import {
  capture,
  checkoutNow,
  DAY,
  endOf,
  HOUR,
  MINUTE,
  moveClock,
  newShopper,
  offer,
  openCheckout,
  openHold,
  openShop,
  request,
  SECOND,
  startSkippedTime,
  voidHold,
  walletOf,
} from '../support/time-skipping.ts';
import type { Held, Opened, Shop, SkippedTime } from '../support/time-skipping.ts';
import { loseWorkflow } from '../support/lost-workflow.ts';

let time: SkippedTime;
let shop: Shop;

beforeAll(async () => {
  time = await startSkippedTime('checkout_workflow');
  shop = await openShop(time);
});
afterAll(() => time.stop());
afterEach(async () => {
  await time.skip(0); // The books' clock runs again.
  await until(overdue, (count) => count === 0);
  await expectIntegrity(time.database.pool);
});

/** The number of overdue checkouts and holds. Those of earlier tests fall due later, too. */
async function overdue(): Promise<number> {
  const { rows } = await time.database.pool.query<{ count: number }>(
    `select count(*)::int from checkouts c left join charges h on h.checkout_id = c.id
     where (c.status = 'PENDING' and c.expires_at <= org_now(c.org_id, c.env))
        or (c.status = 'AUTHORIZED' and h.hold_expires_at <= org_now(c.org_id, c.env))`,
  );
  return rows[0]?.count ?? 0;
}

const status = async (of: Opened) => (await checkoutNow(time, of)).status;
const workflowOf = ({ checkoutId }: Opened) =>
  time.client.workflow.getHandle(workflowId.checkout(checkoutId));

async function reusableTerminal(): Promise<string> {
  const terminalId = v7();
  await createTerminal(time, { id: terminalId, orgId: shop.orgId, title: 'Till 1' });
  return terminalId;
}

async function chargeOf({
  checkoutId,
}: Opened): Promise<{ status: string; lapsedAt: number | null; capturedAt: number | null }> {
  const { rows } = await time.database.pool.query(
    `select status, (extract(epoch from lapsed_at) * 1000)::float8 as "lapsedAt",
            (extract(epoch from captured_at) * 1000)::float8 as "capturedAt" from charges where checkout_id = $1`,
    [checkoutId],
  );
  return rows[0];
}

/** When the workflow's last timer fired, by the server's clock. */
async function lastTimerAt(of: Opened): Promise<number> {
  const { events } = await workflowOf(of).fetchHistory();
  const fired = events?.filter(({ timerFiredEventAttributes }) => timerFiredEventAttributes) ?? [];
  const at = fired.at(-1)?.eventTime;
  return Number(at?.seconds ?? 0) * 1000 + (at?.nanos ?? 0) / 1e6;
}

/** A timer begins when its step is written down: it may be late by as long as that took, never early. */
function expectInTime(at: number, due: number): void {
  expect(at).toBeGreaterThan(due - SECOND / 10);
  expect(at).toBeLessThan(due + 10 * SECOND);
}

describe('an unpaid checkout', () => {
  test('expires after 24 hours, to the second', async () => {
    const opened = await openCheckout(time, shop);
    await time.skip(DAY - MINUTE);
    expect(await status(opened)).toBe('PENDING');
    await time.skip(MINUTE);
    expect(await endOf(time, opened)).toBe('EXPIRED');
    const view = await checkoutView(time.database.pool, opened);
    expect(view).toMatchObject({ status: 'EXPIRED', payable: false });
    expect(opened.expiresAt - (view?.createdAt.getTime() ?? 0)).toBe(DAY);
    expectInTime(await lastTimerAt(opened), opened.expiresAt);
  });

  test.each([60, 7 * 24 * 60 * 60])(
    'of %d seconds is payable a millisecond before its expiry',
    async (expiresInSecs) => {
      const opened = await openCheckout(time, shop, { expiresInSecs });
      await time.stopBooksAt(opened.expiresAt - 1);
      expect(await time.workflows.authorize(opened, request(await newShopper(time)))).toMatchObject({
        ok: true,
      });
      expect(await status(opened)).toBe('AUTHORIZED');
    },
  );

  test.each([60, 7 * 24 * 60 * 60])('of %d seconds is not payable at its expiry', async (expiresInSecs) => {
    const [opened, consumerId] = [await openCheckout(time, shop, { expiresInSecs }), await newShopper(time)];
    await time.stopBooksAt(opened.expiresAt);
    const answer = await time.workflows.authorize(opened, request(consumerId));
    expect(answer).toMatchObject({
      ok: false,
      refusal: { code: 'checkout_not_payable', reason: 'checkout expired' },
    });
    expect(await endOf(time, opened)).toBe('EXPIRED');
    expect(await walletOf(time, consumerId)).toEqual({ balance: 1_000_000, held: 0 });
  });

  test('that was refused for lack of funds still waits, and expires', async () => {
    const opened = await openCheckout(time, shop, { total: 5000, expiresInSecs: 600 });
    const refused = await time.workflows.authorize(opened, request(await newShopper(time, 4999)));
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'insufficient_balance' } });
    await time.skip(9 * MINUTE);
    expect(await status(opened)).toBe('PENDING');
    await time.skip(MINUTE);
    expect(await endOf(time, opened)).toBe('EXPIRED');
  });

  test('that is refused at its opening ends at once and leaves no row', async () => {
    const input = await offer(time, shop, { terminalId: v7() });
    expect(await time.workflows.openCheckout(input)).toMatchObject({
      ok: false,
      refusal: { code: 'terminal_not_found' },
    });
    expect(await endOf(time, input)).toBe('REFUSED');
    await expect(checkoutNow(time, input)).rejects.toThrow('there is no checkout');
  });
});

describe('a hold', () => {
  test('outlives the expiry of its checkout', async () => {
    const held = await openHold(time, shop, { expiresInSecs: 60 });
    await time.skip(HOUR);
    expect(await status(held)).toBe('AUTHORIZED');
    expect(await walletOf(time, held.consumerId)).toEqual({ balance: 1_000_000, held: 1000 });
  });

  test('that nobody captures is released after seven days, at that very moment', async () => {
    const held = await openHold(time, shop);
    await time.skip(7 * DAY - MINUTE);
    expect(await status(held)).toBe('AUTHORIZED');
    await time.skip(MINUTE);
    expect(await endOf(time, held)).toBe('EXPIRED');
    expect(await chargeOf(held)).toEqual({
      status: 'EXPIRED',
      lapsedAt: held.holdExpiresAt,
      capturedAt: null,
    });
    expect(await walletOf(time, held.consumerId)).toEqual({ balance: 1_000_000, held: 0 });
    expectInTime(await lastTimerAt(held), held.holdExpiresAt);
  });

  test.each([SECOND, 1])('is captured at seven days less %d ms', async (before) => {
    const held = await openHold(time, shop);
    await time.skip(7 * DAY - HOUR);
    await time.stopBooksAt(held.holdExpiresAt - before);
    expect(await capture(time, held)).toMatchObject({
      ok: true,
      value: { mdrFee: 19, deferredBuyerAmount: 50 },
    });
    expect(await endOf(time, held)).toBe('CAPTURED');
    expect(await chargeOf(held)).toMatchObject({
      status: 'CAPTURED',
      capturedAt: held.holdExpiresAt - before,
    });
    expect(await walletOf(time, held.consumerId)).toEqual({ balance: 999_000, held: 0 });
  });

  test('is not captured at seven days: auth expired, and it is released', async () => {
    const held = await openHold(time, shop);
    await time.skip(7 * DAY - HOUR);
    await time.stopBooksAt(held.holdExpiresAt);
    expect(await capture(time, held)).toMatchObject({ ok: false, refusal: { reason: 'auth expired' } });
    expect(await endOf(time, held)).toBe('EXPIRED');
    expect(await chargeOf(held)).toMatchObject({ status: 'EXPIRED', lapsedAt: held.holdExpiresAt });
    expect(await capture(time, held)).toMatchObject({ ok: false, refusal: { reason: 'auth expired' } });
  });

  test('that is voided a millisecond before its end is released, and the lapse finds nothing to do', async () => {
    const held = await openHold(time, shop);
    await time.stopBooksAt(held.holdExpiresAt - 1);
    expect(await voidHold(time, held)).toEqual({ ok: true, value: null });
    expect(await endOf(time, held)).toBe('VOIDED');
    await time.skip(8 * DAY);
    expect(await chargeOf(held)).toEqual({ status: 'VOIDED', lapsedAt: null, capturedAt: null });
    expect(await walletOf(time, held.consumerId)).toEqual({ balance: 1_000_000, held: 0 });
  });

  test('is not voided at seven days: auth not voidable', async () => {
    const held = await openHold(time, shop);
    await time.stopBooksAt(held.holdExpiresAt);
    expect(await voidHold(time, held)).toMatchObject({ ok: false, refusal: { reason: 'auth not voidable' } });
    expect(await endOf(time, held)).toBe('EXPIRED');
  });

  test('that was captured answers the same a month later, and is not voided', async () => {
    const held = await openHold(time, shop);
    const first = await capture(time, held);
    expect(await endOf(time, held)).toBe('CAPTURED');
    await time.skip(30 * DAY);
    expect(await capture(time, held)).toEqual(first);
    expect(await voidHold(time, held)).toMatchObject({ ok: false, refusal: { reason: 'auth not voidable' } });
    expect(await endOf(time, held)).toBe('CAPTURED');
  });
});

describe('a reusable terminal', () => {
  test('is free again when its checkout has expired', async () => {
    const terminalId = await reusableTerminal();
    const first = await openCheckout(time, shop, { terminalId, expiresInSecs: 60 });
    await time.skip(MINUTE);
    expect(await endOf(time, first)).toBe('EXPIRED');
    const second = await openCheckout(time, shop, { terminalId });
    expect([await status(first), await status(second)]).toEqual(['EXPIRED', 'PENDING']);
  });

  test('has one pending checkout: a newer one supersedes it and ends its workflow', async () => {
    const terminalId = await reusableTerminal();
    const first = await openCheckout(time, shop, { terminalId });
    const second = await openCheckout(time, shop, { terminalId });
    expect(await endOf(time, first)).toBe('SUPERSEDED');
    expect(await time.workflows.authorize(first, request(await newShopper(time)))).toMatchObject({
      ok: false,
      refusal: { code: 'checkout_not_payable', reason: 'checkout superseded' },
    });
    expect(await time.workflows.authorize(second, request(await newShopper(time)))).toMatchObject({
      ok: true,
    });
  });

  test('keeps an authorized checkout when a newer one is opened', async () => {
    const terminalId = await reusableTerminal();
    const held = await openHold(time, shop, { terminalId });
    await openCheckout(time, shop, { terminalId });
    expect(await status(held)).toBe('AUTHORIZED');
    expect(await capture(time, held)).toMatchObject({ ok: true });
  });

  test.each([
    [1, 'SUPERSEDED'],
    [0, 'EXPIRED'],
  ])(
    'takes a newer checkout %d ms before the earlier one expires: the earlier one is %s',
    async (before, expected) => {
      const terminalId = await reusableTerminal();
      const first = await openCheckout(time, shop, { terminalId, expiresInSecs: 600 });
      await time.stopBooksAt(first.expiresAt - before);
      const second = await openCheckout(time, shop, { terminalId, expiresInSecs: 3600 });
      expect(await endOf(time, first)).toBe(expected);
      expect(await status(second)).toBe('PENDING');
    },
  );
});

describe('a checkout workflow that was lost', () => {
  test('begins again from its row when the shopper pays, and releases the hold in its time', async () => {
    const opened = await openCheckout(time, shop);
    await loseWorkflow(time, workflowId.checkout(opened.checkoutId));
    const consumerId = await newShopper(time);
    expect(await time.workflows.authorize(opened, request(consumerId))).toMatchObject({ ok: true });
    expect(await walletOf(time, consumerId)).toEqual({ balance: 1_000_000, held: 1000 });
    await time.skip(7 * DAY);
    expect(await endOf(time, opened)).toBe('EXPIRED');
    expect(await walletOf(time, consumerId)).toEqual({ balance: 1_000_000, held: 0 });
  });

  test('begins again from its row when the merchant captures', async () => {
    const held = await openHold(time, shop);
    await loseWorkflow(time, workflowId.checkout(held.checkoutId));
    expect(await capture(time, held)).toMatchObject({ ok: true });
    expect(await endOf(time, held)).toBe('CAPTURED');
  });

  test('does what fell due meanwhile as soon as it begins again, and says when it was due', async () => {
    const held = await openHold(time, shop);
    await loseWorkflow(time, workflowId.checkout(held.checkoutId));
    await time.skip(9 * DAY);
    expect(await status(held)).toBe('AUTHORIZED');
    expect(await voidHold(time, held)).toMatchObject({ ok: false, refusal: { reason: 'auth not voidable' } });
    expect(await endOf(time, held)).toBe('EXPIRED');
    expect(await chargeOf(held)).toMatchObject({ lapsedAt: held.holdExpiresAt });
  });

  test('is superseded like any other', async () => {
    const terminalId = await reusableTerminal();
    const first = await openCheckout(time, shop, { terminalId });
    await loseWorkflow(time, workflowId.checkout(first.checkoutId));
    const second = await openCheckout(time, shop, { terminalId });
    expect([await status(first), await status(second)]).toEqual(['SUPERSEDED', 'PENDING']);
  });
});

describe('a sandbox clock that is moved', () => {
  /** A hold of a business of its own, whose clock is moved to `before` milliseconds before the hold's end. */
  const movedTo = async (before: number): Promise<{ held: Held; clock: Clock }> => {
    const own = await openShop(time);
    const held = await openHold(time, own);
    return { held, clock: await moveClock(time, own, held.holdExpiresAt - before) };
  };

  test('to the end of a hold releases it before the move is answered', async () => {
    const { held, clock } = await movedTo(0);
    await workflowOf(held).executeUpdate(fireDue, { args: [clock] });
    expect(await chargeOf(held)).toMatchObject({ status: 'EXPIRED', lapsedAt: held.holdExpiresAt });
    expect(await endOf(time, held)).toBe('EXPIRED');
  });

  test('to an hour before the end of a hold brings that nearer', async () => {
    const { held, clock } = await movedTo(HOUR);
    await workflowOf(held).signal(followClock, clock);
    await workflowOf(held).executeUpdate(fireDue, { args: [clock] });
    await time.skip(59 * MINUTE);
    expect(await status(held)).toBe('AUTHORIZED');
    await time.skip(MINUTE);
    expect(await endOf(time, held)).toBe('EXPIRED');
  });

  test('wakes a workflow that was lost', async () => {
    const { held, clock } = await movedTo(0);
    await loseWorkflow(time, workflowId.checkout(held.checkoutId));
    await time.client.workflow.executeUpdateWithStart(fireDue, {
      args: [clock],
      startWorkflowOperation: new WithStartWorkflowOperation('checkout', {
        workflowId: workflowId.checkout(held.checkoutId),
        taskQueue: time.taskQueue,
        args: [{ checkoutId: held.checkoutId, orgId: held.orgId, opening: null }],
        workflowIdConflictPolicy: 'USE_EXISTING',
      }),
    });
    expect(await status(held)).toBe('EXPIRED');
  });

  test('leaves the other orgs alone', async () => {
    const other = await openHold(time, shop);
    const { held, clock } = await movedTo(0);
    await workflowOf(held).executeUpdate(fireDue, { args: [clock] });
    expect([await status(held), await status(other)]).toEqual(['EXPIRED', 'AUTHORIZED']);
    expect(await capture(time, other)).toMatchObject({ ok: true });
  });
});

test('every history of these tests replays', async () => {
  const { rows } = await time.database.pool.query<{ id: string }>('select id from checkouts');
  const histories = await historiesOf(
    time.client,
    rows.map(({ id }) => workflowId.checkout(id)),
  );
  expect(histories.length).toBe(rows.length);
  expect(await replayed(time.workflowBundle, histories)).toEqual([]);
});

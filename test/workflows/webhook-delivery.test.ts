import { SYSTEM } from '../../src/domain/org-event.ts';
import { createHmac } from 'node:crypto';
import { WorkflowNotFoundError } from '@temporalio/client';
import { Webhook } from 'standardwebhooks';
import type { ReceivedRequest } from '../../simulators/webhook-receiver.ts';
import type { DeliveryStatus } from '../../src/domain/webhook-schedule.ts';
import { deleteWebhook } from '../../src/commands/webhook.ts';
import { fireDue, workflowId } from '../../workflows/messages.ts';
import { historiesOf, replayed } from '../replay/replaying.ts';
import { expectIntegrity, until } from '../support/people.ts';
import {
  capture,
  DAY,
  HOUR,
  MINUTE,
  moveClock,
  openHold,
  openShop,
  SECOND,
  startSkippedTime,
  voidHold,
} from '../support/time-skipping.ts';
import type { Held, Shop, SkippedTime } from '../support/time-skipping.ts';
import { loseWorkflow } from '../support/lost-workflow.ts';

/** Source: specification, "Events". */
const LADDER = [60 * SECOND, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR];

let time: SkippedTime;

beforeAll(async () => {
  time = await startSkippedTime('webhook_workflow');
});
afterAll(() => time.stop());
beforeEach(() => {
  time.receiver.answer = () => ({});
});
afterEach(async () => {
  time.afterSending = () => undefined;
  await expectIntegrity(time.database.pool);
});

interface DeliveryCase {
  readonly deliveryId: string;
  readonly shop: Shop;
  readonly held: Held;
}

/**
 * The delivery of a `checkout.authorized`, to a receiver that answers like this. Its first POST has come in.
 */
async function authorizedWebhook(
  answers: SkippedTime['receiver']['answer'] = () => ({}),
): Promise<DeliveryCase> {
  time.receiver.answer = answers;
  const shop = await openShop(time, { webhook: true });
  const held = await openHold(time, shop);
  const { rows } = await time.database.pool.query<{ id: string }>(
    'select id from deliveries where org_id = $1',
    [shop.orgId],
  );
  expect(rows).toHaveLength(1);
  const sent = { deliveryId: rows[0]?.id ?? '', shop, held };
  await time.receiver.next(({ headers }) => headers['x-service-delivery'] === sent.deliveryId, 30_000);
  return sent;
}

/** The same to a receiver that fails the first attempt: the workflow waits for the second. */
async function failedWebhook(answers: SkippedTime['receiver']['answer']): Promise<DeliveryCase> {
  const sent = await authorizedWebhook(answers);
  await waitsForNext(sent);
  return sent;
}

const receivedOf = ({ deliveryId }: DeliveryCase): ReceivedRequest[] =>
  time.receiver.received.filter(({ headers }) => headers['x-service-delivery'] === deliveryId);

const workflowOf = ({ deliveryId }: DeliveryCase) =>
  time.client.workflow.getHandle(workflowId.webhook(deliveryId));
const endOf = (sent: DeliveryCase) => workflowOf(sent).result() as Promise<DeliveryStatus>;

interface Attempt {
  readonly at: number;
  readonly ms: number;
  readonly statusCode: number | null;
  readonly error: string | null;
}

async function attemptsOf({ deliveryId }: DeliveryCase): Promise<Attempt[]> {
  const { rows } = await time.database.pool.query<Attempt>(
    `select (extract(epoch from at) * 1000)::float8 as at, coalesce(ms, 10000) as ms, status_code as "statusCode", error
     from delivery_attempts where delivery_id = $1 and done order by number`,
    [deliveryId],
  );
  return rows;
}

async function deliveryOf({ deliveryId }: DeliveryCase): Promise<{
  status: DeliveryStatus;
  attempts: number;
  createdAt: number;
  dueAt: number | null;
}> {
  const { rows } = await time.database.pool.query(
    `select status, attempts, (extract(epoch from created_at) * 1000)::float8 as "createdAt",
            (extract(epoch from next_attempt_at) * 1000)::float8 as "dueAt" from deliveries where id = $1`,
    [deliveryId],
  );
  return rows[0];
}

/** Waits, without letting time pass, until this many attempts have been made. */
const attemptsMade = (sent: DeliveryCase, count: number) =>
  until(
    () => attemptsOf(sent),
    ({ length }) => length >= count,
    30_000,
  );

/**
 * Waits until the delivery is left to its workflow, and the server knows that it waits for the next attempt.
 */
async function waitsForNext(sent: DeliveryCase): Promise<void> {
  await until(
    async () =>
      (
        await time.database.pool.query<{ knows: boolean }>(
          'select next_attempt_at is not null and not to_tell as knows from deliveries where id = $1',
          [sent.deliveryId],
        )
      ).rows[0]?.knows,
    (knows) => knows === true,
    30_000,
  );
  const history = () => workflowOf(sent).fetchHistory();
  await until(
    history,
    ({ events }) => events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes) ?? false,
    30_000,
  );
}

/**
 * From the end of each attempt to the beginning of the next. One that broke off counts as having taken its
 * ten seconds.
 */
const gapsOf = (attempts: readonly Attempt[]): number[] =>
  attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? 0) - (attempts[index]?.ms ?? 0));

/** Never early, and late only by what the machine takes to begin. */
function expectLadder(gaps: readonly number[]): void {
  expect(gaps).toHaveLength(LADDER.length);
  gaps.forEach((gap, index) => {
    expect(gap).toBeGreaterThanOrEqual(LADDER[index] ?? 0);
    expect(gap).toBeLessThan((LADDER[index] ?? 0) + 10 * SECOND);
  });
}

describe('a delivery that fails', () => {
  test('is sent six times, at once and after 60 s, 5 min, 15 min, 1 h and 6 h, then it is FAILED', async () => {
    const sent = await failedWebhook(() => ({ status: 500, body: 'not today' }));
    await time.skip(8 * HOUR);
    expect(await endOf(sent)).toBe('FAILED');
    const [attempts, delivery] = [await attemptsOf(sent), await deliveryOf(sent)];
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 6, dueAt: null });
    expect((attempts[0]?.at ?? 0) - delivery.createdAt).toBeLessThan(10 * SECOND);
    expectLadder(gapsOf(attempts));
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500, 500, 500]);
    await time.skip(DAY);
    expect(receivedOf(sent)).toHaveLength(6);
  });

  test('is sent with the same bytes, delivery id and signature every time', async () => {
    const sent = await failedWebhook(() => ({ status: 503 }));
    await time.skip(8 * HOUR);
    expect(await endOf(sent)).toBe('FAILED');
    const received = receivedOf(sent);
    expect(received).toHaveLength(6);
    for (const name of [
      'x-service-delivery',
      'x-service-event',
      'x-service-signature',
      'x-service-env',
      'webhook-id',
    ]) {
      expect(new Set(received.map(({ headers }) => headers[name])).size).toBe(1);
    }
    expect(new Set(received.map(({ rawBody }) => rawBody.toString('hex'))).size).toBe(1);
  });

  test('is not sent again before its time', async () => {
    const sent = await failedWebhook(() => ({ status: 500 }));
    for (let made = 1; made < 6; made++) {
      await attemptsMade(sent, made);
      const { dueAt } = await deliveryOf(sent);
      await time.skipTo((dueAt ?? 0) - 5 * SECOND);
      expect(receivedOf(sent)).toHaveLength(made);
      await time.skip(5 * SECOND);
    }
    expect(await endOf(sent)).toBe('FAILED');
  });

  test('and is taken at the third attempt has been DELIVERED, and is sent no more', async () => {
    const sent = await failedWebhook((_, { headers }) => ({
      status: countOf(headers['x-service-delivery']) < 3 ? 500 : 204,
    }));
    await time.skip(DAY);
    expect(await endOf(sent)).toBe('DELIVERED');
    expect((await attemptsOf(sent)).map(({ statusCode }) => statusCode)).toEqual([500, 500, 204]);
    expect(receivedOf(sent)).toHaveLength(3);
  });

  test('because of a redirect is not sent where that points to, and is tried again', async () => {
    const sent = await failedWebhook((_, { headers }) =>
      countOf(headers['x-service-delivery']) === 1
        ? { status: 307, headers: { location: '/elsewhere' } }
        : {},
    );
    await time.skip(2 * MINUTE);
    expect(await endOf(sent)).toBe('DELIVERED');
    expect(await attemptsOf(sent)).toMatchObject([
      { statusCode: 307, error: 'redirects are not followed' },
      { statusCode: 200, error: null },
    ]);
    expect(time.receiver.received.filter(({ path }) => path === '/elsewhere')).toEqual([]);
  });

  test('because the receiver hangs up is tried again', async () => {
    const sent = await failedWebhook((_, { headers }) => ({
      status: countOf(headers['x-service-delivery']) === 1 ? null : 200,
    }));
    await time.skip(2 * MINUTE);
    expect(await endOf(sent)).toBe('DELIVERED');
    expect(await attemptsOf(sent)).toMatchObject([
      { statusCode: null, error: 'connection closed without an answer' },
      { statusCode: 200, error: null },
    ]);
  });
});

/** The number of requests of a delivery that have come in. */
const countOf = (deliveryId: string | string[] | undefined): number =>
  time.receiver.received.filter(({ headers }) => headers['x-service-delivery'] === deliveryId).length;

describe('a delivery that is taken', () => {
  test('is signed over its raw bytes, the official library of Standard Webhooks accepts it, and it has no workflow', async () => {
    const sent = await authorizedWebhook();
    await until(
      () => deliveryOf(sent),
      ({ status }) => status === 'DELIVERED',
    );
    await expect(workflowOf(sent).describe()).rejects.toThrow(WorkflowNotFoundError);
    const [{ rawBody, headers, method }, ...more] = receivedOf(sent) as [ReceivedRequest];
    expect([method, more]).toEqual(['POST', []]);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'checkout.authorized',
      'x-service-env': 'sandbox',
      'x-service-signature': `sha256=${createHmac('sha256', sent.shop.secret ?? '')
        .update(rawBody)
        .digest('hex')}`,
    });
    expect(new Webhook(sent.shop.secret ?? '').verify(rawBody, headers as Record<string, string>)).toEqual({
      checkout_id: sent.held.checkoutId,
      auth_id: sent.held.authId,
      total_minor: 1000,
      currency: 'USD',
      consumer_id: sent.held.consumerId,
    });
  });

  test('is one of three when the hold is captured, and one of two more events when it is voided', async () => {
    const shop = await openShop(time, { webhook: true });
    const [captured, voided] = [await openHold(time, shop), await openHold(time, shop)];
    await capture(time, captured);
    await voidHold(time, voided);
    const ofBoth = await until(
      async () => {
        const { rows } = await time.database.pool.query<{ event: string; status: string }>(
          'select event, status from deliveries where org_id = $1 order by event',
          [shop.orgId],
        );
        return rows;
      },
      (rows) => rows.every(({ status }) => status === 'DELIVERED'),
    );
    expect(ofBoth.map(({ event }) => event)).toEqual([
      'charge.captured',
      'charge.voided',
      'checkout.authorized',
      'checkout.authorized',
    ]);
  });
});

describe('a worker that died between sending and writing down', () => {
  test('never leads to a seventh POST, whenever it dies', async () => {
    time.afterSending = () => {
      throw new Error('the worker was killed');
    };
    const sent = await authorizedWebhook(() => ({ status: 500 }));
    await time.database.pool.query(
      'update delivery_attempts set leased_until = clock_timestamp() where delivery_id = $1',
      [sent.deliveryId],
    );
    await waitsForNext(sent);
    await time.skip(9 * HOUR);
    expect(await endOf(sent)).toBe('FAILED');
    const attempts = await attemptsOf(sent);
    expect(attempts.map(({ error }) => error)).toEqual(Array(6).fill('interrupted'));
    expectLadder(gapsOf(attempts));
    expect(receivedOf(sent)).toHaveLength(6);
  });

  test('at the sixth attempt leaves it FAILED', async () => {
    const sent = await failedWebhook(() => ({ status: 500 }));
    time.afterSending = () => {
      if (receivedOf(sent).length === 6) throw new Error('the worker was killed');
    };
    await time.skip(9 * HOUR);
    expect(await endOf(sent)).toBe('FAILED');
    expect((await attemptsOf(sent)).map(({ error }) => error)).toEqual([
      null,
      null,
      null,
      null,
      null,
      'interrupted',
    ]);
    expect(receivedOf(sent)).toHaveLength(6);
  });
});

describe('without a webhook any more', () => {
  test('a delivery that waits is CANCELED and not sent again', async () => {
    const sent = await failedWebhook(() => ({ status: 500 }));
    await deleteWebhook({ ...time, origin: SYSTEM }, sent.shop.orgId);
    expect(await deliveryOf(sent)).toMatchObject({ status: 'CANCELED', attempts: 1, dueAt: null });
    await time.skip(DAY);
    expect(await endOf(sent)).toBe('CANCELED');
    expect(receivedOf(sent)).toHaveLength(1);
  });

  test('a delivery that was written at that moment is CANCELED when it is due', async () => {
    const sent = await failedWebhook(() => ({ status: 500 }));
    await time.database.pool.query('delete from webhooks where org_id = $1', [sent.shop.orgId]);
    await time.skip(DAY);
    expect(await endOf(sent)).toBe('CANCELED');
    expect(receivedOf(sent)).toHaveLength(1);
  });
});

describe('a delivery workflow', () => {
  test('that was lost begins again from its row, and goes on with the ladder', async () => {
    const sent = await failedWebhook(() => ({ status: 500 }));
    await loseWorkflow(time, workflowId.webhook(sent.deliveryId));
    await time.skip(30 * SECOND);
    await time.client.workflow.start('webhookDelivery', {
      workflowId: workflowId.webhook(sent.deliveryId),
      taskQueue: `${time.taskQueue}-webhooks`,
      args: [{ deliveryId: sent.deliveryId, orgId: sent.shop.orgId }],
    });
    await time.skip(8 * HOUR);
    expect(await endOf(sent)).toBe('FAILED');
    expectLadder(gapsOf(await attemptsOf(sent)));
  });

  test('makes every attempt when it was due, to the millisecond, when the sandbox clock is moved past it', async () => {
    const sent = await failedWebhook(() => ({ status: 500 }));
    for (let made = 1; made < 6; made++) {
      const { dueAt } = await deliveryOf(sent);
      await workflowOf(sent).executeUpdate(fireDue, { args: [await moveClock(time, sent.shop, dueAt ?? 0)] });
      expect(await attemptsOf(sent)).toHaveLength(made + 1);
    }
    expect(gapsOf(await attemptsOf(sent))).toEqual(LADDER);
    expect(await endOf(sent)).toBe('FAILED');
  });
});

test('every history of these tests replays', async () => {
  const { rows } = await time.database.pool.query<{ id: string }>(
    `select id from deliveries where status <> 'DELIVERED' or attempts > 1`,
  );
  const histories = await historiesOf(
    time.client,
    rows.map(({ id }) => workflowId.webhook(id)),
  );
  expect(await replayed(time.workflowBundle, histories)).toEqual([]);
});

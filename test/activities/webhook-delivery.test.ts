import { ENVIRONMENTS } from '../../src/domain/environment.ts';
import { SYSTEM } from '../../src/domain/org-event.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { createFirstAttempt, createWebhookDeliveryActivities } from '../../activities/webhook-delivery.ts';
import type { DeliveryState } from '../../workflows/messages.ts';
import { startWebhookReceiver } from '../../simulators/webhook-receiver.ts';
import type { ReceivedRequest, WebhookReceiver } from '../../simulators/webhook-receiver.ts';
import type { Environment } from '../../src/domain/environment.ts';
import { ATTEMPT_TIMEOUT_MS, RETRY_GAPS_MS } from '../../src/domain/webhook-schedule.ts';
import { createReceiverGate } from '../../src/partners/receiver-gate.ts';
import { createWebhookSender } from '../../src/partners/webhook-sender.ts';
import type { WebhookSender } from '../../src/partners/webhook-sender.ts';
import { createSecrets, makeWebhookSecret, signBody } from '../../src/security/secrets.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { Database } from '../../src/store/database.ts';
import { resendDelivery } from '../../src/store/delivery-log.ts';
import { findUnsignaled, findUnstarted, handOverLapsed } from '../../src/store/deliveries.ts';
import { deleteWebhook } from '../../src/commands/webhook.ts';
import { findWebhook, putWebhook, rotateSecret } from '../../src/store/webhooks.ts';
import { cloneDatabase } from '../support/database.ts';

const secrets = createSecrets({
  encryption: [{ id: 'test', key: randomBytes(32) }],
  digest: randomBytes(32),
});
const sender = createWebhookSender({ allowLoopback: true });
let database: Database;
let receiver: WebhookReceiver;

beforeAll(async () => {
  database = await openDatabase({ url: await cloneDatabase(`webhook_delivery_${process.pid}`), poolSize: 4 });
  receiver = await startWebhookReceiver();
});

afterAll(async () => {
  await receiver.stop();
  await database.close();
});

beforeEach(() => {
  receiver.answer = () => ({});
});

function deps(through: WebhookSender = sender, headerPrefix = 'x-service-') {
  const gate = createReceiverGate();
  return { database, secrets, sender: through, gate, headerPrefix, reached: () => undefined };
}

const activities = (...how: Parameters<typeof deps>) => createWebhookDeliveryActivities(deps(...how));
const firstAttempt = (...how: Parameters<typeof deps>) => createFirstAttempt(deps(...how));

interface Waiting {
  readonly deliveryId: string;
  readonly orgId: string;
  readonly secret: string;
  readonly body: string;
  /** When it was made, in milliseconds. */
  readonly madeAt: number;
}

/** A business with a webhook at the receiver, and an event of it that waits to be sent. */
async function waitingDelivery(env: Environment = 'sandbox'): Promise<Waiting> {
  const [orgId, eventId, deliveryId] = [randomUUID(), randomUUID(), randomUUID()];
  const secret = makeWebhookSecret();
  const body = `{"auth_id": "${eventId}",  "name": "Zoë \\u00e9"}`;
  const madeAt = Date.now();
  await database.pool.query(`insert into orgs (id, name, country_code) values ($1, 'Shop', 'US')`, [orgId]);
  await putWebhook(database.pool, { orgId, url: receiver.url, sealedSecret: secrets.seal(secret, orgId) });
  await database.pool.query(
    `insert into events (id, org_id, env, event, body, test, created_at) values ($1, $2, $3, 'charge.voided', $4, true, $5)`,
    [eventId, orgId, env, body, new Date(madeAt)],
  );
  await database.pool.query(
    `insert into deliveries (id, event_id, org_id, env, event, created_at) values ($1, $2, $3, $4, 'charge.voided', $5)`,
    [deliveryId, eventId, orgId, env, new Date(madeAt)],
  );
  return { deliveryId, orgId, secret, body, madeAt };
}

/** Another event of the same business. Answers its delivery. */
async function furtherDelivery({ orgId, madeAt }: Waiting): Promise<string> {
  const [eventId, deliveryId] = [randomUUID(), randomUUID()];
  await database.pool.query(
    `insert into events (id, org_id, env, event, body, test, created_at) values ($1, $2, 'sandbox', 'charge.voided', '{}', true, $3)`,
    [eventId, orgId, new Date(madeAt)],
  );
  await database.pool.query(
    `insert into deliveries (id, event_id, org_id, env, event, created_at) values ($1, $2, $3, 'sandbox', 'charge.voided', $4)`,
    [deliveryId, eventId, orgId, new Date(madeAt)],
  );
  return deliveryId;
}

function sentFor({ deliveryId }: Waiting): ReceivedRequest[] {
  return receiver.received.filter(({ headers }) => headers['x-service-delivery'] === deliveryId);
}

interface Attempt {
  readonly number: number;
  readonly at: number;
  readonly status_code: number | null;
  readonly ms: number | null;
  readonly response: string | null;
  readonly error: string | null;
  readonly done: boolean;
}

async function attemptsOf({ deliveryId }: Waiting): Promise<Attempt[]> {
  const { rows } = await database.pool.query(
    `select number, (extract(epoch from at) * 1000)::float8 as at, status_code, ms, response, error, done
     from delivery_attempts where delivery_id = $1 order by number`,
    [deliveryId],
  );
  return rows as Attempt[];
}

/** Attempts it whenever it is due until it is over, `late` milliseconds after the due time. */
async function runToEnd(waiting: Waiting, through: WebhookSender = sender, late = 0): Promise<DeliveryState> {
  const { deliveryId, orgId } = waiting;
  let state = await activities().loadDelivery({ deliveryId, orgId });
  for (let steps = 0; state.due !== null; steps++) {
    if (steps > 20) throw new Error('it does not end');
    const step = { deliveryId, orgId, at: state.due + late };
    // A fault is tried again, as Temporal does.
    state = await activities(through)
      .attemptDelivery(step)
      .catch(() => activities(through).attemptDelivery(step));
  }
  return state;
}

describe('an attempt', () => {
  test.each(['sandbox', 'live'] as const)(
    'sends the stored bytes with the headers of the specification (%s)',
    async (env) => {
      const waiting = await waitingDelivery(env);
      await runToEnd(waiting);
      const [request, ...more] = sentFor(waiting);
      expect(more).toEqual([]);
      expect(request?.method).toBe('POST');
      expect(request?.rawBody.toString('utf8')).toBe(waiting.body);
      expect(request?.headers).toMatchObject({
        'content-type': 'application/json',
        'x-service-event': 'charge.voided',
        'x-service-delivery': waiting.deliveryId,
        'x-service-signature': signBody(waiting.secret, Buffer.from(waiting.body)),
        'x-service-env': env,
      });
    },
  );

  test('has the prefix of the setting on every header of ours, and the mark of a test event', async () => {
    const { deliveryId, orgId, madeAt } = await waitingDelivery();
    await activities(sender, 'x-shop-').attemptDelivery({ deliveryId, orgId, at: madeAt });
    const [request, ...more] = receiver.received.filter(
      ({ headers }) => headers['x-shop-delivery'] === deliveryId,
    );
    expect(more).toEqual([]);
    expect(request?.headers).toMatchObject({ 'x-shop-event': 'charge.voided', 'x-shop-test': 'true' });
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-service-'))).toEqual([]);
  });

  test('verifies with the official library of Standard Webhooks', async () => {
    const waiting = await waitingDelivery();
    await runToEnd(waiting);
    const [{ rawBody, headers }] = sentFor(waiting) as [ReceivedRequest];
    const verified = new Webhook(waiting.secret).verify(rawBody, headers as Record<string, string>);
    expect(verified).toEqual(JSON.parse(waiting.body));
    expect(() => new Webhook(makeWebhookSecret()).verify(rawBody, headers as Record<string, string>)).toThrow(
      'No matching signature found',
    );
    expect(() =>
      new Webhook(waiting.secret).verify(`${rawBody} `, headers as Record<string, string>),
    ).toThrow('No matching signature found');
  });

  test.each([200, 201, 204, 299])('answered with %d delivers', async (status) => {
    receiver.answer = () => ({ status });
    const waiting = await waitingDelivery();
    expect(await runToEnd(waiting)).toMatchObject({ status: 'DELIVERED', due: null, attempts: 1 });
    expect(await attemptsOf(waiting)).toMatchObject([
      { number: 1, at: waiting.madeAt, status_code: status, error: null, done: true },
    ]);
  });

  test.each([301, 400, 404, 410, 500, 503])('answered with %d is followed by another', async (status) => {
    receiver.answer = () => ({ status, body: 'no\0t now', headers: { location: receiver.url } });
    const waiting = await waitingDelivery();
    const { deliveryId, orgId, madeAt } = waiting;
    const state = await activities().attemptDelivery({ deliveryId, orgId, at: madeAt + 1234 });
    const [attempt] = (await attemptsOf(waiting)) as [Attempt];
    expect(attempt).toMatchObject({
      number: 1,
      at: madeAt + 1234,
      status_code: status,
      response: 'no\uFFFDt now',
      done: true,
    });
    expect(state).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      due: madeAt + 1234 + (attempt.ms as number) + RETRY_GAPS_MS[0],
    });
    expect(sentFor(waiting)).toHaveLength(1);
  });

  test('goes to the URL that is set by then, with the secret that was kept', async () => {
    const waiting = await waitingDelivery();
    const sealedSecret = secrets.seal(makeWebhookSecret(), waiting.orgId);
    await putWebhook(database.pool, { orgId: waiting.orgId, url: `${receiver.url}/moved`, sealedSecret });
    await runToEnd(waiting);
    expect(sentFor(waiting)).toMatchObject([
      {
        path: '/webhooks/moved',
        headers: { 'x-service-signature': signBody(waiting.secret, Buffer.from(waiting.body)) },
      },
    ]);
  });

  test('before its time sends nothing', async () => {
    const waiting = await waitingDelivery();
    const { deliveryId, orgId, madeAt } = waiting;
    expect(await activities().attemptDelivery({ deliveryId, orgId, at: madeAt - 1 })).toMatchObject({
      status: 'PENDING',
      due: madeAt,
      attempts: 0,
    });
    expect(sentFor(waiting)).toEqual([]);
  });

  test('of a delivery that is over sends nothing', async () => {
    const waiting = await waitingDelivery();
    const { deliveryId, orgId, madeAt } = waiting;
    await runToEnd(waiting);
    expect(await activities().attemptDelivery({ deliveryId, orgId, at: madeAt + 1e9 })).toMatchObject({
      status: 'DELIVERED',
      due: null,
    });
    expect(sentFor(waiting)).toHaveLength(1);
  });

  test("of another org's delivery is a fault", async () => {
    const { deliveryId } = await waitingDelivery();
    await expect(
      activities().attemptDelivery({ deliveryId, orgId: randomUUID(), at: Date.now() }),
    ).rejects.toThrow('there is no delivery');
  });
});

describe('the ladder', () => {
  test.each([0, 7000])(
    'is six POSTs at 60 s, 5 min, 15 min, 1 h and 6 h after each failure (%d ms late), then FAILED',
    async (late) => {
      receiver.answer = () => ({ status: 500 });
      const waiting = await waitingDelivery();
      expect(await runToEnd(waiting, sender, late)).toMatchObject({
        status: 'FAILED',
        due: null,
        attempts: 6,
      });
      expect(sentFor(waiting)).toHaveLength(6);
      expect(new Set(sentFor(waiting).map(({ rawBody }) => rawBody.toString('hex'))).size).toBe(1);
      const attempts = await attemptsOf(waiting);
      const gaps = attempts
        .slice(1)
        .map(
          ({ at }, index) => at - (attempts[index]?.at as number) - (attempts[index]?.ms as number) - late,
        );
      expect(gaps).toEqual([...RETRY_GAPS_MS]);
    },
  );

  test('ends with the first 2xx', async () => {
    const waiting = await waitingDelivery();
    receiver.answer = () => ({ status: sentFor(waiting).length < 3 ? 500 : 202 });
    expect(await runToEnd(waiting)).toMatchObject({ status: 'DELIVERED', attempts: 3 });
  });

  test('never makes one POST too many when every run dies between sending and writing down', async () => {
    const waiting = await waitingDelivery();
    const dying: WebhookSender = {
      async send(request) {
        await sender.send(request);
        throw new Error('the worker was killed');
      },
    };
    expect(await runToEnd(waiting, dying)).toMatchObject({ status: 'FAILED', attempts: 6 });
    expect(sentFor(waiting)).toHaveLength(6);
    const attempts = await attemptsOf(waiting);
    expect(attempts.map(({ error, done }) => ({ error, done }))).toEqual(
      Array(6).fill({ error: 'interrupted', done: true }),
    );
    const gaps = attempts
      .slice(1)
      .map(({ at }, index) => at - (attempts[index]?.at as number) - ATTEMPT_TIMEOUT_MS);
    expect(gaps).toEqual([...RETRY_GAPS_MS]);
  });

  test('that was cut off after another was asked for is followed by that one at once', async () => {
    const waiting = await waitingDelivery();
    const { deliveryId, orgId, madeAt } = waiting;
    const step = { deliveryId, orgId, at: madeAt };
    const dying: WebhookSender = {
      async send() {
        await resendDelivery(database.pool, { deliveryId });
        throw new Error('the worker was killed');
      },
    };
    await expect(activities(dying).attemptDelivery(step)).rejects.toThrow('the worker was killed');
    // Tried again it is too early for the one that was asked for; then that one is made.
    const { due } = await activities().attemptDelivery(step);
    expect(due).toBeGreaterThan(madeAt);
    expect(await activities().attemptDelivery({ ...step, at: due ?? 0 })).toMatchObject({
      status: 'DELIVERED',
      due: null,
    });
    expect(sentFor(waiting)).toHaveLength(1);
    expect(await attemptsOf(waiting)).toMatchObject([{ error: 'interrupted' }, { status_code: 200 }]);
  });

  test('is not disturbed by a run that answers after it was given up', async () => {
    const waiting = await waitingDelivery();
    const { deliveryId, orgId, madeAt } = waiting;
    const step = { deliveryId, orgId, at: madeAt };
    let givenUp: DeliveryState | undefined;
    const slow: WebhookSender = {
      async send() {
        givenUp = await activities().attemptDelivery(step);
        return { statusCode: 200, ms: 20_000, response: '', error: null };
      },
    };
    const state = await activities(slow).attemptDelivery(step);
    expect(givenUp).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      due: madeAt + ATTEMPT_TIMEOUT_MS + RETRY_GAPS_MS[0],
    });
    expect(state).toMatchObject({ status: 'PENDING', due: givenUp?.due });
    expect(await attemptsOf(waiting)).toMatchObject([{ number: 1, error: 'interrupted', status_code: null }]);
  });
});

test('a rotation that is carried out again leaves the secret that it made and the one before', async () => {
  const { orgId } = await waitingDelivery();
  const [first, second] = [randomUUID(), randomUUID()];
  const rotate = async (rotation: string) => {
    const sealedSecret = secrets.seal(makeWebhookSecret(), orgId);
    const row = await rotateSecret(database.pool, { orgId, sealedSecret, hours: 24, rotationId: rotation });
    const standing = await database.pool.query(
      'select previous_sealed_secret as previous from webhooks where org_id = $1',
      [orgId],
    );
    return [row?.sealedSecret, standing.rows[0].previous];
  };
  const [made, before] = await rotate(first);
  expect(await rotate(first)).toEqual([made, before]);
  const [next, kept] = await rotate(second);
  expect(kept).toBe(made);
  expect(next).not.toBe(made);
});

test('a first attempt that finds its receiver busy is left to an ordinary step, stays due, and is not looked for as one that nobody began', async () => {
  const first = await waitingDelivery();
  const { orgId } = first;
  const others = await Promise.all(Array.from({ length: 4 }, () => furtherDelivery(first)));
  let answer: (() => void) | undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const hanging: WebhookSender = {
    async send() {
      await answered;
      return { statusCode: 200, ms: 1, response: '', error: null };
    },
  };
  const { attemptDelivery } = activities(hanging);
  const notBegun = async () =>
    (await findUnstarted(database.pool, { environments: ENVIRONMENTS, limit: 1000 })).map(
      ({ deliveryId }) => deliveryId,
    );
  await database.pool.query(
    `update deliveries set recorded_at = recorded_at - interval '10 seconds' where id = $1`,
    [first.deliveryId],
  );
  expect(await notBegun()).toContain(first.deliveryId);
  const busy = others.map((deliveryId) => attemptDelivery({ deliveryId, orgId, at: first.madeAt }));
  const step = { deliveryId: first.deliveryId, orgId, at: first.madeAt, withinTask: true } as const;
  expect(await attemptDelivery(step)).toMatchObject({
    handedOver: true,
    status: 'PENDING',
    due: first.madeAt,
    attempts: 0,
  });
  expect(await notBegun()).not.toContain(first.deliveryId);
  answer?.();
  await Promise.all(busy);
});

describe('the first attempt, without a workflow', () => {
  const needsWorkflow = async ({ deliveryId }: Waiting) =>
    (await findUnsignaled(database.pool, { environments: ENVIRONMENTS, limit: 1000 })).some(
      (row) => row.deliveryId === deliveryId,
    );
  const stateOf = ({ deliveryId, orgId }: Waiting) => activities().loadDelivery({ deliveryId, orgId });
  const pass = ({ deliveryId }: Waiting, seconds: number) =>
    database.pool.query(
      `update delivery_attempts set leased_until = leased_until - $2 * interval '1 s' where delivery_id = $1`,
      [deliveryId, seconds],
    );
  const dying: WebhookSender = {
    async send(request) {
      await sender.send(request);
      throw new Error('the worker was killed');
    },
  };

  test.each(['sandbox', 'live'] as const)('delivers, and no workflow is needed (%s)', async (env) => {
    const waiting = await waitingDelivery(env);
    expect(await firstAttempt()(waiting)).toBe(false);
    expect(await stateOf(waiting)).toMatchObject({ status: 'DELIVERED', due: null, attempts: 1 });
    expect(sentFor(waiting)).toMatchObject([{ headers: { 'x-service-env': env } }]);
    expect(await attemptsOf(waiting)).toMatchObject([{ number: 1, status_code: 200, done: true }]);
    expect(await needsWorkflow(waiting)).toBe(false);
    expect(await findWebhook(database.pool, { orgId: waiting.orgId })).toMatchObject({
      lastSuccessAt: expect.any(Date),
    });
  });

  test('at a slow receiver is left to workflows for 32 deliveries at a time; the others stay rows that are looked for', async () => {
    const waiting = await waitingDelivery();
    const own = deps();
    const slowSlot = await own.gate.enter({ ...waiting, onlyIfFast: false });
    slowSlot?.leave(5000);
    const attempt = createFirstAttempt(own);
    const others = Array.from({ length: 39 }, () => furtherDelivery(waiting));
    const all = [waiting.deliveryId, ...(await Promise.all(others))];
    const left: boolean[] = [];
    for (const deliveryId of all) left.push(await attempt({ deliveryId, orgId: waiting.orgId }));
    expect(left).toEqual(all.map((_, place) => place < 32));
    const rows = (await findUnstarted(database.pool, { environments: ENVIRONMENTS, limit: 100 })).map(
      ({ deliveryId }) => deliveryId,
    );
    expect(all.map((id) => rows.includes(id))).toEqual(left.map((isLeft) => !isLeft));
    expect(sentFor(waiting)).toEqual([]);
  });

  test('that fails leaves the delivery to its workflow, due after a minute', async () => {
    receiver.answer = () => ({ status: 500, body: 'not today' });
    const waiting = await waitingDelivery();
    expect(await firstAttempt()(waiting)).toBe(true);
    const [attempt] = (await attemptsOf(waiting)) as [Attempt];
    expect(attempt).toMatchObject({
      at: waiting.madeAt,
      status_code: 500,
      response: 'not today',
      done: true,
    });
    expect(await stateOf(waiting)).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      due: waiting.madeAt + (attempt.ms as number) + RETRY_GAPS_MS[0],
    });
    expect(await needsWorkflow(waiting)).toBe(true);
  });

  test('asked for by twenty at once is one POST', async () => {
    const waiting = await waitingDelivery();
    await Promise.all(Array.from({ length: 20 }, () => firstAttempt()(waiting)));
    expect(sentFor(waiting)).toHaveLength(1);
    expect(await stateOf(waiting)).toMatchObject({ status: 'DELIVERED', attempts: 1 });
  });

  test('under way is no interruption: its workflow waits for it', async () => {
    const waiting = await waitingDelivery();
    const { deliveryId, orgId, madeAt } = waiting;
    const meanwhile: WebhookSender = {
      async send(request) {
        const step = { deliveryId, orgId, at: madeAt };
        await expect(activities().attemptDelivery(step)).rejects.toThrow('the first attempt');
        expect(await activities().attemptDelivery({ ...step, withinTask: true })).toMatchObject({
          handedOver: true,
        });
        return sender.send(request);
      },
    };
    expect(await firstAttempt(meanwhile)(waiting)).toBe(false);
    expect(await attemptsOf(waiting)).toMatchObject([{ status_code: 200, error: null }]);
    expect(sentFor(waiting)).toHaveLength(1);
  });

  test('whose process died is found after twenty seconds, counts as interrupted, and is followed by five', async () => {
    const waiting = await waitingDelivery();
    await expect(firstAttempt(dying)(waiting)).rejects.toThrow('the worker was killed');
    await handOverLapsed(database.pool, {});
    expect(await needsWorkflow(waiting)).toBe(false);
    await pass(waiting, 20);
    await handOverLapsed(database.pool, {});
    expect(await needsWorkflow(waiting)).toBe(true);
    receiver.answer = () => ({ status: 500 });
    expect(await runToEnd(waiting)).toMatchObject({ status: 'FAILED', attempts: 6 });
    expect(sentFor(waiting)).toHaveLength(6);
    const attempts = await attemptsOf(waiting);
    expect(attempts.map(({ error, status_code: code }) => code ?? error)).toEqual([
      'interrupted',
      ...Array<number>(5).fill(500),
    ]);
  });

  test('that answers after it was given up changes nothing', async () => {
    const waiting = await waitingDelivery();
    const { deliveryId, orgId, madeAt } = waiting;
    let givenUp: DeliveryState | undefined;
    const frozen: WebhookSender = {
      async send() {
        await pass(waiting, 20);
        givenUp = await activities().attemptDelivery({ deliveryId, orgId, at: madeAt });
        return { statusCode: 200, ms: 30_000, response: '', error: null };
      },
    };
    await firstAttempt(frozen)(waiting);
    expect(givenUp).toMatchObject({ status: 'PENDING', attempts: 1 });
    expect(await stateOf(waiting)).toMatchObject({ status: 'PENDING', due: givenUp?.due });
    expect(await attemptsOf(waiting)).toMatchObject([{ error: 'interrupted', status_code: null }]);
  });

  test('that fails after a person asked for another is followed by that one at once', async () => {
    receiver.answer = () => ({ status: 500 });
    const waiting = await waitingDelivery();
    const { deliveryId } = waiting;
    const asked: WebhookSender = {
      async send(request) {
        await resendDelivery(database.pool, { deliveryId });
        return sender.send(request);
      },
    };
    expect(await firstAttempt(asked)(waiting)).toBe(true);
    const { due } = await stateOf(waiting);
    expect(due).toBeLessThan(waiting.madeAt + RETRY_GAPS_MS[0]);
    expect(await needsWorkflow(waiting)).toBe(true);
    expect(await attemptsOf(waiting)).toMatchObject([{ status_code: 500, done: true }]);
  });

  test('to a receiver in trouble, or of a removed webhook, is left to the workflow', async () => {
    const waiting = await waitingDelivery();
    await database.pool.query('delete from webhooks where org_id = $1', [waiting.orgId]);
    expect(await firstAttempt()(waiting)).toBe(true);
    expect(await needsWorkflow(waiting)).toBe(true);
    expect(await runToEnd(waiting)).toMatchObject({ status: 'CANCELED', attempts: 0 });
    expect(sentFor(waiting)).toEqual([]);
  });

  test('has ended once: another finds nothing to do', async () => {
    const waiting = await waitingDelivery();
    await firstAttempt()(waiting);
    expect(await firstAttempt()(waiting)).toBe(false);
    expect(sentFor(waiting)).toHaveLength(1);
  });
});

describe('removing the webhook', () => {
  test('cancels what waits, and nothing of it is sent', async () => {
    const waiting = await waitingDelivery();
    await deleteWebhook({ database, origin: SYSTEM }, waiting.orgId);
    expect(await findWebhook(database.pool, { orgId: waiting.orgId })).toBeNull();
    expect(await runToEnd(waiting)).toMatchObject({ status: 'CANCELED', due: null });
    expect(sentFor(waiting)).toEqual([]);
  });

  test('cancels what was written at that moment once it is due', async () => {
    const waiting = await waitingDelivery();
    await database.pool.query('delete from webhooks where org_id = $1', [waiting.orgId]);
    expect(await runToEnd(waiting)).toMatchObject({ status: 'CANCELED', attempts: 0 });
    expect(sentFor(waiting)).toEqual([]);
  });

  test('while a request is under way keeps what came of it, and stays CANCELED', async () => {
    const waiting = await waitingDelivery();
    receiver.answer = async () => {
      await deleteWebhook({ database, origin: SYSTEM }, waiting.orgId);
      return { status: 500 };
    };
    expect(await runToEnd(waiting)).toMatchObject({ status: 'CANCELED', attempts: 1 });
    expect(await attemptsOf(waiting)).toMatchObject([{ number: 1, status_code: 500, done: true }]);
  });

  test('and setting it again makes a new secret; setting it alone keeps the old one', async () => {
    const { orgId, secret } = await waitingDelivery();
    const put = async (): Promise<string> => {
      const sealedSecret = secrets.seal(makeWebhookSecret(), orgId);
      const row = await putWebhook(database.pool, { orgId, url: receiver.url, sealedSecret });
      return secrets.unseal(row?.sealedSecret ?? '', orgId);
    };
    expect(await put()).toBe(secret);
    await deleteWebhook({ database, origin: SYSTEM }, orgId);
    const renewed = await put();
    expect(renewed).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(renewed).not.toBe(secret);
  });
});

import { workflowId } from '../../../workflows/messages.ts';
import { apiTest } from '../../support/api-test.ts';
import { inWords, signal } from '../../support/histories.ts';
import { until } from '../../support/people.ts';
import {
  advance,
  attempted,
  becomes,
  LADDER_SECONDS,
  listener,
  receivedOf,
  resend,
  sendTest,
} from '../../support/webhooks.ts';

apiTest();

/** The Web UI's text of this delivery, once its details match. */
const reads = (deliveryId: string, words: RegExp) =>
  until(
    async () => inWords(workflowId.webhook(deliveryId)),
    ({ details }) => words.test(details),
    20_000,
  );

test('an operator finds a delivery by its id, and reads what it waits for', async () => {
  const listening = await listener(() => ({ status: 500 }));
  const { id } = await sendTest(listening);
  const { next_attempt_at: next } = await attempted(listening, id, 1);
  const { summary, details } = await reads(id, /^Waits/);
  expect(summary).toBe('Sends a webhook until it is taken or the retries have ended');
  expect(details).toBe(
    `Waits for attempt 2, due ${next} in the organization's time. The signal tryNow makes it now`,
  );
  await advance(listening, LADDER_SECONDS);
  await reads(id, /^FAILED after 6 attempts\. To send it again, resend it from the log$/);
});

test('an operator has a delivery tried now by the signal tryNow, and its ladder goes on from there', async () => {
  const listening = await listener((number) => ({ status: number < 3 ? 500 : 200 }));
  const { id } = await sendTest(listening);
  await reads(id, /^Waits for attempt 2,/);
  await signal(workflowId.webhook(id), 'tryNow');
  const { attempts, next_attempt_at: next } = await attempted(listening, id, 2);
  const [, second] = attempts;
  expect(second).toMatchObject({ number: 2, manual: true, status_code: 500 });
  expect(Date.parse(next ?? '')).toBe(Date.parse(second?.at ?? '') + (second?.ms ?? 0) + 5 * 60_000);
  await signal(workflowId.webhook(id), 'tryNow');
  await becomes(listening, id, 'DELIVERED');
  await reads(id, /^DELIVERED after 3 attempts$/);
  expect(receivedOf(listening, id)).toHaveLength(3);
});

test('tryNow adds no attempt to the six of a ladder', async () => {
  const listening = await listener(() => ({ status: 500 }));
  const { id } = await sendTest(listening);
  for (let made = 1; made < 6; made++) {
    await attempted(listening, id, made);
    await reads(id, new RegExp(`^Waits for attempt ${made + 1},`));
    await signal(workflowId.webhook(id), 'tryNow');
  }
  const { attempts } = await becomes(listening, id, 'FAILED');
  expect(attempts.map(({ number, manual }) => [number, manual])).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => [number, number > 1]),
  );
  expect(receivedOf(listening, id)).toHaveLength(6);
});

test('a delivery behind others to a receiver that does not answer says so, takes no attempt for it, and is sent once they are over', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const listening = await listener(async () => {
    await released;
    return {};
  });
  const ids = await Promise.all(Array.from({ length: 6 }, async () => (await sendTest(listening)).id));
  await until(
    async () => listening.at.received.length,
    (count) => count === 4,
  );
  const underWay = () => new Set(listening.at.received.map(({ headers }) => headers['x-service-delivery']));
  const [waiting = ''] = ids.filter((id) => !underWay().has(id));
  await reads(waiting, /earlier requests to the same receiver are under way$/);
  expect(listening.at.received).toHaveLength(4);
  release();
  for (const id of ids)
    expect((await becomes(listening, id, 'DELIVERED')).attempts).toMatchObject([
      { number: 1, manual: false },
    ]);
});

test('a delivery that was resent shows its new attempt in the workflow of the same id', async () => {
  const listening = await listener();
  const { id } = await sendTest(listening);
  await becomes(listening, id, 'DELIVERED');
  await resend(listening, id);
  await reads(id, /^DELIVERED after 2 attempts$/);
});

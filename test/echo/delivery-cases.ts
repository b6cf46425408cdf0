import { echo } from './echo-case.ts';
import * as scenes from './scenes.ts';
import type { World } from './world.ts';

/**
 * The delivery of a new event, and its first attempt's time in milliseconds. Its receiver answers `status`.
 */
async function newDelivery(world: World, status: string) {
  const shop = await scenes.newShop(world, { status });
  const { chargeId } = await scenes.held(world, shop);
  const { rows } = await world.database.pool.query<{ id: string }>(
    'select d.id from deliveries d join events e on e.id = d.event_id where e.charge_id = $1',
    [chargeId],
  );
  const delivery = { deliveryId: rows[0]?.id ?? '', orgId: shop.orgId };
  const { due } = await world.steps.loadDelivery(delivery);
  return { ...delivery, at: due ?? 0 };
}

/** The same after so many attempts that failed; due for the next one. */
export async function failedDelivery(world: World, attempts: number) {
  const step = await newDelivery(world, '500');
  for (let made = 0; made < attempts; made++) step.at = (await world.steps.attemptDelivery(step)).due ?? 0;
  return step;
}

/** The number of requests that the receiver got for this delivery. */
const postsOf = ({ receiver }: World, deliveryId: string): number =>
  receiver.received.filter(({ headers }) => headers['x-service-delivery'] === deliveryId).length;

const LADDER = 6;

/**
 * Attempts: the title, the receiver's answer, the number of failed attempts before, and the answer of the
 * step.
 */
const attempts = [
  {
    title: 'delivers with one request',
    status: '200',
    before: 0,
    answers: { status: 'DELIVERED', attempts: 1, due: null },
  },
  { title: 'fails with one request', status: '500', before: 0, answers: { status: 'PENDING', attempts: 1 } },
  {
    title: 'fails once at a receiver that hangs up',
    status: 'none',
    before: 0,
    answers: { status: 'PENDING', attempts: 1 },
  },
  {
    title: 'retries with one request',
    status: '500',
    before: 1,
    answers: { status: 'PENDING', attempts: 2 },
  },
  {
    title: 'gives up after six requests',
    status: '500',
    before: LADDER - 1,
    answers: { status: 'FAILED', attempts: LADDER, due: null },
  },
];

/**
 * Runs that die between claim and record: the point, the number of failed attempts before, and the number of
 * requests in the end.
 */
const deaths = [
  { diesAt: 'webhook.claimed', before: 0, posts: 0, answers: { status: 'PENDING', attempts: 1 } },
  { diesAt: 'webhook.sent', before: 0, posts: 1, answers: { status: 'PENDING', attempts: 1 } },
  {
    diesAt: 'webhook.sent',
    before: LADDER - 1,
    posts: LADDER,
    answers: { status: 'FAILED', attempts: LADDER, due: null },
  },
];

export const deliveryCases = [
  echo('loadDelivery', 'reads a delivery', async (world) => ({
    input: await newDelivery(world, '200'),
    answers: { status: 'PENDING' },
  })),

  ...attempts.map(({ title, status, before, answers }) =>
    echo('attemptDelivery', title, async (world) => {
      const input = before === 0 ? await newDelivery(world, status) : await failedDelivery(world, before);
      return { input, answers, afterwards: () => expect(postsOf(world, input.deliveryId)).toBe(before + 1) };
    }),
  ),

  ...deaths.map(({ diesAt, before, posts, answers }) =>
    echo(
      'attemptDelivery',
      `counts attempt ${before + 1} as interrupted when its process dies at ${diesAt}`,
      async (world) => {
        const input = before === 0 ? await newDelivery(world, '500') : await failedDelivery(world, before);
        const interrupted = `delivery_attempts where done and error = 'interrupted' and delivery_id = $1`;
        return {
          input,
          diesAt,
          answers,
          afterwards: async () => {
            expect(postsOf(world, input.deliveryId)).toBe(posts);
            expect(await scenes.count(world, interrupted, input.deliveryId)).toBe(1);
          },
        };
      },
    ),
  ),

  echo('attemptDelivery', 'sends nothing before it is due', async (world) => {
    const { at, ...delivery } = await failedDelivery(world, 1);
    return {
      input: { ...delivery, at: at - 1 },
      answers: { status: 'PENDING', attempts: 1 },
      changesNothing: true,
    };
  }),

  echo('hurryDelivery', 'makes the next attempt due now', async (world) => ({
    input: await failedDelivery(world, 1),
    answers: { status: 'PENDING', due: world.now },
  })),
];

import type { PoolClient } from 'pg';
import { WEBHOOKS } from '../../../src/store/integrity-webhooks.ts';
import { apiTest } from '../../support/api-test.ts';
import { authorized, call, shopper, until } from '../../support/people.ts';
import {
  advance,
  attempted,
  becomes,
  LADDER_SECONDS,
  listener,
  logOf,
  resend,
} from '../../support/webhooks.ts';
import type { Listener } from '../../support/webhooks.ts';

const { books } = apiTest();
/** Deliveries by how they stand. `resent` failed, and was taken when it was sent once more. */
const deliveries = { delivered: '', failed: '', resent: '', waiting: '' };

beforeAll(async () => {
  const buyer = await shopper({ funds: 1_000_000 });
  const listening = await listener();
  const event = async (at: Listener): Promise<string> => {
    await authorized(at.shop, buyer);
    const [{ id } = { id: '' }] = await logOf(at);
    await attempted(at, id, 1);
    return id;
  };
  deliveries.delivered = await event(listening);
  listening.at.answer = () => ({ status: 500 });
  [deliveries.resent, deliveries.failed] = [await event(listening), await event(listening)];
  await advance(listening, LADDER_SECONDS);
  await Promise.all([
    becomes(listening, deliveries.failed, 'FAILED'),
    becomes(listening, deliveries.resent, 'FAILED'),
  ]);
  const other = await listener(() => ({ status: 500 }));
  deliveries.waiting = await event(other);
  await call('POST', `${other.path}/rotate`, { session: other.shop.session });
  // Resent by hand, and the first to have failed: the health says that the webhook is well again.
  listening.at.answer = () => ({});
  await resend(listening, deliveries.resent);
  await becomes(listening, deliveries.resent, 'DELIVERED');
  listening.at.answer = () => ({ status: 500 });
  deliveries.failed = await event(listening);
  await advance(listening, LADDER_SECONDS);
  await becomes(listening, deliveries.failed, 'FAILED');
  await until(
    async () =>
      (await books.query('select 1 from webhooks where failing_delivery_id = $1', [deliveries.failed]))
        .rowCount,
    (count) => count === 1,
  );
});

const violations = async (on: Pick<PoolClient, 'query'>, query: string) =>
  (await on.query<{ count: number }>(`select count(*)::int as count from (${query}) broken`)).rows[0]
    ?.count ?? -1;

test.each(WEBHOOKS)('holds here: $name', async ({ query }) => {
  expect(await violations(books, query)).toBe(0);
});

const ORG = `(select org_id from deliveries where id = $1)`;
const EVENT = `(select event_id from deliveries where id = $1)`;

/** A fault for each check, as a part of its name and the statements that plant it. $1 is a delivery. */
const FAULTS: readonly (readonly [check: string, delivery: keyof typeof deliveries, plant: string])[] = [
  [
    'every event of a time with a webhook',
    'delivered',
    `update webhook_periods set set_at = set_at - interval '1 minute' where org_id = ${ORG}; delete from deliveries where id = $1`,
  ],
  [
    'every event of a time with a webhook',
    'delivered',
    `update deliveries set written_by = pg_current_xact_id() where id = $1`,
  ],
  [
    'every event of a time with a webhook',
    'waiting',
    `update events set written_by = null where id = ${EVENT}`,
  ],
  ['every delivery is of a time', 'waiting', `delete from webhook_periods where org_id = ${ORG}`],
  [
    'every delivery is of a time',
    'waiting',
    `update webhook_periods set set_at = now() where org_id = ${ORG}`,
  ],
  [
    'every delivery is of a time',
    'waiting',
    `update webhook_periods set set_at = set_at - interval '1 hour', removed_at = set_at - interval '1 minute' where org_id = ${ORG}`,
  ],
  ['no event has two deliveries', 'delivered', `update deliveries set event = 'charge.voided' where id = $1`],
  [
    'no event has two deliveries',
    'delivered',
    `update deliveries set org_id = gen_random_uuid() where id = $1`,
  ],
  ['no event has two deliveries', 'delivered', `update deliveries set env = 'live' where id = $1`],
  ['no event has two deliveries', 'delivered', `delete from events where id = ${EVENT}`],
  ['a webhook is kept exactly while', 'waiting', `delete from webhooks where org_id = ${ORG}`],
  [
    'a webhook is kept exactly while',
    'waiting',
    `update webhook_periods set removed_at = now() where org_id = ${ORG}`,
  ],
  [
    'a webhook is kept exactly while',
    'waiting',
    `update webhooks set created_at = now() where org_id = ${ORG}`,
  ],
  [
    "every attempt of a delivery sent its event's bytes",
    'delivered',
    `update events set body = body || ' ' where id = ${EVENT}`,
  ],
  [
    "every attempt of a delivery sent its event's bytes",
    'failed',
    `update delivery_attempts set body_sha256 = sha256('x') where delivery_id = $1 and number = 3`,
  ],
  [
    'attempts are numbered without a gap',
    'failed',
    `delete from delivery_attempts where delivery_id = $1 and number = 2`,
  ],
  [
    'attempts are numbered without a gap',
    'failed',
    `delete from delivery_attempts where delivery_id = $1 and number = 6`,
  ],
  [
    'attempts are numbered without a gap',
    'failed',
    `update delivery_attempts set step = 1 where delivery_id = $1 and number = 2; update delivery_attempts set step = 4 where delivery_id = $1 and number = 3`,
  ],
  ['attempts are numbered without a gap', 'resent', `update deliveries set ladder_start = 0 where id = $1`],
  ['attempts are numbered without a gap', 'delivered', `update deliveries set attempts = 2 where id = $1`],
  [
    'attempts are numbered without a gap',
    'delivered',
    `update delivery_attempts set step = 2 where delivery_id = $1`,
  ],
  [
    'attempts are numbered without a gap',
    'failed',
    `insert into delivery_attempts (delivery_id, number, at, step, done) values ($1, 7, now(), 6, true); update deliveries set attempts = 7 where id = $1`,
  ],
  ...[2, 3, 4, 5, 6].map(
    (number) =>
      [
        'no attempt came before its time',
        'failed',
        `update delivery_attempts set at = at - interval '1 millisecond' where delivery_id = $1 and number = ${number}`,
      ] as const,
  ),
  [
    'no attempt came before its time',
    'failed',
    `update delivery_attempts set done = false where delivery_id = $1 and number = 3`,
  ],
  [
    'no attempt came before its time',
    'failed',
    `update delivery_attempts set ms = null where delivery_id = $1 and number = 3`,
  ],
  [
    'what is delivered was taken',
    'delivered',
    `update delivery_attempts set status_code = 302 where delivery_id = $1`,
  ],
  [
    'what is delivered was taken',
    'delivered',
    `update delivery_attempts set status_code = null where delivery_id = $1`,
  ],
  [
    'what is delivered was taken',
    'delivered',
    `update delivery_attempts set done = false where delivery_id = $1`,
  ],
  ['what is delivered was taken', 'delivered', `delete from delivery_attempts where delivery_id = $1`],
  [
    'what is delivered was taken',
    'failed',
    `update delivery_attempts set status_code = 204 where delivery_id = $1 and number = 6`,
  ],
  ['what is delivered was taken', 'failed', `update deliveries set ladder_start = 1 where id = $1`],
  [
    'what is delivered was taken',
    'waiting',
    `update deliveries set status = 'FAILED', next_attempt_at = null where id = $1`,
  ],
  ['what is delivered was taken', 'waiting', `update deliveries set next_attempt_at = null where id = $1`],
  [
    'what is delivered was taken',
    'waiting',
    `update delivery_attempts set status_code = 200 where delivery_id = $1`,
  ],
  [
    'nothing was sent without a webhook',
    'delivered',
    `update webhook_periods set set_at = set_at - interval '1 hour', removed_at = set_at - interval '1 minute' where org_id = ${ORG}`,
  ],
  [
    'nothing was sent without a webhook',
    'delivered',
    `update webhook_periods set org_id = gen_random_uuid() where org_id = ${ORG}`,
  ],
  [
    'nothing was sent without a webhook',
    'waiting',
    `update webhook_periods set set_at = (select max(recorded_at) + interval '1 millisecond' from deliveries where id = $1) where org_id = ${ORG}`,
  ],
  [
    'a webhook that fails does so since',
    'failed',
    `update webhooks set failing_delivery_id = '${'$'}{delivered}' where failing_delivery_id = $1`,
  ],
  [
    'a webhook that fails does so since',
    'failed',
    `update deliveries set org_id = gen_random_uuid() where id = $1`,
  ],
  [
    'a webhook that fails does so since',
    'failed',
    `update delivery_attempts set status_code = 200 where delivery_id = $1 and number = 6`,
  ],
  [
    'a secret that was replaced',
    'waiting',
    `update webhooks set previous_until = now() + interval '25 hours' where org_id = ${ORG}`,
  ],
  [
    'a secret that was replaced',
    'waiting',
    `update webhooks set previous_until = now() - interval '61 minutes' where org_id = ${ORG}`,
  ],
];

test('every check has a fault that it must find', () => {
  expect(
    WEBHOOKS.filter(({ name }) => !FAULTS.some(([part]) => name.startsWith(part))).map(({ name }) => name),
  ).toEqual([]);
});

test.each(FAULTS)(
  '"%s…" finds a fault planted in a delivery that is %s: %s',
  async (part, delivery, plant) => {
    const check = WEBHOOKS.find(({ name }) => name.startsWith(part));
    const client = await books.connect();
    try {
      await client.query('begin');
      // Without the triggers that keep such faults out.
      await client.query(`set local session_replication_role = 'replica'`);
      for (const statement of plant.split('; ')) {
        const text = statement
          .replaceAll('$1', `'${deliveries[delivery]}'`)
          .replaceAll('${delivered}', deliveries.delivered);
        expect((await client.query(text)).rowCount).toBeGreaterThan(0);
      }
      expect(await violations(client, check?.query ?? '')).toBeGreaterThan(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);

import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, merchant, shopper, until } from '../../support/people.ts';
import type { Merchant } from '../../support/people.ts';

const { books } = apiTest();

const eventsOf = (shop: Merchant, query = '') =>
  call('GET', `/orgs/${shop.orgId}/events${query}`, { key: shop.key });
const namesOf = ({ events }: { events: { event: string }[] }) => events.map(({ event }) => event);

test('without a webhook every event is in the log, oldest first, with the body that a webhook would carry', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper()]);
  const { authId } = await authorized(shop, buyer);
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  // An event is listed when no older transaction of the database is under way.
  const { events, position } = await until(
    () => eventsOf(shop),
    (page) => page.events.length === 2,
  );
  expect(events).toEqual([
    expect.objectContaining({ event: 'checkout.authorized', test: false, delivery_id: null }),
    expect.objectContaining({ event: 'charge.captured' }),
  ]);
  expect(JSON.parse(events[1].body)).toMatchObject({ auth_id: authId });
  expect(await eventsOf(shop, `?after=${position}`)).toEqual({ events: [], position });

  const [first, second] = [await eventsOf(shop, '?limit=1'), await eventsOf(shop, '?after=latest')];
  expect(await eventsOf(shop, `?after=${first.position}`)).toEqual({ events: events.slice(1), position });
  expect(second.events).toEqual([]);
  // Nothing was to be delivered, and nothing is now.
  expect((await call('GET', `/orgs/${shop.orgId}/webhook/deliveries`, { key: shop.key })).deliveries).toEqual(
    [],
  );
});

test('a call waits for the next event, and not longer than it asked for', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper()]);
  const { position } = await eventsOf(shop, '?after=latest');
  const waiting = eventsOf(shop, `?after=${position}&wait=20`);
  await authorized(shop, buyer);
  const found = await waiting;
  expect(namesOf(found)).toEqual(['checkout.authorized']);
  expect(namesOf(await eventsOf(shop, `?after=${found.position}&wait=1`))).toEqual([]);
});

test('an event that commits after newer ones is not passed by', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper()]);
  const { position } = await eventsOf(shop, '?after=latest');
  const late = await books.connect();
  try {
    const id = randomUUID();
    await late.query('begin');
    await late.query(
      `insert into events (id, org_id, env, event, body, test, created_at)
       values ($1, $2, 'sandbox', 'checkout.authorized', '{}', true, now())`,
      [id, shop.orgId],
    );
    await authorized(shop, buyer);
    expect(namesOf(await eventsOf(shop, `?after=${position}`))).toEqual([]);
    await late.query('commit');
    const { events } = await eventsOf(shop, `?after=${position}&wait=5`);
    expect(events.map((event: { id: string }) => event.id)).toEqual([id, expect.any(String)]);
  } finally {
    late.release();
  }
});

test('a position fits its organization and its environment only', async () => {
  const [shop, other] = await Promise.all([merchant(), merchant()]);
  const { position } = await eventsOf(shop);
  for (const [query, error] of [
    [`after=${position}`, 'after: must be `latest` or a position of this list'],
    ['after=nowhere', 'after: must be `latest` or a position of this list'],
    ['limit=201', 'bad limit'],
    ['wait=31', 'wait: must be a whole number of seconds, 0 to 30'],
    ['wait=-1', 'wait: must be a whole number of seconds, 0 to 30'],
  ])
    expect(await api('GET', `/orgs/${other.orgId}/events?${query}`, { key: other.key })).toMatchObject({
      status: 400,
      body: { error },
    });
});

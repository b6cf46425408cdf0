import { sweep } from '../../../src/commands/sweep.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { checkIntegrity } from '../../../src/store/integrity.ts';
import { age, withoutTriggers } from '../../support/ageing.ts';
import { apiTest } from '../../support/api-test.ts';
import { asApplication, databaseUrl } from '../../support/database.ts';
import { api, authorized, call, merchant, openCheckout, shopper, until } from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';
import { RETENTION } from '../../support/settings.ts';
import {
  advance,
  attempted,
  becomes,
  LADDER_SECONDS,
  listener,
  logOf,
  resend,
  shown,
} from '../../support/webhooks.ts';
import type { Listener } from '../../support/webhooks.ts';

const { books } = apiTest({ own: 'retention' });
const DAY_SECONDS = 24 * 60 * 60;
/** Longer than a checkout is open, and a hold lasts. */
const WEEK_AND_A_DAY = { seconds: 8 * DAY_SECONDS };
let buyer: Person;

beforeAll(async () => {
  buyer = await shopper({ funds: 100_000_000 });
});

/** Sweeps by the role of the worker. */
async function swept(): Promise<void> {
  const url = asApplication(databaseUrl(`retention_${process.pid}`));
  const database = await openDatabase({ url, poolSize: 1 });
  await sweep(database, RETENTION);
  await database.close();
}

const refusalOf = async (method: string, path: string, as: { key?: string; session?: string }) => {
  const { status, body } = await api(method, path, as);
  return [status, body.error];
};

/** The number of rows of every table of the books. */
async function bookRows(): Promise<Record<string, number>> {
  const tables = [
    'accounts',
    'journals',
    'entries',
    'charges',
    'captures',
    'capture_lines',
    'awards',
    'returns',
  ];
  const found: Record<string, number> = {};
  for (const table of [
    ...tables,
    'return_lines',
    'return_requests',
    'payouts',
    'merchant_totals',
    'merchant_days',
  ])
    found[table] = (await books.query(`select 1 from ${table}`)).rowCount ?? -1;
  return found;
}

const capture = (shop: Merchant, authId: string) =>
  call('POST', `/charges/${authId}/capture`, { key: shop.key, body: {} });

interface EventPage {
  readonly events: readonly { readonly id: string }[];
  readonly position: string;
}
/** Reads the event log until it has so many. An event shows when no older transaction of the server runs. */
const eventsOf = ({ orgId, key }: Merchant, query: string, count: number): Promise<EventPage> =>
  until(
    () => call('GET', `/orgs/${orgId}/events${query}`, { key }),
    ({ events }: EventPage) => events.length === count,
  );

/**
 * A sale whose two events were delivered. Returns them, newest first. `all` are the deliveries of its
 * merchant.
 */
async function deliveredSale(listening: Listener, all = 2) {
  const sale = await authorized(listening.shop, buyer);
  await capture(listening.shop, sale.authId);
  const deliveries = await until(
    () => logOf(listening, '?status=DELIVERED'),
    (found) => found.length === all,
  );
  return { ...sale, deliveries: deliveries.slice(0, 2) };
}

describe('events and their deliveries', () => {
  test('go 90 days after their end: lists end, single ones are 404, and cursors at them keep working', async () => {
    const listening = await listener();
    const { shop, path } = listening;
    const { session, key } = shop;
    const { authId, checkoutId, deliveries } = await deliveredSale(listening);
    const [newest] = deliveries;
    const { position } = await eventsOf(shop, '?limit=1', 1);
    const { next_cursor: cursor } = await call('GET', `${path}/deliveries?limit=1`, { session });
    expect(cursor).toEqual(expect.any(String));

    await age(books, shop.orgId, 91);
    const recent = await deliveredSale(listening, 4);
    const before = await bookRows();
    await swept();

    expect(await bookRows()).toEqual(before);
    const ids = (of: { id: string }[]) => of.map(({ id }) => id).toSorted();
    expect(ids(await logOf(listening))).toEqual(ids(recent.deliveries));
    const left = await eventsOf(shop, '', 2);
    expect((await eventsOf(shop, `?after=${position}`, 2)).events).toEqual(left.events);
    const page = await call('GET', `${path}/deliveries?limit=1&cursor=${cursor}`, { session });
    expect(page).toEqual({ deliveries: [], next_cursor: null });
    const one = `${path}/deliveries/${newest?.id}`;
    expect(await refusalOf('GET', one, { session })).toEqual([404, 'delivery not found']);
    expect(await refusalOf('POST', `${one}/resend`, { session })).toEqual([404, 'delivery not found']);
    // The sale itself stays, with its timeline.
    expect(await call('GET', `/sales/${checkoutId}`, { key })).toMatchObject({
      auth: { status: 'CAPTURED' },
    });
    const timeline = await call('GET', `/charges/${authId}/timeline`, { key });
    expect(JSON.stringify(timeline)).toContain('captured');
    const { rows } = await books.query('select 1 from delivery_attempts where delivery_id = $1', [
      newest?.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('stay while an attempt is due, and go on', async () => {
    const listening = await listener(() => ({ status: 500 }));
    await authorized(listening.shop, buyer);
    const [{ id } = { id: '' }] = await logOf(listening);
    await attempted(listening, id, 1);
    await age(books, listening.shop.orgId, 400);
    await swept();
    expect(await shown(listening, id)).toMatchObject({ status: 'PENDING', attempts: [{ number: 1 }] });
    listening.at.answer = () => ({});
    await advance(listening, LADDER_SECONDS);
    expect((await becomes(listening, id, 'DELIVERED')).attempts).toHaveLength(2);
  });

  test('count from the last resend, and the one that a webhook fails since stays until it is well', async () => {
    const listening = await listener(() => ({ status: 500 }));
    const { orgId } = listening.shop;
    await authorized(listening.shop, buyer);
    const [{ id } = { id: '' }] = await logOf(listening);
    await attempted(listening, id, 1);
    await advance(listening, LADDER_SECONDS);
    await becomes(listening, id, 'FAILED');
    await age(books, orgId, 91);
    await swept();
    expect(await shown(listening, id)).toMatchObject({ status: 'FAILED' });

    listening.at.answer = () => ({});
    await resend(listening, id);
    await becomes(listening, id, 'DELIVERED');
    await age(books, orgId, 89);
    await swept();
    expect(await shown(listening, id)).toMatchObject({ status: 'DELIVERED' });
    await age(books, orgId, 2);
    await swept();
    expect(await logOf(listening)).toEqual([]);
  });

  test('grow no older by the sandbox clock', async () => {
    const shop = await merchant();
    const { id } = await openCheckout(shop);
    const { authId } = await authorized(shop, buyer);
    await capture(shop, authId);
    await call('POST', '/sandbox/clock/advance', { key: shop.key, body: { seconds: 366 * DAY_SECONDS } });
    await swept();
    expect((await eventsOf(shop, '', 2)).events).toHaveLength(2);
    expect(await call('GET', `/checkouts/${id}`, { key: shop.key })).toMatchObject({ status: 'EXPIRED' });
  });

  test('are missed by the integrity checks while they are recent, and not when they may be deleted', async () => {
    const shop = await merchant();
    const { authId } = await authorized(shop, buyer);
    await capture(shop, authId);
    await call('POST', `/charges/${authId}/return`, { key: shop.key, body: {} });
    const missing = async (days: number): Promise<string[]> => {
      await age(books, shop.orgId, days);
      const client = await books.connect();
      try {
        await client.query('begin');
        await withoutTriggers(client);
        await client.query('delete from events where charge_id = $1', [authId]);
        return (await checkIntegrity(client as never))
          .filter(({ violations }) => violations > 0)
          .map(({ name }) => name);
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    const promises = ['one event for every authorize, capture and void', 'every return has one event'];
    expect(await missing(28)).toEqual(promises);
    expect(await missing(2)).toEqual([]);
  });
});

describe('carts that nobody has paid', () => {
  test('go 30 days after they were made, with their checkouts; with a charge or a compliance record they stay', async () => {
    const shop = await merchant();
    const { key } = shop;
    const { id: terminal } = await call('POST', '/terminals', { key, body: { title: 'Till' } });
    const onTerminal = async () => (await openCheckout(shop, { cart: { terminal_id: terminal } })).id;
    const gone = [await onTerminal(), await onTerminal()];
    gone.push((await openCheckout(shop)).id);
    const blocked = await openCheckout(shop, { total: 666_600 });
    expect(await refusalOf('POST', `/checkouts/${blocked.id}/authorize`, { session: buyer.session })).toEqual(
      [403, 'blocked by monitoring'],
    );
    const voided = await authorized(shop, buyer);
    await call('POST', `/charges/${voided.authId}/void`, { key, body: {} });
    const lapsed = await authorized(shop, buyer);
    const captured = await authorized(shop, buyer);
    await capture(shop, captured.authId);
    await call('POST', '/sandbox/clock/advance', { key, body: WEEK_AND_A_DAY });
    const kept = [blocked.id, voided.checkoutId, lapsed.checkoutId, captured.checkoutId];
    const recent = await merchant();
    const young = await openCheckout(recent);
    await call('POST', '/sandbox/clock/advance', { key: recent.key, body: WEEK_AND_A_DAY });

    await age(books, shop.orgId, 31);
    const before = await bookRows();
    await swept();

    expect(await bookRows()).toEqual(before);
    for (const checkout of gone) {
      expect(await refusalOf('GET', `/checkouts/${checkout}`, { key })).toEqual([404, 'checkout not found']);
      expect(await refusalOf('GET', `/sales/${checkout}`, { key })).toEqual([404, 'sale not found']);
    }
    const { sales } = await call('GET', `/orgs/${shop.orgId}/sales`, { key });
    expect(sales.map((sale: { id: string }) => sale.id).toSorted()).toEqual(kept.toSorted());
    expect(await call('GET', `/checkouts/${young.id}`, { key: recent.key })).toMatchObject({
      status: 'EXPIRED',
    });
    const lines = await books.query('select 1 from cart_lines where cart_id = any ($1)', [gone]);
    expect(lines.rowCount).toBe(0);
    // The terminal goes on.
    expect(await onTerminal()).toEqual(expect.any(String));
  });

  test('go without a checkout, too: one whose opening never came', async () => {
    const shop = await merchant();
    const { rows } = await books.query<{ id: string }>(
      `with cart as (
         insert into carts (id, org_id, env, currency, shipping_amount, tax_amount, total, total_cashback)
         values (gen_random_uuid(), $1, 'sandbox', 'USD', 0, 0, 10, 0) returning id)
       insert into cart_lines (cart_id, line, product_id, display_name, unit_price, qty, cashback_rate, pot)
       select id, 0, 'tea', 'Tea', 10, 1, 0, 0 from cart returning cart_id as id`,
      [shop.orgId],
    );
    await age(books, shop.orgId, 29);
    await swept();
    const stored = () => books.query('select 1 from carts where id = $1', [rows[0]?.id]);
    expect((await stored()).rowCount).toBe(1);
    await age(books, shop.orgId, 2);
    await swept();
    expect((await stored()).rowCount).toBe(0);
  });
});

import { createHmac, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import type { ReceivedRequest, WebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import {
  api,
  authorized,
  call,
  GOLDEN_CART,
  merchant,
  person,
  shopper,
  until,
} from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';

const { books } = apiTest();
const receivers: WebhookReceiver[] = [];
let buyer: Person;

beforeAll(async () => {
  buyer = await shopper({ funds: 10_000_000 });
});
afterAll(() => Promise.all(receivers.map((receiver) => receiver.stop())));

async function receiver(options: Parameters<typeof startWebhookReceiver>[0] = {}): Promise<WebhookReceiver> {
  const started = await startWebhookReceiver(options);
  receivers.push(started);
  return started;
}

const pathOf = (shop: Merchant) => `/orgs/${shop.orgId}/webhook`;
const put = (shop: Merchant, url: unknown) =>
  api('PUT', pathOf(shop), { session: shop.session, body: { url } });
const get = (shop: Merchant) => call('GET', pathOf(shop), { session: shop.session });
const remove = (shop: Merchant) => call('DELETE', pathOf(shop), { session: shop.session });
const capture = (shop: Merchant, authId: string) =>
  call('POST', `/charges/${authId}/capture`, { key: shop.key });
const voidCharge = (shop: Merchant, authId: string) =>
  call('POST', `/charges/${authId}/void`, { key: shop.key });

/** A business whose webhooks go to an endpoint of its own. */
async function listening(
  options?: Parameters<typeof startWebhookReceiver>[0],
): Promise<{ shop: Merchant; at: WebhookReceiver; secret: string }> {
  const [shop, at] = await Promise.all([merchant(), receiver(options)]);
  return { shop, at, secret: (await put(shop, at.url)).body.secret };
}

const eventIs = (event: string) => (request: ReceivedRequest) => request.headers['x-service-event'] === event;
const json = (request: ReceivedRequest) => JSON.parse(request.rawBody.toString('utf8'));
const signed = (secret: string, request: ReceivedRequest) =>
  `sha256=${createHmac('sha256', secret).update(request.rawBody).digest('hex')}`;

interface DeliveryRow {
  readonly id: string;
  readonly event: string;
  readonly env: string;
  readonly status: string;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  readonly body: string;
  readonly ended: { status_code: number | null; error: string | null; end: string }[];
}

/** The deliveries of an org, oldest first, with what came of their attempts. */
async function deliveries(shop: Merchant): Promise<DeliveryRow[]> {
  const { rows } = await books.query<DeliveryRow>(
    `select d.id, d.event, d.env, d.status, d.attempts, d.next_attempt_at, e.body,
            (select coalesce(json_agg(json_build_object('status_code', a.status_code, 'error', a.error,
                                                        'end', a.at + a.ms * interval '1 ms') order by a.number), '[]')
             from delivery_attempts a where a.delivery_id = d.id and a.done) as ended
     from deliveries d join events e on e.id = d.event_id where d.org_id = $1 order by d.id`,
    [shop.orgId],
  );
  return rows;
}
const settled = (shop: Merchant, attempts: number) =>
  until(
    () => deliveries(shop),
    (rows) => rows.reduce((all, { ended }) => all + ended.length, 0) >= attempts,
  );

describe('the configuration', () => {
  const OWN = 'https://shop.example/webhooks?a=b';

  test('is empty at first, then url and secret, then url and has_secret only', async () => {
    const shop = await merchant();
    expect(await get(shop)).toEqual({ url: null, has_secret: false });
    const { status, body } = await put(shop, OWN);
    expect([status, body]).toEqual([
      200,
      { url: OWN, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) },
    ]);
    expect(await get(shop)).toEqual({ url: OWN, has_secret: true });
  });

  test('keeps its secret when the URL is replaced, and has a new one after DELETE', async () => {
    const shop = await merchant();
    const { secret } = (await put(shop, OWN)).body;
    expect((await put(shop, 'https://other.example/')).body).toEqual({
      url: 'https://other.example/',
      secret,
    });
    expect(await remove(shop)).toEqual({ ok: true });
    expect(await get(shop)).toEqual({ url: null, has_secret: false });
    expect(await remove(shop)).toEqual({ ok: true });
    const renewed = (await put(shop, OWN)).body.secret;
    expect(renewed).toMatch(/^whsec_/);
    expect(renewed).not.toBe(secret);
  });

  test('of ten PUTs at once all answer the one secret', async () => {
    const shop = await merchant();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) => put(shop, `https://shop.example/${number}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.secret)).size).toBe(1);
  });

  test('takes https to public hosts only, and http to this machine where that is allowed', async () => {
    const shop = await merchant();
    const noUrl = [
      undefined,
      null,
      5,
      [],
      '',
      'nonsense',
      '//shop.example',
      'ftp://shop.example/',
      'javascript:alert(1)',
    ];
    const notPublic = [
      'http://shop.example/',
      'https://10.0.0.1/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/',
      'https://till/',
    ];
    const odd = [
      'https://ann:secret@shop.example/',
      'https://shop.example/ x',
      'nul\0',
      `https://shop.example/${'a'.repeat(2028)}`,
    ];
    for (const url of [...noUrl, ...notPublic, ...odd]) {
      const { status, body } = await put(shop, url);
      expect([url, status, body]).toEqual([url, 400, { error: expect.stringMatching(/^url: /) }]);
    }
    expect(await get(shop)).toEqual({ url: null, has_secret: false });
    for (const url of [
      `https://shop.example/${'a'.repeat(2027)}`,
      'https://8.8.8.8/x',
      'http://127.0.0.1:9/',
    ]) {
      expect(await put(shop, url)).toMatchObject({ status: 200, body: { url } });
    }
  });

  test('is written and removed by owner and admin, and read by any member', async () => {
    const [shop, member] = await Promise.all([merchant(), person()]);
    const by = async (method: string) => {
      const body = method === 'PUT' ? { url: OWN } : undefined;
      const answer = await api(method, pathOf(shop), { session: member.session, ...(body && { body }) });
      return [answer.status, answer.body.error];
    };
    for (const method of ['PUT', 'GET', 'DELETE']) expect(await by(method)).toEqual([404, 'org not found']);
    for (const role of ['finance', 'support', 'developer']) {
      await books.query(
        'insert into members values ($1, $2, $3) on conflict (org_id, user_id) do update set role = excluded.role',
        [shop.orgId, member.userId, role],
      );
      expect(await by('PUT')).toEqual([403, 'owner/admin required']);
      expect(await by('DELETE')).toEqual([403, 'owner/admin required']);
      expect(await by('GET')).toEqual([200, undefined]);
    }
    expect(await get(shop)).toEqual({ url: null, has_secret: false });
    await books.query(`update members set role = 'admin' where org_id = $1 and user_id = $2`, [
      shop.orgId,
      member.userId,
    ]);
    for (const method of ['PUT', 'GET', 'DELETE']) expect(await by(method)).toEqual([200, undefined]);
  });

  test('is no matter for keys, and unknown where the org is', async () => {
    const shop = await merchant();
    for (const method of ['PUT', 'GET', 'DELETE']) {
      const keyed = await api(method, pathOf(shop), { key: shop.key });
      expect([keyed.status, keyed.body.error]).toEqual([401, 'invalid or expired session']);
      for (const id of [randomUUID(), 'x', shop.orgId.toUpperCase()]) {
        const { status, body } = await api(method, `/orgs/${id}/webhook`, { session: shop.session });
        expect([status, body.error]).toEqual([404, 'org not found']);
      }
    }
  });
});

describe('an event', () => {
  test('checkout.authorized has checkout_id, auth_id, total_minor, currency and consumer_id', async () => {
    const { shop, at } = await listening();
    const { checkoutId, authId } = await authorized(shop, buyer, { cart: GOLDEN_CART });
    const body = {
      checkout_id: checkoutId,
      auth_id: authId,
      total_minor: 7609,
      currency: 'USD',
      consumer_id: buyer.userId,
    };
    expect(json(await at.next(eventIs('checkout.authorized')))).toEqual(body);
  });

  test('charge.captured has checkout_id, auth_id, mdr_fee, buyer_amount, deferred_buyer_amount and recommender_amount', async () => {
    const [{ shop, at }, recommender] = await Promise.all([listening(), person()]);
    await call('POST', '/buy-list', {
      session: recommender.session,
      body: { merchant_id: shop.orgId, product_id: 'A' },
    });
    const { checkoutId, authId } = await authorized(shop, buyer, { cart: GOLDEN_CART });
    await capture(shop, authId);
    await capture(shop, authId);
    expect(json(await at.next(eventIs('charge.captured')))).toEqual({
      checkout_id: checkoutId,
      auth_id: authId,
      mdr_fee: 130,
      buyer_amount: 0,
      deferred_buyer_amount: 241,
      recommender_amount: 224,
    });
    const rows = await settled(shop, 2);
    expect(rows.map(({ event, status }) => [event, status]).toSorted()).toEqual([
      ['charge.captured', 'DELIVERED'],
      ['checkout.authorized', 'DELIVERED'],
    ]);
    expect(at.received).toHaveLength(2);
  });

  test('charge.voided has auth_id', async () => {
    const { shop, at } = await listening();
    const { authId } = await authorized(shop, buyer);
    await voidCharge(shop, authId);
    expect(json(await at.next(eventIs('charge.voided')))).toEqual({ auth_id: authId });
  });

  test('comes as a POST of JSON with name, delivery, environment and two signatures over its raw bytes', async () => {
    const { shop, at, secret } = await listening();
    const { authId } = await authorized(shop, buyer);
    await capture(shop, authId);
    for (const event of ['checkout.authorized', 'charge.captured']) {
      const request = await at.next(eventIs(event));
      const { method, path, headers, rawBody } = request;
      expect([method, path, headers['content-type']]).toEqual(['POST', '/webhooks', 'application/json']);
      expect(headers['x-service-env']).toBe('sandbox');
      expect(headers).not.toHaveProperty('x-service-test');
      expect(headers['x-service-signature']).toBe(signed(secret, request));
      const row = (await deliveries(shop)).find((delivery) => delivery.event === event);
      expect([headers['x-service-delivery'], headers['webhook-id']]).toEqual([row?.id, row?.id]);
      expect(rawBody.toString('utf8')).toBe(row?.body);
      expect(new Webhook(secret).verify(rawBody, headers as Record<string, string>)).toEqual(json(request));
      expect(() =>
        new Webhook(secret).verify(`${rawBody.toString('utf8')} `, headers as Record<string, string>),
      ).toThrow();
    }
    const ids = (await deliveries(shop)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  test('is signed with the secret of now: after DELETE and PUT with the new one', async () => {
    const { shop, at, secret } = await listening();
    await remove(shop);
    const renewed = (await put(shop, at.url)).body.secret;
    await authorized(shop, buyer);
    const request = await at.next(eventIs('checkout.authorized'));
    expect(request.headers['x-service-signature']).toBe(signed(renewed, request));
    expect(request.headers['x-service-signature']).not.toBe(signed(secret, request));
  });

  test('without a URL is kept, and nothing is sent, not even once there is one', async () => {
    const [shop, at] = await Promise.all([merchant(), receiver()]);
    const { authId } = await authorized(shop, buyer);
    const { rows } = await books.query('select event from events where org_id = $1', [shop.orgId]);
    expect(rows).toEqual([{ event: 'checkout.authorized' }]);
    expect(await deliveries(shop)).toEqual([]);
    await put(shop, at.url);
    await capture(shop, authId);
    await at.next(eventIs('charge.captured'));
    expect((await settled(shop, 1)).map(({ event }) => event)).toEqual(['charge.captured']);
    expect(at.received).toHaveLength(1);
  });

  test('is not sent for creating, superseding and a refused second void', async () => {
    const { shop, at } = await listening();
    const { id: terminal } = await call('POST', '/terminals', { key: shop.key, body: { title: 'Till' } });
    for (let number = 0; number < 2; number++) {
      const { authId } = await authorized(shop, buyer, { cart: { terminal_id: terminal } });
      await voidCharge(shop, authId);
      expect((await api('POST', `/charges/${authId}/void`, { key: shop.key })).status).toBe(400);
    }
    await settled(shop, 4);
    expect(at.received.map(({ headers }) => headers['x-service-event']).toSorted()).toEqual([
      'charge.voided',
      'charge.voided',
      'checkout.authorized',
      'checkout.authorized',
    ]);
  });
});

describe('a delivery', () => {
  test.each([[200], [204], [299]])('is delivered by %i', async (status) => {
    const { shop } = await listening({ answer: () => ({ status }) });
    await authorized(shop, buyer);
    const [row] = await settled(shop, 1);
    expect(row).toMatchObject({
      status: 'DELIVERED',
      attempts: 1,
      next_attempt_at: null,
      env: 'sandbox',
      ended: [{ status_code: status }],
    });
  });

  test.each([[500], [302], [404], [null]])(
    'that is answered by %p stays pending, and its next attempt is 60 s after the failure',
    async (status) => {
      const { shop, at } = await listening({
        answer: () => ({ status, headers: { location: 'http://127.0.0.1:9/' } }),
      });
      await authorized(shop, buyer);
      const [row] = await settled(shop, 1);
      expect(row).toMatchObject({ status: 'PENDING', attempts: 1, ended: [{ status_code: status }] });
      const next = row?.next_attempt_at?.getTime() ?? 0;
      expect(next - Date.parse(row?.ended[0]?.end ?? '')).toBe(60_000);
      const received = at.received[0]?.at.getTime() ?? 0;
      expect(Math.abs(next - received - 60_000)).toBeLessThan(10_000);
      expect(at.received).toHaveLength(1);
      await remove(shop);
      expect(await deliveries(shop)).toMatchObject([{ status: 'CANCELED', next_attempt_at: null }]);
    },
  );

  test('to a dead endpoint stays pending and tells why', async () => {
    const { shop, at } = await listening();
    await at.stop();
    receivers.splice(receivers.indexOf(at), 1);
    await authorized(shop, buyer);
    const [row] = await settled(shop, 1);
    expect(row).toMatchObject({
      status: 'PENDING',
      ended: [{ status_code: null, error: 'connection refused' }],
    });
    await remove(shop);
  });

  test('to a slow endpoint delays neither the answers to its merchant nor the deliveries of others', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const slow = await listening({
      answer: async () => {
        await released;
        return {};
      },
    });
    const { shop, at } = await listening();
    try {
      const charges = await Promise.all(Array.from({ length: 5 }, () => authorized(slow.shop, buyer)));
      await slow.at.next(eventIs('checkout.authorized'));
      for (const { authId } of charges) await capture(slow.shop, authId);
      const { authId } = await authorized(shop, buyer);
      await capture(shop, authId);
      await Promise.all([at.next(eventIs('checkout.authorized')), at.next(eventIs('charge.captured'))]);
      expect((await settled(shop, 2)).map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED']);
      expect((await deliveries(slow.shop)).map(({ status, ended }) => [status, ended])).toEqual(
        Array(10).fill(['PENDING', []]),
      );
    } finally {
      release();
    }
    const late = await settled(slow.shop, 10);
    expect(late.map(({ status }) => status)).toEqual(Array(10).fill('DELIVERED'));
  });
});

import { randomUUID } from 'node:crypto';
import type { AnswerRule } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, merchant, person, shopper } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import {
  advance,
  attempted,
  becomes,
  LADDER_SECONDS,
  listener,
  logOf,
  sendTest,
  shown,
} from '../../support/webhooks.ts';
import type { Listener, Shown } from '../../support/webhooks.ts';

const { books } = apiTest();
let buyer: Person;

beforeAll(async () => {
  buyer = await shopper({ funds: 10_000_000 });
});

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Takes what was authorized and nothing else. */
const choosy: AnswerRule = (_, { headers }) => ({
  status: headers['x-service-event'] === 'checkout.authorized' ? 200 : 500,
});

async function voided({ shop }: Listener): Promise<string> {
  const { authId } = await authorized(shop, buyer);
  await call('POST', `/charges/${authId}/void`, { key: shop.key });
  return authId;
}

/** The deliveries of one event, once each has been attempted. */
async function deliveriesOf(listening: Listener, event: string): Promise<Shown[]> {
  const found = await logOf(listening, `?event=${event}`);
  await Promise.all(found.map(({ id }) => attempted(listening, id, 1)));
  return logOf(listening, `?event=${event}`);
}

describe('the log', () => {
  test('is empty at first, and then has a row for each event, newest first, with id, event, status, times and test', async () => {
    const listening = await listener(choosy);
    expect(await call('GET', `${listening.path}/deliveries`, { session: listening.shop.session })).toEqual({
      deliveries: [],
      next_cursor: null,
    });
    await voided(listening);
    const { id } = await sendTest(listening);
    await deliveriesOf(listening, 'charge.voided');
    await becomes(listening, id, 'DELIVERED');
    const times = { created_at: expect.stringMatching(RFC3339), next_attempt_at: null };
    expect(await logOf(listening)).toEqual([
      { id, event: 'checkout.authorized', status: 'DELIVERED', test: true, ...times },
      {
        id: expect.any(String),
        event: 'charge.voided',
        status: 'PENDING',
        test: false,
        ...times,
        next_attempt_at: expect.stringMatching(RFC3339),
      },
      { id: expect.any(String), event: 'checkout.authorized', status: 'DELIVERED', test: false, ...times },
    ]);
  });

  test('is filtered by status and by event; unknown ones are bad status and bad event', async () => {
    const listening = await listener(choosy);
    await voided(listening);
    await voided(listening);
    await Promise.all((await logOf(listening)).map(({ id }) => attempted(listening, id, 1)));
    await advance(listening, LADDER_SECONDS);
    await voided(listening);
    await Promise.all((await logOf(listening)).map(({ id }) => attempted(listening, id, 1)));
    const found = async (query: string) =>
      (await logOf(listening, query)).map(({ event, status }) => `${event} ${status}`);
    expect(await found('?status=DELIVERED')).toEqual(Array(3).fill('checkout.authorized DELIVERED'));
    expect(await found('?status=FAILED')).toEqual(Array(2).fill('charge.voided FAILED'));
    expect(await found('?status=PENDING')).toEqual(['charge.voided PENDING']);
    expect(await found('?status=CANCELED')).toEqual([]);
    expect(await found('?event=charge.voided')).toEqual([
      'charge.voided PENDING',
      'charge.voided FAILED',
      'charge.voided FAILED',
    ]);
    expect(await found('?event=charge.voided&status=FAILED&unheard=of')).toEqual(
      Array(2).fill('charge.voided FAILED'),
    );
    expect(await found('?event=charge.returned')).toEqual([]);
    expect(await found('')).toHaveLength(6);
    const refusal = async (query: string) => {
      const { status, body } = await api('GET', `${listening.path}/deliveries${query}`, {
        session: listening.shop.session,
      });
      return [status, body.error];
    };
    for (const query of ['?status=failed', '?status=', '?status=FAILED,PENDING', '?status=%00']) {
      expect([query, ...(await refusal(query))]).toEqual([query, 400, 'bad status']);
    }
    for (const query of [
      '?event=',
      '?event=checkout.expired',
      '?event=CHARGE.VOIDED',
      '?status=FAILED&event=x',
    ]) {
      expect([query, ...(await refusal(query))]).toEqual([query, 400, 'bad event']);
    }
    for (const query of ['?limit=0', '?limit=201', '?limit=x'])
      expect(await refusal(query)).toEqual([400, 'bad limit']);
    for (const query of ['?cursor=x', '?cursor=']) expect(await refusal(query)).toEqual([400, 'bad cursor']);
  });

  test('is paged exactly, of one millisecond too, and rows inserted meanwhile shift and repeat none', async () => {
    const listening = await listener();
    for (let number = 0; number < 7; number++) await sendTest(listening);
    await books.query(
      `update deliveries set created_at = date_trunc('second', created_at) where org_id = $1`,
      [listening.shop.orgId],
    );
    const all = (await logOf(listening)).map(({ id }) => id);
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 10; pages++) {
      const page = await call('GET', `${listening.path}/deliveries?limit=2${cursor}`, {
        session: listening.shop.session,
      });
      seen.push(...page.deliveries.map(({ id }: Shown) => id));
      if (pages === 1) await sendTest(listening);
      if (page.next_cursor === null) break;
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
    expect(seen).toEqual(all);
  });

  test('has cursors that hold for their filters and their org alone', async () => {
    const [listening, other] = await Promise.all([listener(), listener()]);
    await sendTest(listening);
    await sendTest(listening);
    const { session } = listening.shop;
    const { next_cursor: cursor } = await call('GET', `${listening.path}/deliveries?limit=1`, { session });
    const query = `limit=1&cursor=${encodeURIComponent(cursor)}`;
    expect((await call('GET', `${listening.path}/deliveries?${query}`, { session })).deliveries).toHaveLength(
      1,
    );
    const elsewhere = [
      api('GET', `${listening.path}/deliveries?${query}&status=DELIVERED`, { session }),
      api('GET', `${listening.path}/deliveries?${query}&event=charge.voided`, { session }),
      api('GET', `${other.path}/deliveries?${query}`, { session: other.shop.session }),
    ];
    for (const { status, body } of await Promise.all(elsewhere))
      expect([status, body.error]).toEqual([400, 'bad cursor']);
  });

  test('is read by any member and by keys of the org, and is unknown to others', async () => {
    const [listening, member, stranger] = await Promise.all([listener(), person(), merchant()]);
    const { id } = await sendTest(listening);
    await becomes(listening, id, 'DELIVERED');
    const { session, key } = listening.shop;
    const body = { user_id: member.userId, role: 'support' };
    await call('POST', `/orgs/${listening.shop.orgId}/members`, { session, body });
    for (const as of [{ session }, { session: member.session }, { key }]) {
      expect((await call('GET', `${listening.path}/deliveries`, as)).deliveries).toMatchObject([{ id }]);
      expect(await call('GET', `${listening.path}/deliveries/${id}`, as)).toMatchObject({ id });
    }
    for (const as of [{ session: stranger.session }, { key: stranger.key }]) {
      for (const path of ['', `/${id}`]) {
        const { status, body: said } = await api('GET', `${listening.path}/deliveries${path}`, as);
        expect([status, said.error]).toEqual([404, 'org not found']);
      }
      const { status, body: said } = await api('GET', `/orgs/${stranger.orgId}/webhook/deliveries/${id}`, as);
      expect([status, said.error]).toEqual([404, 'delivery not found']);
    }
    for (const unknown of [randomUUID(), 'x', id.toUpperCase()]) {
      const { status, body: said } = await api('GET', `${listening.path}/deliveries/${unknown}`, { session });
      expect([status, said.error]).toEqual([404, 'delivery not found']);
    }
  });
});

describe("a delivery's detail", () => {
  test('has the exact text that was sent, and each attempt with its time, status code, duration and answer', async () => {
    const listening = await listener((number) =>
      number < 2 ? { status: 503, body: 'later, please' } : { status: 202, body: 'ta' },
    );
    const { id } = await sendTest(listening);
    const first = await attempted(listening, id, 1);
    const attempt = {
      at: expect.stringMatching(RFC3339),
      ms: expect.any(Number),
      manual: false,
      under_way: false,
      error: null,
    };
    expect(first).toMatchObject({
      status: 'PENDING',
      attempts: [{ ...attempt, number: 1, status_code: 503, response: 'later, please' }],
    });
    const [one] = first.attempts;
    expect(Date.parse(first.next_attempt_at ?? '')).toBe(Date.parse(one?.at ?? '') + (one?.ms ?? 0) + 60_000);
    await advance(listening, 60 + 5);
    const second = await becomes(listening, id, 'DELIVERED');
    expect(second.next_attempt_at).toBeNull();
    expect(second.attempts).toMatchObject([one, { ...attempt, number: 2, status_code: 202, response: 'ta' }]);
    expect(second.body).toBe(listening.at.received[1]?.rawBody.toString('utf8'));
    expect(Object.keys(JSON.parse(second.body))).toEqual([
      'checkout_id',
      'auth_id',
      'total_minor',
      'currency',
      'consumer_id',
    ]);
  });

  test('keeps the first 2 KB of an answer, and says why there was none', async () => {
    const listening = await listener((number) =>
      number < 2 ? { status: 500, body: 'é'.repeat(3000) } : { status: null },
    );
    const { id } = await sendTest(listening);
    await attempted(listening, id, 1);
    await advance(listening, 60 + 5);
    const { attempts } = await attempted(listening, id, 2);
    expect(attempts).toMatchObject([
      { status_code: 500, response: 'é'.repeat(1024), error: null },
      { status_code: null, response: null, error: 'connection closed without an answer' },
    ]);
  });

  test('shows an attempt that is under way, without an end', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const listening = await listener(async () => {
      await released;
      return {};
    });
    const { id } = await sendTest(listening);
    await listening.at.next(() => true);
    const open = { number: 1, status_code: null, ms: null, response: null, error: null, under_way: true };
    expect(await shown(listening, id)).toMatchObject({ status: 'PENDING', attempts: [open] });
    release();
    expect(await becomes(listening, id, 'DELIVERED')).toMatchObject({
      attempts: [{ number: 1, under_way: false, status_code: 200 }],
    });
  });
});

import { Webhook } from 'standardwebhooks';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, merchant, person, shopper, until } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import {
  advance,
  attempted,
  becomes,
  LADDER_SECONDS,
  listener,
  logOf,
  receivedOf,
  resend,
  sendTest,
} from '../../support/webhooks.ts';
import type { Listener, Shown } from '../../support/webhooks.ts';

const { books } = apiTest();
let buyer: Person;

beforeAll(async () => {
  buyer = await shopper({ funds: 10_000_000 });
});

const outcomeOf = async (method: string, path: string, as: { session: string; body?: unknown }) => {
  const { status, body } = await api(method, path, as);
  return [status, body.error];
};

/** A delivery that has failed for good, to a receiver that will take the next one. */
async function failedOne(): Promise<{ listening: Listener; id: string }> {
  const listening = await listener(() => ({ status: 500 }));
  await authorized(listening.shop, buyer);
  const [{ id } = { id: '' }] = await logOf(listening);
  await attempted(listening, id, 1);
  await advance(listening, LADDER_SECONDS);
  expect(await becomes(listening, id, 'FAILED')).toMatchObject({ next_attempt_at: null });
  listening.at.answer = () => ({});
  return { listening, id };
}

describe('resending a delivery', () => {
  test('that has failed sends it at once with the same id and bytes, and the numbers of its attempts go on', async () => {
    const { listening, id } = await failedOne();
    expect(await resend(listening, id)).toMatchObject({
      id,
      status: 'PENDING',
      next_attempt_at: expect.any(String),
    });
    const { attempts } = await becomes(listening, id, 'DELIVERED');
    expect(attempts.map(({ number, manual, status_code: code }) => [number, manual, code])).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((number) => [number, false, 500]),
      [7, true, 200],
    ]);
    const requests = receivedOf(listening, id);
    expect(requests).toHaveLength(7);
    expect(new Set(requests.map(({ rawBody }) => rawBody.toString('hex'))).size).toBe(1);
    const [last] = requests.slice(-1);
    expect(
      new Webhook(listening.secret).verify(last?.rawBody ?? '', last?.headers as Record<string, string>),
    ).toMatchObject({
      currency: 'USD',
    });
  });

  test('that has failed begins a new ladder of six when it fails again', async () => {
    const { listening, id } = await failedOne();
    listening.at.answer = () => ({ status: 502 });
    await resend(listening, id);
    await attempted(listening, id, 7);
    await advance(listening, LADDER_SECONDS);
    const { attempts } = await becomes(listening, id, 'FAILED');
    expect(attempts.map(({ number, manual }) => [number, manual]).slice(6)).toEqual(
      [7, 8, 9, 10, 11, 12].map((number) => [number, number === 7]),
    );
    expect(receivedOf(listening, id)).toHaveLength(12);
  });

  test('that was delivered sends it once more', async () => {
    const listening = await listener();
    const { id } = await sendTest(listening);
    await becomes(listening, id, 'DELIVERED');
    await resend(listening, id);
    expect(await attempted(listening, id, 2)).toMatchObject({
      status: 'DELIVERED',
      attempts: [{ manual: false }, { number: 2, manual: true }],
    });
  });

  test('that is pending sends it at once, and spends one of its six', async () => {
    const listening = await listener(() => ({ status: 500 }));
    const { id } = await sendTest(listening);
    await attempted(listening, id, 1);
    await resend(listening, id);
    const { attempts, next_attempt_at: next } = await attempted(listening, id, 2);
    const last = attempts[1];
    expect(last).toMatchObject({ number: 2, manual: true });
    expect(Date.parse(next ?? '')).toBe(Date.parse(last?.at ?? '') + (last?.ms ?? 0) + 5 * 60_000);
    await advance(listening, LADDER_SECONDS);
    expect((await becomes(listening, id, 'FAILED')).attempts).toHaveLength(6);
  });

  test('while an attempt is under way sends it once more as soon as that one has failed', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const listening = await listener(async (number) => {
      if (number > 1) return {};
      await released;
      return { status: 500 };
    });
    const { id } = await sendTest(listening);
    await listening.at.next(() => true);
    await resend(listening, id);
    release();
    expect((await becomes(listening, id, 'DELIVERED')).attempts).toMatchObject([
      { number: 1, manual: false, status_code: 500 },
      { number: 2, manual: true, status_code: 200 },
    ]);
  });

  test('while the last attempt of its ladder is under way begins a new ladder when that one fails', async () => {
    const last = Promise.withResolvers<void>();
    const listening = await listener(async (number) => {
      if (number === 6) await last.promise;
      return number === 7 ? {} : { status: 500 };
    });
    const { id } = await sendTest(listening);
    await attempted(listening, id, 1);
    const moved = advance(listening, LADDER_SECONDS);
    await listening.at.next(({ number }) => number === 6);
    await resend(listening, id);
    last.resolve();
    const { attempts } = await becomes(listening, id, 'DELIVERED');
    expect(attempts.map(({ number, manual, status_code: code }) => [number, manual, code]).slice(5)).toEqual([
      [6, false, 500],
      [7, true, 200],
    ]);
    await moved;
  });

  test('that was canceled is allowed, and goes to the webhook of now', async () => {
    const listening = await listener(() => ({ status: 500 }));
    const { session } = listening.shop;
    const { id } = await sendTest(listening);
    await attempted(listening, id, 1);
    await call('DELETE', listening.path, { session });
    expect(await becomes(listening, id, 'CANCELED')).toMatchObject({ next_attempt_at: null });
    expect(await outcomeOf('POST', `${listening.path}/deliveries/${id}/resend`, { session })).toEqual([
      400,
      'no webhook url',
    ]);
    listening.at.answer = () => ({});
    const { secret } = await call('PUT', listening.path, { session, body: { url: listening.at.url } });
    await resend(listening, id);
    expect((await becomes(listening, id, 'DELIVERED')).attempts).toHaveLength(2);
    const [, again] = receivedOf(listening, id);
    expect(
      new Webhook(secret).verify(again?.rawBody ?? '', again?.headers as Record<string, string>),
    ).toBeTruthy();
  });

  test('by ten callers at once loses none and sends it at least once', async () => {
    const { listening, id } = await failedOne();
    await Promise.all(Array.from({ length: 10 }, () => resend(listening, id)));
    await becomes(listening, id, 'DELIVERED');
    const unfinished = async () =>
      (
        await books.query('select 1 from deliveries where id = $1 and (to_tell or status <> $2)', [
          id,
          'DELIVERED',
        ])
      ).rowCount;
    await until(unfinished, (count) => count === 0, 20_000);
    expect(receivedOf(listening, id).length).toBeGreaterThan(6);
    expect(receivedOf(listening, id).length).toBeLessThanOrEqual(16);
  });

  test('is for owner and admin, about a delivery of the org', async () => {
    const [listening, other, member] = await Promise.all([listener(), listener(), person()]);
    const { id } = await sendTest(listening);
    await becomes(listening, id, 'DELIVERED');
    const join = (role: string) =>
      call('POST', `/orgs/${listening.shop.orgId}/members`, {
        session: listening.shop.session,
        body: { user_id: member.userId, role },
      });
    await join('developer');
    const path = `${listening.path}/deliveries/${id}/resend`;
    const [session, theirs] = [member.session, other.shop.session];
    expect(await outcomeOf('POST', path, { session })).toEqual([403, 'owner/admin required']);
    expect(await outcomeOf('POST', `${listening.path}/test`, { session })).toEqual([
      403,
      'owner/admin required',
    ]);
    expect(
      await outcomeOf('POST', `${listening.path}/deliveries/resend`, { session, body: { status: 'FAILED' } }),
    ).toEqual([403, 'owner/admin required']);
    expect(await outcomeOf('POST', path, { session: theirs })).toEqual([404, 'org not found']);
    expect(await outcomeOf('POST', `${other.path}/deliveries/${id}/resend`, { session: theirs })).toEqual([
      404,
      'delivery not found',
    ]);
    expect(receivedOf(listening, id)).toHaveLength(1);
  });
});

describe('resending all that match', () => {
  const many = (listening: Listener, body: Record<string, unknown>) =>
    api('POST', `${listening.path}/deliveries/resend`, { session: listening.shop.session, body });

  /** Three that have failed: two of an authorization, one of a void. */
  async function threeFailed(): Promise<{ listening: Listener; rows: Shown[] }> {
    const listening = await listener(() => ({ status: 500 }));
    const { authId } = await authorized(listening.shop, buyer);
    await call('POST', `/charges/${authId}/void`, { key: listening.shop.key });
    await authorized(listening.shop, buyer);
    await Promise.all((await logOf(listening)).map(({ id }) => attempted(listening, id, 1)));
    await advance(listening, LADDER_SECONDS);
    const rows = await until(
      () => logOf(listening, '?status=FAILED'),
      ({ length }) => length === 3,
    );
    listening.at.answer = () => ({});
    return { listening, rows };
  }

  test('counts first and changes nothing with dry_run, and then resends them under their ids', async () => {
    const { listening, rows } = await threeFailed();
    expect((await many(listening, { status: 'FAILED', dry_run: true })).body).toEqual({
      count: 3,
      resent: false,
    });
    expect(await logOf(listening, '?status=FAILED')).toEqual(rows);
    expect((await many(listening, { status: 'FAILED' })).body).toEqual({ count: 3, resent: true });
    for (const { id } of rows) {
      expect((await becomes(listening, id, 'DELIVERED')).attempts.slice(6)).toMatchObject([
        { number: 7, manual: true, status_code: 200 },
      ]);
    }
    expect((await many(listening, { status: 'FAILED' })).body).toEqual({ count: 0, resent: true });
  });

  test('follows the filter: event, and from and to by the time of the log', async () => {
    const { listening, rows } = await threeFailed();
    const [newest, , oldest] = rows;
    const counted = async (body: Record<string, unknown>) =>
      (await many(listening, { status: 'FAILED', dry_run: true, ...body })).body.count;
    expect(await counted({ event: 'charge.voided' })).toBe(1);
    expect(await counted({ event: 'charge.captured' })).toBe(0);
    expect(await counted({ from: newest?.created_at })).toBe(1);
    expect(await counted({ to: newest?.created_at })).toBe(2);
    expect(
      await counted({ from: oldest?.created_at, to: newest?.created_at, event: 'checkout.authorized' }),
    ).toBe(1);
    expect(await counted({ status: 'DELIVERED' })).toBe(0);
    await many(listening, { status: 'FAILED', event: 'charge.voided' });
    await until(
      () => logOf(listening, '?status=DELIVERED'),
      ({ length }) => length === 1,
    );
    expect(await logOf(listening, '?status=FAILED')).toHaveLength(2);
  });

  test('is bounded: more than a thousand must be narrowed, and nothing is sent', async () => {
    const listening = await listener();
    await books.query(
      `with made as (insert into events (id, org_id, env, event, body, test, created_at)
         select gen_random_uuid(), $1, 'sandbox', 'checkout.authorized', '{}', true, clock_timestamp() from generate_series(1, 1001)
         returning id, org_id, env, event, created_at)
       insert into deliveries (id, event_id, org_id, env, event, created_at, status)
       select gen_random_uuid(), id, org_id, env, event, created_at, 'CANCELED' from made`,
      [listening.shop.orgId],
    );
    expect((await many(listening, { status: 'CANCELED', dry_run: true })).body).toEqual({
      count: 1001,
      resent: false,
    });
    const { status, body } = await many(listening, { status: 'CANCELED' });
    expect([status, body.error]).toEqual([
      400,
      'body: matches more than 1000 deliveries: narrow it by event, from or to',
    ]);
    expect(await logOf(listening, '?status=PENDING')).toEqual([]);
    expect(listening.at.received).toEqual([]);
  });

  test.each([
    [{}, 'bad status'],
    [{ status: null }, 'bad status'],
    [{ status: 'failed' }, 'bad status'],
    [{ status: ['FAILED'] }, 'bad status'],
    [{ status: 'FAILED', event: 'x' }, 'bad event'],
    [{ status: 'FAILED', from: 'yesterday' }, 'from: must be an RFC 3339 time'],
    [{ status: 'FAILED', to: 5 }, 'to: must be an RFC 3339 time'],
    [
      { status: 'FAILED', from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' },
      'to: must not be before from',
    ],
    [{ status: 'FAILED', dry_run: 'yes' }, 'dry_run: must be true or false'],
  ])('refuses %j: %s', async (body, reason) => {
    const answer = await many(await listener(), body);
    expect([answer.status, answer.body.error]).toEqual([400, reason]);
  });

  test('needs a webhook', async () => {
    const shop = await merchant();
    const path = `/orgs/${shop.orgId}/webhook/deliveries/resend`;
    expect(await outcomeOf('POST', path, { session: shop.session, body: { status: 'FAILED' } })).toEqual([
      400,
      'no webhook url',
    ]);
  });
});

describe('a test event', () => {
  test('is a checkout.authorized with made-up ids and the real headers, and is marked in the log', async () => {
    const listening = await listener();
    const { id, ...more } = await sendTest(listening);
    expect(more).toMatchObject({ event: 'checkout.authorized', status: 'PENDING', test: true });
    const { body } = await becomes(listening, id, 'DELIVERED');
    const ids = {
      checkout_id: expect.any(String),
      auth_id: expect.any(String),
      consumer_id: expect.any(String),
    };
    expect(JSON.parse(body)).toEqual({ ...ids, total_minor: 1000, currency: 'USD' });
    const [request] = receivedOf(listening, id);
    expect(request?.headers).toMatchObject({
      'x-service-event': 'checkout.authorized',
      'x-service-env': 'sandbox',
      'x-service-test': 'true',
    });
    expect(
      new Webhook(listening.secret).verify(
        request?.rawBody ?? '',
        request?.headers as Record<string, string>,
      ),
    ).toEqual(JSON.parse(body));
    const { status } = await api('GET', `/charges/${JSON.parse(body).auth_id}/timeline`, {
      key: listening.shop.key,
    });
    expect(status).toBe(404);
  });

  test('needs a webhook', async () => {
    const shop = await merchant();
    expect(await outcomeOf('POST', `/orgs/${shop.orgId}/webhook/test`, { session: shop.session })).toEqual([
      400,
      'no webhook url',
    ]);
    expect((await books.query('select 1 from events where org_id = $1', [shop.orgId])).rowCount).toBe(0);
  });
});

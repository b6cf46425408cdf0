import { Webhook } from 'standardwebhooks';
import type { ReceivedRequest } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, merchant, person, shopper } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import {
  advance,
  attempted,
  becomes,
  listener,
  logOf,
  receivedOf,
  sendTest,
  signatureOf,
} from '../../support/webhooks.ts';
import type { Listener } from '../../support/webhooks.ts';

/** The number of deliveries that wait when a webhook is removed. */
const WAITING = process.env['NIGHTLY'] === 'true' ? 100_000 : 2500;

const { books } = apiTest();
let buyer: Person;

beforeAll(async () => {
  buyer = await shopper({ funds: 10_000_000 });
});

const rotate = ({ shop: { session }, path }: Listener) => call('POST', `${path}/rotate`, { session });
const headersOf = (request: ReceivedRequest | undefined) =>
  (request?.headers ?? {}) as Record<string, string>;
/** True if the library of Standard Webhooks accepts the request with this secret. */
const verifies = (secret: string, request: ReceivedRequest | undefined): boolean => {
  try {
    new Webhook(secret).verify(request?.rawBody ?? '', headersOf(request));
    return true;
  } catch {
    return false;
  }
};
const signaturesOf = (request: ReceivedRequest | undefined) =>
  headersOf(request)['webhook-signature']?.split(' ') ?? [];

/** A test event and the request that it came in by. */
async function tested(listening: Listener): Promise<ReceivedRequest | undefined> {
  const { id } = await sendTest(listening);
  await becomes(listening, id, 'DELIVERED');
  return receivedOf(listening, id)[0];
}

describe('rotating the secret', () => {
  test('answers a new one, which PUT keeps, and for 24 hours both sign, in the header of the standard only', async () => {
    const listening = await listener();
    const answer = await rotate(listening);
    expect(answer).toEqual({
      url: listening.at.url,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previous_valid_until: expect.any(String),
    });
    expect(answer.secret).not.toBe(listening.secret);
    const left = Date.parse(answer.previous_valid_until) - Date.now();
    expect(left).toBeGreaterThan(24 * 60 * 60_000 - 60_000);
    expect(left).toBeLessThanOrEqual(24 * 60 * 60_000 + 1000);
    const { session } = listening.shop;
    expect(await call('PUT', listening.path, { session, body: { url: listening.at.url } })).toEqual({
      url: listening.at.url,
      secret: answer.secret,
    });
    const request = await tested(listening);
    expect(signaturesOf(request)).toHaveLength(2);
    expect([verifies(answer.secret, request), verifies(listening.secret, request)]).toEqual([true, true]);
    expect(headersOf(request)['x-service-signature']).toBe(
      signatureOf(answer.secret, request ?? { rawBody: Buffer.of() }),
    );
  });

  test('leaves the new one alone after 24 hours', async () => {
    const listening = await listener();
    const { secret } = await rotate(listening);
    await books.query('update webhooks set previous_until = clock_timestamp() where org_id = $1', [
      listening.shop.orgId,
    ]);
    const request = await tested(listening);
    expect(signaturesOf(request)).toHaveLength(1);
    expect([verifies(secret, request), verifies(listening.secret, request)]).toEqual([true, false]);
  });

  test('twice keeps the newest two', async () => {
    const listening = await listener();
    const [{ secret: second }, { secret: third }] = [await rotate(listening), await rotate(listening)];
    const request = await tested(listening);
    expect([listening.secret, second, third].map((secret) => verifies(secret, request))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('signs what waits already with both, over the same bytes', async () => {
    const listening = await listener((number) => ({ status: number < 2 ? 500 : 200 }));
    const { id } = await sendTest(listening);
    await attempted(listening, id, 1);
    const { secret } = await rotate(listening);
    await advance(listening, 65);
    const [before, after] = receivedOf(listening, id);
    expect(after?.rawBody).toEqual(before?.rawBody);
    expect([verifies(secret, before), verifies(listening.secret, before)]).toEqual([false, true]);
    expect([verifies(secret, after), verifies(listening.secret, after)]).toEqual([true, true]);
  });

  test('is over with DELETE: the webhook that is set afterwards has one secret', async () => {
    const listening = await listener();
    const { session } = listening.shop;
    const { secret: rotated } = await rotate(listening);
    await call('DELETE', listening.path, { session });
    const { secret } = await call('PUT', listening.path, { session, body: { url: listening.at.url } });
    const request = await tested(listening);
    expect([listening.secret, rotated, secret].map((one) => verifies(one, request))).toEqual([
      false,
      false,
      true,
    ]);
    expect(signaturesOf(request)).toHaveLength(1);
  });

  test('is for owner and admin, and needs a webhook', async () => {
    const [listening, member, shop] = await Promise.all([listener(), person(), merchant()]);
    const { session } = listening.shop;
    const join = (role: string, method: string, path = '') =>
      call(method, `/orgs/${listening.shop.orgId}/members${path}`, {
        session,
        body: { ...(path === '' && { user_id: member.userId }), role },
      });
    const outcome = async (path: string, as: string) => {
      const { status, body } = await api('POST', `${path}/rotate`, { session: as });
      return [status, body.error];
    };
    expect(await outcome(listening.path, member.session)).toEqual([404, 'org not found']);
    await join('finance', 'POST');
    expect(await outcome(listening.path, member.session)).toEqual([403, 'owner/admin required']);
    expect(verifies(listening.secret, await tested(listening))).toBe(true);
    await join('admin', 'PATCH', `/${member.userId}`);
    expect(await outcome(listening.path, member.session)).toEqual([200, undefined]);
    expect(await outcome(`/orgs/${shop.orgId}/webhook`, shop.session)).toEqual([400, 'no webhook url']);
    const { status, body } = await api('POST', `${listening.path}/rotate`, { key: listening.shop.key });
    expect([status, body.error]).toEqual([401, 'invalid or expired session']);
  });

  test('keeps no secret in the clear', async () => {
    const listening = await listener();
    const { secret } = await rotate(listening);
    const { rows } = await books.query(
      'select row_to_json(w)::text as text from webhooks w where org_id = $1',
      [listening.shop.orgId],
    );
    for (const one of [secret, listening.secret])
      expect(rows[0].text).not.toContain(one.slice('whsec_'.length));
  });
});

describe('replacing the URL while a delivery waits', () => {
  test('sends its next attempt to the new one, with the same id, bytes and secret', async () => {
    const [listening, moved] = await Promise.all([listener(() => ({ status: 500 })), listener()]);
    const { id } = await sendTest(listening);
    await attempted(listening, id, 1);
    const put = await call('PUT', listening.path, {
      session: listening.shop.session,
      body: { url: moved.at.url },
    });
    expect(put.secret).toBe(listening.secret);
    await advance(listening, 65);
    await becomes(listening, id, 'DELIVERED');
    const [[before], [after]] = [receivedOf(listening, id), receivedOf(moved, id)];
    expect(after?.rawBody).toEqual(before?.rawBody);
    expect(headersOf(after)['x-service-signature']).toBe(headersOf(before)['x-service-signature']);
    expect(verifies(listening.secret, after)).toBe(true);
    expect(receivedOf(listening, id)).toHaveLength(1);
  });
});

describe('removing the webhook', () => {
  test('cancels what waits; set again, only what comes afterwards is sent, with the new secret', async () => {
    const listening = await listener(() => ({ status: 500 }));
    const { session } = listening.shop;
    await authorized(listening.shop, buyer);
    const [{ id } = { id: '' }] = await logOf(listening);
    await attempted(listening, id, 1);
    expect(await call('DELETE', listening.path, { session })).toEqual({ ok: true });
    expect(await logOf(listening)).toMatchObject([{ id, status: 'CANCELED', next_attempt_at: null }]);
    listening.at.answer = () => ({});
    const { secret } = await call('PUT', listening.path, { session, body: { url: listening.at.url } });
    await advance(listening, 24 * 60 * 60);
    const request = await tested(listening);
    expect([verifies(secret, request), verifies(listening.secret, request)]).toEqual([true, false]);
    expect(receivedOf(listening, id)).toHaveLength(1);
  });

  test('decides at once: what a call that broke off half way has left looking as if it waited is never sent, not even to the next webhook', async () => {
    const listening = await listener(() => ({ status: 500 }));
    const { id } = await sendTest(listening);
    await attempted(listening, id, 1);
    await books.query('delete from webhooks where org_id = $1', [listening.shop.orgId]);
    listening.at.answer = () => ({});
    await call('PUT', listening.path, { session: listening.shop.session, body: { url: listening.at.url } });
    await advance(listening, 65);
    await becomes(listening, id, 'CANCELED');
    expect(receivedOf(listening, id)).toHaveLength(1);
  });

  test(`cancels ${WAITING} that wait, in pieces, and is answered when all of them are`, async () => {
    const listening = await listener();
    const { orgId, session } = listening.shop;
    // As if all had failed once: their workflows are no part of this.
    await books.query(
      `with made as (insert into events (id, org_id, env, event, body, test, created_at)
         select gen_random_uuid(), $1, 'live', 'checkout.authorized', '{}', true, clock_timestamp() from generate_series(1, $2)
         returning id, org_id, env, event, created_at),
       waiting as (insert into deliveries (id, event_id, org_id, env, event, created_at, attempts, next_attempt_at)
         select gen_random_uuid(), id, org_id, env, event, created_at, 1, created_at + interval '60 seconds' from made returning id, created_at)
       insert into delivery_attempts (delivery_id, number, at, step, status_code, ms, done) select id, 1, created_at, 1, 500, 0, true from waiting`,
      [orgId, WAITING],
    );
    expect(await call('DELETE', listening.path, { session })).toEqual({ ok: true });
    const { rows } = await books.query(
      `select count(*) filter (where status = 'PENDING')::int as waiting, count(distinct xmin::text)::int as pieces from deliveries where org_id = $1`,
      [orgId],
    );
    expect(rows).toEqual([{ waiting: 0, pieces: Math.ceil(WAITING / 1000) }]);
  });
});

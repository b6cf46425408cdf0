import { apiTest } from '../../support/api-test.ts';
import { authorized, call, person, shopper, until } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import {
  advance,
  attempted,
  becomes,
  LADDER_SECONDS,
  listener,
  logOf,
  resend,
  sendTest,
} from '../../support/webhooks.ts';
import type { Listener, Shown } from '../../support/webhooks.ts';

apiTest();
let buyer: Person;

beforeAll(async () => {
  buyer = await shopper({ funds: 10_000_000 });
});

const failing = () => ({ status: 500, body: 'out of order' });

interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** The mails to this person about a webhook, newest first. */
async function newsFor({ email }: Pick<Person, 'email'>): Promise<Mail[]> {
  const response = await fetch(`${process.env['TEST_INBOX_URL']}/messages?to=${encodeURIComponent(email)}`);
  const { messages } = (await response.json()) as { messages: Mail[] };
  return messages.filter(({ subject }) => /webhook/i.test(subject));
}

const mailsTo = (whom: Pick<Person, 'email'>, times: number): Promise<Mail[]> =>
  until(
    () => newsFor(whom),
    ({ length }) => length >= times,
    20_000,
  );

const healthOf = async ({ shop: { session }, path }: Listener) =>
  (await call('GET', path, { session })).health;

/** Events whose ladders have ended while the receiver failed. */
async function failedEvents(listening: Listener, count: number): Promise<Shown[]> {
  listening.at.answer = failing;
  const before = (await logOf(listening)).map(({ id }) => id);
  for (let number = 0; number < count; number++) await authorized(listening.shop, buyer);
  const fresh = (await logOf(listening)).filter(({ id }) => !before.includes(id));
  await Promise.all(fresh.map(({ id }) => attempted(listening, id, 1)));
  await advance(listening, LADDER_SECONDS);
  await Promise.all(fresh.map(({ id }) => becomes(listening, id, 'FAILED')));
  return fresh;
}

describe('the health of a webhook', () => {
  test('is unknown at first, then the last success, then since when it fails, and well again after a success', async () => {
    const listening = await listener();
    expect(await call('GET', listening.path, { session: listening.shop.session })).toEqual({
      url: listening.at.url,
      has_secret: true,
    });
    await becomes(listening, (await sendTest(listening)).id, 'DELIVERED');
    const well = await healthOf(listening);
    expect(well).toEqual({ last_success_at: expect.any(String), failing_since: null });
    // In real time, as an endpoint fails in real time.
    expect(Math.abs(Date.parse(well.last_success_at) - Date.now())).toBeLessThan(60_000);
    const began = Date.now();
    const [failed] = await failedEvents(listening, 2);
    const ill = await healthOf(listening);
    expect(ill).toEqual({ last_success_at: well.last_success_at, failing_since: expect.any(String) });
    expect(Date.parse(ill.failing_since)).toBeGreaterThanOrEqual(began - 1000);
    expect(Math.abs(Date.parse(ill.failing_since) - Date.now())).toBeLessThan(60_000);
    listening.at.answer = () => ({});
    await resend(listening, failed?.id ?? '');
    await becomes(listening, failed?.id ?? '', 'DELIVERED');
    expect(await healthOf(listening)).toMatchObject({ failing_since: null });
  });

  test('is unknown again when the URL is replaced, and kept when the same is set', async () => {
    const listening = await listener();
    await becomes(listening, (await sendTest(listening)).id, 'DELIVERED');
    const { session } = listening.shop;
    await call('PUT', listening.path, { session, body: { url: listening.at.url } });
    expect(await healthOf(listening)).toMatchObject({ failing_since: null });
    await call('PUT', listening.path, { session, body: { url: 'https://other.example/' } });
    expect(await healthOf(listening)).toBeUndefined();
  });

  test('is not hurt by tests and resends that fail', async () => {
    const listening = await listener(failing);
    const { id } = await sendTest(listening);
    await attempted(listening, id, 1);
    await advance(listening, LADDER_SECONDS);
    await becomes(listening, id, 'FAILED');
    await resend(listening, id);
    await attempted(listening, id, 7);
    await advance(listening, LADDER_SECONDS);
    await becomes(listening, id, 'FAILED');
    expect(await healthOf(listening)).toBeUndefined();
    expect(await newsFor(listening.shop)).toEqual([]);
  });
});

describe('a webhook that begins to fail', () => {
  test('is mailed once a streak, to owners and admins only', async () => {
    const [listening, admin, developer] = await Promise.all([listener(), person(), person()]);
    const { shop } = listening;
    const join = async ({ userId, session }: Person, role: string): Promise<void> => {
      const body = { user_id: userId, role };
      await call('POST', `/orgs/${shop.orgId}/members`, { session: shop.session, body });
      await call('GET', `/orgs/${shop.orgId}`, { session });
    };
    await join(admin, 'admin');
    await join(developer, 'developer');
    const failed = await failedEvents(listening, 3);
    const [mails] = await Promise.all([mailsTo(shop, 1), mailsTo(admin, 1)]);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Webhooks of Corner shop fail');
    for (const part of [new URL(listening.at.url).host, 'checkout.authorized (sandbox)', 'status 500'])
      expect(mails[0]?.text).toContain(part);
    expect(failed.some(({ id }) => mails[0]?.text.includes(id))).toBe(true);
    // Neither the path, which may hold a secret, nor what the receiver said.
    expect(mails[0]?.text).not.toContain('/webhooks');
    expect(mails[0]?.text).not.toContain('out of order');

    await failedEvents(listening, 1);
    listening.at.answer = () => ({});
    await authorized(shop, buyer);
    await until(
      () => healthOf(listening),
      ({ failing_since: since }) => since === null,
    );
    await failedEvents(listening, 1);
    // Mails come in the order of the streaks: one too many would be among these.
    expect(await mailsTo(shop, 2)).toHaveLength(2);
    expect(await mailsTo(admin, 2)).toHaveLength(2);
    expect(await newsFor(developer)).toEqual([]);
  });
});

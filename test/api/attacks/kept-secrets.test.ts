import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { api, call, merchant } from '../../support/people.ts';
import type { Answer, Merchant } from '../../support/people.ts';

/**
 * Finding 15 of the security audit: for a day, whoever had a session and an idempotency key could read a raw
 * API key again.
 */
const { books } = apiTest();

let shop: Merchant;
beforeEach(async () => {
  shop = await merchant();
});

const twice = async (path: string, body: object): Promise<[Answer, Answer]> => {
  const send = () => api('POST', path, { session: shop.session, body, headers: { 'idempotency-key': key } });
  const key = randomUUID();
  return [await send(), await send()];
};
const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

test('the repeat of a call that issued a key tells its id, but the key no more', async () => {
  const body = { org_id: shop.orgId, env: 'live', name: 'server' };
  const [first, second] = await twice('/apikeys', body);
  expect(first.body.key).toMatch(/^fl_live_/);
  expect([second.status, isReplayed(second)]).toEqual([200, true]);
  expect(second.body).toEqual({ id: first.body.id, key: null, prefix: first.body.prefix });
  const { key_id } = await call('GET', '/apikeys/verify', { key: first.body.key });
  expect(key_id).toBe(first.body.id);
});

test('the repeat of a rotation tells no webhook secret', async () => {
  await call('PUT', `/orgs/${shop.orgId}/webhook`, {
    session: shop.session,
    body: { url: 'http://127.0.0.1:9/' },
  });
  const [first, second] = await twice(`/orgs/${shop.orgId}/webhook/rotate`, {});
  expect(first.body).toEqual({
    url: 'http://127.0.0.1:9/',
    secret: expect.stringMatching(/^whsec_/),
    previous_valid_until: expect.any(String),
  });
  expect([second.status, isReplayed(second)]).toEqual([200, true]);
  expect(second.body).toEqual({ ...first.body, secret: null });
});

test('a repeat that joins the running call gets no key either', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { org_id: shop.orgId, env: 'sandbox', name: 'till' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api('POST', '/apikeys', { session: shop.session, body, headers })),
  );
  const withKey = answers.filter(({ body: { key } }) => typeof key === 'string');
  expect(withKey).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status === 200))
    expect(answer.body).toEqual({
      ...withKey[0]?.body,
      key: isReplayed(answer) ? null : withKey[0]?.body.key,
    });
});

test('the stored answer does not hold the key, not even sealed', async () => {
  const before = (await books.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now;
  const [first] = await twice('/apikeys', { org_id: shop.orgId, env: 'sandbox', name: 'till' });
  const { rows } = await books.query<{ sealed: string }>(
    'select sealed_answer as sealed from idempotent_requests where org_id = $1 and claimed_at > $2',
    [shop.orgId, before],
  );
  // A sealed text has as many bytes as the text.
  const lengths = rows.map(({ sealed }) => Buffer.from(sealed.split('.')[2] ?? '', 'base64url').length);
  expect(lengths).toEqual([JSON.stringify({ ...first.body, key: null }).length]);
});

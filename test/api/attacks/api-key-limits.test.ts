import { apiTest } from '../../support/api-test.ts';
import { api, call, merchant, openCheckout, until } from '../../support/people.ts';
import type { Answer, Merchant } from '../../support/people.ts';

/** Finding 18 of the security audit: a key that leaks could do everything, from everywhere, for ever. */
const { books } = apiTest();

let shop: Merchant;
beforeEach(async () => {
  shop = await merchant();
});

const ask = (limits: object = {}, session = shop.session): Promise<Answer> =>
  api('POST', '/apikeys', { session, body: { org_id: shop.orgId, env: 'sandbox', name: 'till', ...limits } });
const issue = async (limits: object = {}): Promise<{ id: string; key: string }> => {
  const { status, body } = await ask(limits);
  expect(status).toBe(200);
  return body;
};
const outcome = ({ status, body }: Answer) => [status, body.error ?? null];
const verify = async (key: string) => outcome(await api('GET', '/apikeys/verify', { key }));
const rows = async () =>
  (await call('GET', `/orgs/${shop.orgId}/keys?limit=200`, { session: shop.session })).keys;

/** Makes the key expire now, by the clock of the database. */
const expire = (id: string) =>
  books.query('update api_keys set expires_at = clock_timestamp() where id = $1', [id]);

describe('a thief with the key of a till', () => {
  test('opens checkouts with it and nothing else: no refund, no payout, no list of sales', async () => {
    const { key } = await issue({ scopes: ['checkouts'] });
    const { id } = await openCheckout({ ...shop, key });
    expect((await api('GET', `/checkouts/${id}`, { key })).status).toBe(200);
    expect(await verify(key)).toEqual([200, null]);
    const payout = { amount_minor: 1, currency: 'USD', country_code: 'US' };
    const refused = async (method: string, path: string, body?: object) =>
      outcome(await api(method, path, { key, body }));
    expect(await refused('POST', '/payouts', payout)).toEqual([403, 'key scope required: payouts']);
    expect(await refused('GET', `/orgs/${shop.orgId}/sales`)).toEqual([403, 'key scope required: reports']);
    expect(await refused('GET', `/sales/${id}`)).toEqual([403, 'key scope required: reports']);
    expect(await refused('POST', '/sandbox/clock/advance', { seconds: 60 })).toEqual([
      403,
      'key scope required: sandbox',
    ]);
    expect(await refused('GET', `/orgs/${shop.orgId}/balance`)).toEqual([
      403,
      'key scope required: payouts/reports',
    ]);
  });

  test('learns by its missing scope nothing of objects that are not the organization’s', async () => {
    const { key } = await issue({ scopes: ['reports'] });
    const other = await merchant();
    const { id } = await openCheckout(other);
    expect(outcome(await api('GET', `/checkouts/${id}`, { key }))).toEqual([404, 'checkout not found']);
    expect(outcome(await api('GET', `/orgs/${other.orgId}/balance`, { key }))).toEqual([
      404,
      'org not found',
    ]);
  });

  test('cannot use it from another network, whatever the call', async () => {
    const { key } = await issue({ allowed_addresses: ['192.0.2.0/24', '2001:db8::/32'] });
    expect(await verify(key)).toEqual([403, 'address not allowed']);
    const cart = { items: [], total: 0 };
    expect(outcome(await api('POST', '/checkouts', { key, body: cart }))).toEqual([
      403,
      'address not allowed',
    ]);
    for (const network of ['127.0.0.1/32', '127.0.0.0/8', '0.0.0.0/0', '::ffff:127.0.0.0/104'])
      expect(await verify((await issue({ allowed_addresses: [network] })).key)).toEqual([200, null]);
    expect(await verify((await issue({ allowed_addresses: ['::/0'] })).key)).toEqual([
      403,
      'address not allowed',
    ]);
  });

  test('cannot use it after it has expired', async () => {
    const { id, key } = await issue({ expires_at: '2100-01-01T00:00:00+01:00' });
    expect(await verify(key)).toEqual([200, null]);
    await expire(id);
    expect(await verify(key)).toEqual([401, 'invalid x-api-key']);
    const soon = new Date(Date.now() + 1500).toISOString();
    const { key: short } = await issue({ expires_at: soon });
    await until(
      () => verify(short),
      ([status]) => status === 401,
    );
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
  });

  test('does not lengthen its life by moving the sandbox clock: expiry is in real time', async () => {
    const { key } = await issue({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    await call('POST', '/sandbox/clock/advance', { key: shop.key, body: { seconds: 86_400 } });
    expect(await verify(key)).toEqual([200, null]);
  });
});

describe('the limits of a key', () => {
  test('are shown in the list, with nulls for a key without any', async () => {
    const expires_at = '2100-01-01T00:00:00.000Z';
    const limited = await issue({
      scopes: ['returns', 'charges', 'returns'],
      expires_at,
      allowed_addresses: ['10.1.2.3/8', '2001:db8::1/32', '10.0.0.0/8'],
    });
    expect(await rows()).toEqual([
      expect.objectContaining({
        id: limited.id,
        scopes: ['returns', 'charges'],
        expires_at,
        allowed_addresses: ['10.0.0.0/8', '2001:db8::/32'],
      }),
      expect.objectContaining({
        scopes: ['checkouts', 'charges', 'returns', 'payouts', 'reports', 'sandbox'],
        expires_at: null,
        allowed_addresses: null,
      }),
    ]);
  });

  test.each([
    ['scopes', [[], ['all'], ['checkouts', 'refunds'], [1], [null], 'checkouts', {}]],
    [
      'expires_at',
      ['2020-01-01T00:00:00Z', '0000-01-01T00:00:00Z', 'tomorrow', '2100-01-01', 4102444800, '', []],
    ],
    [
      'allowed_addresses',
      [
        [],
        ['10.0.0.1'],
        ['10.0.0.0/33'],
        ['0x0a.0/8'],
        ['::1%lo/128'],
        ['example.com'],
        [7],
        '10.0.0.0/8',
        Array.from({ length: 101 }, (_, index) => `10.0.${index}.0/24`),
      ],
    ],
  ])('of a wrong kind are refused by name: %s', async (field, values) => {
    for (const value of values)
      expect(outcome(await ask({ [field]: value }))).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${field}: `)),
      ]);
    expect(await rows()).toHaveLength(1);
    expect((await ask({ [field]: null })).status).toBe(200);
  });
});

describe('an organization has at most 100 active keys', () => {
  test('also when fifty are issued at once; expired and revoked ones do not count', async () => {
    await books.query(
      `insert into api_keys (id, org_id, env, name, prefix, digest, created_by, expires_at)
       select uuidv7(), $1::uuid, 'sandbox', 'old', 'fl_test_', sha256((n || $1::uuid::text)::bytea), $2::uuid,
              case when n > 60 then clock_timestamp() end
       from generate_series(1, 90) n`,
      [shop.orgId, shop.userId],
    );
    // The shop's own and sixty: 39 places are left.
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(answers.map(outcome).toSorted()).toEqual([
      ...Array.from({ length: 39 }, () => [200, null]),
      ...Array.from({ length: 11 }, () => [400, 'too many keys']),
    ]);
    const [newest] = await rows();
    await call('DELETE', `/orgs/${shop.orgId}/keys/${newest.id}`, { session: shop.session });
    expect(outcome(await ask({ env: 'live' }))).toEqual([200, null]);
    expect(outcome(await ask({ env: 'live' }))).toEqual([400, 'too many keys']);
  });
});

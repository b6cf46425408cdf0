import { randomBytes } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { textOfDatabase } from '../../support/canaries.ts';
import { OLGA } from '../../support/operators.ts';
import { api, authorized, call, item, merchant, person, shopper, until } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';

const { books } = apiTest();

/** A word that is nowhere by chance. */
const word = (): string => `Q${randomBytes(8).toString('hex')}`;
const exported = (who: Person) => call('GET', '/me/export', { session: who.session });
const erase = (userId: string) =>
  call('POST', `/operator/users/${userId}/erase`, { headers: OLGA, body: { reason: 'asked' } });
const cartTo = (street: string) => ({
  cart: { items: [item({ cashback_rate: 1000 })], total: 1000, shipping: { street } },
});

test('nobody exports the data of another: not by parameters, a key, or a shared merchant, charge or org', async () => {
  const [shop, thief, victim] = [await merchant(), await shopper(), await shopper()];
  const [name, street] = [word(), word()];
  await call('PATCH', '/me', { session: victim.session, body: { first_name: name } });
  const entry = { merchant_id: shop.orgId, product_id: 'tea' };
  await call('POST', '/buy-list', { session: thief.session, body: entry });
  // The thief earns cashback on the victim's purchase: their award names the charge.
  const { authId } = await authorized(shop, victim, cartTo(street));
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  const at = `?user_id=${victim.userId}&id=${victim.userId}&email=${victim.email}`;
  const taken = [
    await exported(thief),
    await exported(shop),
    await call('GET', `/me/export${at}`, { session: thief.session }),
  ];
  expect(taken[0].awards).toMatchObject([{ charge_id: authId, kind: 'recommender' }]);
  for (const found of taken)
    expect(JSON.stringify(found)).not.toMatch(
      new RegExp([victim.userId, victim.email, name, street].join('|')),
    );
  expect((await api('GET', '/me/export', { key: shop.key })).status).toBe(401);
  expect((await api('GET', '/me/export')).status).toBe(401);
  expect(JSON.stringify(await exported(victim))).toContain(street);
});

test('an export holds no secret of its own user', async () => {
  const shop = await merchant();
  const text = JSON.stringify(await exported(shop));
  for (const secret of [shop.session, shop.key]) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/digest|token|sealed|"url"/);
});

test('an erased person is nowhere in the database: no name, e-mail address or street', async () => {
  const [shop, inviter, victim] = [await merchant(), await merchant(), await shopper()];
  const words = { first_name: word(), last_name: word() };
  const street = word();
  await call('PATCH', '/me', { session: victim.session, body: words });
  const by = (who: Person) => ({ session: who.session });
  const role = 'support';
  await call('POST', `/orgs/${shop.orgId}/members`, {
    ...by(shop),
    body: { user_id: victim.userId, role },
  });
  await call('GET', `/orgs/${shop.orgId}`, by(victim));
  const invited = { ...by(inviter), body: { email: victim.email, role } };
  const { invite_id: first } = await call('POST', `/orgs/${inviter.orgId}/invites`, invited);
  await call('DELETE', `/orgs/${inviter.orgId}/invites/${first}`, by(inviter));
  await call('POST', `/orgs/${inviter.orgId}/invites`, invited);
  const { authId } = await authorized(shop, victim, cartTo(street));
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });

  const traces = [victim.email, ...Object.values(words), street];
  const placesOf = async (): Promise<Record<string, string[]>> => {
    const texts = await textOfDatabase(books);
    const places = (trace: string) => [...texts].flatMap(([at, text]) => (text.includes(trace) ? [at] : []));
    return Object.fromEntries(traces.map((trace) => [trace, places(trace).toSorted()]));
  };
  // The search finds what is there.
  expect(Object.values(await placesOf())).toEqual([
    expect.arrayContaining(['invites.email', 'sign_in_codes.email', 'users.email']),
    ['users.first_name'],
    ['users.last_name'],
    ['cart_addresses.shipping'],
  ]);
  await erase(victim.userId);
  expect(Object.values(await placesOf())).toEqual(traces.map(() => []));
});

test('a token that is asked for while its user is erased is not made', async () => {
  const victim = await person();
  const erasure = await books.connect();
  await erasure.query('begin');
  await erasure.query('delete from sign_ins where user_id = $1', [victim.userId]);
  await erasure.query(
    `update users set email = 'erased+' || id::text || '@erased.invalid', erased_at = now() where id = $1`,
    [victim.userId],
  );
  const body = { env: 'sandbox' };
  const asked = api('POST', '/auth/mode', { session: victim.session, body });
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%into sessions%'`;
  await until(
    async () => (await books.query(waiting)).rowCount,
    (found) => found === 1,
  );
  await erasure.query('commit');
  erasure.release();
  expect((await asked).status).toBe(401);
});

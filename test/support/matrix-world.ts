import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { signCallback, SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../src/security/partner-signature.ts';
import { digestOf, makeApiKey, makeSessionToken } from '../../src/security/secrets.ts';
import type { PartnerSecrets } from '../../stack/partners.ts';
import { LIMITED_KEYS } from './matrix-callers.ts';
import type { Caller, Env, OrgName, UserName } from './matrix-callers.ts';
import { BUYER } from './matrix-targets.ts';
import { simulator } from './live.ts';
import { OLGA, OMAR } from './operators.ts';
import { api, authorized, call, item, merchant, openCheckout, person, until } from './people.ts';
import type { Merchant, Person } from './people.ts';
import { signIn } from './signing-in.ts';

/**
 * Two businesses of one country, their people and shoppers, in both environments, with everything that a
 * route may be about.
 */
export interface World {
  /** The id that a reference stands for. */
  id(ref: string): string;
  /**
   * The headers of a caller's credentials for a call with this body; with a session to spare, when the call
   * ends it.
   */
  headersOf(caller: Caller, call: { body: string | null; ends: boolean }): Record<string, string>;
  /** Puts back what an earlier allowed call of this route took away. */
  prepare(routeId: string): Promise<void>;
  /** Makes the pending member one who has not joined yet. */
  makePending(): Promise<void>;
  /** True once the pending member has joined. */
  hasJoined(): Promise<boolean>;
  /** Suspends their org. */
  suspendTheirs(): Promise<void>;
  /**
   * A digest of every row that names something of this world. Two are equal when nothing of it has changed.
   */
  digest(): Promise<string>;
}

const ORGS: readonly OrgName[] = ['ours', 'theirs'];
const ENVIRONMENTS: readonly Env[] = ['sandbox', 'live'];
/** The currency of every world's country. Banks in reach pay it out. */
const CURRENCY = 'EUR';
const TOTAL = 200_000;
/**
 * The simulated bank keeps a transfer of this amount pending: nothing moves by itself while cells are
 * compared.
 */
const PAYOUT = 99_100;

type Shops = Readonly<Record<OrgName, Merchant>>;
type People = Readonly<Record<UserName, Person>>;
/** Sessions by the name of their caller, and API keys by org and environment. */
interface Tokens {
  readonly sessions: Map<string, string>;
  readonly spare: Map<string, string>;
  readonly keys: Map<string, string>;
}

/**
 * Makes the world through the API, in a country with euros that no other test names: its terms hold for
 * everybody there.
 */
export async function makeWorld(books: Pool, country: string): Promise<World> {
  const ids = new Map<string, string>([
    ['country', country],
    ['absent', randomUUID()],
    ['malformed', 'no-id'],
  ]);
  const shops = { ours: await merchant({ country }), theirs: await merchant({ country }) };
  const people = await makePeople(shops);
  await openLive({ shops, people, country });
  const tokens = await makeTokens(books, { shops, people });
  await makePlainObjects(books, { ids, shops });
  await putBackSignIns(books, { ids, people });
  for (const org of ORGS) {
    for (const env of ENVIRONMENTS) {
      await makeSales({ org, env, ids, tokens, shops, people });
      await makePayout({ org, env, ids, tokens, shops, people });
      await makeDelivery({ org, env, ids, tokens, shops, people });
    }
  }
  await makeRegistrantsStrangers(books, ids);
  ids.set('case', await makeCase(shops.ours));
  ids.set('suspense case', await makeSuspense());
  ids.set('adjustment', await makeAdjustment(ids.get('user')));
  const headers = makeHeaders(tokens, await makeDeadCredentials(books, { shops, people }));
  const named = [...ids].filter(([ref]) => ref !== 'country' && ref !== 'malformed').map(([, id]) => id);
  named.push(...Object.values(people).map(({ userId }) => userId), `"country_code": "${country}"`);
  return {
    id: (ref) => idOf(ids, ref),
    headersOf({ name, signs }, { body, ends }) {
      if (signs !== undefined) return signedBy(signs, body ?? '');
      return (ends ? bearer(tokens.spare.get(name)) : headers.get(name)) ?? {};
    },
    async prepare(routeId) {
      if (routeId === 'removeMember') await putBackMembers(books, ids);
      if (routeId === 'endSession') await putBackSignIns(books, { ids, people });
    },
    ...pendingMember(books, { orgId: shops.ours.orgId, userId: people['pending member'].userId }),
    suspendTheirs: () =>
      call('POST', `/operator/orgs/${shops.theirs.orgId}/suspend`, {
        headers: OLGA,
        body: { reason: 'for the matrix' },
      }),
    digest: () => digest(books, named),
  };
}

function pendingMember(
  books: Pool,
  { orgId, userId }: { orgId: string; userId: string },
): Pick<World, 'makePending' | 'hasJoined'> {
  return {
    async makePending() {
      await books.query('delete from members where org_id = $1 and user_id = $2', [orgId, userId]);
      await books.query(
        `insert into members (org_id, user_id, role, status) values ($1, $2, 'support', 'PENDING')`,
        [orgId, userId],
      );
    },
    async hasJoined() {
      const { rows } = await books.query<{ status: string }>(
        'select status from members where org_id = $1 and user_id = $2',
        [orgId, userId],
      );
      return rows[0]?.status === 'ACTIVE';
    },
  };
}

function idOf(ids: ReadonlyMap<string, string>, ref: string): string {
  const [, capital] = /^in capitals (.*)$/.exec(ref) ?? [];
  // A country's code in capitals is the code.
  if (capital !== undefined)
    return capital === 'country' ? idOf(ids, capital).toLowerCase() : idOf(ids, capital).toUpperCase();
  const id = ids.get(ref);
  if (id === undefined) throw new Error(`the world has no ${ref}: make one in matrix-world.ts`);
  return id;
}

/**
 * Everybody signs in before anything is live: these sessions are the sandbox ones, and have chosen no org.
 */
async function makePeople({ ours, theirs }: Shops): Promise<People> {
  const names = [
    'admin',
    'finance',
    'support',
    'developer',
    'former admin',
    'pending member',
    'traveller',
    'ann',
    'ben',
  ] as const;
  const made = await Promise.all(names.map(() => person()));
  const others = Object.fromEntries(names.map((name, at) => [name, made[at]])) as Record<
    (typeof names)[number],
    Person
  >;
  const join = async (shop: Merchant, { userId, session }: Person, role: string): Promise<void> => {
    const body = { user_id: userId, role };
    await call('POST', `/orgs/${shop.orgId}/members`, { session: shop.session, body });
    // Their first call that names the org: a refused one would make them join, too.
    await call('GET', `/orgs/${shop.orgId}`, { session });
  };
  for (const role of ['admin', 'finance', 'support', 'developer'] as const)
    await join(ours, others[role], role);
  await join(ours, others['former admin'], 'admin');
  await join(ours, others.traveller, 'developer');
  await join(theirs, others.traveller, 'owner');
  return { ...others, owner: ours, 'their owner': theirs };
}

async function openLive({
  shops,
  people,
  country,
}: {
  shops: Shops;
  people: People;
  country: string;
}): Promise<void> {
  const approved = { headers: OLGA, body: { status: 'APPROVED', reason: 'for the matrix' } };
  const terms = { min_share_bps: 0, max_share_bps: 10_000, live_partner: true };
  await call('PUT', `/operator/countries/${country}`, { headers: OLGA, body: terms });
  for (const org of ORGS) {
    const shopper = people[BUYER[org]];
    await call('POST', `/operator/orgs/${shops[org].orgId}/kyb`, approved);
    await call('POST', `/operator/users/${shopper.userId}/kyc`, approved);
    await call('PATCH', '/me', { session: shopper.session, body: { country_code: country } });
  }
}

async function makeTokens(
  books: Pool,
  { shops: { ours, theirs }, people }: { shops: Shops; people: People },
): Promise<Tokens> {
  const tokens: Tokens = { sessions: new Map(), spare: new Map(), keys: new Map() };
  const mode = async (user: UserName, env: Env, orgId?: string): Promise<string> =>
    inMode(people[user].session, env, orgId);
  // A sign-out ends the whole sign-in: each token to spare is of one of its own.
  const spare = async (user: UserName, env: Env, orgId?: string): Promise<string> =>
    inMode((await signIn(books, people[user].email)).session_token, env, orgId);
  const live: [UserName, string?][] = [
    ...(['owner', 'admin', 'finance', 'support', 'developer', 'former admin'] as const).map(
      (user): [UserName, string] => [user, ours.orgId],
    ),
    ['their owner', theirs.orgId],
    ['ann'],
    ['ben'],
  ];
  const makeLive = live.map(async ([user, orgId]) => {
    tokens.sessions.set(`${user}, live session`, await mode(user, 'live', orgId));
    tokens.spare.set(`${user}, live session`, await spare(user, 'live', orgId));
  });
  await Promise.all(makeLive);
  const makeSandbox = (Object.keys(people) as UserName[]).map(async (user) => {
    tokens.sessions.set(`${user}, sandbox session`, people[user].session);
    tokens.spare.set(`${user}, sandbox session`, await spare(user, 'sandbox'));
  });
  await Promise.all(makeSandbox);
  tokens.spare.set('a revoked key beside a session of the owner', await spare('owner', 'sandbox'));
  await call('DELETE', `/orgs/${ours.orgId}/members/${people['former admin'].userId}`, {
    session: ours.session,
  });
  for (const [org, shop] of Object.entries({ ours, theirs })) {
    tokens.keys.set(`${org}, sandbox key`, shop.key);
    tokens.keys.set(`${org}, live key`, (await makeKey(shop, 'live')).key);
  }
  for (const [name, limits] of Object.entries(LIMITED_KEYS))
    tokens.keys.set(name, (await makeKey(ours, 'sandbox', limits)).key);
  return tokens;
}

/** A token of the sign-in of this session, in this environment. */
async function inMode(session: string, env: Env, orgId?: string): Promise<string> {
  return (await call('POST', '/auth/mode', { session, body: { env, org_id: orgId } })).session_token;
}

function makeKey(shop: Merchant, env: Env, limits: object = {}): Promise<{ id: string; key: string }> {
  return call('POST', '/apikeys', {
    session: shop.session,
    body: { org_id: shop.orgId, env, name: 'matrix', ...limits },
  });
}

/** Creates the objects that each org has once: a member, a key, an invite and a terminal. */
async function makePlainObjects(
  books: Pool,
  { ids, shops }: { ids: Map<string, string>; shops: Shops },
): Promise<void> {
  const stranger = async () => {
    const id = randomUUID();
    await books.query('insert into users (id, email) values ($1, $2)', [id, `${id}@example.com`]);
    return id;
  };
  ids.set('user', await stranger());
  ids.set('other user_id', await stranger());
  for (const org of ORGS) {
    const { session, orgId } = shops[org];
    ids.set(`org ${org}`, orgId);
    ids.set(`member ${org}`, await stranger());
    ids.set(`key ${org}`, (await makeKey(shops[org], 'sandbox')).id);
    const invited = { email: `${randomUUID()}@example.com`, role: 'support' };
    ids.set(
      `invite ${org}`,
      (await call('POST', `/orgs/${orgId}/invites`, { session, body: invited })).invite_id,
    );
    ids.set(
      `terminal ${org}`,
      (await call('POST', '/terminals', { key: shops[org].key, body: { title: 'Till' } })).id,
    );
  }
  await putBackMembers(books, ids);
}

async function putBackMembers(books: Pool, ids: ReadonlyMap<string, string>): Promise<void> {
  for (const org of ORGS) {
    await books.query(
      `insert into members (org_id, user_id, role) values ($1, $2, 'developer') on conflict do nothing`,
      [ids.get(`org ${org}`), ids.get(`member ${org}`)],
    );
  }
}

/** Open sign-ins that no caller uses. */
async function putBackSignIns(
  books: Pool,
  { ids, people }: { ids: Map<string, string>; people: People },
): Promise<void> {
  for (const user of ['owner', 'ann'] as const) {
    const id = randomUUID();
    await books.query(
      `insert into sessions (id, token_digest, user_id, env, expires_at)
       values ($1::uuid, sha256($1::text::bytea), $2, 'sandbox', clock_timestamp() + interval '1 day')`,
      [id, people[user].userId],
    );
    ids.set(`session ${user}`, id);
  }
}

interface Sales {
  readonly org: OrgName;
  readonly env: Env;
  readonly ids: Map<string, string>;
  readonly tokens: Tokens;
  readonly shops: Shops;
  readonly people: People;
}

/** Creates the checkouts, charges and recommendations of an org and its shopper in one environment. */
async function makeSales({ org, env, ids, tokens, shops, people }: Sales): Promise<void> {
  const shop = { ...shops[org], key: tokens.keys.get(`${org}, ${env} key`) ?? '' };
  const name = BUYER[org];
  const buyer = { ...people[name], session: tokens.sessions.get(`${name}, ${env} session`) ?? '' };
  await fund({ userId: buyer.userId, sandboxSession: people[name].session, env });
  const cart = { currency: CURRENCY };
  const { checkoutId, authId } = await authorized(shop, buyer, { total: TOTAL, cart });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  ids.set(`paid checkout ${org} ${env}`, checkoutId);
  ids.set(`charge ${org} ${env}`, authId);
  ids.set(`payable checkout ${org} ${env}`, (await openCheckout(shop, { total: TOTAL, cart })).id);
  const till = await call('POST', '/terminals', { key: shop.key, body: { title: 'Till' } });
  const waiting = { items: [item()], total: 1000, currency: CURRENCY, terminal_id: till.id };
  await call('POST', '/checkouts', { key: shop.key, body: waiting });
  ids.set(`waiting terminal ${org} ${env}`, till.id);
  const recommended = { merchant_id: shop.orgId, product_id: 'tea' };
  ids.set(
    `entry ${name} ${env}`,
    (await call('POST', '/buy-list', { session: buyer.session, body: recommended })).id,
  );
}

/** Puts money into the shopper's wallet of this environment. */
async function fund({
  userId,
  sandboxSession,
  env,
}: {
  userId: string;
  sandboxSession: string;
  env: Env;
}): Promise<void> {
  const money = { amount_minor: TOTAL, currency: CURRENCY };
  if (env === 'sandbox')
    return call('POST', '/sandbox/wallet/topup', { session: sandboxSession, body: money });
  const deposit = { user_id: userId, ...money, copies: 0 };
  const { event_id: id, occurred_at } = await simulator('POST', '/bank/deposits', deposit);
  const event = { id, occurred_at, type: 'deposit.received', reference: userId, ...money };
  const body = JSON.stringify(event);
  return call('POST', '/partners/bank/events', { headers: signedBy('bank_partner', body), body });
}

/** A payout of the org in this environment, as far as it comes by itself. */
async function makePayout({ org, env, ids, tokens, shops }: Sales): Promise<void> {
  const key = tokens.keys.get(`${org}, ${env} key`) ?? '';
  const session = tokens.sessions.get(`${org === 'ours' ? 'owner' : 'their owner'}, ${env} session`) ?? '';
  const account = { iban: 'DE89370400440532013000', name: 'Corner Shop Ltd' };
  const holder = { account: account.iban, registered_name: account.name };
  await simulator('POST', '/payee-names/holders', holder);
  const body = { ...account, org_id: shops[org].orgId };
  const { counterparty_id: destination } = await call('POST', '/bank/payout-iban', { session, body });
  ids.set(`counterparty ${org} ${env}`, destination);
  const asked = { amount_minor: PAYOUT, currency: CURRENCY, country_code: 'DE' };
  const { instruction_id: id } = await call('POST', '/payouts', { key, body: asked });
  if (env === 'live') {
    await until(
      () => call('GET', `/payouts/${id}`, { key }),
      ({ timeline }) => timeline.some(({ step }: { step: string }) => step === 'taken_by_bank'),
    );
  }
  ids.set(`payout ${org} ${env}`, id);
}

/** Nobody may approve what they registered: so that every caller may, nobody of them has. */
async function makeRegistrantsStrangers(books: Pool, ids: ReadonlyMap<string, string>): Promise<void> {
  const destinations = [...ids].flatMap(([ref, id]) => (ref.startsWith('counterparty ') ? [id] : []));
  await books.query('update counterparties set created_by = $2 where id = any ($1::uuid[])', [
    destinations,
    `user:${ids.get('user')}`,
  ]);
}

/**
 * A delivery of the org in this environment that nobody took. It is canceled with its webhook, so that
 * nothing moves by itself.
 */
async function makeDelivery({ org, env, ids, tokens, shops }: Sales): Promise<void> {
  const session = tokens.sessions.get(`${org === 'ours' ? 'owner' : 'their owner'}, ${env} session`) ?? '';
  const path = `/orgs/${shops[org].orgId}/webhook`;
  await call('PUT', path, { session, body: { url: 'http://127.0.0.1:9/' } });
  const { id } = await call('POST', `${path}/test`, { session });
  await until(
    () => call('GET', `${path}/deliveries/${id}`, { session }),
    ({ attempts }) => attempts[0]?.under_way === false,
  );
  await call('DELETE', path, { session });
  ids.set(`delivery ${org} ${env}`, id);
}

/** A payee of this org whom screening stopped. Answers the case's id. */
export async function makeCase({ session, orgId, key }: Merchant): Promise<string> {
  const account = { iban: 'FR1420041010050500013M02606', name: 'Sanctioned Trading', org_id: orgId };
  await call('POST', '/bank/payout-iban', { session, body: account });
  await api('POST', '/payouts', { key, body: { amount_minor: 1, currency: 'EUR', country_code: 'FR' } });
  const { cases } = await call('GET', '/operator/screening/cases?status=OPEN', { headers: OLGA });
  return cases.find((opened: { org_id: string }) => opened.org_id === orgId).id;
}

/** A deposit for nobody. Answers the id of its case. */
export async function makeSuspense(): Promise<string> {
  const money = { amount_minor: 100, currency: CURRENCY };
  const booked = { user_id: randomUUID(), ...money, copies: 0 };
  const { event_id: id, occurred_at } = await simulator('POST', '/bank/deposits', booked);
  const event = { id, occurred_at, type: 'deposit.received', reference: booked.user_id, ...money };
  const body = JSON.stringify(event);
  await call('POST', '/partners/bank/events', { headers: signedBy('bank_partner', body), body });
  const { cases } = await call('GET', '/operator/suspense?status=OPEN&limit=200', { headers: OLGA });
  const ours = cases.find(({ facts }: { facts: { event_id?: string } }) => facts.event_id === id);
  return ours.id;
}

/** An adjustment for this user that another operator proposed. Answers its id. */
export async function makeAdjustment(userId: string | undefined): Promise<string> {
  const money = { amount_minor: 100, currency: CURRENCY };
  const change = { user_id: userId, env: 'sandbox', ...money, reason: 'for the tests' };
  const other = OMAR;
  const proposed = await call('POST', '/operator/adjustments', { headers: other, body: change });
  return proposed.id;
}

/** The headers of a partner's callback. */
export function signedBy(
  partner: 'bank_partner' | 'verification_partner',
  body: string,
): Record<string, string> {
  const secrets = JSON.parse(process.env['TEST_PARTNER_SECRETS'] ?? '{}') as PartnerSecrets;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const secret = partner === 'bank_partner' ? secrets.bank_secret : secrets.verification_secret;
  return {
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: signCallback(secret, timestamp, Buffer.from(body)),
  };
}

/** Credentials that once held, or never did, by their caller. */
async function makeDeadCredentials(
  books: Pool,
  { shops, people }: { shops: Shops; people: People },
): Promise<Record<string, string>> {
  const session = async (): Promise<string> =>
    inMode((await signIn(books, people.owner.email)).session_token, 'sandbox', shops.ours.orgId);
  const [expired, signedOut] = [await session(), await session()];
  const [revoked, expiredKey] = [
    await makeKey(shops.ours, 'sandbox'),
    await makeKey(shops.ours, 'sandbox', { expires_at: '2100-01-01T00:00:00Z' }),
  ];
  await books.query(`update sessions set expires_at = clock_timestamp() where token_digest = $1`, [
    digestOf(expired),
  ]);
  await books.query(`update api_keys set expires_at = clock_timestamp() where id = $1`, [expiredKey.id]);
  await call('POST', '/auth/signout', { session: signedOut });
  await call('DELETE', `/orgs/${shops.ours.orgId}/keys/${revoked.id}`, { session: shops.ours.session });
  return {
    expired,
    signedOut,
    revoked: revoked.key,
    expiredKey: expiredKey.key,
    ourKey: shops.ours.key,
    ourSession: people.owner.session,
  };
}

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` });
const apiKey = (key: string | undefined) => ({ 'x-api-key': `${key}` });

/** The headers of every caller, by name. */
function makeHeaders(
  { sessions, keys }: Tokens,
  dead: Record<string, string>,
): Map<string, Record<string, string>> {
  return new Map<string, Record<string, string>>([
    ...[...sessions].map(([name, token]) => [name, bearer(token)] as const),
    ...[...keys].map(([name, key]) => [name, apiKey(key)] as const),
    ['nobody', {}],
    ['garbage as key', apiKey('garbage')],
    ['a well-formed key that nobody has', apiKey(makeApiKey('sandbox').key)],
    ['a revoked key', apiKey(dead['revoked'])],
    ['an expired key', apiKey(dead['expiredKey'])],
    ['a session token as key', apiKey(dead['ourSession'])],
    ['garbage as session', bearer('garbage')],
    ['a well-formed token that nobody has', bearer(makeSessionToken().token)],
    ['an expired session', bearer(dead['expired'])],
    ['a signed-out session', bearer(dead['signedOut'])],
    ['a key as session', bearer(dead['ourKey'])],
    ['our key beside an invalid session', { ...apiKey(dead['ourKey']), ...bearer('garbage') }],
    [
      'a revoked key beside a session of the owner',
      { ...apiKey(dead['revoked']), ...bearer(dead['ourSession']) },
    ],
    ['the operator', OLGA],
    ['an operator who only views', { 'x-operator-token': 'viewer-token-of-the-tests' }],
    ['a wrong operator token', { 'x-operator-token': 'operator-token-of-the-test' }],
  ]);
}

/**
 * When a key was last used is no change, nor is a member's first call that names the org, nor is it one that
 * a call was logged or counted.
 */
async function digest(books: Pool, named: readonly string[]): Promise<string> {
  const { rows } = await books.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('request_log', 'operator_calls', 'call_limits')`,
  );
  const each = rows.map(async ({ name }) => {
    const { rows: found } = await books.query<{ digest: string | null }>(
      `select md5(string_agg(t.text, chr(10) order by t.text)) as digest
       from (select (to_jsonb(r) - 'last_used_at' - 'used_at')::text as text from "${name}" r) t where t.text ~ $1`,
      [named.join('|')],
    );
    return `${name} ${found[0]?.digest}`;
  });
  return (await Promise.all(each)).toSorted().join('\n');
}

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { ROUTES } from '../../../src/http/routes/index.ts';
import type { Route } from '../../../src/http/route.ts';
import { DATA } from '../../../stack/places.ts';
import { freePort } from '../../../stack/ports.ts';
import { startTemporalServer } from '../../../stack/temporal-server.ts';
import type { TemporalServer } from '../../../stack/temporal-server.ts';
import type { PartnerSecrets } from '../../../stack/partners.ts';
import { startApplications } from '../../support/applications.ts';
import type { Applications } from '../../support/applications.ts';
import {
  createCanaries,
  listen,
  textOfDatabase,
  textOfFiles,
  textOfTemporal,
  triggerSchedules,
} from '../../support/canaries.ts';
import type { Overheard } from '../../support/canaries.ts';
import { ownCountry } from '../../support/countries.ts';
import { cloneDatabase } from '../../support/database.ts';
import { becomes, liveMerchant, newIban, paidOut, setKyb, simulator } from '../../support/live.ts';
import type { LiveMerchant } from '../../support/live.ts';
import { inParallel } from '../../support/in-parallel.ts';
import { signedBy } from '../../support/matrix-world.ts';
import * as workflows from '../../../workflows/index.ts';
import { OLGA } from '../../support/operators.ts';
import {
  bookkeeping,
  call,
  expectIntegrity,
  item,
  merchant,
  openCheckout,
  person,
  shopper,
  until,
} from '../../support/people.ts';
import type { Merchant, Person, Request } from '../../support/people.ts';
import { press, providerDown } from '../../support/verification.ts';

/**
 * Where each kind of canary may be found. Nowhere else, and what is named here is found: the search looks
 * where it says.
 */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  'one-time code': [],
  'API key': [],
  'session token': [],
  'challenge of a code': [],
  'webhook secret': [],
  IBAN: [],
  'ACH account number': [],
  'operator token': [],
  'token for partners': [],
  'secret of a partner': [],
  "the service's own keys": [],
  'e-mail address': ['invites.email', 'sign_in_codes.email', 'users.email'],
  'name of a person': ['users.first_name', 'users.last_name'],
  'name of a payee': ['counterparties.name'],
  'name in the register': [],
  'name of a product': [
    'buy_list_entries.display_name',
    'cart_lines.display_name',
    'recommendation_requests.display_name',
  ],
  'what a shopper recommends': ['buy_list_entries.product_id', 'recommendation_requests.product_id'],
  'address of a shipment': ['cart_addresses.shipping'],
  'token of a verification page': ['verification_cases.url'],
  "token in a merchant's URL": ['webhooks.url'],
};

/** Where what is personal is written. */
const TABLES = ['sign_in_codes', 'users', 'invites', 'counterparties', 'buy_list_entries', 'cart_lines'];

/** A word that is nowhere by chance, of letters only: some filters let nothing else through. */
const word = (): string =>
  `Q${[...randomBytes(10)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;
const names = {
  first: word(),
  last: word(),
  payee: `${word()} Bakery`,
  registered: `${word()} Holdings`,
  product: word(),
  taste: word(),
  street: word(),
};
const urlToken = word();
const ach = String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '7').slice(0, 12);

const directory = join(DATA, `canaries-${process.pid}`);
const temporalAt = {
  logDirectory: join(directory, 'logs'),
  databaseFile: join(directory, 'store', 'temporal.db'),
};
const name = `canaries_${process.pid}`;
const canaries = createCanaries();
const shared = bookkeeping();
let temporal: TemporalServer;
let applications: Applications;
let receiver: WebhookReceiver;
let books: ReturnType<typeof bookkeeping>;
let base = '';
/** Where API and worker show their metrics, by the setting. */
const metrics = new Map<string, number>();
let overheard: Overheard;
let shop: Merchant;
let live: LiveMerchant;
let buyer: Person;

beforeAll(async () => {
  overheard = listen(() => base, canaries);
  const [database] = await Promise.all([
    cloneDatabase(name),
    startTemporalServer(temporalAt).then((started) => (temporal = started)),
  ]);
  receiver = await startWebhookReceiver();
  books = bookkeeping(database, 2 + TABLES.length);
  const addresses = { DATABASE_URL: database, TEMPORAL_ADDRESS: temporal.address };
  applications = await startApplications(name, {
    ...addresses,
    ...(await metricsPorts()),
    LOG_LEVEL: 'trace',
  });
  base = applications.apiUrl;
  const { partner_token: token, ...secrets } = JSON.parse(
    process.env['TEST_PARTNER_SECRETS'] ?? '{}',
  ) as PartnerSecrets;
  const { ENCRYPTION_KEYS: sealing = '', DIGEST_KEY: digesting = '' } = applications.environment;
  canaries.add('operator token', OLGA['x-operator-token']);
  canaries.add('token for partners', token);
  canaries.add('secret of a partner', ...Object.values(secrets));
  canaries.add("the service's own keys", sealing.split(':')[1] ?? '', digesting);
  canaries.add('name of a person', names.first, names.last);
  canaries.add('name of a payee', names.payee);
  canaries.add('name in the register', names.registered);
  canaries.add('name of a product', names.product);
  canaries.add('what a shopper recommends', names.taste);
  canaries.add('address of a shipment', names.street);
  canaries.add("token in a merchant's URL", urlToken);
}, 120_000);

afterAll(async () => {
  overheard.stop();
  await Promise.all([applications.stop(), books.end(), shared.end(), receiver.stop()]);
  await temporal.stop();
  await rm(directory, { recursive: true, force: true });
});

async function metricsPorts(): Promise<Record<string, string>> {
  for (const setting of ['API_METRICS_PORT', 'WORKER_METRICS_PORT', 'WORKER_SDK_METRICS_PORT'])
    metrics.set(setting, await freePort());
  return Object.fromEntries([...metrics].map(([setting, port]) => [setting, String(port)]));
}

const post = (path: string, request: Request) => call('POST', path, request, base);
/** A call whose answer is looked at by the search alone. Bodies may be anything. */
const tell = (method: string, path: string, headers: object, body?: unknown): Promise<Response> =>
  fetch(`${base}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const account = () => ({ routing_number: '021000021', account_number: ach, org_id: shop.orgId });
const PAYEE = { name: names.payee };
const goods = () => ({
  items: [item({ display_name: names.product, cashback_rate: 1000, qty: 2 })],
  total: 2000,
  shipping: { street: names.street },
});

async function statusOf(asking: Promise<Response>): Promise<number> {
  return (await asking).status;
}

test('people sign up, say who they are, invite each other, and change their mode', async () => {
  [shop, buyer] = await Promise.all([merchant({ base }), shopper({ base })]);
  await call(
    'PATCH',
    '/me',
    { session: buyer.session, body: { first_name: names.first, last_name: names.last } },
    base,
  );
  const invited = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  for (const email of invited)
    await post(`/orgs/${shop.orgId}/invites`, { session: shop.session, body: { email, role: 'finance' } });
  await person(base, invited[0]);
  await post('/auth/mode', { session: shop.session, body: { env: 'sandbox', org_id: shop.orgId } });
  const ended = await person(base);
  await post('/auth/signout', { session: ended.session });
  const inbox = await fetch(`${process.env['TEST_INBOX_URL']}/messages`);
  const { messages } = (await inbox.json()) as { messages: { to: string; text: string }[] };
  const { rows } = await books.query<{ email: string }>('select email from users');
  const here = new Set(rows.map(({ email }) => email));
  const codes = messages
    .filter(({ to }) => here.has(to))
    .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '');
  expect(codes.length).toBeGreaterThanOrEqual(4);
  canaries.add('one-time code', ...codes);
}, 60_000);

test('goods are recommended, sold, given back; webhooks are delivered, fail, and are signed with another secret', async () => {
  const url = `${receiver.url}?token=${urlToken}`;
  await call('PUT', `/orgs/${shop.orgId}/webhook`, { session: shop.session, body: { url } }, base);
  const recommended = { merchant_id: shop.orgId, product_id: names.taste, display_name: names.product };
  await post('/buy-list', { session: buyer.session, body: recommended });
  const sale = async (): Promise<string> => {
    const { id } = await openCheckout(shop, { base, cart: goods() });
    return (await post(`/checkouts/${id}/authorize`, { session: buyer.session, body: {} })).auth_id;
  };
  const [first, second, third] = [await sale(), await sale(), await sale()];
  await post(`/charges/${first}/capture`, { key: shop.key });
  await post(`/charges/${first}/return`, { key: shop.key, body: { reason: 'broken' } });
  await post('/buy-list', {
    session: buyer.session,
    body: { merchant_id: shop.orgId, product_id: 'tea', display_name: names.product },
  });
  await receiver.next(({ headers }) => headers['x-service-event'] === 'charge.returned', 20_000);
  receiver.answer = () => ({ status: 500, body: 'no' });
  const rotate = ROUTES.find(({ path }) => path === '/orgs/{id}/webhook/rotate');
  if (rotate !== undefined)
    await tell(rotate.method, `/orgs/${shop.orgId}/webhook/rotate`, bearer(shop.session), {});
  await post(`/charges/${second}/capture`, { key: shop.key });
  await call(
    'PUT',
    `/orgs/${shop.orgId}/webhook`,
    { session: shop.session, body: { url: `http://127.0.0.1:9/?token=${urlToken}` } },
    base,
  );
  await post(`/charges/${third}/void`, { key: shop.key });
  await until(
    async () =>
      (await books.query('select 1 from delivery_attempts where error is not null or status_code = 500'))
        .rowCount ?? 0,
    (failed) => failed >= 2,
    20_000,
  );
  // Cashback lands, and webhooks are tried again in vain until their owner is told.
  await post('/sandbox/clock/advance', { key: shop.key, body: { seconds: 31 * 24 * 3600 } });
}, 120_000);

test('businesses and people are verified, or not', async () => {
  const country = await ownCountry(shared);
  const verified = await merchant({ country, base });
  const start = (who: Person, path: string, body: object) => post(path, { session: who.session, body });
  const { verification_url: url } = await start(verified, '/compliance/kyb/start', {
    org_id: verified.orgId,
    country_code: country,
  });
  await press(url, 'Approve');
  for (const button of ['Reject', 'Abandon', 'Approve']) {
    const { verification_url: page } = await start(buyer, '/compliance/kyc/start', { country_code: country });
    await press(page, button);
    await until(
      () => call('GET', '/compliance/kyc', { session: buyer.session }, base),
      ({ status }) => status !== 'PENDING',
    );
  }
  await providerDown(country, true);
  expect(
    await statusOf(
      tell('POST', '/compliance/kyc/start', bearer(verified.session), { country_code: country }),
    ),
  ).toBe(503);
  await providerDown(country, false);
}, 60_000);

test('bank destinations match, are forced or refused, and are paid out to in sandbox and live', async () => {
  const register = (body: object) =>
    tell('POST', '/bank/payout-ach', bearer(shop.session), { ...account(), ...body });
  expect(await statusOf(register({ name: `${names.payee} Mismatch` }))).toBe(400);
  expect(
    await statusOf(
      register({ name: `${names.payee} Mismatch`, force: true, force_reason: 'a trading name' }),
    ),
  ).toBe(200);
  expect(await statusOf(register({ name: `${names.payee} Sanctioned` }))).toBe(200);
  expect(await statusOf(register(PAYEE))).toBe(200);
  const payout = { amount_minor: 500, currency: 'USD', country_code: 'US' };
  const { instruction_id: id } = await post('/payouts', { key: shop.key, body: payout });
  for (const what of ['settle', 'return']) await post(`/sandbox/payouts/${id}/${what}`, { key: shop.key });

  live = await liveMerchant(books, { base, sales: 1_000_000, name: names.payee });
  const other = newIban();
  canaries.add('IBAN', other);
  await simulator('POST', '/payee-names/holders', { account: other, registered_name: names.registered });
  const mismatch = { iban: other, name: names.payee, org_id: live.orgId };
  expect(await statusOf(tell('POST', '/bank/payout-iban', bearer(live.liveSession), mismatch))).toBe(400);
  await post('/bank/payout-iban', {
    session: live.liveSession,
    body: { ...mismatch, force: true, force_reason: 'a trading name' },
  });
  // The bank's reason for a failed transfer may quote the payee's name or account.
  for (const reason of [`${names.payee} has moved`, `account ${other} is closed`]) {
    const failing = await paidOut(live, 99_100);
    await until(
      async () =>
        (await books.query('select taken_at from payouts where id = $1', [failing])).rows[0].taken_at,
      (at) => at !== null,
    );
    await simulator('POST', `/bank/transfers/${failing}/fail`, { reason });
    await becomes(live, failing, 'FAILED');
  }
  await becomes(live, await paidOut(live, 99_101), 'SETTLED');
  await setKyb(live, 'WITHDRAWN', base);
}, 120_000);

/** A call of this route with canaries in everything that it can hold, and none of it fit to be taken. */
function misuse(route: Route, turn: number): Promise<Response>[] {
  const all = canaries.kinds().map((kind) => canaries.some(kind));
  const some = (index: number): string => all[(index + turn) % all.length] ?? '';
  const path = (of: string) =>
    `${route.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(of))}?limit=${of}&cursor=${of}&org_id=${of}`;
  const fields = Object.keys((route.body as { shape?: object } | undefined)?.shape ?? { field: 0 });
  const body = (wrap: (value: string) => unknown) =>
    Object.fromEntries(fields.map((field, index) => [field, wrap(some(index))]));
  const known = { ...bearer(shop.session), ...OLGA };
  const partner =
    route.credential === 'bank_partner' || route.credential === 'verification_partner'
      ? route.credential
      : null;
  const signed = JSON.stringify(body((value) => [value]));
  const sent = route.method === 'GET' ? undefined : body((value) => `${value}\0`);
  const callers = [
    {
      'x-api-key': `${shop.key}x`,
      ...bearer(`${shop.session}x`),
      'x-operator-token': `${OLGA['x-operator-token']}x`,
    },
    { 'x-api-key': shop.session, authorization: buyer.session, 'x-operator-token': shop.key },
    known,
    { ...known, authorization: '', 'x-api-key': shop.key },
  ];
  return [
    ...callers.map((headers, index) => tell(route.method, path(some(index)), headers, sent)),
    ...(route.method === 'GET'
      ? []
      : [
          tell(
            route.method,
            path(some(0)),
            known,
            body((value) => [value]),
          ),
        ]),
    ...(route.method === 'GET'
      ? []
      : [tell(route.method, path(some(1)), known, `{"${some(2)}": ${some(3)}`)]),
    ...(partner === null ? [] : [tell(route.method, route.path, signedBy(partner, signed), signed)]),
  ];
}

test('every route refuses invalid calls', async () => {
  const routes = ROUTES.filter(({ id, path }) => id !== 'signOut' && path !== '/auth/sign-out');
  await inParallel([...routes.entries()], 2, async ([turn, route]) => Promise.all(misuse(route, turn)));
  await tell('GET', `/${shop.key}/${names.payee}`, bearer(shop.session));
  expect([...overheard.statuses.keys()]).toEqual(expect.arrayContaining([400, 401, 404, 503]));
}, 120_000);

/** Calls that write what is personal, each in its own table. */
function writing(): (() => Promise<number>)[] {
  const { session } = buyer;
  const calls: [method: string, path: string, headers: object, body: object][] = [
    ['POST', '/auth/otp/request', {}, { email: `${randomUUID()}@example.com` }],
    ['PATCH', '/me', bearer(session), { first_name: names.first, last_name: names.last }],
    [
      'POST',
      `/orgs/${shop.orgId}/invites`,
      bearer(shop.session),
      { email: `${randomUUID()}@example.com`, role: 'support' },
    ],
    [
      'POST',
      '/bank/payout-ach',
      bearer(shop.session),
      { routing_number: '021000021', account_number: ach, name: names.payee, org_id: shop.orgId },
    ],
    [
      'POST',
      '/buy-list',
      bearer(session),
      { merchant_id: shop.orgId, product_id: names.taste, display_name: names.product },
    ],
    ['POST', '/checkouts', { 'x-api-key': shop.key }, goods()],
  ];
  for (const [, , , body] of calls) if ('email' in body) canaries.add('e-mail address', String(body.email));
  return calls.map(
    ([method, path, headers, body]) =>
      () =>
        statusOf(tell(method, path, headers, body)),
  );
}

/**
 * Does `work` while nobody else reaches the tables. Each has a holder of its own, who waits for nothing once
 * it holds: one holder for all of them would meet the worker's transactions, which take them in another
 * order, in a deadlock.
 */
async function withTablesHeld<T>(work: () => Promise<T>): Promise<T> {
  const holders = await Promise.all(TABLES.map(() => books.connect()));
  try {
    await Promise.all(
      holders.map(async (holder, index) => {
        await holder.query('begin');
        await holder.query(`lock table ${TABLES[index] ?? ''} in access exclusive mode`);
      }),
    );
    return await work();
  } finally {
    await Promise.all(
      holders.map(async (holder) => {
        await holder.query('rollback');
        holder.release();
      }),
    );
  }
}

test('PostgreSQL and Temporal are away, and what must not happen happens', async () => {
  const away = await withTablesHeld(() => Promise.all(writing().map((ask) => ask())));
  expect(away).toEqual(away.map(() => 503));

  // Rows that break a rule: PostgreSQL's complaint quotes them whole.
  for (const table of TABLES)
    await books.query(`alter table ${table} add constraint refuses_all check (false) not valid`);
  const broken = await Promise.all(writing().map((ask) => ask()));
  expect(broken.filter((status) => status === 500).length).toBeGreaterThanOrEqual(4);
  for (const table of TABLES) await books.query(`alter table ${table} drop constraint refuses_all`);

  const { port } = temporal;
  await temporal.kill();
  const withoutTemporal = await Promise.all(writing().map((ask) => ask()));
  expect(withoutTemporal.filter((status) => status === 503).length).toBeGreaterThanOrEqual(4);
  temporal = await startTemporalServer({ ...temporalAt, port });
  await until(
    async () => (await fetch(applications.readyUrl)).status,
    (status) => status === 200,
    30_000,
  );
}, 120_000);

test('a mail server refuses addresses by name', async () => {
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`<${address}> is over quota`), { responseCode: 450 })),
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  await applications.worker.stop();
  await applications.restartWorker({
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
  });
  await post('/auth/otp/request', { body: { email: `${randomUUID()}@example.com` } });
  await until(
    async () => (await textOfTemporal(temporal.address)).text,
    (text) => text.includes('the mail server did not take a mail'),
    30_000,
  );
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
}, 60_000);

async function textOfMetrics(): Promise<[place: string, text: string][]> {
  return Promise.all(
    [...metrics].map(async ([setting, port]) => [
      `metrics of ${setting}`,
      await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
    ]),
  );
}

test('no secret and nothing personal is anywhere but in the one place meant for it', async () => {
  await triggerSchedules(temporal.address);
  const all = new Set(Object.keys(workflows));
  const history = await until(
    () => textOfTemporal(temporal.address),
    ({ types }) => types.length >= all.size,
    30_000,
  );
  expect(new Set(history.types)).toEqual(all);
  const sent = receiver.received.map(({ headers, rawBody }) => `${JSON.stringify(headers)}\n${rawBody}`);
  const texts = new Map([
    ...(await textOfFiles('log of', join(DATA, 'test-logs', name))),
    ...(await textOfFiles("Temporal's log", temporalAt.logDirectory)),
    ...(await textOfFiles("Temporal's store", join(directory, 'store'))),
    ['Temporal as it tells', history.text],
    ['answered errors', overheard.errors()],
    ['webhooks', sent.join('\n')],
    ...(await textOfMetrics()),
    ...(await textOfDatabase(books)),
  ]);
  expect(canaries.kinds().filter((kind) => canaries.some(kind) === '')).toEqual([]);
  const found = Object.fromEntries(canaries.kinds().map((kind) => [kind, canaries.placesOf(kind, texts)]));
  expect(found).toEqual(MEANT);

  // The search sees what there is: an org's id is no secret, and is in all of these.
  canaries.add('id of an org', shop.orgId);
  expect(canaries.placesOf('id of an org', texts)).toEqual(
    expect.arrayContaining([
      'Temporal as it tells',
      "Temporal's store temporal.db",
      'orgs.id',
      'webhooks.org_id',
    ]),
  );
  expect(texts.get('log of api.log')).toContain('internal error');
  expect(texts.get('metrics of API_METRICS_PORT')).toContain('/orgs/{id}');

  // Account numbers are short enough to be tried out: a bare digest of a body that holds one would give it
  // away.
  const body = JSON.stringify({ ...account(), ...PAYEE });
  const bare = createHash('sha256')
    .update(`0:${Buffer.byteLength(body)}:${body}`)
    .digest('hex');
  expect(texts.get('idempotent_requests.fingerprint')).not.toBe('');
  expect(texts.get('idempotent_requests.fingerprint')).not.toContain(bare);
  await expectIntegrity(books);
}, 120_000);

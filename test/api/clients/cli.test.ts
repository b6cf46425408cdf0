import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { verifyWebhook } from '../../../sdk/index.ts';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import { commandLine } from '../../support/command-line.ts';
import type { CommandLine } from '../../support/command-line.ts';
import { api, authorized, call, mailedCode, merchant, shopper, until } from '../../support/people.ts';

const inbox = process.env['TEST_INBOX_URL'];
apiTest();
let cli: CommandLine;
let receiver: WebhookReceiver;

beforeEach(async () => {
  cli = await commandLine();
  receiver = await startWebhookReceiver();
});

afterEach(async () => {
  await receiver.stop();
  await cli.remove();
});

/** Signed in, with an organization and a sandbox key. Answers the organization's id. */
async function ready(): Promise<string> {
  await cli.result(`login --email ${randomUUID()}@example.com --inbox ${inbox}`);
  const { org_id: orgId } = await cli.result('orgs create --name Corner~Coffee --country US');
  await cli.result('keys create --name till');
  return orgId as string;
}

const eventsSoFar = () => receiver.received.map(({ headers }) => headers['x-service-event']);
const idsSoFar = () => receiver.received.map(({ headers }) => headers['x-service-delivery']);

test('from sign-up to captured and returned, with every webhook handed on once over restarts', async () => {
  const orgId = await ready();
  const words = `listen --forward-to ${receiver.url}`;
  let listening = cli.start(words);
  await until(
    async () => listening.notes(),
    (notes) => notes.includes('listening to'),
  );
  const captured = await cli.result(`trigger charge.captured --inbox ${inbox}`);
  await until(
    async () => eventsSoFar(),
    (events) => events.length === 2,
    20_000,
  );
  expect(eventsSoFar()).toEqual(['checkout.authorized', 'charge.captured']);
  const { webhook_secret: secret } = JSON.parse(await readFile(cli.configFile, 'utf8')).profiles[
    process.env['TEST_API_URL'] ?? ''
  ].orgs[orgId];
  for (const { rawBody, headers } of receiver.received)
    expect(verifyWebhook(rawBody, headers, secret)).toMatchObject({
      env: 'sandbox',
      body: { auth_id: captured.auth_id },
    });
  expect(await listening.end()).toBe(0);
  expect(listening.lines.map(({ status_code }) => status_code)).toEqual([200, 200]);

  // What happens while nobody listens is there afterwards; what was handed on is not handed on again.
  const returned = await cli.result(`trigger charge.returned --inbox ${inbox}`);
  expect(returned).toMatchObject({ event: 'charge.returned', return_id: expect.any(String) });
  listening = cli.start(words);
  await until(
    async () => eventsSoFar(),
    (events) => events.length === 5,
    20_000,
  );
  expect(listening.notes()).toContain('from where it ended last time');
  await until(
    async () => listening.lines,
    (lines) => lines.length === 3,
  );
  await listening.end('SIGKILL');
  const { secret: rotated } = JSON.parse((await cli.run(`call rotateWebhookSecret id=${orgId}`)).stdout);
  await cli.result(`trigger charge.voided --inbox ${inbox}`);
  const caughtUp = await cli.run(`${words} --once`);
  expect(caughtUp.code).toBe(0);
  expect(caughtUp.stdout.trim().split('\n')).toHaveLength(2);
  // Somebody has rotated the secret meanwhile: it is asked for at each start.
  const last = receiver.received.at(-1);
  expect(verifyWebhook(last?.rawBody ?? '', last?.headers ?? {}, rotated)).toMatchObject({
    event: 'charge.voided',
  });
  expect(eventsSoFar().slice(2)).toEqual([
    'checkout.authorized',
    'charge.captured',
    'charge.returned',
    'checkout.authorized',
    'charge.voided',
  ]);
  expect(new Set(idsSoFar()).size).toBe(7);
});

test('more deliveries than two pages are handed on in their order, those of the events that were asked for', async () => {
  const shop = await merchant();
  await call('PUT', `/orgs/${shop.orgId}/webhook`, {
    session: shop.session,
    body: { url: 'http://127.0.0.1:9/' },
  });
  const buyer = await shopper();
  const charges: string[] = [];
  const voidOne = async () => {
    const { authId } = await authorized(shop, buyer);
    await call('POST', `/charges/${authId}/void`, { key: shop.key });
    charges.push(authId);
  };
  await voidOne();
  for (let ten = 0; ten < 10; ten++)
    await Promise.all(
      Array.from({ length: 10 }, () =>
        call('POST', `/orgs/${shop.orgId}/webhook/test`, { session: shop.session }),
      ),
    );
  await voidOne();
  const { secret } = await call('PUT', `/orgs/${shop.orgId}/webhook`, {
    session: shop.session,
    body: { url: 'http://127.0.0.1:9/' },
  });
  await cli.result(`login --email ${randomUUID()}@example.com --inbox ${inbox}`);
  const words = `listen --forward-to ${receiver.url} --org ${shop.orgId} --secret ${secret} --events charge.voided --from-start --once`;
  expect(JSON.parse((await cli.run(words)).stderr)).toMatchObject({ error: { reason: 'org not found' } });
  // A key and the secret are enough, whoever is signed in; the organization is the key's.
  const env = { PAYMENTS_API_KEY: shop.key, PAYMENTS_WEBHOOK_SECRET: secret };
  const keyed = `listen --forward-to ${receiver.url} --events charge.voided --from-start --once`;
  expect(await cli.run(keyed, undefined, env)).toMatchObject({ code: 0 });
  expect(receiver.received.map(({ rawBody }) => JSON.parse(rawBody.toString()).auth_id)).toEqual(charges);
});

test('a receiver that is away is waited for', async () => {
  await ready();
  const url = receiver.url;
  const port = Number(new URL(url).port);
  const listening = cli.start(`listen --forward-to ${url}`);
  await until(
    async () => listening.notes(),
    (notes) => notes.includes('listening to'),
  );
  await receiver.stop();
  await cli.result('trigger checkout.authorized');
  await until(
    async () => listening.notes(),
    (notes) => notes.includes('does not answer (ECONNREFUSED): trying again'),
    20_000,
  );
  receiver = await startWebhookReceiver({ port });
  await until(
    async () => eventsSoFar(),
    (events) => events.length === 1,
    20_000,
  );
  expect(await listening.end()).toBe(0);
});

test('the clock of the sandbox is moved, and what fell due is said', async () => {
  await ready();
  const { auth_id: authId } = await cli.result('trigger checkout.authorized');
  const { now: before } = await cli.result('clock now');
  const moved = await cli.result('clock advance --days 7');
  expect(Date.parse(moved.now) - Date.parse(before)).toBeGreaterThanOrEqual(7 * 86_400_000);
  expect(moved.fired).toContainEqual(expect.objectContaining({ kind: 'hold_lapse', id: authId }));
  expect((await cli.run('clock advance --days 7 --seconds 1')).code).toBe(2);
});

test('what is kept is for the eyes of the user alone', async () => {
  await ready();
  expect((await stat(cli.configFile)).mode & 0o777).toBe(0o600);
  expect(await readFile(cli.configFile, 'utf8')).toContain('sess_');
  await cli.result('logout');
  expect(await readFile(cli.configFile, 'utf8')).not.toContain('sess_');
});

test('the mailed code can be typed, or given', async () => {
  const email = `${randomUUID()}@example.com`;
  const nobody = await cli.run(`login --email ${email}`);
  expect(nobody.code).toBe(4);
  expect(nobody.stderr).toContain(`payments login --email ${email} --code <the mailed code>`);
  const code = await mailedCode(email);
  expect((await cli.run(`login --email ${email}`, `${code}\n`)).code).toBe(0);
  expect(await cli.result('whoami')).toMatchObject({ email, has_api_key: false });
  expect((await cli.run(`login --email ${email} --code ${code}`)).code).toBe(1);
});

test('any operation can be called by its id', async () => {
  const orgId = await ready();
  expect(await cli.result(`call getOrg id=${orgId}`)).toMatchObject({ name: 'Corner Coffee' });
  const items = '[{"product_id":"A","display_name":"A","unit_price":5,"qty":1,"cashback_rate":0}]';
  expect(await cli.result(`call createCheckout items=${items} total=5`)).toMatchObject({
    terminal_id: expect.any(String),
  });
  expect((await cli.result('call')).operations).toContain('captureCharge');
  expect((await cli.run('call getOrg')).code).toBe(2);
});

test('the log says of a call that was refused which one it was, and why', async () => {
  await ready();
  const items = '[{"product_id":"A","display_name":"A","unit_price":5,"qty":1,"cashback_rate":0}]';
  const refused = await cli.run(`call createCheckout items=${items} total=6`);
  const { error } = JSON.parse(refused.stderr);
  expect(error).toMatchObject({ status: 400, reason: 'total mismatch: server-computed 5' });
  const call = {
    method: 'POST',
    route: '/checkouts',
    status: 400,
    reason: error.reason,
    request_id: error.request_id,
  };
  expect((await cli.result(`logs --request ${error.request_id}`)).requests).toEqual([
    expect.objectContaining(call),
  ]);
  expect((await cli.result('logs --failed --limit 1')).requests).toEqual([expect.objectContaining(call)]);
  expect((await cli.result('logs --route /apikeys')).requests).toEqual([
    expect.objectContaining({ status: 200, idempotency: 'first' }),
  ]);
});

test('help explains every command and its options, before anything is set up', async () => {
  const { code, stdout } = await cli.run('help');
  expect(code).toBe(0);
  const commands = [...stdout.matchAll(/^  ([a-z]+(?: [a-z]+)?)(?: [-<[].*)?\n {6}\S/gm)].map(
    ([, name]) => name as string,
  );
  expect(commands).toEqual(
    expect.arrayContaining(['login', 'keys create', 'listen', 'trigger', 'clock advance', 'logs']),
  );
  for (const command of ['listen', 'clock advance']) {
    const help = await cli.run(`${command} --help`);
    const named = [...(help.stdout.split('\n')[0] ?? '').matchAll(/--[a-z-]+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(help.stdout).toMatch(new RegExp(`^  ${name} .*  \\S`, 'm'));
  }
});

test('a list of nothing says so, and what would be in it', async () => {
  await cli.result(`login --email ${randomUUID()}@example.com --inbox ${inbox}`);
  expect((await cli.plainly('orgs list')).stdout).toBe(
    'None yet: payments orgs create --name <name> --country <US>\n',
  );
  await cli.result('orgs create --name Corner~Coffee --country US');
  expect((await cli.plainly('keys list')).stdout).toBe('None yet: payments keys create --name <name>\n');
  expect((await cli.plainly('payouts list')).stdout).toMatch(/^None yet: payments payouts create /);
});

test('who is not signed in reads that, and not what a program would have to do', async () => {
  expect(await cli.plainly('whoami')).toEqual({
    code: 4,
    stdout: '',
    stderr:
      'payments: nobody is signed in\n  payments login --email <address>, then payments keys create --name <name>\n',
  });
});

test('payouts are listed and asked for', async () => {
  await ready();
  expect(await cli.result('payouts list')).toEqual({ payouts: [] });
  const refused = await cli.run('payouts create --amount 100 --currency USD --country US');
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stderr)).toMatchObject({ error: { status: 400, reason: 'no bank destination' } });
});

test('a payout leaves the organization that was chosen and no other, and a name for it is the idempotency key', async () => {
  const [chosen, other] = [await ready(), await merchant()];
  const words = 'payouts create --amount 100 --currency USD --country US';
  const foreign = await cli.run(`${words} --org ${chosen}`, undefined, { PAYMENTS_API_KEY: other.key });
  expect(JSON.parse(foreign.stderr)).toMatchObject({ error: { status: 404, reason: 'org not found' } });
  const key = randomUUID();
  await cli.run(`${words} --idempotency-key ${key}`, undefined, { PAYMENTS_API_KEY: other.key });
  const body = { amount_minor: 200, currency: 'USD', country_code: 'US' };
  expect(
    (await api('POST', '/payouts', { key: other.key, body, headers: { 'idempotency-key': key } })).status,
  ).toBe(422);
});

test.each([
  ['orgs list', 4, 'payments login'],
  ['clock now', 4, 'payments keys create'],
  ['orgs explode', 2, 'payments --help'],
  ['trigger charge.exploded', 2, 'payments --help'],
  ['listen --forward-to nowhere --org a', 2, 'payments --help'],
  ['logs --limit 0', 2, 'payments --help'],
  ['login --email a@example.com --api http://127.0.0.1:1', 3, 'npm start'],
])('`%s` ends with %d and says what to do', async (words, code, remedy) => {
  const ran = await cli.run(words);
  expect(ran.code).toBe(code);
  expect(JSON.parse(ran.stderr).error.remedy).toContain(remedy);
});

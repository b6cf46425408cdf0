import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { apiTest } from '../../support/api-test.ts';
import { commandLine } from '../../support/command-line.ts';
import type { CommandLine } from '../../support/command-line.ts';
import { api, mailedCode, merchant } from '../../support/people.ts';

const inbox = process.env['TEST_INBOX_URL'];
apiTest();
let cli: CommandLine;

beforeEach(async () => {
  cli = await commandLine();
});

afterEach(async () => {
  await cli.remove();
});

/** Signed in, with an organization and a sandbox key. Answers the organization's id. */
async function ready(): Promise<string> {
  await cli.result(`login --email ${randomUUID()}@example.com --inbox ${inbox}`);
  const { org_id: orgId } = await cli.result('orgs create --name Corner~Coffee --country US');
  await cli.result('keys create --name till');
  return orgId as string;
}

test('the clock of the sandbox is moved, and what fell due is said', async () => {
  await ready();
  const { auth_id: authId } = await cli.result('trigger checkout.authorized');
  const { now: before } = await cli.result('clock now');
  const moved = await cli.result('clock advance --days 7');
  expect(Date.parse(moved.now) - Date.parse(before)).toBeGreaterThanOrEqual(7 * 86_400_000);
  expect(moved.fired).toContainEqual(expect.objectContaining({ kind: 'hold_lapse', id: authId }));
  expect((await cli.run('clock advance --days 7 --seconds 1')).code).toBe(2);
});

test('the configuration file is readable by its user alone', async () => {
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
  expect((await cli.run('call getCheckout')).code).toBe(2);
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

test('a statement and sales are exported to the terminal, or into a file', async () => {
  await ready();
  const { auth_id: authId } = await cli.result('trigger charge.captured');
  const month = (await cli.result('clock now')).now.slice(0, 7);
  const statement = await cli.plainly(`export statement ${month}`);
  expect(statement.code).toBe(0);
  const [header, ...entries] = statement.stdout.trimEnd().split('\n');
  expect(header).toBe('id,created_at,kind,amount_minor,currency,charge_id,return_id,payout_id');
  expect(entries).toEqual([expect.stringMatching(`^[^,]+,${month}[^,]+,capture,\\d+,USD,${authId},,$`)]);

  const file = join(cli.directory, 'sales.csv');
  expect(await cli.result(`export sales --status CAPTURED --output ${file}`)).toEqual({ file });
  const [, ...sales] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(sales).toEqual([expect.stringContaining(',CAPTURED,')]);
  await cli.result(`export sales --status VOIDED --output ${file}`);
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(1);

  const refused = await cli.run('export statement 2026-13');
  expect([refused.code, JSON.parse(refused.stderr).error.reason]).toEqual([
    1,
    expect.stringMatching(/^month: /),
  ]);
});

test('help explains every command and its options, before anything is set up', async () => {
  const { code, stdout } = await cli.run('help');
  expect(code).toBe(0);
  for (const name of ['login', 'keys create', 'listen', 'trigger <event>', 'clock advance', 'logs'])
    expect(stdout).toMatch(new RegExp(`^  ${name} .*\\S`, 'm'));
  for (const [words, shown] of [
    ['clock --help', 'clock advance'],
    ['help clock', 'clock advance'],
    ['clock advance -h', '--days <n>'],
    ['listen --help', '--forward-to <url>'],
  ] as const)
    expect(await cli.run(words)).toMatchObject({ code: 0, stdout: expect.stringContaining(shown) });
  expect(await cli.plainly('--version')).toMatchObject({ code: 0, stdout: '0.1.0\n' });
});

test('options may be anywhere, and commands that need an organization take the chosen one', async () => {
  const orgId = await ready();
  expect(JSON.parse((await cli.plainly('--json orgs list')).stdout).orgs).toHaveLength(1);
  expect(JSON.parse((await cli.plainly('--limit 1 --json logs')).stdout).requests).toHaveLength(1);
  expect(await cli.result('call listSales limit=1')).toMatchObject({ sales: [] });
  expect(await cli.result('call getOrg')).toMatchObject({ org_id: orgId });
  const { stdout } = await cli.plainly('orgs list');
  expect(stdout).toMatch(
    new RegExp(`^ +id +country +role +name\\n\\* +${orgId} +US +owner +Corner Coffee\\n$`),
  );
});

test('a profile belongs to a stack, whatever port it has', async () => {
  const { port } = new URL(process.env['TEST_API_URL'] ?? '');
  const [here, moved] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const stack = (name: string, url: string) => ({ PAYMENTS_STACK: name, PAYMENTS_STACK_API_URL: url });
  const login = `login --email ${randomUUID()}@example.com --inbox ${inbox} --api ${here}`;
  expect(await cli.run(login, undefined, stack('/a', here))).toMatchObject({ code: 0 });
  expect(await cli.run(`whoami --api ${moved}`, undefined, stack('/a', moved))).toMatchObject({ code: 0 });
  expect(await cli.run(`whoami --api ${here}`, undefined, stack('/b', here))).toMatchObject({ code: 4 });
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

test('without a sign-in the command names the commands to run, not SDK options', async () => {
  expect(await cli.plainly('whoami')).toEqual({
    code: 4,
    stdout: '',
    stderr: `payments: nobody is signed in (API ${process.env['TEST_API_URL']})\n  payments login --email <address>, then payments keys create --name <name>\n`,
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
  ['logs', 4, 'payments login'],
  ['listen', 4, 'payments login'],
  ['clock now', 4, 'payments keys create'],
  ['orgs explode', 2, 'payments --help'],
  ['logs --limt 1', 2, 'payments --help'],
  ['listen --secret nothing --org a', 2, 'payments --help'],
  ['trigger charge.exploded', 2, 'payments --help'],
  ['listen --forward-to nowhere --org a', 2, 'payments --help'],
  ['logs --limit 0', 2, 'payments --help'],
  ['login --email a@example.com --api http://127.0.0.1:1', 3, 'npm start'],
])('`%s` ends with %d and says what to do', async (words, code, remedy) => {
  const ran = await cli.run(words);
  expect(ran.code).toBe(code);
  expect(JSON.parse(ran.stderr).error.remedy).toContain(remedy);
});

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../stack/places.ts';
import type { PartnerSecrets } from '../../../stack/partners.ts';
import { apiTest } from '../../support/api-test.ts';
import { runBlocks } from '../../support/documented-shell.ts';
import type { ShellBlock } from '../../support/documented-shell.ts';
import {
  atBank,
  becomes,
  depositEvent,
  liveMerchant,
  paidOut,
  payoutOf,
  tellOfBank,
} from '../../support/live.ts';
import { OLGA } from '../../support/operators.ts';
import { api, call, merchant } from '../../support/people.ts';
import {
  becomes as deliveryBecomes,
  listener,
  receivedOf,
  sendTest,
  signatureOf,
} from '../../support/webhooks.ts';

/** docs/incidents.md, step by step: its commands and statements run as they stand on the page. */
const PAGE = join(ROOT, 'docs/incidents.md');
const service = apiTest({ own: 'incidents' });

const restartApi = async (): Promise<void> => {
  await service.applications.api.stop();
  await service.applications.restartApi();
};
const restartWorker = async (): Promise<void> => {
  await service.applications.worker.stop();
  await service.applications.restartWorker();
};

/** Changes settings, and restarts the processes that read them. */
async function restartWith(
  settings: NodeJS.ProcessEnv,
  ...restarts: (typeof restartApi | typeof restartWorker)[]
): Promise<void> {
  Object.assign(service.applications.environment, settings);
  await Promise.all(restarts.map((restart) => restart()));
}

/** The commands of the page, which stand in its lists. */
async function commands(): Promise<ShellBlock[]> {
  const page = await readFile(PAGE, 'utf8');
  return [...page.matchAll(/^ *```bash\n([\s\S]*?)^ *```$/gm)].map(({ 1: code = '', index }) => ({
    line: page.slice(0, index).split('\n').length,
    code: code.trim(),
    shown: null,
  }));
}

test('a stolen session and a leaked key: the commands of the page end both, and suspend the organization', async () => {
  const shop = await merchant();
  const { key_id: keyId } = await call('GET', '/apikeys/verify', { key: shop.key });
  const environment = {
    PATH: process.env['PATH'],
    API: service.applications.apiUrl,
    OPERATOR: OLGA['x-operator-token'],
    USER_ID: shop.userId,
    ORG_ID: shop.orgId,
    KEY_ID: keyId,
  };
  expect(
    (await runBlocks(await commands(), { directory: ROOT, environment })).runs.map(({ output }) =>
      JSON.parse(output),
    ),
  ).toEqual([{ user_id: shop.userId, ended: 1 }, { org_id: shop.orgId, status: 'SUSPENDED' }, { ok: true }]);
  expect((await api('GET', '/me', { session: shop.session })).status).toBe(401);
  expect((await api('GET', '/apikeys/verify', { key: shop.key })).status).toBe(401);
});

test('a leaked callback secret: both are accepted while the bank changes, and then the old one no more', async () => {
  const { bank_secret: old } = JSON.parse(process.env['TEST_PARTNER_SECRETS'] ?? '{}') as PartnerSecrets;
  const fresh = randomBytes(24).toString('base64url');
  const shop = await merchant();
  const statusOf = async (secret: string) => (await tellOfBank(depositEvent(shop), undefined, secret)).status;
  await restartWith({ BANK_SECRET: `${old},${fresh}` }, restartApi);
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200]);
  await restartWith({ BANK_SECRET: fresh }, restartApi);
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200]);
  await restartWith({ BANK_SECRET: old }, restartApi);
});

test('a leaked token at the bank: payouts wait after it was revoked, and go on with the one that replaces it', async () => {
  const shop = await liveMerchant(service.books, { sales: 1_000_000 });
  const token = String(service.applications.environment['BANK_TOKEN']);
  await restartWith({ BANK_TOKEN: 'revoked-by-the-bank-since-it-leaked' }, restartWorker);
  const id = await paidOut(shop, 10_000);
  expect([(await payoutOf(shop, id)).status, (await atBank(id)).transfers]).toEqual(['PENDING', []]);
  await restartWith({ BANK_TOKEN: token }, restartWorker);
  await becomes(shop, id, 'SETTLED');
  expect((await atBank(id)).transfers).toHaveLength(1);
});

test('a leaked encryption key: two restarts and the re-sealing job replace it, and webhooks stay signed', async () => {
  const listening = await listener();
  const { environment } = service.applications;
  const old = String(environment['ENCRYPTION_KEYS']);
  const fresh = `fresh:${randomBytes(32).toString('base64')}`;
  await restartWith({ ENCRYPTION_KEYS: `${old},${fresh}` }, restartApi, restartWorker);
  await restartWith({ ENCRYPTION_KEYS: `${fresh},${old}` }, restartApi, restartWorker);
  const reseal = await promisify(execFile)(process.execPath, ['stack/reseal.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: environment['DATABASE_URL'],
      ENCRYPTION_KEYS: environment['ENCRYPTION_KEYS'],
    },
  });
  expect(reseal.stdout).toMatch(/^sealed again with fresh: [1-9]\d* bank destinations, [1-9]\d* webhooks/);
  await restartWith({ ENCRYPTION_KEYS: fresh }, restartApi, restartWorker);
  const { id } = await sendTest(listening);
  await deliveryBecomes(listening, id, 'DELIVERED');
  const [received] = receivedOf(listening, id);
  expect(received?.headers['x-service-signature']).toBe(received && signatureOf(listening.secret, received));
});

test('a leaked operator token: the statements of the page show its calls and acts, and it ends alone', async () => {
  const [, sql = ''] = /```sql\n([\s\S]*?)```/.exec(await readFile(PAGE, 'utf8')) ?? [];
  const found = [];
  for (const statement of sql.split(';').filter((text) => text.trim() !== ''))
    found.push((await service.books.query(statement.replace("'name'", "'olga'"))).rows);
  const [calls, acts] = found;
  expect(calls?.map(({ path }) => path)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\/operator\/users\/.*\/end-sessions$/)]),
  );
  expect(acts?.map(({ action }) => action)).toEqual(expect.arrayContaining(['suspend_org']));

  const tokens = String(service.applications.environment['OPERATOR_TOKENS']);
  const replaced = 'the-token-that-olga-has-now';
  await restartWith({ OPERATOR_TOKENS: tokens.replace(OLGA['x-operator-token'], replaced) }, restartApi);
  const statusOf = async (token: string) =>
    (await api('GET', '/operator/integrity', { headers: { 'x-operator-token': token } })).status;
  expect(await statusOf(OLGA['x-operator-token'])).toBe(401);
  expect(await statusOf(replaced)).toBe(200);
  expect(await statusOf('second-operator-token-of-the-tests')).toBe(200);
});

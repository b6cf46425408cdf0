import { randomBytes } from 'node:crypto';
import { resealAll } from '../../../src/commands/reseal.ts';
import { createSecrets } from '../../../src/security/secrets.ts';
import { openDatabase } from '../../../src/store/database.ts';
import type { Database } from '../../../src/store/database.ts';
import { apiTest } from '../../support/api-test.ts';
import { newIban } from '../../support/live.ts';
import { api, call, merchant } from '../../support/people.ts';
import type { Merchant } from '../../support/people.ts';

/**
 * Changes of keys after one was stolen: what the old key protected goes on, and is protected by the new one.
 */
const service = apiTest({ own: 'stolen_keys' });
let shop: Merchant;
let database: Database;
beforeAll(async () => {
  shop = await merchant({ country: 'GB' });
  database = await openDatabase({
    url: String(service.applications.environment['DATABASE_URL']),
    poolSize: 2,
  });
});
afterAll(() => database.close());

const stolen = () => {
  const [id = '', key = ''] = String(service.applications.environment['ENCRYPTION_KEYS']).split(/:(.*)/s);
  return { id, key: Buffer.from(key, 'base64') };
};
const fresh = { id: 'fresh', key: randomBytes(32) };
const ring = (...encryption: (typeof fresh)[]) => createSecrets({ encryption, digest: randomBytes(32) });

test('after re-sealing, the stolen key opens nothing that is stored, and may be removed', async () => {
  const { session, orgId } = shop;
  const url = 'https://shop.example.com/hooks';
  const { secret } = await call('PUT', `/orgs/${orgId}/webhook`, { session, body: { url } });
  await call('POST', `/orgs/${orgId}/webhook/rotate`, { session });
  const iban = newIban();
  const body = { iban, name: 'Corner Shop Ltd', org_id: orgId };
  const { counterparty_id: id } = await call('POST', '/bank/payout-iban', { session, body });

  expect(await resealAll({ database, secrets: ring(fresh, stolen()) })).toEqual({
    destinations: 1,
    webhooks: 1,
  });
  // Nothing is left for a second run.
  expect(await resealAll({ database, secrets: ring(fresh, stolen()) })).toEqual({
    destinations: 0,
    webhooks: 0,
  });
  const { rows: hooks } = await service.books.query<{ previous: string; now: string }>(
    'select previous_sealed_secret as previous, sealed_secret as now from webhooks where org_id = $1',
    [orgId],
  );
  const { rows: accounts } = await service.books.query<{ account: string; name: string }>(
    'select sealed_account as account, sealed_registered_name as name from counterparties where id = $1',
    [id],
  );
  const [newest, old] = [ring(fresh), ring(stolen())];
  expect(newest.unseal(hooks[0]?.previous ?? '', orgId)).toBe(secret);
  expect(newest.unseal(accounts[0]?.account ?? '', id)).toContain(iban);
  expect(newest.unseal(accounts[0]?.name ?? '', `registered name ${id}`)).not.toBe('');
  expect(() => old.unseal(hooks[0]?.now ?? '', orgId)).toThrow('no encryption key');
});

test('a text whose key is not in the ring stops the run before it changes a thing', async () => {
  const other = { id: 'other', key: randomBytes(32) };
  await expect(resealAll({ database, secrets: ring(other) })).rejects.toThrow(
    'no encryption key named fresh',
  );
  expect(await resealAll({ database, secrets: ring(fresh) })).toEqual({ destinations: 0, webhooks: 0 });
});

test('cursors and idempotency keys of before a change of DIGEST_KEY hold; without the old key they do not', async () => {
  const { key, session } = shop;
  for (const title of ['one', 'two']) await call('POST', '/terminals', { key, body: { title } });
  const page = await call('GET', '/terminals?limit=1', { session });
  const headers = { 'idempotency-key': 'before the change' };
  const create = () => api('POST', '/terminals', { key, headers, body: { title: 'three' } });
  const first = await create();

  const { environment } = service.applications;
  const before = String(environment['DIGEST_KEY']);
  environment['DIGEST_KEY'] = randomBytes(32).toString('base64');
  environment['OLDER_DIGEST_KEYS'] = before;
  await service.applications.api.stop();
  await service.applications.restartApi();
  const next = () => api('GET', `/terminals?limit=1&cursor=${page.next_cursor}`, { session });
  expect((await next()).status).toBe(200);
  const again = await create();
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
  const other = await api('POST', '/terminals', { key, headers, body: { title: 'another' } });
  expect(other.status).toBe(422);

  environment['OLDER_DIGEST_KEYS'] = '';
  await service.applications.api.stop();
  await service.applications.restartApi();
  expect((await next()).body).toEqual({ error: 'bad cursor' });
});

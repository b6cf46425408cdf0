import { apiTest } from '../../support/api-test.ts';
import { OLGA } from '../../support/operators.ts';
import { api, authorized, call, merchant, person, shopper } from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';
import { signIn } from '../../support/signing-in.ts';

const { books } = apiTest();

let shop: Merchant;
beforeEach(async () => {
  shop = await merchant();
});

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads the fields that it has just caused
async function trail(query = ''): Promise<any[]> {
  return (await call('GET', `/orgs/${shop.orgId}/audit${query}`, { session: shop.session })).entries;
}

async function joined(role: string): Promise<Person> {
  const someone = await person();
  const body = { user_id: someone.userId, role };
  await call('POST', `/orgs/${shop.orgId}/members`, { session: shop.session, body });
  await call('GET', `/orgs/${shop.orgId}`, { session: someone.session });
  return someone;
}

describe('the trail of an org', () => {
  test('says who did what to whom, when, from where, and what it was before', async () => {
    const ben = await joined('support');
    const path = `/orgs/${shop.orgId}/members/${ben.userId}`;
    const { headers } = await api('PATCH', path, { session: shop.session, body: { role: 'finance' } });
    const [entry] = await trail();
    expect(entry).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      env: 'sandbox',
      actor: { kind: 'user', id: shop.userId, email: shop.email },
      action: 'member.role_changed',
      target: { kind: 'member', id: ben.userId },
      before: { role: 'support' },
      after: { role: 'finance' },
      address: '127.0.0.1',
      request_id: headers.get('x-request-id'),
    });
    expect(Math.abs(Date.now() - Date.parse(entry.at))).toBeLessThan(60_000);
  });

  test('has every change of members and invites', async () => {
    const at = `/orgs/${shop.orgId}`;
    const by = { session: shop.session };
    const [ben, amy] = [await joined('support'), await person()];
    await call('PATCH', `${at}/members/${ben.userId}`, { ...by, body: { role: 'admin' } });
    await call('PATCH', `${at}/members/${ben.userId}`, { ...by, body: { role: 'admin' } });
    await call('DELETE', `${at}/members/${ben.userId}`, by);
    const { invite_id: first } = await call('POST', `${at}/invites`, {
      ...by,
      body: { email: amy.email, role: 'support' },
    });
    await call('POST', `${at}/invites`, { ...by, body: { email: amy.email, role: 'admin' } });
    await call('DELETE', `${at}/invites/${first}`, by);
    await call('POST', `${at}/invites`, { ...by, body: { email: amy.email, role: 'support' } });
    await signIn(books, amy.email);
    await call('PATCH', at, { ...by, body: { name: 'Corner Coffee' } });
    await call('PATCH', at, { ...by, body: {} });
    const actions = (await trail()).map(({ action, actor, after }) => [
      action,
      actor.id,
      after?.email ?? null,
    ]);
    expect(actions.filter(([action]) => !String(action).startsWith('key.'))).toEqual([
      ['org.renamed', shop.userId, null],
      ['invite.claimed', amy.userId, amy.email],
      ['invite.created', shop.userId, amy.email],
      ['invite.revoked', shop.userId, amy.email],
      ['invite.created', shop.userId, amy.email],
      ['invite.created', shop.userId, amy.email],
      ['member.removed', shop.userId, null],
      ['member.role_changed', shop.userId, null],
      ['member.joined', ben.userId, null],
      ['member.added', shop.userId, null],
    ]);
  });

  test('has voids and returns once, by the key that asked for them, with the address of the call', async () => {
    const buyer = await shopper();
    const [voided, returned] = [await authorized(shop, buyer), await authorized(shop, buyer)];
    const headers = { 'idempotency-key': crypto.randomUUID() };
    for (const _ of [1, 2]) await call('POST', `/charges/${voided.authId}/void`, { key: shop.key, headers });
    await call('POST', `/charges/${returned.authId}/capture`, { key: shop.key });
    const back = await call('POST', `/charges/${returned.authId}/return`, { key: shop.key, body: {} });
    const entries = (await trail()).filter(({ action }) => action.startsWith('charge.'));
    const by = {
      env: 'sandbox',
      actor: { kind: 'key', id: expect.any(String), email: null },
      address: '127.0.0.1',
    };
    expect(entries).toEqual([
      expect.objectContaining({
        ...by,
        action: 'charge.returned',
        target: { kind: 'charge', id: returned.authId },
        after: { return_id: back.return_id, refund_minor: 1000, currency: 'USD' },
      }),
      expect.objectContaining({
        ...by,
        action: 'charge.voided',
        target: { kind: 'charge', id: voided.authId },
      }),
    ]);
    expect(entries.every(({ request_id: id }) => typeof id === 'string')).toBe(true);
  });

  test('has keys, webhooks and bank destinations, and never a secret', async () => {
    const by = { session: shop.session };
    const body = { org_id: shop.orgId, env: 'sandbox', name: 'back office', scopes: ['returns'] };
    const { id, key } = await call('POST', '/apikeys', { ...by, body });
    for (const _ of [1, 2]) await call('DELETE', `/orgs/${shop.orgId}/keys/${id}`, by);
    const webhook = `/orgs/${shop.orgId}/webhook`;
    const url = 'http://127.0.0.1:9/hooks?token=hidden';
    for (const _ of [1, 2]) await call('PUT', webhook, { ...by, body: { url } });
    await call('PUT', webhook, { ...by, body: { url: 'http://127.0.0.1:9/elsewhere' } });
    const { secret } = await call('POST', `${webhook}/rotate`, { ...by, body: {} });
    for (const _ of [1, 2]) await call('DELETE', webhook, by);
    const account = {
      routing_number: '021000021',
      account_number: '123456789',
      name: 'Corner Shop',
      org_id: shop.orgId,
    };
    const { counterparty_id: counterpartyId } = await call('POST', '/bank/payout-ach', {
      ...by,
      body: account,
    });
    for (const _ of [1, 2]) await call('DELETE', `/bank/counterparties/${counterpartyId}`, by);
    const entries = await trail();
    expect(entries.map(({ action }) => action)).toEqual([
      'destination.disabled',
      'destination.registered',
      'webhook.deleted',
      'webhook.rotated',
      'webhook.set',
      'webhook.set',
      'key.revoked',
      'key.issued',
      'key.issued',
    ]);
    expect(
      entries.every(({ address, request_id: request }) => address === '127.0.0.1' && request !== null),
    ).toBe(true);
    const urls = (await trail('?action=webhook.set')).map(({ before, after }) => [before, after]);
    const [first, second] = [{ url: 'http://127.0.0.1:9/hooks' }, { url: 'http://127.0.0.1:9/elsewhere' }];
    expect(urls).toEqual([
      [first, second],
      [null, first],
    ]);
    const text = JSON.stringify(entries);
    for (const hidden of [key, secret, 'hidden', '123456789']) expect(text).not.toContain(hidden);
  });

  test('has what operators and partners change', async () => {
    const at = `/operator/orgs/${shop.orgId}`;
    for (const _ of [1, 2]) await call('PATCH', `${at}/pricing`, { headers: OLGA, body: { mdr_bps: 150 } });
    const approved = { status: 'APPROVED', reason: 'documents seen' };
    for (const _ of [1, 2]) await call('POST', `${at}/kyb`, { headers: OLGA, body: approved });
    const operator = { kind: 'operator', id: 'olga', email: null };
    expect((await trail()).slice(0, 2)).toEqual([
      expect.objectContaining({
        action: 'kyb.changed',
        actor: operator,
        before: { kyb_status: 'NOT_STARTED' },
        after: { kyb_status: 'APPROVED' },
      }),
      expect.objectContaining({ action: 'pricing.changed', actor: operator }),
    ]);
    expect(await trail('?action=pricing.changed')).toHaveLength(1);
  });

  test('is for owners and admins, of this org alone', async () => {
    const [admin, finance] = [await joined('admin'), await joined('finance')];
    const read = ({ session }: Person) => api('GET', `/orgs/${shop.orgId}/audit`, { session });
    expect((await read(admin)).status).toBe(200);
    expect((await read(finance)).body).toEqual({ error: 'owner/admin required' });
    expect((await read(await merchant())).body).toEqual({ error: 'org not found' });
  });

  test('pages exactly, filters by action, and knows its actions', async () => {
    for (const role of ['support', 'finance', 'developer']) await joined(role);
    const all = (await trail('?action=member.added')).map(({ id }) => id);
    expect(all).toHaveLength(3);
    const page = (query: string) =>
      call('GET', `/orgs/${shop.orgId}/audit?action=member.added&limit=2${query}`, { session: shop.session });
    const first = await page('');
    const second = await page(`&cursor=${first.next_cursor}`);
    expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(all);
    expect(second.next_cursor).toBeNull();
    const unknown = await api('GET', `/orgs/${shop.orgId}/audit?action=member.paid`, {
      session: shop.session,
    });
    expect(unknown.body).toEqual({ error: 'bad action' });
  });

  test('cannot be changed afterwards', async () => {
    await joined('support');
    for (const change of [
      `update org_events set action = 'org.renamed'`,
      'delete from org_events',
      'truncate org_events cascade',
    ])
      await expect(
        books.query(`${change}${change.startsWith('truncate') ? '' : ` where org_id = '${shop.orgId}'`}`),
      ).rejects.toThrow('append-only');
  });
});

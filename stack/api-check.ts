import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApiCaller } from './api-caller.ts';
import type { ApiCaller } from './api-caller.ts';
import { signInByMail } from './first-payment.ts';
import type { Person } from './first-payment.ts';
import { DATA } from './places.ts';
import type { StackFacts } from './run-lock.ts';

/**
 * Creates one object of each kind in the sandbox of the running stack, and prints their ids as settings for a
 * shell. A check of the API against its description needs them to get past "not found". See
 * docs/checking-the-api.md.
 */
const facts = JSON.parse(await readFile(join(DATA, 'stack.json'), 'utf8')) as StackFacts;
const api = createApiCaller(facts.api_url);
const run = Date.now().toString(36);
const CART = {
  items: [{ product_id: 'A', display_name: 'Coffee', unit_price: 5000, qty: 3, cashback_rate: 750 }],
  total: 15_000,
};

const signIn = (name: string): Promise<Person> =>
  signInByMail(api, facts.inbox_url, `${name}-${run}@example.com`);

async function makeMerchant(owner: Person, member: Person) {
  const { session } = owner;
  const orgId = (await api.post('/orgs', { name: 'Checked Coffee', country_code: 'US' }, session)).text(
    'org_id',
  );
  const key = (await api.post('/apikeys', { org_id: orgId, env: 'sandbox', name: 'check' }, session)).text(
    'key',
  );
  const spare = (await api.post('/apikeys', { org_id: orgId, env: 'sandbox', name: 'spare' }, session)).text(
    'id',
  );
  const email = `invited-${run}@example.com`;
  const invite = (await api.post(`/orgs/${orgId}/invites`, { email, role: 'support' }, session)).text(
    'invite_id',
  );
  await api.post(`/orgs/${orgId}/members`, { user_id: member.userId, role: 'support' }, session);
  // Nothing listens on this port: the deliveries fail, and appear in the log.
  await api.put(`/orgs/${orgId}/webhook`, { url: 'http://127.0.0.1:9/webhooks' }, session);
  const delivery = (await api.post(`/orgs/${orgId}/webhook/test`, {}, session)).text('id');
  const account = {
    routing_number: '021000021',
    account_number: '123456789',
    name: 'Checked Coffee',
    org_id: orgId,
  };
  await api.post('/bank/payout-ach', account, session);
  // With a second org, every call must name the org. This session has chosen one.
  const chosen = (await api.post('/auth/mode', { env: 'sandbox', org_id: orgId }, session)).text(
    'session_token',
  );
  return { orgId, key: { 'x-api-key': key }, spare, invite, delivery, session: chosen };
}

async function makeSales(
  caller: ApiCaller,
  { orgId, key }: { orgId: string; key: { 'x-api-key': string } },
  shopper: Person,
) {
  await caller.post('/sandbox/wallet/topup', { amount_minor: 1_000_000, currency: 'USD' }, shopper.session);
  const entry = await caller.post('/buy-list', { merchant_id: orgId, product_id: 'A' }, shopper.session);
  const open = async () => (await caller.post('/checkouts', CART, key)).text('id');
  const authorize = async () =>
    (await caller.post(`/checkouts/${await open()}/authorize`, {}, shopper.session)).text('auth_id');
  const [charge, checkout] = [await authorize(), await open()];
  await caller.post(`/charges/${charge}/capture`, {}, key);
  const terminal = (await caller.post('/terminals', { title: 'Counter' }, key)).text('id');
  await caller.post('/checkouts', { ...CART, terminal_id: terminal }, key);
  const payout = (
    await caller.post('/payouts', { amount_minor: 100, currency: 'USD', country_code: 'US' }, key)
  ).text('instruction_id');
  return { charge, checkout, terminal, payout, entry: entry.text('id') };
}

const [owner, member] = [await signIn('owner'), await signIn('member')];
const merchant = await makeMerchant(owner, member);
// For the operator's acts: a suspended merchant would be refused everything else.
const memberOrg = await api.post('/orgs', { name: 'Other Coffee', country_code: 'US' }, member.session);
// The owner also acts as the shopper: one session then reaches both sides.
const sales = await makeSales(api, merchant, {
  ...owner,
  session: { authorization: `Bearer ${merchant.session}` },
});
const settings = {
  API_URL: facts.api_url,
  OPERATOR_TOKEN: facts.operator_token,
  API_KEY: merchant.key['x-api-key'],
  SESSION_TOKEN: merchant.session,
  ORG_ID: merchant.orgId,
  MEMBER_ID: member.userId,
  MEMBER_ORG_ID: memberOrg.text('org_id'),
  KEY_ID: merchant.spare,
  INVITE_ID: merchant.invite,
  DELIVERY_ID: merchant.delivery,
  CHARGE_ID: sales.charge,
  CHECKOUT_ID: sales.checkout,
  TERMINAL_ID: sales.terminal,
  PAYOUT_ID: sales.payout,
  ENTRY_ID: sales.entry,
};
console.log(
  Object.entries(settings)
    .map(([name, value]) => `export ${name}='${value}'`)
    .join('\n'),
);

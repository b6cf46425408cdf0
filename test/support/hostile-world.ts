import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { ROUTES } from '../../src/http/routes/index.ts';
import { ownCountry } from './countries.ts';
import { makeAdjustment, makeCase, makeSuspense, signedBy } from './matrix-world.ts';
import { OLGA } from './operators.ts';
import { authorized, call, merchant, openCheckout, shopper } from './people.ts';
import type { Merchant, Person } from './people.ts';

type Route = (typeof ROUTES)[number];

export interface HostileWorld {
  readonly shop: Merchant;
  readonly buyer: Person;
  /** Ids that mean something, by the kind of what they name, so that requests get past "not found". */
  readonly known: Readonly<Record<string, string>>;
}

/**
 * Makes the business and the shopper whose credentials hostile requests carry, and something of every kind of
 * theirs. Worlds of one test may share a country: there are few.
 */
export async function makeHostileWorld(books: Pool, country?: string): Promise<HostileWorld> {
  const [owner, buyer] = await Promise.all([merchant(), shopper()]);
  // A business is chosen once: what creates more of them must not make every other call ask which.
  const chosen = await call('POST', '/auth/mode', {
    session: owner.session,
    body: { env: 'sandbox', org_id: owner.orgId },
  });
  const shop = { ...owner, session: chosen.session_token };
  const { checkoutId, authId } = await authorized(shop, buyer);
  const { id } = await openCheckout(shop);
  const till = await call('POST', '/terminals', { key: shop.key, body: { title: 'Till' } });
  const entry = await call('POST', '/buy-list', {
    session: buyer.session,
    body: { merchant_id: shop.orgId, product_id: 'tea' },
  });
  await openCheckout(shop, { cart: { terminal_id: till.id } });
  const invited = { email: `${randomUUID()}@example.com`, role: 'support' };
  const invite = await call('POST', `/orgs/${shop.orgId}/invites`, { session: shop.session, body: invited });
  const made = await call('POST', '/apikeys', {
    session: shop.session,
    body: { org_id: shop.orgId, env: 'sandbox', name: 'spare' },
  });
  const known = {
    org: shop.orgId,
    checkout: id,
    sale: checkoutId,
    charge: authId,
    terminal: till.id,
    entry: entry.id,
    user: buyer.userId,
    member: shop.userId,
    invite: invite.invite_id,
    key: made.id,
    country: country ?? (await ownCountry(books)),
    payout: await makePayout(shop, buyer),
    case: await makeCase(shop),
    suspense_case: await makeSuspense(),
    adjustment: await makeAdjustment(buyer.userId),
  };
  return { shop, buyer, known };
}

async function makePayout(shop: Merchant, buyer: Person): Promise<string> {
  const { authId } = await authorized(shop, buyer, { total: 10_000 });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  const account = {
    routing_number: '021000021',
    account_number: '123456789',
    name: 'Corner shop',
    org_id: shop.orgId,
  };
  await call('POST', '/bank/payout-ach', { session: shop.session, body: account });
  const body = { amount_minor: 100, currency: 'USD', country_code: 'US' };
  return (await call('POST', '/payouts', { key: shop.key, body })).instruction_id;
}

/** The credential that the route asks for. */
export function credentialOf(
  { shop, buyer }: HostileWorld,
  { credential, access }: Route,
  body: string | null,
): Record<string, string> {
  const session = {
    authorization: `Bearer ${access.target?.reach?.includes('shopper') === true ? buyer.session : shop.session}`,
  };
  switch (credential) {
    case 'none':
      return {};
    case 'session':
      return session;
    case 'api_key':
    case 'api_key_or_session':
      return { 'x-api-key': shop.key };
    case 'operator':
      return OLGA;
    case 'bank_partner':
    case 'verification_partner':
      return signedBy(credential, body ?? '');
  }
}

/** The route's path with ids of our own, but for one. */
export function pathTo(
  { shop, known }: HostileWorld,
  { path, access: { target } }: Route,
  odd: { name: string; text: string } | null = null,
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === odd?.name) return odd.text;
    return name === target?.within ? shop.orgId : (known[target?.kind ?? ''] ?? randomUUID());
  });
}

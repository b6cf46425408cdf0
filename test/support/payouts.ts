import { authorized, call, merchant, shopper } from './people.ts';
import type { Merchant } from './people.ts';

export const IBAN = 'GB33BUKB20201555555555';

/** Registers the US account that tests are paid out to. Answers the counterparty. */
// oxlint-disable-next-line typescript/no-explicit-any
export function registerAch(shop: Merchant, more: object = {}): Promise<any> {
  const body = {
    routing_number: '021000021',
    account_number: '123456789',
    name: 'Corner Shop LLC',
    org_id: shop.orgId,
    ...more,
  };
  return call('POST', '/bank/payout-ach', { session: shop.session, body });
}

/** Captures a sale without tax or cashback, so that the merchant has this much less the fee of 2 %. */
export async function sell(shop: Merchant, total: number): Promise<void> {
  const { authId } = await authorized(shop, await shopper({ funds: total }), { total });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
}

/** A merchant in the US with a bank destination and sales of 10,000, of which 9,800 are theirs. */
export async function payable(more: object = {}): Promise<Merchant> {
  const shop = await merchant();
  await Promise.all([registerAch(shop, more), sell(shop, 10_000)]);
  return shop;
}

/** The merchant's US dollar balance, in minor units. */
export async function balanceOf(shop: Merchant): Promise<{ available: number; pending: number }> {
  const { currencies } = await call('GET', `/orgs/${shop.orgId}/balance`, { key: shop.key });
  const [usd] = currencies as { available_minor: number; pending_payout_minor: number }[];
  return { available: usd?.available_minor ?? 0, pending: usd?.pending_payout_minor ?? 0 };
}

export const order = (amount: number, more: object = {}) => ({
  amount_minor: amount,
  currency: 'USD',
  country_code: 'US',
  ...more,
});

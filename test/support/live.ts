import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { SIGNATURE_HEADER, signCallback, TIMESTAMP_HEADER } from '../../src/security/partner-signature.ts';
import { OLGA } from './operators.ts';
import { api, call, item, merchant, person, until } from './people.ts';
import type { Answer, Merchant, Person } from './people.ts';
import { bankSecret } from './verification.ts';

/**
 * Where the live merchants of payouts are. Tests whose merchants must have terms of their own take
 * `ownCountry`; these need a country whose accounts have an IBAN, with a partner connected for all of them
 * alike. No other test names it.
 */
const LIVE_COUNTRY = 'IE';
const LIVE_CURRENCY = 'EUR';

export interface LiveMerchant extends Merchant {
  /** API key and session of the live environment; `key` and `session` are the sandbox's. */
  readonly liveKey: string;
  readonly liveSession: string;
  readonly iban: string;
  readonly counterpartyId: string;
  readonly base: string;
}

/** Calls a control of the simulated partners. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function simulator(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${process.env['TEST_SIMULATOR_URL']}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answered: unknown = await answer.json();
  if (answer.status !== 200)
    throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answered)}`);
  return answered;
}

export interface LiveOptions {
  readonly base?: string;
  /** Minor units: what shoppers pay them in live. */
  readonly sales?: number;
  /**
   * Of their account's holder, as the register has it and as it is registered here. One in another name than
   * the business's is approved by a second person.
   */
  readonly name?: string;
}

/**
 * A verified business with live credentials, a bank destination whose name matches, and real sales of which
 * 98 % are theirs.
 */
export async function liveMerchant(
  books: Pool,
  { base = process.env['TEST_API_URL'] ?? '', sales = 0, name = 'Corner Shop Ltd' }: LiveOptions = {},
): Promise<LiveMerchant> {
  await books.query(
    'insert into countries (country_code, live_partner) values ($1, true) on conflict (country_code) do update set live_partner = true',
    [LIVE_COUNTRY],
  );
  const shop = await merchant({ country: LIVE_COUNTRY, base });
  await setKyb(shop, 'APPROVED', base);
  const { key: liveKey } = await call(
    'POST',
    '/apikeys',
    { session: shop.session, body: { org_id: shop.orgId, env: 'live', name: 'live till' } },
    base,
  );
  const liveSession = await enterLive(shop, { base, orgId: shop.orgId });
  const iban = newIban();
  await simulator('POST', '/payee-names/holders', { account: iban, registered_name: name });
  const { counterparty_id: counterpartyId, status } = await call(
    'POST',
    '/bank/payout-iban',
    { session: liveSession, body: { iban, name, org_id: shop.orgId } },
    base,
  );
  const live: LiveMerchant = { ...shop, liveKey, liveSession, iban, counterpartyId, base };
  if (status === 'HELD') await approvedBySecond(live, counterpartyId);
  if (sales > 0) await sellLive(live, sales);
  return live;
}

/** Has a destination approved by an admin who joins for it. */
export async function approvedBySecond(shop: LiveMerchant, counterpartyId: string): Promise<void> {
  const { base, orgId, session } = shop;
  const admin = await person(base);
  const body = { user_id: admin.userId, role: 'admin' };
  await call('POST', `/orgs/${orgId}/members`, { session, body }, base);
  const approver = { session: await enterLive(admin, shop) };
  await call('POST', `/bank/counterparties/${counterpartyId}/approve`, approver, base);
}

/** The operator says how a business stands. */
export const setKyb = ({ orgId }: Pick<Merchant, 'orgId'>, status: string, base?: string): Promise<unknown> =>
  call('POST', `/operator/orgs/${orgId}/kyb`, { headers: OLGA, body: { status, reason: 'seen' } }, base);

/**
 * Captures a live sale over this total, paid by a verified consumer with money that the bank received for
 * them.
 */
export async function sellLive({ liveKey, base }: LiveMerchant, total: number): Promise<void> {
  const buyer = await person(base);
  await call('PATCH', '/me', { session: buyer.session, body: { country_code: LIVE_COUNTRY } }, base);
  await call(
    'POST',
    `/operator/users/${buyer.userId}/kyc`,
    { headers: OLGA, body: { status: 'APPROVED', reason: 'seen' } },
    base,
  );
  const session = await enterLive(buyer, { base });
  const callback_url = `${base}/partners/bank/events`;
  await simulator('POST', '/bank/deposits', {
    user_id: buyer.userId,
    amount_minor: total,
    currency: LIVE_CURRENCY,
    callback_url,
  });
  await until(
    () => call('GET', '/wallet', { session }, base),
    ({ wallets }) => wallets.some((wallet: { balance_minor: number }) => wallet.balance_minor >= total),
  );
  const cart = { items: [item({ unit_price: total })], total, currency: LIVE_CURRENCY };
  const { id } = await call('POST', '/checkouts', { key: liveKey, body: cart }, base);
  const { auth_id: authId } = await call('POST', `/checkouts/${id}/authorize`, { session, body: {} }, base);
  await call('POST', `/charges/${authId}/capture`, { key: liveKey }, base);
}

/** Takes a session to live, for an org or as a consumer. Answers the fresh one. */
export async function enterLive(
  { session }: Person,
  { base, orgId }: { base: string; orgId?: string },
): Promise<string> {
  const body = { env: 'live', ...(orgId === undefined ? {} : { org_id: orgId }) };
  return (await call('POST', '/auth/mode', { session, body }, base)).session_token;
}

/** Asks for a live payout. */
export const payLive = ({ liveKey, base }: LiveMerchant, amount: number): Promise<Answer> =>
  api(
    'POST',
    '/payouts',
    { key: liveKey, body: { amount_minor: amount, currency: LIVE_CURRENCY, country_code: LIVE_COUNTRY } },
    base,
  );

/** The same, for one that is to be made. Answers its id. */
export async function paidOut(shop: LiveMerchant, amount: number): Promise<string> {
  const { status, body } = await payLive(shop, amount);
  if (status !== 200)
    throw new Error(`the payout of ${amount} was answered ${status} ${JSON.stringify(body)}`);
  return body.instruction_id;
}

/** A payout as the API shows it. */
// oxlint-disable-next-line typescript/no-explicit-any
export const payoutOf = ({ liveKey, base }: LiveMerchant, id: string): Promise<any> =>
  call('GET', `/payouts/${id}`, { key: liveKey }, base);

/** Waits until the payout has this status. Answers it. */
// oxlint-disable-next-line typescript/no-explicit-any
export const becomes = (shop: LiveMerchant, id: string, wanted: string, ms = 45_000): Promise<any> =>
  until(
    () => payoutOf(shop, id),
    ({ status }: { status: string }) => status === wanted,
    ms,
  );

/** The merchant's live balance, in minor units. */
export async function liveBalance({
  orgId,
  liveKey,
  base,
}: LiveMerchant): Promise<{ available: number; pending: number }> {
  const { currencies } = await call('GET', `/orgs/${orgId}/balance`, { key: liveKey }, base);
  const [row] = currencies as { available_minor: number; pending_payout_minor: number }[];
  return { available: row?.available_minor ?? 0, pending: row?.pending_payout_minor ?? 0 };
}

/** One transfer in the bank's own books. */
export interface BankRow {
  readonly id: string;
  readonly reference: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly status: 'pending' | 'settled' | 'failed' | 'returned';
  readonly account: { readonly iban: string };
}

/** The bank's transfers under this reference, and the number of its submits and lookups. */
export async function atBank(reference?: string): Promise<{
  transfers: BankRow[];
  submits: { reference: string; count: number; asked: number; script: string }[];
}> {
  return simulator('GET', `/bank/ledger${reference === undefined ? '' : `?reference=${reference}`}`);
}

/** An Irish account that nobody else has, with its check digits. Source: ISO 13616. */
export function newIban(): string {
  const account = `AIBK${String(Math.floor(Math.random() * 1e14)).padStart(14, '0')}`;
  const digits = [...`${account}${LIVE_COUNTRY}00`].map((sign) => String(parseInt(sign, 36))).join('');
  return `${LIVE_COUNTRY}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`;
}

/** An event about a deposit of this person, which the bank has not and did not send. */
export const depositEvent = ({ userId }: { readonly userId: string }, more: object = {}) => ({
  id: randomUUID(),
  type: 'deposit.received',
  reference: userId,
  amount_minor: 5000,
  currency: 'USD',
  occurred_at: new Date().toISOString(),
  ...more,
});

/** Sends the API what the bank might have sent, signed by its secret unless by another. */
export function tellOfBank(event: object, base?: string, secret = bankSecret()): Promise<Answer> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: signCallback(secret, timestamp, Buffer.from(body)),
  };
  return api('POST', '/partners/bank/events', { headers, body }, base);
}

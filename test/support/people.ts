import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { checkIntegrity } from '../../src/store/integrity.ts';
import { OLGA } from './operators.ts';

/** An answer of the API. The body is whatever the route answers: tests say what they expect of it. */
export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  /** The help of a refusal, taken out of its body: tests compare bodies by their reason. */
  readonly help: { readonly detail?: string; readonly hint?: string };
  readonly headers: Headers;
}

export interface Request {
  readonly key?: string;
  readonly session?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const apiUrl = (): string => process.env['TEST_API_URL'] ?? '';

/**
 * Calls the API under test, at `base` when it is not the shared one. Checks every answer: failures are
 * `{error: text}`, nothing is a 5xx but a declared 503, every answer carries its request id.
 */
export async function api(
  method: string,
  path: string,
  { key, session, headers, body }: Request = {},
  base = apiUrl(),
): Promise<Answer> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(session === undefined ? {} : { authorization: `Bearer ${session}` }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
  } as RequestInit);
  const text = await response.text();
  const { status, headers: sent } = response;
  const answer = { status, ...partsOf(status, JSON.parse(text)), headers: sent };
  if (response.status >= 500 && response.status !== 503)
    throw new Error(`${method} ${path} answered ${response.status} ${text}`);
  if (response.status >= 400)
    expect(answer.body).toEqual(expect.objectContaining({ error: expect.any(String) }));
  expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{8,128}$/);
  return answer;
}

/** A refusal's body without its help, which is for people and may change; other bodies as they are. */
function partsOf(status: number, whole: unknown): Pick<Answer, 'body' | 'help'> {
  if (status < 400) return { body: whole, help: {} };
  const { detail, hint, ...body } = whole as Record<string, unknown>;
  for (const text of [detail, hint])
    if (text !== undefined) expect(text).toEqual(expect.stringMatching(/^\S.{1,600}$/u));
  return { body, help: JSON.parse(JSON.stringify({ detail, hint })) };
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads the fields that it has just caused
type AnswerBody = any;

/**
 * Makes a call that must succeed. Returns the body. Asks again after `503 temporarily unavailable`, under the
 * same Idempotency-Key, as the contract tells merchants' servers to: a busy machine is not what these tests
 * are about. Those that are about it use `api`.
 */
export async function call(
  method: string,
  path: string,
  request: Request = {},
  base = apiUrl(),
): Promise<AnswerBody> {
  const isKept = method === 'POST' && (request.key ?? request.session) !== undefined;
  const headers = isKept ? { 'idempotency-key': randomUUID(), ...request.headers } : request.headers;
  const ask = () => api(method, path, headers === undefined ? request : { ...request, headers }, base);
  const isAnswered = ({ status, body }: Answer): boolean =>
    status !== 503 && body.error !== 'request in progress';
  const answer = await until(ask, isAnswered);
  if (answer.status !== 200)
    throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The newest code mailed to this address. Waits until the mail is there. */
export async function mailedCode(email: string, butNot: readonly string[] = []): Promise<string> {
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(25)) {
    const response = await fetch(`${process.env['TEST_INBOX_URL']}/messages?to=${encodeURIComponent(email)}`);
    const { messages } = (await response.json()) as { messages: { subject: string; text: string }[] };
    // Owners get other mails too, about what happens in their organization.
    const newest = messages.find(({ subject }) => subject.includes('code'));
    const code = /\b(\d{6})\b/.exec(newest?.text ?? '')?.[1];
    if (code !== undefined && !butNot.includes(code)) return code;
  }
  throw new Error(`no code was mailed to ${email}`);
}

/**
 * Looks again until the answer is there; fails with the last one after half a minute. Never use it to wait
 * for time to pass.
 */
export async function until<T>(
  look: () => Promise<T>,
  isThere: (value: T) => boolean,
  ms = 30_000,
): Promise<T> {
  for (const end = Date.now() + ms; ; await pause(20)) {
    const value = await look();
    if (isThere(value)) return value;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(value)} after ${ms} ms`);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Person {
  readonly email: string;
  readonly userId: string;
  readonly session: string;
}

/** Somebody who has signed in by the code that was mailed to them. */
export async function person(base = apiUrl(), email = `${randomUUID()}@example.com`): Promise<Person> {
  const { challenge } = await call('POST', '/auth/otp/request', { body: { email } }, base);
  const code = await mailedCode(email);
  const { user_id: userId, session_token: session } = await call(
    'POST',
    '/auth/otp/verify',
    { body: { email, code, challenge } },
    base,
  );
  return { email, userId, session };
}

/** A shopper with this much in their sandbox wallet. */
export async function shopper({
  funds = 1_000_000,
  currency = 'USD',
  base = apiUrl(),
} = {}): Promise<Person> {
  const someone = await person(base);
  if (funds > 0)
    await call(
      'POST',
      '/sandbox/wallet/topup',
      { session: someone.session, body: { amount_minor: funds, currency } },
      base,
    );
  return someone;
}

export interface Merchant extends Person {
  readonly orgId: string;
  /** A sandbox API key. */
  readonly key: string;
}

/** The owner of a new business with a sandbox key. */
export async function merchant({ country = 'US', base = apiUrl() } = {}): Promise<Merchant> {
  const owner = await person(base);
  const org = await call(
    'POST',
    '/orgs',
    { session: owner.session, body: { name: 'Corner shop', country_code: country } },
    base,
  );
  const made = await call(
    'POST',
    '/apikeys',
    { session: owner.session, body: { org_id: org.org_id, env: 'sandbox', name: 'till' } },
    base,
  );
  return { ...owner, orgId: org.org_id, key: made.key };
}

/** A line that costs this much, without cashback unless it says so. */
export function item(more: Record<string, unknown> = {}): Record<string, unknown> {
  return { product_id: 'tea', display_name: 'Tea', unit_price: 1000, qty: 1, cashback_rate: 0, ...more };
}

/** The cart of the golden numbers: total 7609, pots 449 and 16. Source: contract, section 6. */
export const GOLDEN_CART = {
  items: [
    item({ product_id: 'A', display_name: 'A', unit_price: 1999, qty: 3, cashback_rate: 750 }),
    item({ product_id: 'B', display_name: 'B', unit_price: 501, qty: 1, cashback_rate: 333 }),
  ],
  shipping_amount: 499,
  tax_amount: 612,
  total: 7609,
  currency: 'USD',
};

export interface Opened {
  readonly id: string;
  readonly terminalId: string;
}

/** A pending checkout over one line of this total, or over what `cart` says. */
export async function openCheckout(
  shop: Merchant,
  { total = 1000, cart = {}, base = apiUrl() }: { total?: number; cart?: object; base?: string } = {},
): Promise<Opened> {
  const body = { items: [item({ unit_price: total })], total, ...cart };
  const { id, terminal_id: terminalId } = await call('POST', '/checkouts', { key: shop.key, body }, base);
  return { id, terminalId };
}

/** A charge that this shopper has authorized. Answers checkout and authorization ids. */
export async function authorized(
  shop: Merchant,
  buyer: Person,
  options: { total?: number; cart?: object; base?: string } = {},
): Promise<{ checkoutId: string; authId: string }> {
  const { id } = await openCheckout(shop, options);
  const { auth_id: authId } = await call(
    'POST',
    `/checkouts/${id}/authorize`,
    { session: buyer.session, body: {} },
    options.base,
  );
  return { checkoutId: id, authId };
}

/**
 * Connections to the database of the API under test, `max` at most: for what no endpoint shows, and for
 * verdicts that partners give.
 */
export function bookkeeping(url = process.env['TEST_DATABASE_URL'], max = 2): Pool {
  return new Pool({ connectionString: url, max });
}

/** Every promise of the books holds. Ends every test over HTTP. */
export async function expectIntegrity(pool: Pool): Promise<void> {
  const broken = (await checkIntegrity(pool)).filter(({ violations }) => violations > 0);
  expect(broken).toEqual([]);
}

/**
 * All compliance records of an organization, newest first. The list has those of all organizations by their
 * own time, so records of those whose clocks were moved come before.
 */
export async function complianceRecordsOf({ orgId }: { orgId: string }): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/operator/compliance/records?limit=200${cursor && `&cursor=${cursor}`}`;
    const page: { records: Record<string, unknown>[]; next_cursor: string | null } = await call('GET', path, {
      headers: OLGA,
    });
    found.push(...page.records.filter((record) => record['org_id'] === orgId));
    cursor = page.next_cursor;
  }
  return found;
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceivedRequest, WebhookReceiver } from '../simulators/webhook-receiver.ts';
import { createApiCaller, type ApiCaller, type Credential } from './api-caller.ts';

const MAIL_MS = 20_000;
const WEBHOOK_MS = 20_000;
const TOP_UP = 10_000;

/** The golden cart (contract, section 6): A is recommended by another shopper, B is not. */
const CART = {
  currency: 'USD',
  items: [
    { product_id: 'A', display_name: 'Coffee beans', unit_price: 1999, qty: 3, cashback_rate: 750 },
    { product_id: 'B', display_name: 'Paper filters', unit_price: 501, qty: 1, cashback_rate: 333 },
  ],
  shipping_amount: 499,
  tax_amount: 612,
  total: 7609,
} as const;

/** The expected amounts at 200 bp and an even split, in minor units. */
const GOLDEN = {
  mdr_fee: 130,
  recommender_amount: 224,
  buyer_amount: 0,
  deferred_buyer_amount: 241,
} as const;

export interface FirstPaymentOptions {
  readonly apiUrl: string;
  readonly inboxUrl: string;
  readonly receiver: WebhookReceiver;
  readonly say: (line: string) => void;
}

export interface FirstPayment {
  /** The address of the merchant's owner. */
  readonly email: string;
  /** A valid sandbox key. */
  readonly apiKey: string;
  readonly orgId: string;
  readonly terminalId: string;
  readonly authId: string;
}

export interface Person {
  readonly userId: string;
  readonly session: Credential;
}

interface Shop {
  readonly orgId: string;
  readonly apiKey: string;
  readonly key: Credential;
  readonly webhookSecret: string;
}

/**
 * Makes one whole payment through the public API, from sign-up to verified webhooks.
 *
 * Throws on the first answer that differs from the contract, the golden amounts included. The e-mail
 * addresses are new each time, so it can run again on the same data.
 */
export async function makeFirstPayment({
  apiUrl,
  inboxUrl,
  receiver,
  say,
}: FirstPaymentOptions): Promise<FirstPayment> {
  const api = createApiCaller(apiUrl);
  const run = Date.now().toString(36);
  const addressOf = (name: string): string => `${name}-${run}@example.com`;
  const signIn = (name: string) => signInByMail(api, inboxUrl, addressOf(name));

  const shop = await openShop(api, await signIn('merchant'), receiver.url);
  say(
    `merchant signed up with a mailed code, opened an organization, got a sandbox key and a webhook to ${receiver.url}`,
  );

  const recommender = await signIn('recommender');
  await api.post('/buy-list', { merchant_id: shop.orgId, product_id: 'A' }, recommender.session);
  say('another shopper recommends product A');

  const buyer = await signIn('buyer');
  await api.post('/sandbox/wallet/topup', { amount_minor: TOP_UP, currency: CART.currency }, buyer.session);
  say(`buyer signed in and topped up ${money(TOP_UP)}`);

  const terminalId = (await api.post('/terminals', { title: 'Counter' }, shop.key)).text('id');
  const checkoutId = (await api.post('/checkouts', { ...CART, terminal_id: terminalId }, shop.key)).text(
    'id',
  );
  say(
    `checkout of ${money(CART.total)}: A 3 × ${money(1999)}, B 1 × ${money(501)}, shipping ${money(499)}, tax ${money(612)}`,
  );

  const authId = (await api.post(`/checkouts/${checkoutId}/authorize`, {}, buyer.session)).text('auth_id');
  say(`buyer authorized ${money(CART.total)}`);

  const captured = await api.post(`/charges/${authId}/capture`, {}, shop.key);
  expectFields('the capture', captured.body, { ...GOLDEN, recommender_id: recommender.userId });
  say(
    `captured: fee ${money(GOLDEN.mdr_fee)}, recommender ${money(GOLDEN.recommender_amount)}, buyer ${money(GOLDEN.deferred_buyer_amount)} for later`,
  );

  await expectWebhooks(receiver, shop.webhookSecret, { checkoutId, authId, buyerId: buyer.userId });
  say('webhooks checkout.authorized and charge.captured came in, both signatures verified');
  return { email: addressOf('merchant'), apiKey: shop.apiKey, orgId: shop.orgId, terminalId, authId };
}

/**
 * Signs in with the mailed code. The first sign-in creates the user. Throws when no mail arrives within 20 s.
 */
export async function signInByMail(api: ApiCaller, inboxUrl: string, email: string): Promise<Person> {
  const asked = await api.post('/auth/otp/request', { email });
  const code = await mailedCode(inboxUrl, email);
  const session = await api.post('/auth/otp/verify', { email, code, challenge: asked.text('challenge') });
  return {
    userId: session.text('user_id'),
    session: { authorization: `Bearer ${session.text('session_token')}` },
  };
}

async function mailedCode(inboxUrl: string, email: string): Promise<string> {
  const deadline = Date.now() + MAIL_MS;
  for (;;) {
    const answer = await fetch(`${inboxUrl}/messages?to=${encodeURIComponent(email)}`);
    const { messages } = (await answer.json()) as { messages: { subject: string; text: string }[] };
    const code = messages
      .map(({ subject, text }) => /\b\d{6}\b/.exec(`${text}\n${subject}`)?.[0])
      .find(Boolean);
    if (code !== undefined) return code;
    if (Date.now() > deadline)
      throw new Error(
        `no mail with a six-digit code for ${email} within ${MAIL_MS / 1000} s (${messages.length} mails came)`,
      );
    await sleep(100);
  }
}

async function openShop(api: ApiCaller, owner: Person, webhookUrl: string): Promise<Shop> {
  const orgId = (
    await api.post('/orgs', { name: 'First Payment Coffee', country_code: 'US' }, owner.session)
  ).text('org_id');
  const apiKey = (
    await api.post('/apikeys', { org_id: orgId, env: 'sandbox', name: 'first payment' }, owner.session)
  ).text('key');
  const webhookSecret = (await api.put(`/orgs/${orgId}/webhook`, { url: webhookUrl }, owner.session)).text(
    'secret',
  );
  return { orgId, apiKey, key: { 'x-api-key': apiKey }, webhookSecret };
}

async function expectWebhooks(
  receiver: WebhookReceiver,
  secret: string,
  ids: { checkoutId: string; authId: string; buyerId: string },
): Promise<void> {
  const both = { checkout_id: ids.checkoutId, auth_id: ids.authId };
  const events = {
    'checkout.authorized': {
      ...both,
      total_minor: CART.total,
      currency: CART.currency,
      consumer_id: ids.buyerId,
    },
    'charge.captured': { ...both, ...GOLDEN },
  };
  for (const [event, fields] of Object.entries(events)) {
    const request = await receiver.next(
      ({ headers, rawBody }) => headers['x-service-event'] === event && rawBody.includes(ids.authId),
      WEBHOOK_MS,
    );
    expectSignature(request, secret, event);
    expectFields(
      `the webhook ${event}`,
      JSON.parse(request.rawBody.toString()) as Record<string, unknown>,
      fields,
    );
  }
}

function expectSignature({ headers, rawBody }: ReceivedRequest, secret: string, event: string): void {
  const due = Buffer.from(`sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`);
  const sent = Buffer.from(String(headers['x-service-signature']));
  if (sent.length !== due.length || !timingSafeEqual(sent, due))
    throw new Error(`the webhook ${event} carries a wrong signature: ${sent}`);
}

function expectFields(what: string, found: Record<string, unknown>, wanted: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(wanted)) {
    if (found[name] !== value)
      throw new Error(
        `${what} says ${name} ${JSON.stringify(found[name])} where ${JSON.stringify(value)} is due`,
      );
  }
}

/** US dollars from minor units: $76.09. */
function money(minorUnits: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(minorUnits / 100);
}

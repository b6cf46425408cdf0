import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { signInByInbox } from '../sdk/cli/people.ts';
import { createPayments } from '../sdk/index.ts';
import type { Payments } from '../sdk/index.ts';
import { ROOT } from '../stack/places.ts';
import { runningStack } from '../stack/running.ts';
import type { StackFacts } from '../stack/run-lock.ts';
import { findBrowser, PHONE } from '../test/support/browser.ts';

/**
 * Takes the pictures of the README from the stack of `npm start`: it makes a merchant with a few sales by the
 * public API, and looks at them in a browser. `npm run pictures`
 */
const FOLDER = join(ROOT, 'docs', 'pictures');
const DESKTOP = { width: 1200, height: 860 };
const NAME = 'Corner Coffee';

const CART = {
  items: [
    {
      product_id: 'beans',
      display_name: 'Coffee beans, 500 g',
      unit_price: 1899,
      qty: 2,
      cashback_rate: 750,
    },
    { product_id: 'filter', display_name: 'Paper filters', unit_price: 450, qty: 1, cashback_rate: 500 },
  ],
  shipping_amount: 499,
  tax_amount: 372,
  total: 5119,
  currency: 'USD',
};

interface Scene {
  readonly email: string;
  /** A captured sale of which a part was returned. */
  readonly saleId: string;
  /** The address of a checkout that waits for its shopper. */
  readonly payUrl: string;
}

async function personOf(
  { api_url: baseUrl, inbox_url: inboxUrl }: StackFacts,
  email: string,
): Promise<Payments> {
  const { session_token: session } = await signInByInbox(createPayments({ baseUrl }), { inboxUrl, email });
  return createPayments({ baseUrl, session });
}

async function makeScene(facts: StackFacts): Promise<Scene> {
  const address = (who: string) => `${who}-${randomUUID().slice(0, 8)}@example.com`;
  const email = address('owner');
  const owner = await personOf(facts, email);
  const org = await owner.organizations.createOrg({ name: NAME, country_code: 'US' });
  const { key } = await owner.apiKeys.createApiKey({ org_id: org.org_id, env: 'sandbox', name: 'till' });
  if (key === null) throw new Error('the new key was not shown');
  const till = createPayments({ baseUrl: facts.api_url, apiKey: key });
  const [fan, shopper] = [await personOf(facts, address('fan')), await personOf(facts, address('shopper'))];
  await fan.buyList.addToBuyList({ merchant_id: org.org_id, product_id: 'beans' });
  await shopper.sandbox.topUpSandboxWallet({ amount_minor: 1_000_000, currency: 'USD' });
  const sell = async (order_id: string) => {
    const { id } = await till.checkouts.createCheckout({ ...CART, order_id });
    const { auth_id } = await shopper.checkouts.authorizeCheckout({ id });
    await till.charges.captureCharge({ auth_id });
    return { id, auth_id };
  };
  for (const day of [0, 1, 2, 3]) {
    for (let sale = 0; sale < 1 + ((day * 2) % 3); sale++) await sell(`order-10${day}${sale}`);
    await till.sandbox.advanceSandboxClock({ seconds: 86_400 });
  }
  const { id: saleId, auth_id } = await sell('order-1100');
  await till.charges.returnCharge({ auth_id, items: [{ product_id: 'beans', qty: 1 }], reason: 'too much' });
  const open = await till.checkouts.createCheckout({ ...CART, order_id: 'order-1101' });
  return { email, saleId, payUrl: `/pay/${open.id}` };
}

/** Signs the page in by a code of its own: the one of `makeScene` was used. */
async function signIn(page: Page, { inbox_url: inboxUrl }: StackFacts, email: string): Promise<void> {
  const codes = async (): Promise<string[]> => {
    const answer = await fetch(`${inboxUrl}/messages?to=${encodeURIComponent(email)}`);
    const { messages } = (await answer.json()) as { messages: { text: string }[] };
    return messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
  };
  const before = (await codes()).length;
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  // The service mails an address one code a minute.
  for (let sent = before; sent === before; sent = (await codes()).length) {
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.waitForTimeout(5000);
  }
  await page.getByRole('textbox', { name: 'Code' }).fill((await codes())[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
}

const facts = await runningStack();
if (facts === null) throw new Error('no stack runs here: npm start');
const scene = await makeScene(facts);
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({
  ...(await findBrowser()),
  args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
});
try {
  const common = { baseURL: facts.api_url, locale: 'en-US' };
  const phone = await browser.newPage({ ...common, viewport: PHONE });
  await phone.goto(scene.payUrl);
  await phone.screenshot({ path: join(FOLDER, 'pay.png') });
  const desk = await browser.newPage({ ...common, viewport: DESKTOP });
  await desk.goto('/console');
  await signIn(desk, facts, scene.email);
  await desk.goto(`/console/sales/${scene.saleId}`);
  await desk.getByText('Returned:').waitFor();
  await desk.screenshot({ path: join(FOLDER, 'sale.png'), fullPage: true });
} finally {
  await browser.close();
}
console.log(`wrote ${FOLDER}`);

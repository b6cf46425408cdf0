import type { Page } from 'playwright-core';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import { accessibilityFaults, browserTest, NARROW } from '../../support/browser.ts';
import { DESKTOP, openPage, overflowOf } from '../../support/console.ts';
import { actAs } from '../../support/pay-page.ts';
import { authorized, call, item, merchant, shopper, until } from '../../support/people.ts';
import type { Merchant } from '../../support/people.ts';

apiTest();
const { newPage } = browserTest();

const MARKUP = '"><img src=/planted onerror=alert(1)><script src=/planted></script><svg onload=alert(1)>';
/** Right-to-left overrides that are never closed, and the end of an isolate that was never opened. */
const OVERRIDE = '\u2069\u202E\u2067evil\u202E';
const TEXTS = [MARKUP, OVERRIDE, 'W'.repeat(200), '👩‍👩‍👧‍👦'.repeat(18)];
/** All of them in one, for fields of which a merchant has one. */
const MIXED = [...`${OVERRIDE}👩‍👩‍👧‍👦${MARKUP}${'W'.repeat(200)}`].slice(0, 200).join('');
const EMAILS = ['<img/src=/planted/onerror=alert(1)>@example.com', `${'w'.repeat(200)}@example.com`];

let shop: Merchant;
let sale: string;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver({ answer: () => ({ status: 500, body: TEXTS.join('\n') }) });
  shop = await merchant();
  sale = await fillWith(shop);
}, 60_000);
afterAll(() => receiver.stop());

/** Puts hostile text into every field that the console shows. Returns the id of a sale with all the texts. */
async function fillWith({ session, orgId, key }: Merchant): Promise<string> {
  const post = (path: string, body: object) => call('POST', path, { session, body });
  await call('PUT', `/orgs/${orgId}/webhook`, {
    session,
    body: { url: `${receiver.url}/${encodeURIComponent(MIXED)}` },
  });
  await call('PATCH', `/orgs/${orgId}`, { session, body: { name: MIXED } });
  await call('PATCH', '/me', { session, body: { first_name: MIXED, last_name: MARKUP } });
  for (const email of EMAILS) await post(`/orgs/${orgId}/invites`, { email, role: 'support' });
  const account = { routing_number: '021000021', account_number: '123456789' };
  await post('/bank/payout-ach', { ...account, name: MIXED, org_id: orgId });
  const items = TEXTS.map((text) => item({ product_id: text, display_name: text, qty: 2 }));
  const buyer = await shopper();
  const sales = TEXTS.map(async (text) => {
    await post('/apikeys', { org_id: orgId, env: 'sandbox', name: text });
    const terminal = await post('/terminals', { title: text, org_id: orgId });
    const cart = { items, total: 8000, order_id: text, terminal_id: terminal.id };
    const { authId, checkoutId } = await authorized(shop, buyer, { cart });
    await call('POST', `/charges/${authId}/capture`, { key });
    const body = { items: [{ product_id: text, qty: 1 }], reason: text };
    await call('POST', `/charges/${authId}/return`, { key, body });
    return checkoutId;
  });
  const [first = ''] = await Promise.all(sales);
  await until(
    () => call('GET', `/orgs/${orgId}/webhook/deliveries`, { session }),
    ({ deliveries }) => deliveries.length > 0 && receiver.received.length > 0,
  );
  return first;
}

interface Letters {
  readonly data: string;
}
interface PageText {
  createTreeWalker(root: unknown, what: number): { nextNode(): Letters | null };
  createRange(): {
    setStart(node: Letters, at: number): void;
    setEnd(node: Letters, at: number): void;
    getBoundingClientRect(): { readonly left: number; readonly top: number };
  };
  readonly body: unknown;
}

/**
 * Returns the texts of the page whose own letters run backwards: a hostile text beside them has changed their
 * direction. The hostile texts themselves may run as they like.
 */
function backwards(page: Page): Promise<string[]> {
  const longestFirst = [...TEXTS, MIXED, 'evil'].toSorted((one, other) => other.length - one.length);
  return page.evaluate((hostile: readonly string[]) => {
    const { document } = globalThis as unknown as { document: PageText };
    const walker = document.createTreeWalker(document.body, 4); // NodeFilter.SHOW_TEXT
    const range = document.createRange();
    const placeOf = (node: Letters, at: number) => {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    };
    const found = new Set<string>();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const own = hostile.reduce((rest, one) => rest.replaceAll(one, ' '.repeat(one.length)), node.data);
      for (const { index } of own.matchAll(/[a-z](?=[a-z])/g)) {
        const [one, next] = [placeOf(node, index), placeOf(node, index + 1)];
        if (one.top === next.top && next.left < one.left) found.add(node.data);
      }
    }
    return [...found];
  }, longestFirst);
}

/** Returns the faults of the page: markup made from texts, more width than its window, letters that turn. */
async function faultsOf(page: Page, place: string): Promise<string[]> {
  const made = await page.locator('#console :is(img, script, svg[onload])').count();
  const wider = await overflowOf(page);
  return [
    ...(made > 0 ? [`${made} elements made from texts`] : []),
    ...(wider > 0 ? [`${wider} pixels wider than the window`] : []),
    ...(await backwards(page)).map((text) => `runs backwards: ${text}`),
    ...(await accessibilityFaults(page)),
  ].map((fault) => `${place}: ${fault}`);
}

/** Opens a dialog of the page, and closes it by Escape. Returns its faults. */
async function dialogFaults(page: Page, opener: string, place: string): Promise<string[]> {
  const openers = page.getByRole('main').getByRole('button', { name: opener });
  // The texts of a row are in the sentences of its dialog: those of the override must not turn them round.
  const ofOverride = page.getByRole('row').filter({ hasText: 'evil' }).getByRole('button', { name: opener });
  const isThere = (await ofOverride.count()) > 0;
  await (isThere ? ofOverride : openers).first().click();
  await page.locator('dialog').waitFor();
  if (opener === 'Attempts') await page.locator('dialog pre').filter({ hasText: 'WWW' }).first().waitFor();
  const faults = await faultsOf(page, `${place}, ${opener}`);
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  return faults;
}

/** The pages of the console, with a button that opens a dialog. */
const LOOKS = [
  ['Home', null],
  ['Sales', null],
  ['Returns', null],
  ['Cashback', null],
  ['Payouts', 'Disable'],
  ['Terminals', 'QR code of'],
  ['Webhooks', 'Attempts'],
  ['Requests', null],
  ['Team', 'Revoke the invite of'],
  ['Keys', 'Revoke'],
  ['Sandbox', null],
  ['Audit', null],
  ['Settings', null],
] as const;

test.each([
  ['wide and light', { ...DESKTOP, colorScheme: 'light' }],
  ['narrow and dark', { viewport: NARROW, colorScheme: 'dark' }],
] as const)(
  'hostile text in every field breaks no page of the console and runs nothing: %s',
  async (_, options) => {
    const page = await newPage(options);
    const faults: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('planted')) faults.push(`request to ${request.url()}`);
    });
    await actAs(page, shop);
    await page.goto('/console');
    for (const [name, opener] of LOOKS) {
      await openPage(page, name);
      faults.push(...(await faultsOf(page, name)));
      if (opener !== null) faults.push(...(await dialogFaults(page, opener, name)));
    }
    await page.goto(`/console/sales/${sale}`);
    await page.getByRole('region', { name: 'Timeline' }).getByText('Returned').first().waitFor();
    faults.push(...(await faultsOf(page, 'a sale')), ...(await dialogFaults(page, 'Return', 'a sale')));

    expect(faults).toEqual([]);
  },
);

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { apiTest } from '../../support/api-test.ts';
import { browserTest, expectAccessible, NARROW } from '../../support/browser.ts';
import { actAs, expectStatus, signInOnPage } from '../../support/pay-page.ts';
import { authorized, call, GOLDEN_CART, merchant, openCheckout, shopper } from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';

apiTest();
const browser = browserTest();

/** In bytes, uncompressed: the page with all that it loads. */
const BUDGET = 25_000;

let shop: Merchant;
let buyer: Person;
let terminalId: string;
let open: string;
let paid: string;
let canceled: string;
let expired: string;
beforeAll(async () => {
  [shop, buyer] = await Promise.all([merchant(), shopper()]);
  terminalId = (await call('POST', '/terminals', { session: shop.session, body: { title: 'Till' } })).id;
  const links = {
    user_cancel_url: 'https://shop.example/cart',
    user_confirmation_url: 'https://shop.example/x',
  };
  const cart = { ...GOLDEN_CART, ...links };
  // The terminal's next cart supersedes the one before.
  canceled = (await openCheckout(shop, { cart: { ...cart, terminal_id: terminalId } })).id;
  open = (await openCheckout(shop, { cart: { ...cart, terminal_id: terminalId } })).id;
  paid = (await authorized(shop, buyer, { cart })).checkoutId;
  expired = await openExpired(cart);
});

/** An expired checkout of a merchant of its own, whose clock is ahead. */
async function openExpired(cart: object): Promise<string> {
  const own = await merchant();
  const { id } = await openCheckout(own, { cart: { ...cart, expires_in_secs: 3600 } });
  await call('POST', '/sandbox/clock/advance', { key: own.key, body: { seconds: 3601 } });
  return id;
}

/** Asks for a code, so that the page shows its field. */
async function askForCode(page: Page): Promise<void> {
  await page.locator('#email').fill(`${randomUUID()}@example.com`);
  await page.locator('#email').press('Enter');
  await page.locator('#code').waitFor();
}

const fits = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');

test.each([
  ['en-US', 'light', 'ltr'],
  ['en-US', 'dark', 'ltr'],
  ['de-DE', 'light', 'ltr'],
  ['de-DE', 'dark', 'ltr'],
  ['ar', 'light', 'rtl'],
  ['ar', 'dark', 'rtl'],
] as const)(
  'every screen is accessible and fits the narrowest phone: %s, %s',
  async (locale, colorScheme, dir) => {
    const stranger = await browser.newPage({ locale, colorScheme, viewport: NARROW });
    const payer = await browser.newPage({ locale, colorScheme, viewport: NARROW });
    await actAs(payer, buyer);

    for (const [page, path, prepare] of [
      [stranger, `/pay/${open}`],
      [stranger, `/pay/${paid}`],
      [stranger, `/pay/${canceled}`],
      [stranger, `/pay/${expired}`],
      [stranger, `/t/${terminalId}`],
      [stranger, '/pay/nonsense'],
      [stranger, `/pay/${open}`, askForCode],
      [payer, `/pay/${open}`],
      [payer, `/pay/${paid}`],
    ] as const) {
      await page.goto(path);
      await prepare?.(page);
      expect(await page.locator('html').getAttribute('dir')).toBe(dir);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
      expect(await fits(page)).toBe(true);
      await expectAccessible(page);
    }
    await payer.goto(`/pay/${open}`);
    const amount = payer.locator('button bdi').first();
    const texts = { en: '$76.09', de: '76,09 $', ar: '76.09 US$' };
    const shown = (await amount.textContent())?.replaceAll(/\s/g, ' ');
    expect(shown).toBe(texts[locale.slice(0, 2) as keyof typeof texts]);
  },
);

test('a language that the pages do not have is answered in English', async () => {
  const page = await browser.newPage({ locale: 'fr-FR' });
  await page.goto(`/pay/${open}`);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});

test('the keyboard alone signs in and pays', async () => {
  const page = await browser.newPage();
  await page.goto(`/pay/${paid}`);
  const { id } = await openCheckout(shop, { total: 0 });
  await page.goto(`/pay/${id}`);
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await page.keyboard.press('Tab');
  expect(await email.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);

  await page.goto(`/pay/${id}`);
  await signInOnPage(page);
  await page.keyboard.press('Tab'); // Sign out
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expectStatus(page, 'Paid');
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('status');
});

test('a page with all that it loads stays within its budget', async () => {
  for (const path of [`/pay/${open}`, `/t/${terminalId}`]) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => sizes.push(response.body().then(({ length }) => length)));
    await page.goto(path, { waitUntil: 'load' });
    const phone = page.locator('details.phone summary');
    if ((await phone.count()) > 0) await phone.click();
    await page
      .locator('img')
      .evaluate((image: { complete: boolean; decode(): Promise<void> }) => image.decode());
    const whole = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(whole).toBeGreaterThan(5000);
    expect(whole).toBeLessThan(BUDGET);
  }
});

test('every page sends the strict policy, and no cache keeps it', async () => {
  const url = process.env['TEST_API_URL'] ?? '';
  const nonces = new Set<string>();
  for (const path of [`/pay/${open}`, `/pay/${paid}`, `/t/${terminalId}`, '/pay/nonsense']) {
    const { headers } = await fetch(`${url}${path}`);
    const policy = headers.get('content-security-policy') ?? '';
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
    expect(policy.replace(/'nonce-[^']+'/, "'nonce-…'")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-…'; connect-src 'self'; " +
        "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'",
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  }
  expect(nonces.size).toBe(4);
});

test.each(['pay', 't'])('the QR code of /%s is a picture of its address', async (kind) => {
  const id = kind === 'pay' ? open : terminalId;
  const answer = await fetch(`${process.env['TEST_API_URL']}/${kind}/${id}/qr.svg`);

  expect(answer.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  const { qrSvg } = await import('../../../src/http/pages/qr.ts');
  expect(await answer.text()).toBe(qrSvg(`${process.env['TEST_API_URL']}/${kind}/${id}`));
});

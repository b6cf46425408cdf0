import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { apiTest } from '../../support/api-test.ts';
import { browserTest, NARROW } from '../../support/browser.ts';
import { actAs, button, expectStatus } from '../../support/pay-page.ts';
import { call, GOLDEN_CART, item, merchant, openCheckout, person, shopper } from '../../support/people.ts';
import type { Merchant } from '../../support/people.ts';

apiTest();
const browser = browserTest();

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});

const golden = (more: object = {}) => openCheckout(shop, { cart: { ...GOLDEN_CART, ...more } });
const url = (path: string): string => `${process.env['TEST_API_URL']}${path}`;

/** Makes the service answer 503 to this many requests of a method. */
async function beAway(page: Page, method: string, times: number): Promise<void> {
  const answer = { status: 503, contentType: 'text/html', body: 'away' };
  let left = times;
  await page.route('**/pay/**', (route) => {
    if (route.request().method() !== method || left === 0) return route.fallback();
    left--;
    return route.fulfill(answer);
  });
}

test('a press while the service is away says so, and pays by itself when it is back', async () => {
  const [{ id }, buyer] = await Promise.all([golden(), shopper()]);
  const page = await browser.newPage();
  await actAs(page, buyer);
  await page.goto(`/pay/${id}`);
  await beAway(page, 'POST', 2);

  await button(page, 'Pay $76.09').click();

  await page.getByRole('alert').filter({ hasText: 'The service does not answer. Trying again' }).waitFor();
  await expectStatus(page, 'Paid');
});

test('an open page tells that the service is away, and follows the payment again by itself', async () => {
  const [{ id }, buyer] = await Promise.all([golden(), shopper()]);
  const page = await browser.newPage();
  await page.route('**/status?**', (route) => route.abort());
  await page.goto(`/pay/${id}`);
  await page.getByRole('alert').filter({ hasText: 'The service does not answer. Trying again' }).waitFor();

  await call('POST', `/checkouts/${id}/authorize`, { session: buyer.session, body: {} });
  await page.unroute('**/status?**');

  await expectStatus(page, 'Already paid');
});

test('a page of a service that is away appears by itself', async () => {
  const { id } = await golden();
  const page = await browser.newPage();
  await page.goto(`/pay/${id}`);
  const [away] = await Promise.all([
    fetch(url(`/pay/nonsense`)).then((answer) => answer.text()),
    page.goto('/pay/assets/none'),
  ]);
  await page.route(`**/pay/${id}`, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'text/html; charset=utf-8',
      body: away.replaceAll('/pay/nonsense', `/pay/${id}`).replace('data-seen="problem"', 'data-seen="away"'),
    }),
  );
  await page.goto(`/pay/${id}`);
  await page.unroute(`**/pay/${id}`);

  await button(page, 'Send code').waitFor();
});

test('a shopper’s input stays while the service is away', async () => {
  const { id } = await golden();
  const page = await browser.newPage();
  await page.goto(`/pay/${id}`);
  await beAway(page, 'POST', 1);
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await email.fill('ann@example.com');

  await button(page, 'Send code').click();
  await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor();
  expect(await email.inputValue()).toBe('ann@example.com');

  await page.getByRole('textbox', { name: 'Code' }).waitFor();
});

test('a wrong code and a lost session are shown, and nothing else is lost', async () => {
  const { id } = await golden();
  for (const javaScriptEnabled of [true, false]) {
    const page = await browser.newPage({ javaScriptEnabled });
    await page.goto(`/pay/${id}`);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(`${randomUUID()}@example.com`);
    await button(page, 'Send code').click();
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await button(page, 'Sign in').click();
    await page.getByRole('alert').filter({ hasText: 'invalid or expired code' }).waitFor();

    const buyer = await person();
    await actAs(page, buyer);
    await page.goto(`/pay/${id}`);
    await call('POST', '/auth/signout', { session: buyer.session, body: {} });
    await button(page, 'Pay $76.09').click();
    await page.getByRole('textbox', { name: /E-mail|Code/ }).waitFor();
  }
});

const HOSTILE = [
  '<script>document.title="owned"</script><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>\'',
  '\u202Eevil\u202E \u2066\u2067 ${7*7} {{7*7}}',
  'W'.repeat(200),
  '👩‍👩‍👧‍👦'.repeat(18),
];

test('hostile text in every field breaks no page and runs nothing', async () => {
  for (const text of HOSTILE) {
    const own = await merchant();
    await call('PATCH', `/orgs/${own.orgId}`, { session: own.session, body: { name: text } });
    const terminal = await call('POST', '/terminals', { session: own.session, body: { title: text } });
    const link = `https://shop.example/?q=${encodeURIComponent([...text].slice(0, 30).join(''))}"><script>alert(1)</script>`;
    const { id } = await openCheckout(own, {
      cart: {
        ...GOLDEN_CART,
        items: [item({ product_id: text, display_name: text, unit_price: 1 })],
        ...{ shipping_amount: 0, tax_amount: 0, total: 1, terminal_id: terminal.id, order_id: text },
        ...{ user_cancel_url: link, user_confirmation_url: link },
      },
    });
    const page = await browser.newPage({ viewport: NARROW });
    for (const path of [`/pay/${id}`, `/t/${terminal.id}`]) {
      await page.goto(path);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(text);
      expect(await page.locator('main script, main img[src="x"], main svg').count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(NARROW.width);
    }
  }
});

describe('a request that is refused', () => {
  const press = (path: string, headers: Record<string, string>, body = 'act=restart') =>
    fetch(url(path), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
      redirect: 'manual',
    });
  const own = { 'sec-fetch-site': 'same-origin' };

  test('shows its reason in the page, under the status', async () => {
    const { id } = await golden();
    const gone = `/pay/${randomUUID()}`;
    for (const [answer, status, reason] of [
      [await press(`/pay/${id}`, {}), 403, 'cross-origin request'],
      [await press(`/pay/${id}`, { 'sec-fetch-site': 'cross-site' }), 403, 'cross-origin request'],
      [await press(`/pay/${id}`, { origin: 'https://shop.example' }), 403, 'cross-origin request'],
      [await press(`/pay/${id}`, own, 'act=nonsense'), 400, 'bad request'],
      [await press(`/pay/${id}`, own, `act=${'x'.repeat(20_000)}`), 413, 'body too large'],
      [await press(`/pay/${id}`, own, 'act=pay'), 401, 'invalid or expired session'],
      [await press(`/pay/${id}`, own, 'act=code&email=nobody'), 400, 'email: '],
      [await press(`/pay/${id}`, { ...own, 'content-type': 'text/plain' }), 415, 'unsupported media type'],
      [await press(gone, own), 404, 'checkout not found'],
      [await fetch(url(gone)), 404, 'checkout not found'],
      [await fetch(url('/pay/nonsense')), 404, 'checkout not found'],
      [await fetch(url(`/pay/${id}`), { method: 'DELETE', headers: own }), 405, 'method not allowed'],
      [await fetch(url(`/t/${randomUUID()}`)), 404, 'terminal not found'],
      [await fetch(url('/pay/assets/pay.js')), 404, 'not found'],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await answer.text()).toContain(reason);
    }
    expect((await press(`/pay/${id}`, own)).status).toBe(303);
  });

  test("does not take a session of the header, nor another person's cookie name", async () => {
    const [{ id }, buyer] = await Promise.all([golden(), shopper()]);
    for (const headers of [
      { authorization: `Bearer ${buyer.session}` },
      { cookie: `__Host-session=${buyer.session}` },
      { 'x-api-key': shop.key },
    ])
      expect((await press(`/pay/${id}`, { ...own, ...headers } as never, 'act=pay')).status).toBe(401);
    expect(
      (await press(`/pay/${id}`, { ...own, cookie: `session=${buyer.session}` }, 'act=pay')).status,
    ).toBe(303);
  });
});

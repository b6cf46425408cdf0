import type { Page } from 'playwright-core';
import { apiTest } from '../../support/api-test.ts';
import { browserTest } from '../../support/browser.ts';
import { actAs, button, expectStatus, signInOnPage } from '../../support/pay-page.ts';
import { call, GOLDEN_CART, item, merchant, openCheckout, shopper } from '../../support/people.ts';
import type { Merchant } from '../../support/people.ts';

const { books } = apiTest();
const browser = browserTest();

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});

const LINKS = {
  user_confirmation_url: 'https://shop.example/thanks?order=1',
  user_cancel_url: 'https://shop.example/cart',
};
const golden = (more: object = {}) => openCheckout(shop, { cart: { ...GOLDEN_CART, ...LINKS, ...more } });

async function chargesOf(checkoutId: string): Promise<number> {
  const { rowCount } = await books.query('select from charges where checkout_id = $1', [checkoutId]);
  return rowCount ?? 0;
}

test.each([
  ['with scripts', true],
  ['without scripts', false],
])('a shopper signs in, gets test money and pays on a phone, %s', async (_, javaScriptEnabled) => {
  const { id } = await golden();
  const page = await browser.newPage({ javaScriptEnabled });

  await page.goto(`/pay/${id}`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Corner shop');
  for (const text of ['$59.97', '$4.99', '$6.12', '$76.09', 'Your cashback: $4.65'])
    await page.getByText(text).first().waitFor();
  const cancel = page.getByRole('link', { name: 'Cancel', exact: true });
  expect(await cancel.getAttribute('href')).toBe(LINKS.user_cancel_url);
  await signInOnPage(page);
  await button(page, 'Pay $76.09').click();
  await page.getByRole('alert').filter({ hasText: 'insufficient balance' }).waitFor();
  await button(page, 'Add test funds').click();
  await page.getByText('Your balance: $76.09').waitFor();
  await button(page, 'Pay $76.09').click();

  await expectStatus(page, 'Paid');
  const back = page.getByRole('link', { name: 'Return to shop.example' });
  expect(await back.getAttribute('href')).toBe(LINKS.user_confirmation_url);
  expect((await call('GET', `/checkouts/${id}`, { key: shop.key })).status).toBe('AUTHORIZED');
});

test('a double click and the way back pay once', async () => {
  const [{ id }, buyer] = await Promise.all([golden(), shopper()]);
  const page = await browser.newPage();
  await actAs(page, buyer);
  await page.goto(`/pay/${id}`);

  await button(page, 'Pay $76.09').dblclick();
  await expectStatus(page, 'Paid');
  await page.goto('/pay/assets/none');
  await page.goBack();

  await expectStatus(page, 'Paid');
  expect(await chargesOf(id)).toBe(1);
});

test('without scripts, a form that is sent twice pays once', async () => {
  const [{ id }, buyer] = await Promise.all([golden(), shopper()]);
  const [one, other] = await Promise.all(
    [0, 1].map(async () => {
      const page = await browser.newPage({ javaScriptEnabled: false });
      await actAs(page, buyer);
      await page.goto(`/pay/${id}`);
      return page;
    }),
  );

  await Promise.all([one, other].map((page) => button(page!, 'Pay $76.09').click()));

  for (const page of [one, other]) await expectStatus(page!, 'Paid');
  expect(await chargesOf(id)).toBe(1);
});

/** Holds the first press of each page until all have pressed: a page that sees a payment has no button. */
async function sendTogether(pages: readonly Page[], id: string): Promise<void> {
  const all = Promise.withResolvers<void>();
  let pressed = 0;
  for (const page of pages)
    await page.route(`**/pay/${id}`, async (route) => {
      if (route.request().method() === 'POST' && ++pressed === pages.length) all.resolve();
      if (route.request().method() === 'POST') await all.promise;
      return route.fallback();
    });
}

test('of two browsers that pay the same checkout at once, one pays and the other shows that it is paid', async () => {
  const { id } = await golden();
  const pages = await Promise.all(
    [0, 1].map(async () => {
      const page = await browser.newPage();
      await actAs(page, await shopper());
      await page.goto(`/pay/${id}`);
      return page;
    }),
  );
  await sendTogether(pages, id);

  await Promise.all(pages.map((page) => button(page, 'Pay $76.09').click()));

  const notices = await Promise.all(
    pages.map(async (page) => {
      const status = page.getByRole('status').filter({ hasText: /paid/i });
      await status.waitFor();
      return (await status.textContent())?.trim();
    }),
  );
  expect(notices.toSorted()).toEqual(['Already paid', 'Paid']);
  expect(await chargesOf(id)).toBe(1);
});

describe('an open page changes by itself', () => {
  test('when somebody else pays', async () => {
    const [{ id }, buyer] = await Promise.all([golden(), shopper()]);
    const page = await browser.newPage();
    await page.goto(`/pay/${id}`);

    await call('POST', `/checkouts/${id}/authorize`, { session: buyer.session, body: {} });

    await expectStatus(page, 'Already paid');
    expect(await page.getByRole('table').count()).toBe(0);
  });

  test('when the shop opens another checkout, and when it voids the payment', async () => {
    const terminal = await call('POST', '/terminals', { session: shop.session, body: { title: 'Till' } });
    const [first, buyer] = [await golden({ terminal_id: terminal.id }), await shopper()];
    const [page, paid] = [await browser.newPage(), await browser.newPage()];
    await page.goto(`/pay/${first.id}`);

    const second = await golden({ terminal_id: terminal.id });
    await expectStatus(page, 'Canceled');

    await actAs(paid, buyer);
    await paid.goto(`/pay/${second.id}`);
    await button(paid, 'Pay $76.09').click();
    await expectStatus(paid, 'Paid');
    const { rows } = await books.query('select id from charges where checkout_id = $1', [second.id]);
    await call('POST', `/charges/${rows[0].id}/void`, { key: shop.key });
    await expectStatus(paid, 'Canceled');
  });

  test('when the time to pay is over', async () => {
    const own = await merchant();
    const { id } = await openCheckout(own, { cart: { ...GOLDEN_CART, expires_in_secs: 3600 } });
    const page = await browser.newPage();
    await page.goto(`/pay/${id}`);
    await page.getByRole('timer').filter({ hasText: '00:59:' }).waitFor();

    await call('POST', '/sandbox/clock/advance', { key: own.key, body: { seconds: 3601 } });

    await expectStatus(page, 'Expired');
    expect(await page.getByRole('button').count()).toBe(0);
  });
});

test('a shopper whose account has another currency chooses the country', async () => {
  const { id } = await openCheckout(shop, {
    cart: { items: [item({ unit_price: 1000 })], total: 1000, currency: 'EUR' },
  });
  const page = await browser.newPage();
  await page.goto(`/pay/${id}`);
  await signInOnPage(page);

  await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
  await button(page, 'Set country').click();
  await button(page, 'Add test funds').click();
  await page.getByText('Your balance: €10.00').waitFor();
  await button(page, 'Pay €10.00').click();

  await expectStatus(page, 'Paid');
  expect(await page.getByRole('link', { name: 'Cancel' }).count()).toBe(0);
});

test('sign-out ends the session, and another address can be used for the code', async () => {
  const { id } = await golden();
  const page = await browser.newPage();
  await page.goto(`/pay/${id}`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('somebody@example.com');
  await button(page, 'Send code').click();
  await button(page, 'Use another address').click();

  await signInOnPage(page);
  await button(page, 'Sign out').click();

  await page.getByRole('textbox', { name: 'E-mail' }).waitFor();
  expect((await page.context().cookies()).filter(({ name }) => name === 'session')).toEqual([]);
});

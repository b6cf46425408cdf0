import { apiTest } from '../../support/api-test.ts';
import { browserTest } from '../../support/browser.ts';
import { actAs, button, expectStatus } from '../../support/pay-page.ts';
import { call, GOLDEN_CART, merchant, openCheckout, shopper } from '../../support/people.ts';

apiTest();
const browser = browserTest();

test('the display at the counter shows each cart by itself, and that it was paid', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper()]);
  const { id: terminal_id } = await call('POST', '/terminals', {
    session: shop.session,
    body: { title: 'Counter 1' },
  });
  const display = await browser.newPage({ viewport: { width: 1024, height: 768 } });
  const phone = await browser.newPage();
  await actAs(phone, buyer);
  await display.goto(`/t/${terminal_id}`);
  await display.getByText('No payment is waiting').waitFor();
  await display.getByText('Counter 1').waitFor();
  await display.getByRole('img', { name: 'QR code of this counter' }).waitFor();

  await openCheckout(shop, { cart: { ...GOLDEN_CART, terminal_id } });
  await display.getByRole('link', { name: 'Pay $76.09' }).waitFor();

  await phone.goto(`/t/${terminal_id}`);
  await phone.getByRole('link', { name: 'Pay $76.09' }).click();
  await button(phone, 'Pay $76.09').click();
  await expectStatus(phone, 'Paid');
  await expectStatus(display, 'Paid');

  await openCheckout(shop, { total: 1234, cart: { terminal_id } });
  await display.getByRole('link', { name: 'Pay $12.34' }).waitFor();
  expect(await display.getByRole('status').textContent()).toBe('');
});

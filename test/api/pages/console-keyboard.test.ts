import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { apiTest } from '../../support/api-test.ts';
import { browserTest } from '../../support/browser.ts';
import { byKey, DESKTOP } from '../../support/console.ts';
import { actAs } from '../../support/pay-page.ts';
import { authorized, call, GOLDEN_CART, mailedCode, merchant, shopper } from '../../support/people.ts';

apiTest();
const { newPage } = browserTest();

/** The most elements of a page that a user passes by the Tab key. */
const MOST_TABS = 60;

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** Presses Tab until the element has the focus, as a user without a mouse does. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  const { keyboard } = target.page();
  for (let pressed = 0; pressed < MOST_TABS; pressed++) {
    if (await isFocused(target)) return;
    await keyboard.press('Tab');
  }
  expect(`${String(target)} had no focus after ${MOST_TABS} times Tab`).toBe('');
}

async function type(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.type(text);
}

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

/** Closes the open dialog by Escape, and expects the focus where it was before. */
async function escapeTo(opener: Locator): Promise<void> {
  const page = opener.page();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(await isFocused(opener)).toBe(true);
}

const buttonOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const linkOf = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });

/** Signs a new merchant up. */
async function signUpByKeyboard(page: Page): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  await page.goto('/console');
  await type(page.getByRole('textbox', { name: 'E-mail' }), email);
  await page.keyboard.press('Enter');
  await type(page.getByRole('textbox', { name: 'Code' }), await mailedCode(email));
  await page.keyboard.press('Enter');
  await type(page.getByRole('textbox', { name: 'Name of the organization' }), 'Corner shop');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Corner shop' }).waitFor();
}

test('the keyboard alone signs up, makes a key, returns half of a sale and moves the clock', async () => {
  const page = await newPage(DESKTOP);
  await signUpByKeyboard(page);

  await press(linkOf(page, 'Keys'));
  await type(page.getByRole('textbox', { name: 'Name' }), 'till');
  await press(buttonOf(page, 'Create key'));
  const key = await page.getByRole('dialog').getByRole('code').textContent();
  await press(buttonOf(page, 'I have kept it'));
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(await isFocused(buttonOf(page, 'Create key'))).toBe(true);

  const shop = byKey(key ?? '');
  const { authId } = await authorized(shop, await shopper(), {
    cart: { ...GOLDEN_CART, order_id: 'order-7' },
  });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  await press(linkOf(page, 'Sales'));
  await press(page.getByRole('row', { name: /order-7/ }).getByRole('link'));
  const opener = buttonOf(page, 'Return');
  await press(opener);
  await page.getByRole('dialog').waitFor();
  await escapeTo(opener);
  await page.keyboard.press('Enter');
  const quantity = page.getByRole('dialog').getByRole('spinbutton');
  await type(quantity.nth(0), '1');
  await type(quantity.nth(1), '0');
  await press(page.getByRole('dialog').getByRole('button', { name: 'Return and refund $23.40' }));
  await page.getByRole('region', { name: 'Timeline' }).getByText('Returned: $23.40 to the shopper').waitFor();
  expect(await isFocused(opener)).toBe(true);

  await press(linkOf(page, 'Sandbox'));
  const clock = page.getByRole('slider', { name: 'Clock' });
  const positions: number[] = [];
  for (const pressed of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'Home', 'End']) {
    await press(clock, pressed);
    positions.push(Number(await clock.inputValue()));
  }
  const last = Number(await clock.getAttribute('max'));
  expect(positions).toEqual([1, 2, 1, last, 0, last]);
  expect(await clock.getAttribute('aria-valuetext')).toMatch(/ ahead: /);
  const advance = buttonOf(page, 'Advance');
  await press(advance);
  await page.getByRole('region', { name: 'What fired' }).waitFor();
  expect(await isFocused(advance)).toBe(true);
});

test('the keyboard opens and closes every dialog, and the focus comes back to what opened it', async () => {
  const page = await newPage(DESKTOP);
  await actAs(page, await merchant());
  await page.goto('/console');

  const environment = page.getByRole('switch', { name: 'Environment' });
  await press(environment, 'Space');
  await page.getByRole('dialog', { name: 'Live is not open yet' }).waitFor();
  await escapeTo(environment);
  expect(await environment.getAttribute('aria-checked')).toBe('false');

  await press(linkOf(page, 'Terminals'));
  await type(page.getByRole('textbox', { name: 'Title' }), 'Till');
  await page.keyboard.press('Enter');
  const code = buttonOf(page, 'QR code of Till');
  await press(code);
  await page.getByRole('dialog', { name: 'Till' }).waitFor();
  await escapeTo(code);

  await press(linkOf(page, 'Team'));
  const leave = buttonOf(page, 'Leave');
  await press(leave);
  const question = page.getByRole('alertdialog', { name: 'Leave this organization?' });
  await press(question.getByRole('button', { name: 'Keep it as it is' }));
  await question.waitFor({ state: 'detached' });
  expect(await isFocused(leave)).toBe(true);
});

test('after an act that takes its own button away, the focus is on the page', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper()]);
  const { checkoutId } = await authorized(shop, buyer, { total: 1234 });
  const captured = await authorized(shop, buyer, { total: 567 });
  await call('POST', `/charges/${captured.authId}/capture`, { key: shop.key });
  const page = await newPage(DESKTOP);
  await actAs(page, shop);
  const confirm = async (opener: string, act: string) => {
    await press(buttonOf(page, opener));
    await press(page.locator('dialog').getByRole('button', { name: act, exact: true }));
    await buttonOf(page, opener).waitFor({ state: 'detached' });
    expect([opener, await isFocused(page.getByRole('main'))]).toEqual([opener, true]);
  };

  await page.goto(`/console/sales/${checkoutId}`);
  await confirm('Void', 'Void $12.34');
  await page.goto(`/console/sales/${captured.checkoutId}`);
  await confirm('Return', 'Return and refund $5.67');
  await page.goto('/console/keys');
  await confirm('Revoke till', 'Revoke the key');
});

test('the first stop of a page leads past the navigation, to the page', async () => {
  const page = await newPage(DESKTOP);
  await actAs(page, await merchant());
  await page.goto('/console/terminals');
  await page.getByRole('heading', { level: 1, name: 'Terminals' }).waitFor();

  await page.keyboard.press('Tab');
  expect(await isFocused(linkOf(page, 'Skip to the page'))).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');

  expect(await isFocused(page.getByRole('textbox', { name: 'Title' }))).toBe(true);
});

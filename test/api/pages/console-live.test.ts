import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { apiTest } from '../../support/api-test.ts';
import { browserTest, expectAccessible } from '../../support/browser.ts';
import { DESKTOP, openPage } from '../../support/console.ts';
import { liveMerchant } from '../../support/live.ts';
import type { LiveMerchant } from '../../support/live.ts';
import { actAs } from '../../support/pay-page.ts';
import { authorized, call, mailedCode, shopper } from '../../support/people.ts';

const { books } = apiTest();
const { newPage } = browserTest();

const MONTH = new Date().toISOString().slice(0, 7);

let shop: LiveMerchant;
beforeAll(async () => {
  shop = await liveMerchant(books, { sales: 12_345 });
  const buyer = await shopper({ currency: 'EUR' });
  await call('PATCH', '/me', { session: buyer.session, body: { country_code: 'IE' } });
  await authorized(shop, buyer, { total: 777, cart: { currency: 'EUR', order_id: 'practice' } });
}, 60_000);

interface Saved {
  readonly name: string;
  readonly text: string;
}

/** Presses a link and returns the file that the browser saves. */
async function save(page: Page, name: string): Promise<Saved> {
  const link = page.getByRole('link', { name, exact: true });
  expect(await link.getAttribute('href')).toMatch(/[?&]session_env=(sandbox|live)$/);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** The API's own file, by the key of an environment. */
async function fileOf(path: string, key: string): Promise<string> {
  const answer = await fetch(`${shop.base}/orgs/${shop.orgId}${path}`, { headers: { 'x-api-key': key } });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Opens the console as the merchant, in the sandbox. */
async function sandboxPage(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const { session_token: session } = await call('POST', '/auth/mode', {
    session: shop.session,
    body: { env: 'sandbox', org_id: shop.orgId },
  });
  const page = await newPage({ ...DESKTOP, colorScheme });
  await actAs(page, { ...shop, session });
  await page.goto('/console');
  await page.getByText('Sandbox: no real money').waitFor();
  return page;
}

async function goLive(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Environment' }).click();
  await page.getByText('Live: real money').waitFor();
}

const barOf = (page: Page): Promise<string> =>
  page.getByRole('banner').evaluate((header) => {
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle(of: unknown): Record<string, string>;
    };
    const { borderTopWidth, borderTopStyle } = getComputedStyle(header);
    return `${borderTopWidth} ${borderTopStyle}`;
  });

test.each(['light', 'dark'] as const)(
  'live is marked in words, by a bar and in the title of the tab: %s',
  async (theme) => {
    const page = await sandboxPage(theme);
    expect(await barOf(page)).toMatch(/^0px/);

    await goLive(page);

    expect(await page.getByRole('switch', { name: 'Environment' }).getAttribute('aria-checked')).toBe('true');
    for (const name of ['Home', 'Keys', 'Sandbox']) {
      await openPage(page, name);
      expect(await barOf(page)).toBe('8px solid');
      expect(await page.title()).toMatch(/^LIVE/);
      await page.getByText('Live: real money').waitFor();
      await expectAccessible(page);
    }
    await page.getByText('Live time cannot be moved.').waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
  },
);

test('a double click switches the environment once, even after the answer to the first click', async () => {
  const page = await sandboxPage();
  await goLive(page);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await openPage(page, 'Keys');
  await page.getByText('Live: real money').waitFor();
});

test('each environment lists and saves its own sales, those of the filter', async () => {
  const page = await sandboxPage();
  await openPage(page, 'Sales');
  await page.getByRole('row', { name: /practice/ }).waitFor();
  const practice = await save(page, 'Download CSV');
  expect(practice).toEqual({ name: 'sales.csv', text: await fileOf('/sales?format=csv', shop.key) });
  expect(practice.text).toContain(',777,');

  await goLive(page);
  await page.getByRole('row', { name: /€123\.45/ }).waitFor();
  expect(await page.getByRole('row', { name: /practice/ }).count()).toBe(0);
  const live = await save(page, 'Download CSV');
  expect(live).toEqual({ name: 'sales.csv', text: await fileOf('/sales?format=csv', shop.liveKey) });
  expect(live.text.trim().split('\n')).toHaveLength(2);

  await page.getByRole('combobox', { name: 'Status' }).selectOption('EXPIRED');
  await page.getByText('No sale fits this filter.').waitFor();
  expect((await save(page, 'Download CSV')).text.trim().split('\n')).toHaveLength(1);
});

test('the statements of a month are saved under their names, in every format', async () => {
  const page = await sandboxPage();
  await goLive(page);
  await openPage(page, 'Payouts');
  const path = `/statements/${MONTH}?currency=EUR&format=`;

  for (const [link, extension, format, part] of [
    ['PDF', 'pdf', 'pdf', '%PDF-'],
    ['CSV', 'csv', 'csv', ',12099,EUR,'],
    ['camt.053', 'xml', 'camt053', '120.99'],
    ['Beancount', 'beancount', 'beancount', '120.99'],
    ['hledger', 'journal', 'hledger', '120.99'],
  ] as const) {
    const saved = await save(page, link);
    expect(saved.name).toBe(`statement-${MONTH}-EUR.${extension}`);
    expect(saved.text).toContain(part);
    // The other formats name the time at which they were made.
    if (format === 'csv') expect(saved.text).toBe(await fileOf(`${path}csv`, shop.liveKey));
  }
});

test('an act with live effect asks for a fresh code, then goes on by itself', async () => {
  const page = await sandboxPage();
  await goLive(page);
  await openPage(page, 'Keys');
  const codeBefore = await mailedCode(shop.email);
  await books.query(`update sign_ins set code_entered_at = null where user_id = $1`, [shop.userId]);
  await page.getByRole('textbox', { name: 'Name' }).fill('web shop');
  await page.getByRole('button', { name: 'Create live key' }).click();

  const dialog = page.getByRole('dialog', { name: 'Confirm with a code' });
  await dialog.getByRole('button', { name: 'Mail me a code' }).dblclick();
  await dialog.getByText('The code is on its way.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(await mailedCode(shop.email, [codeBefore]));
  await dialog.getByRole('button', { name: 'Confirm' }).click();

  const secret = page.getByRole('dialog', { name: 'Your new key' }).getByRole('code');
  expect(await secret.textContent()).toMatch(/^fl_live_/);
});

import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { apiTest } from '../../support/api-test.ts';
import { browserTest } from '../../support/browser.ts';
import { DESKTOP, openPage } from '../../support/console.ts';
import { actAs, button } from '../../support/pay-page.ts';
import { call, merchant } from '../../support/people.ts';
import type { Merchant } from '../../support/people.ts';

apiTest();
const { newPage } = browserTest();

async function consoleOf(shop: Merchant): Promise<Page> {
  const page = await newPage(DESKTOP);
  await actAs(page, shop);
  await page.goto('/console');
  return page;
}

const isPostTo = (path: string) => (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === `/console/api${path}`;

/** Collects the idempotency keys of the posts to a path. Null: a post without one. */
function keysOf(page: Page, path: string): (string | null)[] {
  const keys: (string | null)[] = [];
  page.on('request', (request) => {
    if (isPostTo(path)(request)) keys.push(request.headers()['idempotency-key'] ?? null);
  });
  return keys;
}

/** The active keys of the merchant, but for the one that every merchant of the tests has. */
const keysMade = async ({ orgId, session }: Merchant): Promise<{ name: string }[]> =>
  (await call('GET', `/orgs/${orgId}/keys`, { session })).keys.filter(
    ({ name }: { name: string }) => name !== 'till',
  );

async function nameKey(page: Page, name: string): Promise<void> {
  await openPage(page, 'Keys');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
}

test('a double click makes one key, and its secret is shown', async () => {
  const shop = await merchant();
  const page = await consoleOf(shop);
  await nameKey(page, 'twice');

  await button(page, 'Create key').dblclick();

  const secret = page.getByRole('dialog', { name: 'Your new key' }).getByRole('code');
  expect(await secret.textContent()).toMatch(/^fl_test_/);
  expect(await keysMade(shop)).toMatchObject([{ name: 'twice' }]);
});

test('a key whose answer is lost is made once, and the page says that its secret is lost', async () => {
  const shop = await merchant();
  const page = await consoleOf(shop);
  const sent = keysOf(page, '/apikeys');
  await nameKey(page, 'lost');
  let answers = 0;
  await page.route('**/console/api/apikeys', async (route) => {
    if (answers++ > 0) return route.fallback();
    await route.fetch();
    return route.abort();
  });

  await button(page, 'Create key').click();

  const dialog = page.getByRole('dialog', { name: 'Your new key' });
  await dialog.getByText('The answer with the secret was lost on its way.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  expect(sent).toEqual([expect.stringMatching(/./), sent[0]]);
  expect(await keysMade(shop)).toMatchObject([{ name: 'lost' }]);
});

test('a second press after the service was away for long makes the key once', async () => {
  const shop = await merchant();
  const page = await consoleOf(shop);
  const sent = keysOf(page, '/apikeys');
  await page.clock.install();
  await nameKey(page, 'patient');
  await page.route('**/console/api/apikeys', (route) => route.fulfill({ status: 503, json: { error: 'x' } }));
  await button(page, 'Create key').click();
  await untilGivenUp(page);
  await page.unroute('**/console/api/apikeys');

  await button(page, 'Create key').click();

  await page.getByRole('dialog', { name: 'Your new key' }).getByRole('code').waitFor();
  expect(new Set(sent).size).toBe(1);
  expect(sent[0]).toMatch(/./);
  expect(await keysMade(shop)).toMatchObject([{ name: 'patient' }]);
});

/** Lets the page's own time pass until it gives the act up. */
async function untilGivenUp(page: Page): Promise<void> {
  const failure = page.getByRole('form').getByRole('alert');
  for (let passed = 0; passed < 60 && (await failure.count()) === 0; passed++) await page.clock.runFor(1000);
  await failure.filter({ hasText: 'The service did not answer.' }).waitFor();
}

test('another name after a failure makes another key', async () => {
  const shop = await merchant();
  const page = await consoleOf(shop);
  await page.clock.install();
  await nameKey(page, 'first');
  await page.route('**/console/api/apikeys', async (route) => {
    await route.fetch();
    return route.fulfill({ status: 503, json: { error: 'x' } });
  });
  await button(page, 'Create key').click();
  await untilGivenUp(page);
  await page.unroute('**/console/api/apikeys');
  await page.getByRole('textbox', { name: 'Name' }).fill('second');

  await button(page, 'Create key').click();

  const secret = page.getByRole('dialog', { name: 'Your new key' }).getByRole('code');
  expect(await secret.textContent()).toMatch(/^fl_test_/);
  expect((await keysMade(shop)).map(({ name }) => name)).toEqual(['second', 'first']);
});

test('every other form that creates something takes a double click as one press', async () => {
  const shop = await merchant();
  const page = await consoleOf(shop);
  const created = async (path: string, fill: () => Promise<void>, label: string) => {
    const keys = keysOf(page, path);
    await fill();
    const answer = page.waitForResponse((response) => isPostTo(path)(response.request()));
    await button(page, label).dblclick();
    await answer;
    expect([path, keys]).toEqual([path, [expect.stringMatching(/./)]]);
  };
  const fill = (name: string, text: string) => page.getByRole('textbox', { name }).fill(text);

  await openPage(page, 'Terminals');
  await created('/terminals', () => fill('Title', 'Till'), 'Create terminal');
  await openPage(page, 'Team');
  const invites = `/orgs/${shop.orgId}/invites`;
  await created(invites, () => fill('E-mail', `${randomUUID()}@example.com`), 'Invite');
  await openPage(page, 'Sandbox');
  await created('/sandbox/wallet/topup', () => fill('Amount in USD', '5'), 'Add test funds');
  await openPage(page, 'Payouts');
  await created(
    '/bank/payout-ach',
    async () => {
      await fill('Routing number', '021000021');
      await fill('Account number', '123456789');
    },
    'Register account',
  );
  await page.getByRole('combobox', { name: 'Organization' }).selectOption('');
  await created('/orgs', () => fill('Name of the organization', 'Second shop'), 'Create organization');
});

test('the second click of a double click does nothing, even after the answer to the first', async () => {
  const page = await consoleOf(await merchant());
  await openPage(page, 'Sandbox');
  await page.getByRole('textbox', { name: 'Amount in USD' }).fill('5');
  const fund = button(page, 'Add test funds');

  await fund.click();
  await page.getByText('Your wallet has $5.00.').waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await fund.click();

  await page.getByText(/Your wallet has \$1.\.00\./).waitFor();
  expect(await page.getByText(/Your wallet has/).textContent()).toBe('Your wallet has $10.00.');
});

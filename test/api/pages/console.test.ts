import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { ROOT } from '../../../stack/places.ts';
import { apiTest } from '../../support/api-test.ts';
import { browserTest, expectAccessible, NARROW } from '../../support/browser.ts';
import { byKey, DESKTOP, makeKey, openPage, overflowOf, PAGES, signUp } from '../../support/console.ts';
import {
  authorized,
  call,
  GOLDEN_CART,
  merchant,
  openCheckout,
  person,
  shopper,
  until,
} from '../../support/people.ts';

apiTest();
const { newPage } = browserTest();

test('a merchant signs up, sees a sale appear, returns half, resends a webhook and watches cashback land', async () => {
  const page = await newPage(DESKTOP);
  await signUp(page);
  const shop = byKey(await makeKey(page));
  expect(shop.key).toMatch(/^fl_test_/);
  const receiver = await startWebhookReceiver();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(receiver.url);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();

  await page.getByRole('link', { name: 'Sales' }).click();
  await page.getByText('No sales yet.').waitFor();
  const [buyer, fan] = await Promise.all([shopper(), person()]);
  const { org_id: merchantId } = await call('GET', '/apikeys/verify', { key: shop.key });
  const entry = { merchant_id: merchantId, product_id: 'A' };
  await call('POST', '/buy-list', { session: fan.session, body: entry });
  const cart = { ...GOLDEN_CART, order_id: 'order-7' };
  const { authId } = await authorized(shop, buyer, { cart });
  await page
    .getByRole('row', { name: /order-7/ })
    .getByText('authorized')
    .waitFor();
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  await page
    .getByRole('row', { name: /order-7/ })
    .getByText('captured')
    .waitFor();

  await page
    .getByRole('row', { name: /order-7/ })
    .getByRole('link')
    .click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText(/Cashback of \$2\.24 became pending/).waitFor();
  await timeline.getByText('Cashback lands').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Return' }).click();
  const dialog = page.getByRole('dialog');
  const [first, second] = [dialog.getByRole('spinbutton').nth(0), dialog.getByRole('spinbutton').nth(1)];
  expect([await first.inputValue(), await second.inputValue()]).toEqual(['3', '1']);
  await first.fill('1');
  await second.fill('0');
  await dialog.getByRole('button', { name: 'Return and refund $23.40' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Return and refund $23.40' }).click();
  await timeline.getByText('Returned: $23.40 to the shopper').waitFor();
  expect(await dialog.count()).toBe(0);
  await page.getByRole('link', { name: 'Returns' }).click();
  await page.getByRole('cell', { name: '$23.40' }).waitFor();
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByText('$76.09 in 30 days; sales: 1').waitFor();

  await page.getByRole('link', { name: 'Webhooks' }).click();
  const captured = page.getByRole('row', { name: /charge\.captured/ });
  await captured.getByText('delivered').waitFor();
  const isCapture = ({ headers }: { headers: Record<string, unknown> }) =>
    headers['x-service-event'] === 'charge.captured';
  const before = await receiver.next(isCapture);
  await captured.getByRole('button', { name: 'Resend' }).click();
  const again = await receiver.next((received) => received !== before && isCapture(received));
  expect(again.headers['x-service-delivery']).toBe(before.headers['x-service-delivery']);
  await receiver.stop();

  await page.getByRole('link', { name: 'Sandbox' }).click();
  await page.getByRole('slider', { name: 'Clock' }).press('End');
  await page.getByRole('button', { name: 'Advance' }).click();
  const fired = page.getByRole('region', { name: 'What fired' });
  await fired.getByRole('cell', { name: /award landing/ }).waitFor();
  expect(await call('GET', '/wallet', { session: fan.session })).toMatchObject({
    wallets: [{ balance_minor: 149, pending_cashback_minor: 0 }],
  });

  // The statements begin with the present month by the moved clock.
  const { now } = await call('GET', '/sandbox/clock', { key: shop.key });
  await page.getByRole('link', { name: 'Payouts' }).click();
  await until(
    () => page.getByRole('textbox', { name: 'Month' }).inputValue(),
    (month) => month === now.slice(0, 7),
  );
}, 120_000);

test('every page is accessible, wide and narrow, light and dark, and loads within its budget', async () => {
  const page = await newPage({ ...DESKTOP, colorScheme: 'dark' });
  const loaded: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/console/assets/')) loaded.push(response.url());
  });
  await page.goto('/console');
  await page.getByRole('button', { name: 'Send code' }).waitFor();
  await expectAccessible(page);
  await signUp(page);
  const firstLoad = [...loaded];
  for (const name of PAGES) {
    await openPage(page, name);
    await expectAccessible(page);
  }
  await page.setViewportSize(NARROW);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const name of [...PAGES, 'Settings']) {
    await openPage(page, name);
    await expectAccessible(page);
    expect([name, await overflowOf(page)]).toEqual([name, 0]);
  }

  const sizeOf = async (url: string) => {
    const name = new URL(url).pathname.split('/').at(-1) ?? '';
    const content = await readFile(join(ROOT, 'web/console/dist/assets', name));
    return { name, bytes: gzipSync(content).length };
  };
  const first = await Promise.all([...new Set(firstLoad)].map(sizeOf));
  const sum = (suffix: string) =>
    first.filter(({ name }) => name.endsWith(suffix)).reduce((all, { bytes }) => all + bytes, 0);
  expect(sum('.js')).toBeGreaterThan(50_000);
  expect(sum('.js')).toBeLessThanOrEqual(200_000);
  expect(sum('.css')).toBeLessThanOrEqual(15_000);
  const chunks = (await readdir(join(ROOT, 'web/console/dist/assets'))).filter((name) =>
    name.endsWith('.js'),
  );
  const others = chunks.filter((name) => !first.some((file) => file.name === name));
  for (const name of others) expect((await sizeOf(`file:///${name}`)).bytes).toBeLessThanOrEqual(80_000);
}, 120_000);

test('a service that answers 503 or not at all is named on the page, which recovers by itself', async () => {
  const page = await newPage(DESKTOP);
  await signUp(page);
  const shop = byKey(await makeKey(page));
  await page.getByRole('link', { name: 'Sales' }).click();
  await page.getByText('No sales yet.').waitFor();
  let failures = 0;
  await page.route('**/console/api/**', async (route) => {
    failures++;
    if (failures % 2 === 0) return route.abort();
    return route.fulfill({ status: 503, json: { error: 'temporarily unavailable' } });
  });
  await page.getByText('The service does not answer.').waitFor();
  await openCheckout(shop);
  await page.unroute('**/console/api/**');
  await page.getByRole('row', { name: /pending/ }).waitFor();
  await page.getByText('The service does not answer.').waitFor({ state: 'detached' });
}, 60_000);

test('a void asks once, in words that name the amount', async () => {
  const page = await newPage(DESKTOP);
  await signUp(page);
  const shop = byKey(await makeKey(page));
  const { checkoutId } = await authorized(shop, await shopper(), { total: 1234 });
  await page.goto(`/console/sales/${checkoutId}`);
  await page.getByRole('button', { name: 'Void' }).click();
  const question = page.getByRole('alertdialog');
  await expectAccessible(page);
  await question.getByText('The hold of $12.34').waitFor();
  await question.getByRole('button', { name: /^Void/ }).click();
  await page.getByRole('region', { name: 'Timeline' }).getByText('Voided').waitFor();
  expect(await page.getByRole('button', { name: 'Void' }).count()).toBe(0);
}, 60_000);

test('an organization that may not go live sees the blockers, and stays in the sandbox', async () => {
  const page = await newPage(DESKTOP);
  await signUp(page);
  const environment = page.getByRole('switch', { name: 'Environment' });
  await environment.click();
  await page.getByRole('dialog').getByText('The business is not verified yet.').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await environment.getAttribute('aria-checked')).toBe('false');
}, 60_000);

test('the page is not stored and its files are for good; other methods and unknown files are unknown', async () => {
  const at = (path: string, method = 'GET') => fetch(`${process.env['TEST_API_URL']}${path}`, { method });
  const page = await at('/console/sales/anything');
  expect(page.headers.get('cache-control')).toBe('no-store');
  const html = await page.text();
  const [, nonce] = /property="csp-nonce" content="([^"]+)"/.exec(html) ?? [];
  expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  const [asset = ''] = /\/console\/assets\/[\w.-]+\.js/.exec(html) ?? [];
  expect((await at(asset)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const unknown = ['/console/assets/none.js', '/console/assets/..%2fsources.sha256', '/console/assets/'];
  for (const path of unknown) expect((await at(path)).status).toBe(404);
  expect((await at('/console', 'POST')).status).toBe(404);
});

test('a tab that shows the sandbox changes nothing after another tab went live', async () => {
  const someone = await person();
  const answer = await fetch(`${process.env['TEST_API_URL']}/console/api/me`, {
    headers: { cookie: `session=${someone.session}`, 'x-session-env': 'live' },
  });
  expect([answer.status, await answer.json()]).toMatchObject([403, { error: 'key env mismatch' }]);
  expect(answer.headers.get('x-session-env')).toBe('sandbox');
});

test('nor does it save the file of the other environment: a download names what its page shows', async () => {
  const shop = await merchant();
  const statusOf = async (env: string) => {
    const path = `/console/api/orgs/${shop.orgId}/sales?format=csv&session_env=${env}`;
    const headers = { cookie: `session=${shop.session}` };
    return (await fetch(`${process.env['TEST_API_URL']}${path}`, { headers })).status;
  };
  expect([await statusOf('sandbox'), await statusOf('live')]).toEqual([200, 403]);
});

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { mailedCode } from './people.ts';
import type { Merchant } from './people.ts';

export const DESKTOP = { viewport: { width: 1280, height: 900 } };

/** The names of the links of the console's navigation. */
export const PAGES = [
  'Home',
  'Sales',
  'Returns',
  'Cashback',
  'Payouts',
  'Terminals',
  'Webhooks',
  'Requests',
  'Team',
  'Keys',
  'Sandbox',
  'Audit',
] as const;

/** Signs a new merchant up in the console, and returns the e-mail address. */
export async function signUp(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto('/console');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(await mailedCode(email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Name of the organization' }).fill('Tea & <b>Biscuits</b>');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tea & <b>Biscuits</b>' }).waitFor();
  return email;
}

/** Creates a key on the console's page, and returns it. */
export async function makeKey(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('till');
  await page.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog').getByRole('code').first();
  const key = (await shown.textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept it' }).click();
  return key;
}

/** The merchant as the helpers of other tests know one. They call by the key alone. */
export const byKey = (key: string): Merchant => ({ key, email: '', userId: '', session: '', orgId: '' });

/** Opens a page by its link, and waits until it shows what it loads. */
export async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  // The page before stays until the next one has loaded: its heading must not be taken for the new one.
  if (name === 'Home') await page.getByRole('region', { name: 'Sales by day' }).waitFor();
  else await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.getByText('Loading…').first().waitFor({ state: 'detached' });
}

/** The pixels by which the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { mailedCode } from './people.ts';
import type { Person } from './people.ts';

/** A button of a page, by its whole name. */
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Signs in on a pay page in English, and returns the e-mail address. */
export async function signInOnPage(page: Page, email = `${randomUUID()}@example.com`): Promise<string> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await button(page, 'Send code').click();
  await page.getByRole('textbox', { name: 'Code' }).fill(await mailedCode(email));
  await button(page, 'Sign in').click();
  await page.getByText(`Signed in as ${email}`).waitFor();
  return email;
}

/** Gives a page the cookie of somebody who has signed in already. */
export async function actAs(page: Page, { session }: Person): Promise<void> {
  const url = process.env['TEST_API_URL'] ?? '';
  await page
    .context()
    .addCookies([{ name: 'session', value: session, url, httpOnly: true, sameSite: 'Lax' }]);
}

/** Expects that the page says this in its status, and nothing else there. */
export async function expectStatus(page: Page, text: string): Promise<void> {
  const status = page.getByRole('status');
  await status.filter({ hasText: text }).waitFor();
  expect((await status.textContent())?.trim()).toBe(text);
}

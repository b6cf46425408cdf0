import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { renderUnicodeCompact } from 'uqr';
import { createApiCaller } from './api-caller.ts';
import type { FirstPayment } from './first-payment.ts';
import { DATA } from './places.ts';
import type { StackFacts } from './run-lock.ts';

const WEEK_SECONDS = 7 * 24 * 3600;

/** The pages of a running stack that a person opens first. */
export interface FirstPages {
  readonly consoleUrl: string;
  /** The pay page of a checkout that waits for a shopper. Null without a merchant. */
  readonly payUrl: string | null;
  /** The page of the merchant's terminal. Null without a merchant. */
  readonly terminalUrl: string | null;
}

/** Opens a checkout of the merchant of the first payment, which can be paid for a week. */
export async function openFirstPages(apiUrl: string, payment: FirstPayment | null): Promise<FirstPages> {
  const consoleUrl = `${apiUrl}/console`;
  if (payment === null) return { consoleUrl, payUrl: null, terminalUrl: null };
  const cart = {
    items: [{ product_id: 'A', display_name: 'Coffee beans', unit_price: 1999, qty: 1, cashback_rate: 750 }],
    ...{ total: 1999, terminal_id: payment.terminalId, expires_in_secs: WEEK_SECONDS },
  };
  const opened = await createApiCaller(apiUrl).post('/checkouts', cart, { 'x-api-key': payment.apiKey });
  const payUrl = opened.text('pay_url');
  return { consoleUrl, payUrl, terminalUrl: new URL(`/t/${payment.terminalId}`, payUrl).href };
}

/** Returns the lines about the pages, with a QR code where a terminal shows it. */
function describePages(
  { consoleUrl, payUrl, terminalUrl }: FirstPages,
  { payment, isTerminal }: { readonly payment: FirstPayment | null; readonly isTerminal: boolean },
): string[] {
  if (payUrl === null || terminalUrl === null || payment === null) return [`  Console       ${consoleUrl}`];
  const code = isTerminal
    ? [
        '',
        ...renderUnicodeCompact(payUrl)
          .split('\n')
          .map((line) => `  ${line}`),
      ]
    : [];
  return [
    `  Console       ${consoleUrl} (as ${payment.email}; the mail inbox gets the code)`,
    `  Pay           ${payUrl}`,
    `  Counter       ${terminalUrl}`,
    ...code,
  ];
}

/** Returns what `npm start` prints when the stack is up. */
export function describeStack(
  facts: Omit<StackFacts, 'pids'>,
  { payment, pages, logs }: { payment: FirstPayment | null; pages: FirstPages; logs: string },
): string {
  const key = payment?.apiKey;
  const cart =
    '{"items":[{"product_id":"A","display_name":"Coffee","unit_price":1999,"qty":1,"cashback_rate":750}],"total":1999}';
  return [
    '',
    `  API           ${facts.api_url}`,
    `  API docs      ${facts.api_url}/docs`,
    ...describePages(pages, { payment, isTerminal: process.stdout.isTTY }),
    `  Mail inbox    ${facts.inbox_url}/messages`,
    `  Partners      ${facts.simulator_url} (simulated; docs/testing-in-the-sandbox.md)`,
    `  Temporal UI   ${facts.temporal_ui_url ?? `(of the server at ${facts.temporal_address})`}`,
    `  Database      ${facts.database_url}`,
    `  Metrics       ${facts.metrics_urls.join(', ')}`,
    `  Facts, logs   ${join(DATA, 'stack.json')}, ${logs}`,
    ...(key === undefined ? [] : [`  Sandbox key   ${key}`]),
    '',
    '  Try it:',
    key === undefined
      ? `  curl -s ${facts.api_url}/auth/otp/request -H 'content-type: application/json' -d '{"email":"you@example.com"}'`
      : `  curl -s ${facts.api_url}/checkouts -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '${cart}'`,
    '',
  ].join('\n');
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

/** Opens the pages in the browser of this machine. A machine without one is left as it is. */
export function openInBrowser({ consoleUrl, payUrl }: FirstPages): void {
  const opener = OPENERS[process.platform] ?? 'xdg-open';
  for (const url of [consoleUrl, payUrl].filter((one) => one !== null)) {
    const child = spawn(opener, [url], { stdio: 'ignore', detached: true });
    child.on('error', () => console.error(`no browser opened: ${opener} is not on the PATH`));
    child.unref();
  }
}

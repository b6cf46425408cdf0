import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { SIGNATURE_HEADER, signCallback, TIMESTAMP_HEADER } from '../../src/security/partner-signature.ts';
import type { PartnerSecrets } from '../../stack/partners.ts';
import { api, call, until } from './people.ts';
import type { Answer } from './people.ts';

/** The verification provider of the tests: its pages and controls, and callbacks signed as it signs them. */

const simulator = (path: string): string => `${process.env['TEST_SIMULATOR_URL']}/verification${path}`;

/** Calls a control of the simulator. */
export async function control(path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(simulator(path), { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

/** Lets the provider be away for a country, or come back. */
export const providerDown = (country: string, down: boolean): Promise<number> =>
  control('/control', { country_code: country, down });

/** The HTML of the page at this address. */
export async function pageText(url: string): Promise<string> {
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  return answer.text();
}

/** Presses a button of the hosted page, as a browser does. Answers the page that follows. */
export async function press(url: string, label: string): Promise<string> {
  const page = await pageText(url);
  const form = /<form method="post">([\s\S]*?)<\/form>/.exec(page)?.[1] ?? '';
  const button = new RegExp(`name="(\\w+)" value="(\\w+)"[^>]*>${label}<`).exec(form);
  if (button === null) throw new Error(`the page has no button ${label}:\n${page}`);
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams([[String(button[1]), String(button[2])]]),
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

export interface VerdictEvent {
  readonly id: string;
  readonly type: string;
  readonly reference: string;
  readonly occurred_at: string;
}

/** Something the provider says of a case, now unless told otherwise. */
export function verdictEvent(reference: string, type: string, at: Date = new Date()): VerdictEvent {
  return { id: randomUUID(), type: `case.${type}`, reference, occurred_at: at.toISOString() };
}

const REPORTS = {
  approve: 'approved',
  reject: 'rejected',
  abandon: 'withdrawn',
  withdraw: 'withdrawn',
} as const;

/** The provider decides a case and sends no callback. Answers the event that would report the decision. */
export async function decided(
  reference: string,
  decision: keyof typeof REPORTS,
  { at = new Date(), legalName }: { at?: Date; legalName?: string } = {},
): Promise<VerdictEvent> {
  const body = { decision, silent: true, occurred_at: at.toISOString(), legal_name: legalName };
  const status = await control(`/cases/${reference}/decide`, body);
  if (status !== 200) throw new Error(`the provider answered ${status} to ${decision}`);
  return verdictEvent(reference, REPORTS[decision], at);
}

const secrets = (): PartnerSecrets =>
  JSON.parse(process.env['TEST_PARTNER_SECRETS'] ?? '{}') as PartnerSecrets;

/** Sends a callback, signed with the provider's secret unless with another, `ageSeconds` ago. */
export function sendEvent(
  event: object,
  { secret = secrets().verification_secret, ageSeconds = 0 } = {},
): Promise<Answer> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
  const signature = signCallback(secret, timestamp, Buffer.from(body));
  return api('POST', '/partners/verification/events', {
    body,
    headers: { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature },
  });
}

/** The bank's secret, which signs nothing of the verification provider's. */
export const bankSecret = (): string => secrets().bank_secret;

/** The newest case of an org or user: its id, which the provider knows it by, and its row. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function newestCase(books: Pool, subjectId: string): Promise<any> {
  const { rows } = await books.query(
    'select * from verification_cases where subject_id = $1 order by seq desc limit 1',
    [subjectId],
  );
  return rows[0];
}

/** Waits until the API shows this status of the org's KYB, or of the user's KYC without an org. */
export async function standing(session: string, status: string, orgId?: string): Promise<void> {
  const path = orgId === undefined ? '/compliance/kyc' : `/compliance/kyb?org_id=${orgId}`;
  await until(
    () => call('GET', path, { session }),
    (answer: { status: string }) => answer.status === status,
  );
}

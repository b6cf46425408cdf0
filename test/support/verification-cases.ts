import { SYSTEM } from '../../src/domain/org-event.ts';
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import type { Verdict } from '../../src/domain/verification.ts';
import { findOrMakeUser } from '../../src/store/users.ts';
import { startCase } from '../../src/commands/verification.ts';
import { findCase } from '../../src/store/verification.ts';
import type { CaseRow } from '../../src/store/verification.ts';
import { besideUpdate, startOf } from '../../src/temporal/starts.ts';
import { recordVerdict, taskQueues } from '../../workflows/messages.ts';
import type { SkippedTime } from './time-skipping.ts';

/** The country of the cases: outages are by country. */
const COUNTRY = 'GB';

/** The case of a new user, not yet opened at the provider. */
export async function writtenCase({ database }: SkippedTime): Promise<CaseRow> {
  const user = await findOrMakeUser(database.pool, { userId: v7(), email: `${randomUUID()}@example.com` });
  const subjectId = user?.id ?? '';
  const started = await startCase(
    { database, origin: SYSTEM },
    { kind: 'kyc', subjectId, countryCode: COUNTRY, newId: v7(), actor: `user:${subjectId}` },
  );
  if (started?.ok !== true) throw new Error('the case did not start');
  return started.value;
}

/** The same, opened at the provider. */
export async function openedCase(time: SkippedTime): Promise<CaseRow> {
  const { id } = await writtenCase(time);
  await time.workflows.openVerification(id);
  return caseNow(time, id);
}

/** The case as the books have it. */
export async function caseNow({ database }: SkippedTime, id: string): Promise<CaseRow> {
  const row = await findCase(database.pool, { caseId: id });
  if (row === null) throw new Error(`there is no case ${id}`);
  return row;
}

const DECISIONS = { APPROVED: 'approve', REJECTED: 'reject', WITHDRAWN: 'withdraw' } as const;

/** The provider decides, and its callback makes the case's workflow ask. */
export async function tellVerdict(time: SkippedTime, id: string, verdict: Verdict): Promise<void> {
  await decideSilently(time, id, DECISIONS[verdict]);
  await time.workflows.askVerification(id, { verdict });
}

/** Gives the case's workflow a verdict, as callbacks did before they became hints. */
export async function giveVerdict(time: SkippedTime, id: string, verdict: Verdict): Promise<void> {
  const start = startOf('verification', { caseId: id }, { queues: taskQueues(time.taskQueue) });
  await time.client.workflow.executeUpdateWithStart(recordVerdict, {
    args: [{ eventId: randomUUID(), verdict, occurredAt: await time.now() }],
    startWorkflowOperation: besideUpdate(start),
  });
}

/** The provider decides, and its callback is lost. */
export async function decideSilently(
  time: SkippedTime,
  id: string,
  decision: 'approve' | 'reject' | 'withdraw',
): Promise<void> {
  await control(time, `/cases/${id}/decide`, {
    decision,
    silent: true,
    occurred_at: new Date(await time.now()).toISOString(),
  });
}

/** Lets the provider be away, or come back. */
export const providerAway = (time: SkippedTime, away: boolean): Promise<void> =>
  control(time, '/control', { country_code: COUNTRY, down: away });

async function control({ partners }: SkippedTime, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${partners.url}/verification${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`the provider's control ${path} answered ${answer.status}`);
}

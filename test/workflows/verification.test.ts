import { ENVIRONMENTS } from '../../src/domain/environment.ts';
import { SYSTEM } from '../../src/domain/org-event.ts';
import { v7 } from 'uuid';
import type { CaseStatus } from '../../src/domain/verification.ts';
import { findUser } from '../../src/store/users.ts';
import { startCase } from '../../src/commands/verification.ts';
import type { CaseRow } from '../../src/store/verification.ts';
import { obligationPages } from '../../src/store/obligations.ts';
import type { Obligation } from '../../src/store/obligations.ts';
import { startOfRow } from '../../src/temporal/starts.ts';
import { taskQueues, workflowId } from '../../workflows/messages.ts';
import { historiesOf, replayed } from '../replay/replaying.ts';
import { expectIntegrity, until } from '../support/people.ts';
import { DAY, HOUR, MINUTE, startSkippedTime } from '../support/time-skipping.ts';
import type { SkippedTime } from '../support/time-skipping.ts';
import {
  caseNow,
  decideSilently,
  openedCase,
  providerAway,
  tellVerdict,
  writtenCase,
} from '../support/verification-cases.ts';
import { loseWorkflow } from '../support/lost-workflow.ts';

let time: SkippedTime;

beforeAll(async () => {
  time = await startSkippedTime('verification_workflow');
});
afterAll(() => time.stop());
afterEach(() => expectIntegrity(time.database.pool));

const becomes = (id: string, wanted: CaseStatus): Promise<CaseRow> =>
  until(
    () => caseNow(time, id),
    ({ status }) => status === wanted,
  );
const kycOf = async ({ subjectId }: CaseRow): Promise<string> =>
  (await findUser(time.database, subjectId)).kycStatus;
const endOf = (id: string): Promise<unknown> =>
  time.client.workflow.getHandle(workflowId.verification(id)).result();

describe('a verdict whose callback is lost', () => {
  test('is found an hour after the start, by asking', async () => {
    const opened = await openedCase(time);
    await decideSilently(time, opened.id, 'approve');
    await time.skipTo(opened.createdAt.getTime() + HOUR - MINUTE);
    expect((await caseNow(time, opened.id)).status).toBe('PENDING');
    await time.skip(2 * MINUTE);
    await becomes(opened.id, 'APPROVED');
    expect([await kycOf(opened), (await findUser(time.database, opened.subjectId)).countryCode]).toEqual([
      'APPROVED',
      'GB',
    ]);
    expect(await endOf(opened.id)).toBe('APPROVED');
  });

  test('is found later by asking daily', async () => {
    const opened = await openedCase(time);
    await time.skip(5 * DAY);
    await decideSilently(time, opened.id, 'reject');
    await time.skip(HOUR - MINUTE);
    expect((await caseNow(time, opened.id)).status).toBe('PENDING');
    await time.skip(DAY);
    await becomes(opened.id, 'REJECTED');
    expect(await kycOf(opened)).toBe('REJECTED');
  });

  test('is found on the last day too, before the case is given up', async () => {
    const opened = await openedCase(time);
    await time.skipTo(opened.expiresAt.getTime() - HOUR);
    await decideSilently(time, opened.id, 'approve');
    await time.skip(2 * HOUR);
    await becomes(opened.id, 'APPROVED');
  });

  test('is found although the provider was away when it was to be asked', async () => {
    const opened = await openedCase(time);
    await decideSilently(time, opened.id, 'approve');
    await providerAway(time, true);
    await time.skip(2 * HOUR);
    await providerAway(time, false);
    expect((await caseNow(time, opened.id)).status).toBe('PENDING');
    await time.skip(DAY);
    await becomes(opened.id, 'APPROVED');
  });
});

describe('a case without a verdict', () => {
  test('is withdrawn after thirty days, not before', async () => {
    const opened = await openedCase(time);
    await time.skipTo(opened.expiresAt.getTime() - MINUTE);
    expect([(await caseNow(time, opened.id)).status, await kycOf(opened)]).toEqual(['PENDING', 'PENDING']);
    await time.skip(MINUTE);
    await becomes(opened.id, 'WITHDRAWN');
    expect(await kycOf(opened)).toBe('WITHDRAWN');
    const { rows } = await time.database.pool.query(
      'select decided_by from verification_cases where id = $1',
      [opened.id],
    );
    expect(rows).toEqual([{ decided_by: 'expiry' }]);
    expect(await endOf(opened.id)).toBe('WITHDRAWN');
  });

  test('that the provider never opened is withdrawn too, and a verdict that comes then changes nothing', async () => {
    await providerAway(time, true);
    const written = await writtenCase(time);
    // Its last minutes: in thirty days it would be tried every minute.
    const last = `update verification_cases set expires_at = created_at + interval '5 minutes' where id = $1`;
    await time.database.pool.query(last, [written.id]);
    await expect(time.workflows.openVerification(written.id)).rejects.toThrow();
    // The books learn the time after each skip, and the provider is tried every minute.
    for (let skips = 0; skips < 4; skips++) await time.skip(2 * MINUTE);
    await becomes(written.id, 'WITHDRAWN');
    await providerAway(time, false);
    expect(await endOf(written.id)).toBe('WITHDRAWN');
    await time.workflows.askVerification(written.id, { verdict: 'APPROVED' });
    expect([(await caseNow(time, written.id)).status, await kycOf(written)]).toEqual([
      'WITHDRAWN',
      'WITHDRAWN',
    ]);
  });

  test('makes way for a new one once it is past its end, when its workflow is late', async () => {
    const opened = await openedCase(time);
    await loseWorkflow(time, workflowId.verification(opened.id));
    await time.skipTo(opened.expiresAt.getTime());
    const { subjectId, kind, countryCode } = opened;
    const again = await startCase(
      { ...time, origin: SYSTEM },
      {
        kind,
        subjectId,
        countryCode,
        newId: v7(),
        actor: `user:${subjectId}`,
      },
    );
    expect(again).toMatchObject({ ok: true, value: { status: 'PENDING', url: null } });
    expect([(await caseNow(time, opened.id)).status, await kycOf(opened)]).toEqual(['WITHDRAWN', 'PENDING']);
    if (again?.ok === true) await time.workflows.openVerification(again.value.id);
  });
});

test('a workflow that was lost begins again from the row, opens nothing twice and hears the verdict', async () => {
  const opened = await openedCase(time);
  await loseWorkflow(time, workflowId.verification(opened.id));
  await tellVerdict(time, opened.id, 'APPROVED');
  expect(await caseNow(time, opened.id)).toMatchObject({ status: 'APPROVED', url: opened.url });
  expect(await endOf(opened.id)).toBe('APPROVED');
  await tellVerdict(time, opened.id, 'WITHDRAWN');
  expect([(await caseNow(time, opened.id)).status, await kycOf(opened)]).toEqual(['WITHDRAWN', 'WITHDRAWN']);
});

test('a reported verdict that the provider did not give changes nothing', async () => {
  const opened = await openedCase(time);
  await time.workflows.askVerification(opened.id, { verdict: 'APPROVED' });
  expect([(await caseNow(time, opened.id)).status, await kycOf(opened)]).toEqual(['PENDING', 'PENDING']);
  await tellVerdict(time, opened.id, 'REJECTED');
  await time.workflows.askVerification(opened.id, { verdict: 'APPROVED' });
  expect(await kycOf(opened)).toBe('REJECTED');
});

describe('an approved case', () => {
  /** The open row of the case, for which the reconciliation starts a workflow. */
  const obligationOf = async ({ id }: CaseRow): Promise<Obligation | undefined> => {
    for await (const { rows } of obligationPages(time.database.pool, {
      environments: ENVIRONMENTS,
      windowMs: 0,
      limit: 500,
    })) {
      const found = rows.find(({ key }) => key === id);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const begin = (row: Obligation | undefined) => {
    if (row === undefined) throw new Error('the case is not to be asked about');
    const { type, options } = startOfRow(row, { queues: taskQueues(time.taskQueue) });
    return time.client.workflow.start(type, options);
  };

  test('is asked about a day later, so that a withdrawal is found whose callback was lost', async () => {
    const opened = await openedCase(time);
    await tellVerdict(time, opened.id, 'APPROVED');
    await endOf(opened.id);
    await decideSilently(time, opened.id, 'withdraw');
    expect(await obligationOf(opened)).toBeUndefined();
    await time.skip(DAY + MINUTE);
    await begin(await obligationOf(opened));
    await becomes(opened.id, 'WITHDRAWN');
    expect(await kycOf(opened)).toBe('WITHDRAWN');
  });

  test('that still holds is asked about once a day', async () => {
    const opened = await openedCase(time);
    await tellVerdict(time, opened.id, 'APPROVED');
    await endOf(opened.id);
    await time.skip(DAY + MINUTE);
    await begin(await obligationOf(opened));
    expect(await endOf(opened.id)).toBe('APPROVED');
    expect(await obligationOf(opened)).toBeUndefined();
  });
});

test('no history holds the address of a hosted page, and every history replays', async () => {
  const { rows } = await time.database.pool.query<{ id: string; url: string | null }>(
    'select id, url from verification_cases',
  );
  const histories = await historiesOf(
    time.client,
    rows.map(({ id }) => workflowId.verification(id)),
  );
  expect(histories.length).toBeGreaterThan(7);
  const payloads = Buffer.from(JSON.stringify(histories)).toString();
  const decoded =
    payloads +
    payloads.replaceAll(/"data":"([^"]+)"/g, (_, data: string) => Buffer.from(data, 'base64').toString());
  for (const { url } of rows) if (url !== null) expect(decoded).not.toContain(new URL(url).pathname);
  expect(await replayed(time.workflowBundle, histories)).toEqual([]);
});

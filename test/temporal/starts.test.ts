import { readdirSync, readFileSync } from 'node:fs';
import { DUE_KINDS } from '../../src/domain/due-thing.ts';
import { delayedBy, rowNamedIn, startOf, startOfRow } from '../../src/temporal/starts.ts';
import { taskQueues, workflowId } from '../../workflows/messages.ts';

const SETTINGS = { queues: taskQueues('money') };
const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const PAYOUT = { payoutId: 'payout', orgId: 'org', isNew: false, deadline: null };
const rowOf = (workflow: string) => ({ workflow, key: 'key', orgId: 'org' });

/**
 * The kinds in the view of due things, and the workflow that waits for each. Migrations only ever add to the
 * view: the longest is the current one.
 */
function dueThings(): { kind: string; workflow: string }[] {
  const folder = new URL('../../src/migrations/', import.meta.url);
  const views = readdirSync(folder).flatMap((file) => [
    ...text(`src/migrations/${file}`).matchAll(/view due_things[^]*?(?=`|;)/g),
  ]);
  const [view = ''] = views.toSorted((a, b) => a[0].length - b[0].length).at(-1) ?? [];
  return [...view.matchAll(/select org_id, '(\w+)'(?: as kind)?, id, '(\w+)'/g)].map(
    ([, kind = '', workflow = '']) => ({
      kind,
      workflow,
    }),
  );
}

test('every workflow has a start', () => {
  const types = [...text('workflows/index.ts').matchAll(/export \{ (\w+) \}/g)].map(
    ([, type]) => type as never,
  );
  expect(types).toHaveLength(17);
  for (const type of types) expect(startOf(type, {} as never, SETTINGS)).toMatchObject({ type });
});

test('a second start keeps a workflow that runs, and begins again one that has ended', () => {
  expect(startOf('verification', { caseId: 'case' }, SETTINGS)).toEqual({
    type: 'verification',
    options: {
      workflowId: 'verification:case',
      taskQueue: 'money',
      args: [{ caseId: 'case' }],
      memo: { case_id: 'case' },
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      staticSummary: 'Opens a case at the verification provider and waits for its verdict, 30 days at most',
    },
  });
});

test('the mails about one streak of failures are sent once', () => {
  const { options } = startOf('webhookFailing', { deliveryId: 'delivery', orgId: 'org' }, SETTINGS);
  expect(options).toMatchObject({ taskQueue: 'money-webhooks', workflowIdReusePolicy: 'REJECT_DUPLICATE' });
});

test('a second start of a sign-in mail fails, and so does a reconciliation beside another', () => {
  const starts = [
    startOf('signInMail', { codeId: 'code' }, SETTINGS),
    startOf('reconciliation', { taskQueue: 'money' }, SETTINGS),
  ];
  for (const { options } of starts)
    expect(Object.keys(options)).toEqual(['workflowId', 'taskQueue', 'args', 'staticSummary', 'memo']);
});

test('the organization is a search attribute where one is named', () => {
  const settings = { ...SETTINGS, orgAttribute: 'OrgId' };
  const attributesOf = (workflow: string) =>
    startOfRow(rowOf(workflow), settings).options.typedSearchAttributes;
  const orgId = { key: { name: 'OrgId', type: 'KEYWORD' }, value: 'org' };
  expect(attributesOf('payout')).toEqual([orgId]);
  expect(attributesOf('checkout')).toEqual([orgId]);
  // A verification case belongs to a user as well as to an organization.
  expect(attributesOf('verification')).toBeUndefined();
  expect(startOfRow(rowOf('payout'), SETTINGS).options).not.toHaveProperty('typedSearchAttributes');
});

test('memo names the environment, except of what belongs to none', () => {
  const settings = { ...SETTINGS, env: 'live' } as const;
  expect(startOf('payout', PAYOUT, settings).options.memo).toEqual({
    payout_id: 'payout',
    org_id: 'org',
    env: 'live',
  });
  expect(startOf('signInMail', { codeId: 'code' }, settings).options.memo).toEqual({ code_id: 'code' });
  // The row knows better where one worker serves both.
  expect(startOfRow({ ...rowOf('award'), env: 'sandbox' }, settings).options.memo).toMatchObject({
    env: 'sandbox',
  });
  expect(startOfRow(rowOf('award'), SETTINGS).options.memo).not.toHaveProperty('env');
});

test('an award starts when it is due, from its row too', () => {
  const dueAt = new Date('2026-01-31');
  const { options } = delayedBy(1000, startOfRow({ ...rowOf('award'), dueAt }, SETTINGS));
  expect(options).toMatchObject({
    startDelay: 1000,
    args: [{ awardId: 'key', orgId: 'org', due: dueAt.getTime() }],
  });
  for (const ms of [0, -1]) {
    expect(delayedBy(ms, startOfRow(rowOf('award'), SETTINGS)).options).not.toHaveProperty('startDelay');
  }
});

test('a type that no row names starts from no row', () => {
  for (const type of ['signInMail', 'webhookFailing', 'constructor', 'nothing']) {
    expect(() => startOfRow(rowOf(type), SETTINGS)).toThrow('no start from a row is known');
  }
});

test('the workflows of open rows are known by their ids', () => {
  const named = Object.entries(workflowId).filter(([, idOf]) => rowNamedIn(idOf('id')));
  expect(named.map(([noun]) => noun).toSorted()).toEqual([
    'award',
    'checkout',
    'lateReturns',
    'payout',
    'verification',
    'webhook',
  ]);
});

test('every kind of due thing is found when due, starts its workflow, and is listed once it has fired', () => {
  const things = dueThings();
  expect(things.map(({ kind }) => kind).toSorted()).toEqual(DUE_KINDS.toSorted());
  const [, fired = ''] = text('src/store/org-clock.ts').split('const FIRED');
  const obligations = text('src/store/obligations.ts');
  for (const { kind, workflow } of things) {
    expect(startOfRow(rowOf(workflow), SETTINGS).options.args).toHaveLength(1);
    expect(startOfRow(rowOf(workflow), SETTINGS).options.staticSummary).toMatch(/^[A-Z]/);
    expect(fired).toContain(`'${kind}'`);
    expect(obligations).toContain(`'${workflow}'`);
  }
});

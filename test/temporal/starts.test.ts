import { readdirSync, readFileSync } from 'node:fs';
import { DUE_KINDS } from '../../src/domain/due-thing.ts';
import { delayedBy, rowNamedIn, startOf, startOfRow } from '../../src/temporal/starts.ts';
import { taskQueues, workflowId } from '../../workflows/messages.ts';

const QUEUES = taskQueues('money');
const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
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
  for (const type of types) expect(startOf(type, {} as never, QUEUES)).toMatchObject({ type });
});

test('a second start keeps a workflow that runs, and begins again one that has ended', () => {
  expect(startOf('verification', { caseId: 'case' }, QUEUES)).toEqual({
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
  const { options } = startOf('webhookFailing', { deliveryId: 'delivery', orgId: 'org' }, QUEUES);
  expect(options).toMatchObject({ taskQueue: 'money-webhooks', workflowIdReusePolicy: 'REJECT_DUPLICATE' });
});

test('a second start of a sign-in mail fails, and so does a reconciliation beside another', () => {
  const starts = [
    startOf('signInMail', { codeId: 'code' }, QUEUES),
    startOf('reconciliation', { taskQueue: 'money' }, QUEUES),
  ];
  for (const { options } of starts)
    expect(Object.keys(options)).toEqual(['workflowId', 'taskQueue', 'args', 'staticSummary', 'memo']);
});

test('an award starts when it is due, from its row too', () => {
  const dueAt = new Date('2026-01-31');
  const { options } = delayedBy(1000, startOfRow({ ...rowOf('award'), dueAt }, QUEUES));
  expect(options).toMatchObject({
    startDelay: 1000,
    args: [{ awardId: 'key', orgId: 'org', due: dueAt.getTime() }],
  });
  for (const ms of [0, -1]) {
    expect(delayedBy(ms, startOfRow(rowOf('award'), QUEUES)).options).not.toHaveProperty('startDelay');
  }
});

test('a type that no row names starts from no row', () => {
  for (const type of ['signInMail', 'webhookFailing', 'constructor', 'nothing']) {
    expect(() => startOfRow(rowOf(type), QUEUES)).toThrow('no start from a row is known');
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
    expect(startOfRow(rowOf(workflow), QUEUES).options.args).toHaveLength(1);
    expect(startOfRow(rowOf(workflow), QUEUES).options.staticSummary).toMatch(/^[A-Z]/);
    expect(fired).toContain(`'${kind}'`);
    expect(obligations).toContain(`'${workflow}'`);
  }
});

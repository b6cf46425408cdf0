import type { Config } from '../../config.ts';
import type { Environment } from '../../domain/environment.ts';
import { namespaceOf } from '../../temporal/engines.ts';
import { findDeposit, findObjects, findRequest, FOUND_KINDS } from '../../store/operator-find.ts';
import type { FoundKind, FoundObject, RelatedObject } from '../../store/operator-find.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { refused } from '../answers.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps } from '../route.ts';
import { isId } from '../shapes/fields.ts';
import { findAnswer, findBody, findQuery } from '../shapes/operator-find.ts';
import type { Finding } from '../shapes/operator-find.ts';

type WorkflowNoun = keyof typeof workflowId;

/** The workflow that moves a row of each kind. Kinds without one are absent. */
const MOVED_BY: Readonly<Partial<Record<FoundKind, WorkflowNoun>>> = {
  checkout: 'checkout',
  charge: 'checkout',
  return: 'chargeReturn',
  award: 'award',
  payout: 'payout',
  counterparty: 'counterparty',
  delivery: 'webhook',
  verification_case: 'verification',
  entry: 'recommendation',
  recommendation: 'recommendation',
  sign_in_code: 'signInMail',
};

/**
 * The kind of row that each workflow is named after. A reconciliation and a comparison with the bank have
 * none: they concern all rows.
 */
const NAMED_AFTER: Readonly<
  Record<Exclude<WorkflowNoun, 'reconciliation' | 'bankComparison' | 'deposit'>, FoundKind>
> = {
  checkout: 'checkout',
  chargeReturn: 'return',
  award: 'award',
  payout: 'payout',
  lateReturns: 'payout',
  counterparty: 'counterparty',
  destinationMail: 'counterparty',
  webhook: 'delivery',
  webhookFailing: 'delivery',
  verification: 'verification_case',
  recommendation: 'recommendation',
  signInMail: 'sign_in_code',
  orgNotice: 'audit_entry',
  clock: 'org',
};

export const operatorFindRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/find',
    credential: 'operator',
    access: { target: null, environment: 'any' },
    id: 'findObject',
    tag: 'Operator',
    summary:
      'Find any object, call or workflow by its id, with its workflow and the objects that belong to it',
    query: findQuery,
    answer: findAnswer,
    refusals: ['not_found', 'invalid'],
    async handle(call) {
      const { deps } = call;
      const sought = call.query().id;
      const found =
        (await findObject(deps, sought)) ??
        (await findByWorkflow(deps, sought)) ??
        (await findCall(deps, sought)) ??
        (await findReportedDeposit(deps, sought));
      return findBody(found ?? refused('not_found'), (id, env) => linkOf(deps.config, id, env));
    },
  }),
];

async function findObject({ database }: ApiDeps, id: string): Promise<Finding | null> {
  if (!isId(id)) return null;
  const rows = await findObjects(database.pool, { ids: [id] });
  const [object] = preferred(rows, id);
  return object === undefined ? null : findingOf(object);
}

/** Finds the row that a workflow is named after. The answer names this workflow, not the row's usual one. */
async function findByWorkflow(deps: ApiDeps, sought: string): Promise<Finding | null> {
  const key = sought.slice(sought.indexOf(':') + 1);
  if (sought === workflowId.deposit(key)) return findReportedDeposit(deps, key);
  if (!isId(key)) return null;
  const nouns = Object.keys(NAMED_AFTER) as (keyof typeof NAMED_AFTER)[];
  const noun = nouns.find((one) => workflowId[one](key) === sought);
  if (noun === undefined) return null;
  const rows = await findObjects(deps.database.pool, { ids: [key] });
  const row = rows.find(({ kind }) => kind === NAMED_AFTER[noun]);
  return row === undefined ? null : { ...findingOf(row), workflowId: sought };
}

/**
 * Finds a call of the request log. Its objects are those in its path and those that its acts in the trail are
 * about; its workflow is that of the last of them that has one.
 */
async function findCall({ database, requestLog }: ApiDeps, requestId: string): Promise<Finding | null> {
  // The log includes the calls that this process has answered. If they cannot be written now, the rest is
  // searched.
  await requestLog.flush().catch(() => undefined);
  const call = await findRequest(database.pool, { requestId });
  if (call === null) return null;
  const { orgId, env, path, status, acts } = call;
  const ids = [...new Set([...path.split('/'), ...acts.map(({ id }) => id)].filter(isId))];
  const found = await findObjects(database.pool, { ids });
  const touched = ids.flatMap((id) => preferred(found, id).slice(0, 1)).map(findingOf);
  const workflow = touched.findLast((one) => one.workflowId !== null)?.workflowId ?? null;
  return {
    kind: 'request',
    id: requestId,
    orgId,
    env,
    status: String(status),
    workflowId: workflow,
    related: distinct([...touched, ...acts]),
  };
}

/** Finds a deposit by the bank's id of its event. */
async function findReportedDeposit({ database }: ApiDeps, eventId: string): Promise<Finding | null> {
  const deposit = await findDeposit(database.pool, { eventId });
  if (deposit === null) return null;
  const { related } = deposit;
  return {
    kind: 'deposit',
    id: eventId,
    orgId: null,
    env: 'live',
    status: null,
    workflowId: workflowId.deposit(eventId),
    related,
  };
}

/** The rows with this id, by the preference of their kinds: a charge and its compliance record share one. */
function preferred(rows: readonly FoundObject[], id: string): FoundObject[] {
  return FOUND_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind && row.id === id));
}

function findingOf({ workflowKey, ...row }: FoundObject): Finding {
  const noun = MOVED_BY[row.kind];
  return {
    ...row,
    workflowId: noun === undefined || workflowKey === null ? null : workflowId[noun](workflowKey),
  };
}

function distinct(objects: readonly RelatedObject[]): RelatedObject[] {
  const byName = new Map(objects.map(({ kind, id }) => [`${kind}:${id}`, { kind, id }]));
  return [...byName.values()];
}

/** The environment of the workflows whose row belongs to another one, or to none. */
function homeOf(id: string): Environment | null {
  if (id.startsWith(workflowId.clock(''))) return 'sandbox';
  return id.startsWith(workflowId.orgNotice('')) ? 'live' : null;
}

/** The address of a workflow in Temporal's Web UI: its newest run. Null without the address of the Web UI. */
function linkOf(config: Config, id: string, env: Environment | null): string | null {
  if (config.TEMPORAL_UI_URL === undefined) return null;
  const [namespace, workflow] = [namespaceOf(config, homeOf(id) ?? env), id].map(encodeURIComponent);
  return `${config.TEMPORAL_UI_URL}/namespaces/${namespace}/workflows/${workflow}`;
}

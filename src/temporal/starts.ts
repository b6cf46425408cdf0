import { WithStartWorkflowOperation } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { ApplicationFailure, defineSearchAttributeKey } from '@temporalio/common';
import type { SearchAttributePair, Workflow } from '@temporalio/common';
import type { Environment } from '../domain/environment.ts';
import { WORKFLOW_TASK_MS } from '../domain/time-budget.ts';
import { reloadRow, workflowId } from '../../workflows/messages.ts';
import type {
  AwardInput,
  BankComparisonInput,
  CheckoutInput,
  ClockInput,
  CounterpartyInput,
  DeliveryInput,
  DepositInput,
  NoticeInput,
  PayoutInput,
  PayoutRef,
  RecommendationInput,
  ReconciliationInput,
  ReturnInput,
  SignInMailInput,
  taskQueues,
  VerificationInput,
} from '../../workflows/messages.ts';

/** The task queues of one deployment. */
export type Queues = ReturnType<typeof taskQueues>;

/** The settings of one installation for all starts. */
export interface StartSettings {
  readonly queues: Queues;
  /** The search attribute that gets the organization. None if absent. */
  readonly orgAttribute?: string | undefined;
  /** The environment of the workflows, where all that are started here have the same. */
  readonly env?: Environment | undefined;
}

/** The input of each workflow, by the workflow's type. */
export interface WorkflowInputs {
  readonly award: AwardInput;
  readonly bankComparison: BankComparisonInput;
  readonly chargeReturn: ReturnInput;
  readonly checkout: CheckoutInput;
  readonly counterparty: CounterpartyInput;
  readonly deposit: DepositInput;
  readonly destinationMail: CounterpartyInput;
  readonly lateReturns: PayoutRef;
  readonly payout: PayoutInput;
  readonly recommendation: RecommendationInput;
  readonly reconciliation: ReconciliationInput;
  readonly sandboxClock: ClockInput;
  readonly signInMail: SignInMailInput;
  readonly verification: VerificationInput;
  readonly webhookDelivery: DeliveryInput;
  readonly webhookFailing: DeliveryInput;
  readonly orgNotice: NoticeInput;
}

export type WorkflowType = keyof WorkflowInputs;

/** An open row, and the type of the workflow that is named after it. */
export interface OpenRow {
  readonly workflow: string;
  /** The id in the name of the workflow. */
  readonly key: string;
  /** The org that the row belongs to; the user for a consumer's verification. */
  readonly orgId: string;
  /** Absent where the caller does not know it. */
  readonly env?: Environment;
  /** The time at which the row changes by itself. Null or absent for rows whose workflow begins at once. */
  readonly dueAt?: Date | null;
}

interface StartRule<Input> {
  id(input: Input): string;
  /** The queue of its workflow tasks. */
  readonly queue: 'money' | 'webhooks';
  /** The purpose of the workflow, as the Web UI shows it. */
  readonly summary: string;
  /** Temporal's own policies if absent: a second start fails while the first one runs. */
  readonly policies?: typeof REPEATABLE | typeof REPEATABLE_IN_TIME | typeof ONCE;
  /** True for a workflow that belongs to no environment. */
  readonly isShared?: boolean;
  /** The input of a workflow that begins from its open row. A workflow without it has no such row. */
  fromRow?(row: OpenRow): Input;
}

/**
 * The policies of a start that keeps a running workflow. An ended workflow begins again, reads its row and
 * ends.
 */
const REPEATABLE = {
  workflowIdConflictPolicy: 'USE_EXISTING',
  workflowIdReusePolicy: 'ALLOW_DUPLICATE',
} as const;
/** The policies of a checkout. Its shopper waits, so another worker soon continues the task of a dead one. */
const REPEATABLE_IN_TIME = { ...REPEATABLE, workflowTaskTimeout: WORKFLOW_TASK_MS } as const;
/** The policies of a start that keeps a running workflow and fails for an ended one. */
const ONCE = { workflowIdConflictPolicy: 'USE_EXISTING', workflowIdReusePolicy: 'REJECT_DUPLICATE' } as const;

/** The start of every workflow. */
const STARTS: { readonly [Type in WorkflowType]: StartRule<WorkflowInputs[Type]> } = {
  award: {
    id: ({ awardId }) => workflowId.award(awardId),
    queue: 'money',
    summary: 'Lands cashback in the wallet 30 days after it became pending',
    policies: REPEATABLE,
    fromRow: ({ key, orgId, dueAt }) => ({
      awardId: key,
      orgId,
      ...(dueAt && { due: dueAt.getTime() }),
    }),
  },
  bankComparison: {
    id: ({ taskQueue }) => workflowId.bankComparison(taskQueue),
    queue: 'money',
    isShared: true,
    summary: "Compares the books with the bank's list, day by day",
  },
  chargeReturn: {
    id: ({ returnId }) => workflowId.chargeReturn(returnId),
    queue: 'money',
    summary: 'Gives back all or a part of a captured charge',
    policies: REPEATABLE,
  },
  checkout: {
    id: ({ checkoutId }) => workflowId.checkout(checkoutId),
    queue: 'money',
    summary: 'A checkout until it is paid or expired, and its charge until it is captured or voided',
    policies: REPEATABLE_IN_TIME,
    fromRow: ({ key, orgId }) => ({ checkoutId: key, orgId, opening: null }),
  },
  counterparty: {
    id: ({ counterpartyId }) => workflowId.counterparty(counterpartyId),
    queue: 'money',
    summary: "Registers a bank destination: checks its holder's name and screens the payee",
    policies: REPEATABLE,
  },
  deposit: {
    id: ({ eventId }) => workflowId.deposit(eventId),
    queue: 'money',
    isShared: true,
    summary: 'Asks the bank about a deposit that it reported, and credits it once',
    policies: REPEATABLE,
  },
  destinationMail: {
    id: ({ counterpartyId }) => workflowId.destinationMail(counterpartyId),
    queue: 'webhooks',
    isShared: true,
    summary: 'Tells owners, admins and finance members about a new live bank destination',
    policies: ONCE,
  },
  lateReturns: {
    id: ({ payoutId }) => workflowId.lateReturns(payoutId),
    queue: 'money',
    summary: 'Asks the bank daily whether a payout that it has paid came back, until its return window ends',
    policies: REPEATABLE,
    fromRow: ({ key, orgId }) => ({ payoutId: key, orgId }),
  },
  payout: {
    id: ({ payoutId }) => workflowId.payout(payoutId),
    queue: 'money',
    summary: 'Checks a payout, sends it to the bank once, and waits until the bank says how it ended',
    policies: REPEATABLE,
    fromRow: ({ key, orgId }) => ({ payoutId: key, orgId, isNew: false, deadline: null }),
  },
  recommendation: {
    id: ({ entryId }) => workflowId.recommendation(entryId),
    queue: 'money',
    summary: "Puts a product on a shopper's list and begins the cashback that waits for it",
    policies: REPEATABLE,
  },
  reconciliation: {
    id: ({ taskQueue }) => workflowId.reconciliation(taskQueue),
    queue: 'money',
    isShared: true,
    summary: 'Starts the missing workflows of rows that are due, and checks the books',
  },
  sandboxClock: {
    id: ({ orgId }) => workflowId.clock(orgId),
    queue: 'money',
    summary: "Moves the clock of an organization's sandbox and carries out what falls due",
    policies: REPEATABLE,
  },
  signInMail: {
    id: ({ codeId }) => workflowId.signInMail(codeId),
    queue: 'money',
    isShared: true,
    summary: 'Mails a code to sign in',
  },
  verification: {
    id: ({ caseId }) => workflowId.verification(caseId),
    queue: 'money',
    isShared: true,
    summary: 'Opens a case at the verification provider and waits for its verdict, 30 days at most',
    policies: REPEATABLE,
    fromRow: ({ key }) => ({ caseId: key }),
  },
  webhookDelivery: {
    id: ({ deliveryId }) => workflowId.webhook(deliveryId),
    queue: 'webhooks',
    summary: 'Sends a webhook until it is taken or the retries have ended',
    policies: REPEATABLE,
    fromRow: ({ key, orgId }) => ({ deliveryId: key, orgId }),
  },
  orgNotice: {
    id: ({ eventId }) => workflowId.orgNotice(eventId),
    queue: 'money',
    isShared: true,
    summary: 'Tells the owners of an organization about an act in its trail',
    policies: ONCE,
  },
  webhookFailing: {
    id: ({ deliveryId }) => workflowId.webhookFailing(deliveryId),
    queue: 'webhooks',
    summary: 'Tells the owners and admins of an organization that its webhook fails',
    policies: ONCE,
  },
};

/** The same table for rows, which name the type of their workflow in a column. */
const RULES: Readonly<Record<string, StartRule<object>>> = STARTS;

/** A workflow's type, and the options for any call of the Temporal client that starts it. */
export interface WorkflowStart {
  readonly type: string;
  readonly options: {
    readonly workflowId: string;
    readonly taskQueue: string;
    readonly args: [object];
    readonly staticSummary: string;
    readonly memo: Readonly<Record<string, string>>;
    /** Lists find the workflow by it. */
    readonly typedSearchAttributes?: SearchAttributePair[];
    /** In milliseconds. The server refuses to start a delayed workflow eagerly. */
    readonly startDelay?: number;
    readonly workflowTaskTimeout?: number;
    readonly workflowIdConflictPolicy?: 'USE_EXISTING';
    readonly workflowIdReusePolicy?: 'ALLOW_DUPLICATE' | 'REJECT_DUPLICATE';
  };
}

/** The start of a workflow with this input. */
export function startOf<Type extends WorkflowType>(
  type: Type,
  input: WorkflowInputs[Type],
  settings: StartSettings,
): WorkflowStart {
  return startBy(STARTS[type], { type, input, settings });
}

function startBy<Input extends object>(
  { id, queue, summary, policies, isShared = false }: StartRule<Input>,
  {
    type,
    input,
    settings,
  }: { readonly type: string; readonly input: Input; readonly settings: StartSettings },
): WorkflowStart {
  const { queues, orgAttribute, env } = settings;
  const ids = idsIn(input);
  const orgId = ids['org_id'];
  return {
    type,
    options: {
      workflowId: id(input),
      taskQueue: queues[queue],
      args: [input],
      staticSummary: summary,
      memo: isShared || env === undefined ? ids : { ...ids, env },
      ...(orgAttribute !== undefined &&
        orgId !== undefined && {
          typedSearchAttributes: [{ key: defineSearchAttributeKey(orgAttribute, 'KEYWORD'), value: orgId }],
        }),
      ...policies,
    },
  };
}

/** The ids of an input, which the Web UI shows as memo: `org_id`, `checkout_id`. */
function idsIn(input: object): Record<string, string> {
  const ids = Object.entries(input).filter(
    ([name, value]) => name.endsWith('Id') && typeof value === 'string',
  ) as [string, string][];
  return Object.fromEntries(
    ids.map(([name, id]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), id]),
  );
}

/** The same start, so many milliseconds later: until then it costs no task and no memory of a worker. */
export function delayedBy(ms: number, { type, options }: WorkflowStart): WorkflowStart {
  return ms > 0 ? { type, options: { ...options, startDelay: ms } } : { type, options };
}

/** The start of a workflow from its open row: Temporal lost it, or it ended before the row fell due again. */
export function startOfRow(row: OpenRow, settings: StartSettings): WorkflowStart {
  const { workflow: type } = row;
  const rule = RULES[type];
  if (rule?.fromRow === undefined) {
    throw ApplicationFailure.nonRetryable(`no start from a row is known for ${type}`, 'BrokenInvariant');
  }
  const env = row.env ?? settings.env;
  return startBy(rule, { type, input: rule.fromRow(row), settings: { ...settings, env } });
}

/** The task queue of the workflow that a row names. */
export function queueOfRow({ workflow }: Pick<OpenRow, 'workflow'>): StartRule<object>['queue'] {
  return RULES[workflow]?.queue ?? 'money';
}

const ROW_PREFIXES = Object.entries(RULES).flatMap(([workflow, { id, fromRow }]) =>
  fromRow === undefined ? [] : [{ workflow, prefix: id(fromRow({ workflow: '', key: '', orgId: '' })) }],
);

/** Returns the open row that a workflow is named after: its type and the key. Null for other workflows. */
export function rowNamedIn(id: string): { readonly workflow: string; readonly key: string } | null {
  const found = ROW_PREFIXES.find(({ prefix }) => id.startsWith(prefix));
  return found === undefined ? null : { workflow: found.workflow, key: id.slice(found.prefix.length) };
}

/**
 * The start operation that accompanies an update. A running workflow takes the update. One operation serves
 * one call.
 */
export function besideUpdate({ type, options }: WorkflowStart): WithStartWorkflowOperation<Workflow> {
  return new WithStartWorkflowOperation<Workflow>(type, {
    ...options,
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
}

/** Signals a workflow that its row has changed, and starts the workflow if it does not run. */
export async function signalChange(client: Client, { type, options }: WorkflowStart): Promise<void> {
  // `signalWithStart` keeps a running workflow by itself, and rejects this policy.
  const { workflowIdConflictPolicy: _, ...rest } = options;
  await client.workflow.signalWithStart(type, { ...rest, signal: reloadRow });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, WorkflowClient } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import type { DataConverter, UpdateDefinition } from '@temporalio/common';
import type { CaptureResult } from '../domain/charge.ts';
import type { ReturnResult } from '../domain/charge-return.ts';
import type { Environment } from '../domain/environment.ts';
import type { Outcome } from '../domain/outcome.ts';
import { ADVANCE_MS, ANSWER_MS, LOOKUP_MS, OPEN_CASE_MS } from '../domain/time-budget.ts';
import {
  advance,
  askBank,
  authorize,
  checkBank,
  checkDeposit,
  checkProvider,
  capture,
  reloadRow,
  nudge,
  awaitOpening,
  awaitRecommendation,
  awaitRegistration,
  awaitReservation,
  awaitReturn,
  awaitCaseOpening,
  taskQueues,
  voidCharge,
  workflowId,
} from '../../workflows/messages.ts';
import type {
  AdvanceBatch,
  ClockMove,
  Authorization,
  AuthorizeRequest,
  CheckoutInput,
  CheckoutRef,
  Command,
  DeliveryInput,
  Nudge,
  OpenedCheckout,
  PayoutInput,
  PayoutRef,
  RecommendationInput,
  ReportedVerdict,
  ReturnInput,
} from '../../workflows/messages.ts';
import { createTemporal } from './connection.ts';
import type { Temporal } from './connection.ts';
import { isOverrun, wasNotTaken } from './failures.ts';
import { besideUpdate, signalChange, startOf } from './starts.ts';
import type { StartSettings, WorkflowInputs, WorkflowType } from './starts.ts';
import type { TemporalServerAddress } from './server-address.ts';

/** The commands to checkouts, their charges and returns. */
interface CheckoutCommands {
  openCheckout(input: CheckoutInput): Promise<Outcome<OpenedCheckout>>;
  authorize(checkout: CheckoutRef, request: AuthorizeRequest): Promise<Outcome<Authorization>>;
  capture(checkout: CheckoutRef, by: Command): Promise<Outcome<CaptureResult>>;
  voidCharge(checkout: CheckoutRef, by: Command): Promise<Outcome<null>>;
  /** Carries out a return. Its row holds the request. */
  returnCharge(input: ReturnInput): Promise<Outcome<ReturnResult>>;
  /**
   * Puts a product on the shopper's list and makes the shopper's deferred cashback for it pending. The row
   * holds the product. Returns the entry's id.
   */
  recommend(input: RecommendationInput): Promise<string>;
}

/** A payout to reserve, with its call, sealed, for the org's trail. */
type AskedPayout = PayoutRef & Pick<PayoutInput, 'origin'>;

/** The commands to payouts and to the bank destinations that they go to. */
interface PayoutCommands {
  /** Checks the payee of a destination. The row holds the request, and afterwards the result of the check. */
  registerCounterparty(counterpartyId: string, origin?: string): Promise<Outcome<null>>;
  /** Carries out a payout up to its reservation. The row holds the request. */
  requestPayout(payout: AskedPayout, deadline: number): Promise<Outcome<null>>;
  /** Settles, fails or returns a sandbox payout, as a bank would. */
  nudgePayout(payout: PayoutRef, command: Nudge): Promise<Outcome<null>>;
  /** Makes the workflow ask the bank about a payout, after the bank sent an event about it. */
  bankSpoke(payout: PayoutRef): Promise<void>;
  /**
   * Signals a payout's workflow to ask the bank now. A workflow that misses the signal asks within the hour.
   */
  askPayout(payout: PayoutRef): Promise<void>;
  /** Makes the workflow ask the bank about a deposit, and credits the deposit that the bank has. */
  askDeposit(eventId: string): Promise<Outcome<null>>;
}

/** The commands to verification cases. */
interface VerificationCommands {
  /** Opens a case at the provider. Returns when it is open there, or closed. The case's row shows which. */
  openVerification(caseId: string): Promise<void>;
  /**
   * Makes the workflow ask the provider about a case, after the provider reported this verdict. Returns when
   * the provider's answer is applied.
   */
  askVerification(caseId: string, reported: ReportedVerdict): Promise<void>;
  /**
   * Signals a case's workflow that its row was closed. A workflow that misses the signal learns it from the
   * provider.
   */
  noticeVerification(caseId: string): Promise<void>;
}

/** The commands that send something out. */
interface SendingCommands {
  /** Mails the code of this sign-in. Returns once Temporal has stored the task, before the mail is sent. */
  mailSignInCode(codeId: string): Promise<void>;
  /**
   * Sends a delivery whose row is due now. False when its workflow could not be started or signaled: the
   * dispatcher sends it later.
   */
  sendDelivery(delivery: DeliveryInput): Promise<boolean>;
}

/** The commands that the API gives to workflows. Each waits for its answer; a repeat is harmless. */
export interface Workflows extends CheckoutCommands, PayoutCommands, VerificationCommands, SendingCommands {
  /** Moves the clock of the org's sandbox. Returns when everything that fell due on the way is done. */
  advanceClock(orgId: string, batch: AdvanceBatch): Promise<readonly Outcome<ClockMove>[]>;
  /** Resolves when Temporal answers, and rejects when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface TemporalAddress extends TemporalServerAddress {
  readonly namespace: string;
  /** Encodes values as payloads. Every client and worker of a deployment must use the same. */
  readonly dataConverter?: DataConverter;
  readonly taskQueue: string;
  /** The search attribute that gets the organization of a workflow. */
  readonly orgAttribute?: string | undefined;
}

/**
 * Creates the commands over a connection to Temporal.
 *
 * A command starts its workflow when it does not run. A lost workflow begins again from its row. One that has
 * just ended reads the row, answers, and ends again. Its starts have `env` in memo.
 */
export function createWorkflows(address: TemporalAddress, env?: Environment): Workflows {
  return commandsOver(createTemporal(address), address, env);
}

/** The same for both environments of one namespace, over one connection. */
export function createSharedWorkflows(address: TemporalAddress): Readonly<Record<Environment, Workflows>> {
  const temporal = createTemporal(address);
  return {
    sandbox: commandsOver(temporal, address, 'sandbox'),
    live: commandsOver(temporal, address, 'live'),
  };
}

function commandsOver(
  temporal: Temporal,
  { taskQueue, orgAttribute }: TemporalAddress,
  env: Environment | undefined,
): Workflows {
  const link = { temporal, startSettings: { queues: taskQueues(taskQueue), orgAttribute, env } };
  const give = giveTo(link);
  return {
    ...checkoutCommands(give),
    ...payoutCommands(give, temporal),
    ...verificationCommands(give, temporal),
    ...sendingCommands(link),
    advanceClock: (orgId, batch) => advanceClock(link, orgId, batch),
    async ping() {
      await temporal.ask((to) => to.workflowService.getSystemInfo({}));
    },
    close: () => temporal.close(),
  };
}

/** A connection to Temporal, and the settings of the workflows behind it. */
interface Link {
  readonly temporal: Temporal;
  readonly startSettings: StartSettings;
}

/** An update of a workflow, with its arguments. */
interface Update<Answer, Args extends unknown[]> {
  readonly update: UpdateDefinition<Answer, Args>;
  readonly args: Args;
  /** The name of an update that is the same on every call. */
  readonly updateId?: string;
  /** The longest wait for its answer in milliseconds; `ANSWER_MS` if absent. */
  readonly waitMs?: number;
  /** The workflow nearly always runs: a plain update comes first, which costs the server less. */
  readonly runs?: true;
}

/**
 * Sends an update to a workflow, starts the workflow with `input` if it does not run, and waits for the
 * answer.
 */
type Give = <Type extends WorkflowType, Answer, Args extends unknown[]>(
  type: Type,
  input: WorkflowInputs[Type],
  update: Update<Answer, Args>,
) => Promise<Answer>;

function giveTo({ temporal, startSettings }: Link): Give {
  return (type, input, { waitMs, runs = false, ...asked }) => {
    const start = startOf(type, input, startSettings);
    let isPlain: boolean = runs;
    const send = async ({ workflow }: Client) => {
      if (isPlain) {
        try {
          return await updateRunning(workflow, start.options.workflowId, asked);
        } catch (error) {
          if (!(error instanceof WorkflowNotFoundError)) throw error;
          isPlain = false;
        }
      }
      const { update, ...given } = asked;
      return workflow.executeUpdateWithStart(update, {
        ...given,
        startWorkflowOperation: besideUpdate(start),
      });
    };
    return temporal.ask((client) => untilTaken(() => send(client)), waitMs);
  };
}

/** Sends an update to a workflow that runs. Throws `WorkflowNotFoundError` when it does not. */
function updateRunning<Answer, Args extends unknown[]>(
  workflow: WorkflowClient,
  id: string,
  { update, args, updateId }: Update<Answer, Args>,
): Promise<Answer> {
  // The SDK has one signature for updates with arguments, and another one for those without.
  const some = args as unknown[] as [unknown, ...unknown[]];
  const options = updateId === undefined ? { args: some } : { args: some, updateId };
  return workflow.getHandle(id).executeUpdate<Answer, typeof some>(update.name, options);
}

function checkoutCommands(give: Give): CheckoutCommands {
  const fromRow = (checkout: CheckoutRef): CheckoutInput => ({ ...checkout, opening: null });
  return {
    openCheckout: (input) => give('checkout', input, { update: awaitOpening, args: [] }),
    authorize: (checkout, request) =>
      give('checkout', fromRow(checkout), { update: authorize, args: [request], runs: true }),
    capture: (checkout, by) =>
      give('checkout', fromRow(checkout), { update: capture, args: [by], runs: true }),
    voidCharge: (checkout, by) =>
      give('checkout', fromRow(checkout), { update: voidCharge, args: [by], runs: true }),
    returnCharge: (input) => give('chargeReturn', input, { update: awaitReturn, args: [] }),
    recommend: (input) => give('recommendation', input, { update: awaitRecommendation, args: [] }),
  };
}

function payoutCommands(give: Give, { ask }: Temporal): PayoutCommands {
  const fromRow = (payout: PayoutRef) => ({ ...payout, isNew: false, deadline: null });
  return {
    registerCounterparty: (counterpartyId, origin) =>
      give(
        'counterparty',
        { counterpartyId, ...(origin === undefined ? {} : { origin }) },
        { update: awaitRegistration, args: [] },
      ),
    requestPayout: (payout, deadline) =>
      give('payout', { ...payout, isNew: true, deadline }, { update: awaitReservation, args: [] }),
    nudgePayout: (payout, command) => give('payout', fromRow(payout), { update: nudge, args: [command] }),
    bankSpoke: (payout) => give('payout', fromRow(payout), { update: checkBank, args: [] }),
    async askPayout({ payoutId }) {
      const id = workflowId.payout(payoutId);
      await ask((to) => to.workflow.getHandle(id).signal(askBank)).catch(() => undefined);
    },
    askDeposit: (eventId) =>
      give('deposit', { eventId }, { update: checkDeposit, args: [], waitMs: LOOKUP_MS }),
  };
}

function verificationCommands(give: Give, { ask }: Temporal): VerificationCommands {
  return {
    // The same update on every call: repeats would pile up in the workflow while the provider is away.
    openVerification: (caseId) =>
      give(
        'verification',
        { caseId },
        { update: awaitCaseOpening, args: [], updateId: 'open', waitMs: OPEN_CASE_MS },
      ),
    askVerification: (caseId, reported) =>
      give('verification', { caseId }, { update: checkProvider, args: [reported], waitMs: LOOKUP_MS }),
    async noticeVerification(caseId) {
      const id = workflowId.verification(caseId);
      await ask((to) => to.workflow.getHandle(id).signal(reloadRow)).catch(() => undefined);
    },
  };
}

function sendingCommands({ temporal, startSettings }: Link): SendingCommands {
  return {
    async mailSignInCode(codeId) {
      const { type, options } = startOf('signInMail', { codeId }, startSettings);
      await temporal.ask((to) => to.workflow.start(type, options));
    },
    sendDelivery: (delivery) =>
      temporal
        .ask((to) => signalChange(to, startOf('webhookDelivery', delivery, startSettings)))
        .then(
          () => true,
          () => false,
        ),
  };
}

/**
 * Waits up to `ANSWER_MS` for the workflow to accept the batch, as for any command, and up to `ADVANCE_MS`
 * for the end of the moves.
 */
async function advanceClock(
  { temporal, startSettings }: Link,
  orgId: string,
  batch: AdvanceBatch,
): Promise<readonly Outcome<ClockMove>[]> {
  const start = startOf('sandboxClock', { orgId }, startSettings);
  const taken = await temporal.ask(({ workflow }) =>
    untilTaken(() =>
      workflow.startUpdateWithStart(advance, {
        args: [batch],
        waitForStage: 'ACCEPTED',
        startWorkflowOperation: besideUpdate(start),
      }),
    ),
  );
  return temporal.ask(() => taken.result(), ADVANCE_MS);
}

const LONGEST_PAUSE_MS = 100;
/** The least pause when too many updates are in flight: a repeat at once would exceed the limit again. */
const OVERRUN_PAUSE_MS = 250;

/**
 * Repeats the command while the workflow cannot take it, for `ANSWER_MS` at most. Repeating is safe: a step
 * recognises the work that its command has already done.
 */
async function untilTaken<T>(give: () => Promise<T>): Promise<T> {
  const end = Date.now() + ANSWER_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await give();
    } catch (error) {
      const pause = isOverrun(error)
        ? OVERRUN_PAUSE_MS * (1 + Math.random())
        : Math.min(10 * attempt, LONGEST_PAUSE_MS);
      if (!wasNotTaken(error) || Date.now() + pause >= end) throw error;
      await sleep(pause);
    }
  }
}

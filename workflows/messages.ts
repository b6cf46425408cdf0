import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type { CaptureResult } from '../src/domain/charge.ts';
import type { ReturnResult } from '../src/domain/charge-return.ts';
import type { CheckoutStatus } from '../src/domain/checkout.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import type { PayoutStatus, PayoutTrigger } from '../src/domain/payout.ts';
import type { Verdict } from '../src/domain/verification.ts';
import type { DeliveryStatus } from '../src/domain/webhook-schedule.ts';

/**
 * The messages of workflows, and their ids. A `deadline` is the moment from which a command may not write, in
 * milliseconds of the database's clock. Payloads hold ids, statuses, amounts and times in milliseconds:
 * nothing personal and no secrets, for Temporal keeps them in the clear.
 */

/** Org time as a workflow must know it: how far it runs ahead of real time, and a moment it has certainly reached. */
export interface Clock {
  readonly offset: number;
  readonly floor: number;
}

/** The org's clock was moved: every wait looks again. */
export const clockMoved = defineSignal<[Clock]>('clockMoved');
/** Answers once everything that falls due up to `floor` has been done. */
export const fireDue = defineUpdate<void, [Clock]>('fireDue');

/** A row as its workflow mirrors it. `due` is when something happens to it by itself; null when nothing will. */
export interface RowState<Status extends string> {
  readonly status: Status;
  readonly due: number | null;
  readonly clock: Clock;
}

export type CheckoutState = RowState<CheckoutStatus>;

/** A checkout and its organization. */
export interface CheckoutRef {
  readonly checkoutId: string;
  readonly orgId: string;
}

export interface CheckoutInput extends CheckoutRef {
  /** How to open it. Null when the row is there already and its workflow was lost. */
  readonly opening: CheckoutOpening | null;
}

export interface CheckoutOpening {
  /** The reusable terminal; null makes a terminal for this one checkout. */
  readonly terminalId: string | null;
  readonly newTerminalId: string;
  readonly expiresInSecs: number;
  readonly deadline: number;
}

export interface OpenedCheckout {
  readonly id: string;
  readonly terminalId: string;
}

/** The id of the new charge is the command's id. */
export interface AuthorizeRequest {
  readonly consumerId: string;
  readonly newChargeId: string;
  readonly deadline: number;
  /** Whose list was followed, by product of the cart. */
  readonly attribution: readonly { readonly productId: string; readonly recommenderId: string }[];
}

export interface Authorized {
  readonly authId: string;
}

/** Answers how the opening went. */
export const opened = defineUpdate<Outcome<OpenedCheckout>>('opened');
export const authorize = defineUpdate<Outcome<Authorized>, [AuthorizeRequest]>('authorize');
/** A command to a charge. A repeat under the same id is the same command. */
export interface Command {
  readonly commandId: string;
  /** The caller: `api_key:<id>` or `user:<id>`. */
  readonly actor: string;
  readonly deadline: number;
}

export const capture = defineUpdate<Outcome<CaptureResult>, [Command]>('capture');
export const voidCharge = defineUpdate<Outcome<null>, [Command]>('void');
/** Something else changed the row: look at it again. */
export const changed = defineSignal('changed');

export interface DeliveryInput {
  readonly deliveryId: string;
  readonly orgId: string;
}

/** A delivery as its workflow mirrors it. `due` is null once nothing more will be sent. */
export interface DeliveryState extends RowState<DeliveryStatus> {
  /** The number of attempts that were begun. */
  readonly attempts: number;
  /** The attempt was not made, because its receiver is slow or busy. An ordinary activity must make it. */
  readonly handedOver?: true;
}

/** For operators: make the next attempt of this delivery now. */
export const tryNow = defineSignal('tryNow');

/** Somebody to tell that an org's webhook fails. */
export interface FailingMailInput extends DeliveryInput {
  readonly userId: string;
}

export interface SignInMailInput {
  readonly codeId: string;
}

export interface AwardInput {
  readonly awardId: string;
  readonly orgId: string;
}

export interface ReturnInput extends CheckoutRef {
  readonly returnId: string;
  readonly deadline: number;
}

/** Answers how the return went. */
export const returned = defineUpdate<Outcome<ReturnResult>>('returned');

/** By the id of what was asked for, which a new entry on the list has as well: who recommends what stands in the row alone. */
export interface RecommendationInput {
  readonly entryId: string;
}

/** Answers the id of the entry that stands on the list. */
export const recommended = defineUpdate<string>('recommended');

export interface CounterpartyInput {
  readonly counterpartyId: string;
}

/** Answers once a destination's registration has ended, one way or the other: the row says how. */
export const registered = defineUpdate<Outcome<null>>('registered');

/** A payout and its organization. */
export interface PayoutRef {
  readonly payoutId: string;
  readonly orgId: string;
}

/** A payout as its workflow mirrors it. `due` is when the sandbox settles it. */
export interface PayoutState extends RowState<PayoutStatus> {
  readonly isLive: boolean;
  /** True when the bank is known to have the transfer. */
  readonly isTaken: boolean;
}

export interface PayoutInput extends PayoutRef {
  /** What is asked for now. False when the payout is there already and its workflow was lost, or had ended. */
  readonly isNew: boolean;
  /** The deadline for reserving a new payout; null for one that is reserved. */
  readonly deadline: number | null;
  /** The earlier run still had to ask the bank about a payout that has ended. */
  readonly isUnheard?: boolean;
}

/** Answers whether the payout was reserved. */
export const requested = defineUpdate<Outcome<null>>('requested');
/** The bank said something about the payout: it is asked what it knows. */
export const bankSpoke = defineUpdate<void>('bankSpoke');
/** A command to settle, return or fail a sandbox payout, as a bank would. */
export interface Nudge extends Omit<Command, 'actor'> {
  readonly trigger: PayoutTrigger;
}

/** The sandbox's own bank does this to the payout now. */
export const nudge = defineUpdate<Outcome<null>, [Nudge]>('nudge');
/** For operators: asks the bank about this payout now instead of later. */
export const askBank = defineSignal('askBank');

export interface ClockInput {
  readonly orgId: string;
}

/** How far to move the org's sandbox clock: by seconds, or to a time in milliseconds. */
export type AdvanceRequest = { readonly seconds: number } | { readonly to: number };

/** A command to move the clock. A repeat under the same id is the same move. */
export interface AdvanceCommand {
  readonly commandId: string;
  readonly request: AdvanceRequest;
}

/** Commands to move one clock in one update: carried out in this order, each with an outcome of its own. */
export interface AdvanceBatch {
  readonly commands: readonly AdvanceCommand[];
  readonly deadline: number;
}

/**
 * The span of a finished move, in milliseconds of the org's time: after `from`, up to and including `to`. The caller reads from
 * the rows what fell due on the way: a list of it could exceed the 2 MB of a payload.
 */
export interface Advanced {
  readonly from: number;
  readonly to: number;
}

/** Moves the clock; answers the outcome of each command when everything that fell due has been done. */
export const advance = defineUpdate<readonly Outcome<Advanced>[], [AdvanceBatch]>('advance');

export interface ReconciliationInput {
  /** The money queue, after which the others are named. */
  readonly taskQueue: string;
}

/** The counts of one reconciliation of rows with workflows. */
export interface ReconciliationResult {
  /** Rows whose end is still to come. */
  readonly open: number;
  /** Open rows without a running workflow. Each got one. */
  readonly started: number;
  /** Running workflows without an open row. */
  readonly strays: number;
}

export interface VerificationInput {
  readonly caseId: string;
}

/** A verdict of the verification provider, by its event's id and when it was given, in milliseconds of its clock. */
export interface TellVerdict {
  readonly eventId: string;
  readonly verdict: Verdict;
  readonly occurredAt: number;
}

/** Answers once the provider has opened the case, or it is closed. The address of the hosted page stands in the row alone. */
export const started = defineUpdate<void>('started');
/** Answers once the verdict is written down and applied. */
export const decided = defineUpdate<void, [TellVerdict]>('decided');

/** Workflow ids: the noun and the row's id. */
export const workflowId = {
  checkout: (checkoutId: string) => `checkout:${checkoutId}`,
  webhook: (deliveryId: string) => `webhook:${deliveryId}`,
  webhookFailing: (deliveryId: string) => `webhook-failing:${deliveryId}`,
  signInMail: (codeId: string) => `sign-in-mail:${codeId}`,
  award: (awardId: string) => `award:${awardId}`,
  chargeReturn: (returnId: string) => `return:${returnId}`,
  recommendation: (entryId: string) => `recommendation:${entryId}`,
  reconciliation: (taskQueue: string) => `reconciliation:${taskQueue}`,
  counterparty: (counterpartyId: string) => `counterparty:${counterpartyId}`,
  payout: (payoutId: string) => `payout:${payoutId}`,
  verification: (caseId: string) => `verification:${caseId}`,
  clock: (orgId: string) => `clock:${orgId}`,
} as const;

/** Task queues, named after the money queue. Webhooks, mail, partners and moving a clock wait for others: they never share its slots. */
export const taskQueues = (money: string) => ({
  money,
  webhooks: `${money}-webhooks`,
  mail: `${money}-mail`,
  partners: `${money}-partners`,
  verification: `${money}-verification`,
  bank: `${money}-bank`,
  clock: `${money}-clock`,
});

/** The money queue, from the name of the webhooks' one. */
export const moneyQueueOf = (webhooks: string): string => webhooks.replace(/-webhooks$/, '');

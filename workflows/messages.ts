import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type { CaptureResult } from '../src/domain/charge.ts';
import type { ReturnResult } from '../src/domain/charge-return.ts';
import type { CheckoutStatus } from '../src/domain/checkout.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import type { PayoutStatus, PayoutTrigger } from '../src/domain/payout.ts';
import type { Verdict } from '../src/domain/verification.ts';
import type { DeliveryStatus } from '../src/domain/webhook-schedule.ts';

/**
 * The messages of workflows, and workflow ids. A `deadline` is the time from which a command may not write,
 * in milliseconds of the database's clock. Payloads hold ids, statuses, amounts and times in milliseconds.
 * They hold no personal data and no secrets, because Temporal stores them unencrypted.
 */

/**
 * The org's time as a workflow knows it: its lead over real time, and a time that it has certainly reached.
 * In milliseconds.
 */
export interface Clock {
  readonly offset: number;
  readonly floor: number;
}

/** The org's clock was moved. Every wait checks the time again. */
export const followClock = defineSignal<[Clock]>('followClock');
/** Returns when everything that falls due up to `floor` is done. */
export const fireDue = defineUpdate<void, [Clock]>('fireDue');

/** A row as its workflow mirrors it. `due` is the time at which it changes by itself, null for never. */
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
  /** The opening of a new checkout. Null for an existing row whose workflow was lost. */
  readonly opening: CheckoutOpening | null;
}

export interface CheckoutOpening {
  /** The reusable terminal. Null creates a terminal for this checkout. */
  readonly terminalId: string | null;
  readonly newTerminalId: string;
  readonly expiresInSecs: number;
  readonly deadline: number;
}

export interface OpenedCheckout {
  readonly id: string;
  readonly terminalId: string;
}

/** The id of the new charge is the command's id, and that of the stored request. */
export interface AuthorizeRequest {
  readonly newChargeId: string;
  readonly deadline: number;
  /**
   * The shopper. Only in messages of releases that stored no request, with `attribution`. In others both are
   * in the row of the request: a history must not show who buys what on whose word.
   */
  readonly consumerId?: string;
  /** The recommender of each product, as the shopper's app reports it. */
  readonly attribution?: readonly { readonly productId: string; readonly recommenderId: string }[];
}

export interface Authorization {
  readonly authId: string;
}

/** Returns the outcome of the opening. */
export const awaitOpening = defineUpdate<Outcome<OpenedCheckout>>('awaitOpening');
export const authorize = defineUpdate<Outcome<Authorization>, [AuthorizeRequest]>('authorize');
/** A command to a charge. A repeat under the same id is the same command. */
export interface Command {
  readonly commandId: string;
  /** The caller: `api_key:<id>` or `user:<id>`. */
  readonly actor: string;
  readonly deadline: number;
  /** The call, for the org's trail: sealed, because it holds an address. Absent from a capture. */
  readonly origin?: string;
}

export const capture = defineUpdate<Outcome<CaptureResult>, [Command]>('capture');
export const voidCharge = defineUpdate<Outcome<null>, [Command]>('void');
/** Something else changed the row. The workflow reads it again. */
export const reloadRow = defineSignal('reloadRow');

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

/** A recipient of the mail about a new bank destination. */
export interface DestinationMailInput extends CounterpartyInput {
  readonly userId: string;
}

/** A recipient of the mail about an org's failing webhook. */
export interface FailingMailInput extends DeliveryInput {
  readonly userId: string;
}

/** An act in an org's trail. */
export interface NoticeInput {
  readonly eventId: string;
}

/** A recipient of the mail about an act. */
export interface NoticeMailInput extends NoticeInput {
  readonly userId: string;
}

export interface SignInMailInput {
  readonly codeId: string;
}

/** An award and its organization. */
export interface AwardRef {
  readonly awardId: string;
  readonly orgId: string;
}

export interface AwardInput extends AwardRef {
  /**
   * The time at which the award was to land when it was started, in milliseconds of the org's time. The
   * server delays the start until then, so the first step lands the award. Absent from runs of an earlier
   * release, which were started at once.
   */
  readonly due?: number;
}

export interface ReturnInput extends CheckoutRef {
  readonly returnId: string;
  readonly deadline: number;
  /** The call, for the org's trail, sealed. */
  readonly origin?: string;
}

/** Returns the outcome of the return. */
export const awaitReturn = defineUpdate<Outcome<ReturnResult>>('awaitReturn');

/**
 * The id of the request, which a new entry on the list also gets. Only the row holds the shopper and the
 * product.
 */
export interface RecommendationInput {
  readonly entryId: string;
}

/** Returns the id of the active entry on the list. */
export const awaitRecommendation = defineUpdate<string>('awaitRecommendation');

export interface CounterpartyInput {
  readonly counterpartyId: string;
  /** The call, for the org's trail, sealed. */
  readonly origin?: string;
}

/** Returns when a destination's registration has ended. The row holds the result. */
export const awaitRegistration = defineUpdate<Outcome<null>>('awaitRegistration');

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

/** The lookups of a payout that has ended. `due` is when the bank is asked next. */
export interface ReturnWatchState extends RowState<PayoutStatus> {
  /** The end of the window in which the bank may return the money, in milliseconds. */
  readonly endsAt: number | null;
  /** True when the bank is known to have the transfer. */
  readonly isTaken: boolean;
}

export interface PayoutInput extends PayoutRef {
  /**
   * True for a new request. False for an existing payout whose workflow was lost or had ended.
   */
  readonly isNew: boolean;
  /** The deadline of the reservation. Null for a payout that is already reserved. */
  readonly deadline: number | null;
  /** The call, for the org's trail, sealed. Only for a new request. */
  readonly origin?: string;
  /** True when the earlier run still had to ask the bank about an ended payout. */
  readonly isUnheard?: boolean;
}

/** Returns the outcome of the reservation. */
export const awaitReservation = defineUpdate<Outcome<null>>('awaitReservation');
/** The bank sent an event about the payout. The workflow asks the bank for its state. */
export const checkBank = defineUpdate<void>('checkBank');
/** A command to settle, return or fail a sandbox payout, as a bank would. */
export interface Nudge extends Omit<Command, 'actor' | 'origin'> {
  readonly trigger: PayoutTrigger;
}

/** Applies the trigger to the sandbox payout, as its bank would. */
export const nudge = defineUpdate<Outcome<null>, [Nudge]>('nudge');
/** Asks the bank about this payout now. For operators. */
export const askBank = defineSignal('askBank');

export interface ClockInput {
  readonly orgId: string;
}

/** A move of the org's sandbox clock: by seconds, or to a time in milliseconds. */
export type AdvanceRequest = { readonly seconds: number } | { readonly to: number };

/** A command to move the clock. A repeat under the same id is the same move. */
export interface AdvanceCommand {
  readonly commandId: string;
  readonly request: AdvanceRequest;
}

/** Commands to move one clock, in one update. They run in this order, and each has its own outcome. */
export interface AdvanceBatch {
  readonly commands: readonly AdvanceCommand[];
  readonly deadline: number;
}

/**
 * The span of a finished move, in milliseconds of the org's time: after `from`, up to and including `to`. The
 * caller reads from the rows what fell due in it: a list could exceed the 2 MB of a payload.
 */
export interface ClockMove {
  readonly from: number;
  readonly to: number;
}

/** Moves the clock. Returns the outcome of each command when everything that fell due is done. */
export const advance = defineUpdate<readonly Outcome<ClockMove>[], [AdvanceBatch]>('advance');

export interface ReconciliationInput {
  /** The money queue. The names of the other queues start with its name. */
  readonly taskQueue: string;
}

/** The result of one reconciliation of rows with workflows. */
export interface ReconciliationResult {
  /** Open rows that are due soon, or overdue. */
  readonly due: number;
  /** Those without a running workflow. The reconciliation started one for each. */
  readonly started: number;
}

export interface BankComparisonInput {
  /** The money queue. The names of the other queues start with its name. */
  readonly taskQueue: string;
}

/** The result of one comparison of our books with the bank's list. */
export interface BankComparisonResult {
  /** The days that were compared. */
  readonly days: number;
  /** Their breaks that are open. */
  readonly open: number;
}

export interface VerificationInput {
  readonly caseId: string;
}

/**
 * A verdict of the verification provider, with the id of its event and its time in milliseconds of the
 * provider's clock.
 */
export interface VerdictCommand {
  readonly eventId: string;
  readonly verdict: Verdict;
  readonly occurredAt: number;
}

/** A verdict as a callback reports it, without proof. */
export interface ReportedVerdict {
  readonly verdict: Verdict;
}

/**
 * Returns when the provider has opened the case, or it is closed. Only the row holds the address of the
 * hosted page.
 */
export const awaitCaseOpening = defineUpdate<void>('awaitCaseOpening');
/**
 * The provider sent a callback about the case. The workflow asks the provider, and returns when the answer is
 * applied. The argument is the verdict of the callback: it only shows in the log if the provider gave
 * another.
 */
export const checkProvider = defineUpdate<void, [ReportedVerdict]>('checkProvider');
/** Applies a verdict. Only histories from before `checkProvider` hold it: nothing sends it any more. */
export const recordVerdict = defineUpdate<void, [VerdictCommand]>('recordVerdict');

export interface DepositInput {
  /** The bank's id of the event that reported the deposit. */
  readonly eventId: string;
}

/**
 * The bank sent an event about the deposit. The workflow asks the bank, and returns when the deposit is
 * credited, refused, or unknown to the bank.
 */
export const checkDeposit = defineUpdate<Outcome<null>>('checkDeposit');

/** Workflow ids: the noun and the row's id. */
export const workflowId = {
  checkout: (checkoutId: string) => `checkout:${checkoutId}`,
  webhook: (deliveryId: string) => `webhook:${deliveryId}`,
  webhookFailing: (deliveryId: string) => `webhook-failing:${deliveryId}`,
  orgNotice: (eventId: string) => `notice:${eventId}`,
  signInMail: (codeId: string) => `sign-in-mail:${codeId}`,
  award: (awardId: string) => `award:${awardId}`,
  chargeReturn: (returnId: string) => `return:${returnId}`,
  recommendation: (entryId: string) => `recommendation:${entryId}`,
  reconciliation: (taskQueue: string) => `reconciliation:${taskQueue}`,
  bankComparison: (taskQueue: string) => `bank-comparison:${taskQueue}`,
  counterparty: (counterpartyId: string) => `counterparty:${counterpartyId}`,
  destinationMail: (counterpartyId: string) => `destination-mail:${counterpartyId}`,
  deposit: (eventId: string) => `deposit:${eventId}`,
  payout: (payoutId: string) => `payout:${payoutId}`,
  lateReturns: (payoutId: string) => `late-returns:${payoutId}`,
  verification: (caseId: string) => `verification:${caseId}`,
  clock: (orgId: string) => `clock:${orgId}`,
} as const;

/**
 * The task queues, named after the money queue. Webhooks, mail, partners and clock moves wait for others, so
 * they never share its slots.
 */
export const taskQueues = (money: string) => ({
  money,
  webhooks: `${money}-webhooks`,
  mail: `${money}-mail`,
  partners: `${money}-partners`,
  verification: `${money}-verification`,
  bank: `${money}-bank`,
  clock: `${money}-clock`,
});

/** The name of the money queue, from the name of the webhooks queue. */
export const moneyQueueOf = (webhooks: string): string => webhooks.replace(/-webhooks$/, '');

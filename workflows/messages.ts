import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type { CheckoutStatus } from '../src/domain/checkout.ts';
import type { Outcome } from '../src/domain/outcome.ts';

/**
 * What is said to workflows, and how they are named. Payloads hold ids, statuses, amounts and times in milliseconds:
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

export interface CheckoutInput {
  readonly checkoutId: string;
  readonly orgId: string;
  /** How to open it. Null when the row is there already and its workflow was lost. */
  readonly opening: CheckoutOpening | null;
}

export interface CheckoutOpening {
  /** The reusable terminal; null makes a terminal for this one checkout. */
  readonly terminalId: string | null;
  readonly newTerminalId: string;
  readonly expiresInSecs: number;
}

export interface OpenedCheckout {
  readonly id: string;
  readonly terminalId: string;
}

export interface AuthorizeRequest {
  readonly consumerId: string;
  readonly newChargeId: string;
  /** Whose list was followed, by product of the cart. */
  readonly attribution: readonly { readonly productId: string; readonly recommenderId: string }[];
}

export interface Authorized {
  readonly authId: string;
}

/** What a capture answers, and every repeat of it. Amounts in minor units. */
export interface Captured {
  readonly journalId: string;
  readonly mdrFee: number;
  readonly recommenderAmount: number;
  readonly deferredBuyerAmount: number;
  readonly recommenderId: string | null;
  readonly recommenders: readonly { readonly userId: string; readonly amount: number }[];
}

/** Answers how the opening went. */
export const opened = defineUpdate<Outcome<OpenedCheckout>>('opened');
export const authorize = defineUpdate<Outcome<Authorized>, [AuthorizeRequest]>('authorize');
export const capture = defineUpdate<Outcome<Captured>>('capture');
export const voidCharge = defineUpdate<Outcome<null>>('void');
/** Something else changed the row: look at it again. */
export const changed = defineSignal('changed');

export interface DeliveryInput {
  readonly deliveryId: string;
  readonly orgId: string;
}

export interface SignInMailInput {
  readonly codeId: string;
}

/** Workflow ids: the noun and the row's id. */
export const workflowId = {
  checkout: (checkoutId: string) => `checkout:${checkoutId}`,
  webhook: (deliveryId: string) => `webhook:${deliveryId}`,
  signInMail: (codeId: string) => `sign-in-mail:${codeId}`,
} as const;

/** Task queues, named after the money queue. Webhooks and mail wait for others: they never share its slots. */
export const taskQueues = (money: string) => ({ money, webhooks: `${money}-webhooks`, mail: `${money}-mail` });

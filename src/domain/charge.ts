import { nextStatus } from './checkout.ts';
import type { CheckoutStatus } from './checkout.ts';
import type { Environment, VerificationStatus } from './environment.ts';
import { bps, minor, portion } from './money.ts';
import type { Bps, Minor } from './money.ts';
import { ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { splitCashback } from './cashback.ts';
import type { CashbackSplit, PotLine } from './cashback.ts';

export const CHARGE_STATUSES = ['AUTHORIZED', 'CAPTURED', 'VOIDED', 'EXPIRED'] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

/** The time that an authorization holds the shopper's money. Source: specification, "Limits". */
export const HOLD_MS = 7 * 24 * 60 * 60 * 1000;

/** The merchant fee rate (MDR) of a new organization. Source: specification, "Limits". */
export const DEFAULT_MDR = bps(200);

/** The facts that decide an authorization, read under the checkout's lock. */
export interface AuthorizationFacts {
  readonly env: Environment;
  readonly status: CheckoutStatus;
  readonly expiresAt: Date;
  readonly total: Minor;
  readonly currency: string;
  /** True while the platform has suspended the merchant. */
  readonly isSuspended: boolean;
  /** The shopper who authorized the checkout before, with the charge that it created. */
  readonly authorizedBy: {
    readonly consumerId: string;
    readonly chargeId: string;
    readonly holdExpiresAt: Date;
  } | null;
  readonly consumer: {
    readonly id: string;
    readonly currency: string;
    readonly kyc: VerificationStatus;
    readonly hasLivePartner: boolean;
    readonly available: Minor;
  };
}

/**
 * Decides if this shopper may authorize the checkout at `at`. Monitoring comes afterwards.
 *
 * `again` is the existing charge when the same shopper repeats the call while it is authorized: the caller
 * changes nothing. Gates in order: payable, partner and KYC (live), suspension, currency, funds. Source:
 * specification, "Checkout"; contract, sections 5, 14 and 16.
 */
export function decideAuthorize(facts: AuthorizationFacts, at: Date): Outcome<{ again: string | null }> {
  const { authorizedBy, consumer } = facts;
  if (facts.status === 'AUTHORIZED' && authorizedBy?.consumerId === consumer.id) {
    return at < authorizedBy.holdExpiresAt
      ? ok({ again: authorizedBy.chargeId })
      : refuse('checkout_not_payable', 'checkout expired');
  }
  if (nextStatus(facts.status, 'authorize') === null) {
    return refuse('checkout_not_payable', `checkout ${facts.status.toLowerCase()}`);
  }
  if (at >= facts.expiresAt) return refuse('checkout_not_payable', 'checkout expired');
  if (facts.env === 'live') {
    if (!consumer.hasLivePartner) return refuse('no_live_banking_partner');
    if (consumer.kyc !== 'APPROVED') return refuse('consumer_kyc_not_approved');
  }
  if (facts.isSuspended) return refuse('org_suspended');
  if (consumer.currency !== facts.currency) return refuse('currency_mismatch');
  if (consumer.available < facts.total) return refuse('insufficient_balance');
  return ok({ again: null });
}

/** The facts that decide a capture, read under the charge's lock. */
export interface CaptureFacts {
  readonly env: Environment;
  readonly status: ChargeStatus;
  readonly holdExpiresAt: Date;
  readonly total: Minor;
  readonly tax: Minor;
  readonly totalCashback: Minor;
  readonly lines: readonly PotLine[];
}

/** The merchant's terms at the time of the capture. */
export interface MerchantTerms {
  readonly mdr: Bps;
  readonly recommenderShare: Bps;
  readonly kyb: VerificationStatus;
  /** True while the platform has suspended the merchant. */
  readonly isSuspended: boolean;
}

/** The amounts that a capture posts. `net` goes to the merchant: total − fee − cashback. */
export interface CapturePosting {
  readonly mdrFee: Minor;
  readonly net: Minor;
  readonly split: CashbackSplit;
}

/** The result of a capture, in minor units. A repeat of the capture returns the same result. */
export interface CaptureResult {
  readonly journalId: string;
  readonly mdrFee: number;
  readonly recommenderAmount: number;
  readonly deferredBuyerAmount: number;
  readonly recommenderId: string | null;
  readonly recommenders: readonly { readonly userId: string; readonly amount: number }[];
}

/**
 * Decides if a charge that is not captured yet may be captured at `at`. The gates of KYB and suspension come
 * before the state. Source: contract, sections 1, 5 and 16.
 */
export function checkCapture(
  charge: Pick<CaptureFacts, 'env' | 'status' | 'holdExpiresAt'>,
  merchant: Pick<MerchantTerms, 'kyb' | 'isSuspended'>,
  at: Date,
): Outcome<null> {
  if (charge.env === 'live' && merchant.kyb !== 'APPROVED') return refuse('merchant_kyb_not_approved');
  if (merchant.isSuspended) return refuse('org_suspended');
  if (charge.status === 'EXPIRED') return refuse('auth_expired');
  if (nextStatus(charge.status, 'capture') === null) return refuse('auth_not_capturable');
  return at >= charge.holdExpiresAt ? refuse('auth_expired') : ok(null);
}

/**
 * Decides a capture at `at`: the amounts that it posts, or a refusal.
 *
 * The fee is ⌊(total − tax − cashback) × MDR / 10000⌋. The hold is half-open: at exactly seven days it has
 * ended. Source: specification, "Limits"; contract, section 5.
 */
export function decideCapture(charge: CaptureFacts, terms: MerchantTerms, at: Date): Outcome<CapturePosting> {
  const allowed = checkCapture(charge, terms, at);
  if (!allowed.ok) return allowed;
  const mdrFee = portion(minor(charge.total - charge.tax - charge.totalCashback), terms.mdr);
  return ok({
    mdrFee,
    net: minor(charge.total - mdrFee - charge.totalCashback),
    split: splitCashback(charge.lines, terms.recommenderShare),
  });
}

/**
 * Decides if the authorization may be voided at `at`. After the hold's end the lapse ends it, and a void is
 * refused. Source: specification, "Errors"; contract, section 5.
 */
export function decideVoid(charge: Pick<CaptureFacts, 'status' | 'holdExpiresAt'>, at: Date): Outcome<null> {
  const isVoidable = nextStatus(charge.status, 'void') !== null && at < charge.holdExpiresAt;
  return isVoidable ? ok(null) : refuse('auth_not_voidable');
}

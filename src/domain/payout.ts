import type { Environment, VerificationStatus } from './environment.ts';
import { ok, REASONS, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

export const PAYOUT_STATUSES = ['PENDING', 'SETTLED', 'FAILED', 'RETURNED'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
export type PayoutTrigger = 'settle' | 'fail' | 'return';

/** Every legal move of a payout. A return is legal at any later time. Source: contract, section 8. */
export const PAYOUT_MOVES = {
  PENDING: { settle: 'SETTLED', fail: 'FAILED' },
  SETTLED: { return: 'RETURNED' },
  FAILED: {},
  RETURNED: {},
} as const satisfies Record<PayoutStatus, Partial<Record<PayoutTrigger, PayoutStatus>>>;

/** The time, by the org's clock, after which the sandbox settles a payout. Source: contract, section 14. */
export const SANDBOX_SETTLEMENT_MS = 24 * 60 * 60 * 1000;

/** The status after a trigger. Refused: `payout <status>` where the move is illegal. */
export function decidePayoutMove(from: PayoutStatus, trigger: PayoutTrigger): Outcome<PayoutStatus> {
  const moves: Partial<Record<PayoutTrigger, PayoutStatus>> = PAYOUT_MOVES[from];
  const to = moves[trigger];
  return to === undefined ? refuse('payout_state', `payout ${from.toLowerCase()}`) : ok(to);
}

/** The status of a transfer at the bank. */
export type TransferStatus = 'pending' | 'settled' | 'failed' | 'returned';

/** True for a status that the bank gives a transfer after it has moved the money, or will not move it. */
export function isFinal(status: TransferStatus): boolean {
  return status !== 'pending';
}

/**
 * The moves that bring a payout to the bank's status. Empty when it is already there, or when the bank is
 * behind.
 *
 * Null when the two contradict each other: an operator must look at it. A returned transfer was settled
 * before, even if the bank did not report that.
 */
export function movesTowards(transfer: TransferStatus, from: PayoutStatus): readonly PayoutTrigger[] | null {
  if (transfer === 'pending') return from === 'PENDING' ? [] : null;
  if (transfer === 'settled')
    return { PENDING: ['settle'] as const, SETTLED: [], FAILED: null, RETURNED: null }[from];
  if (transfer === 'failed')
    return { PENDING: ['fail'] as const, SETTLED: null, FAILED: [], RETURNED: null }[from];
  return { PENDING: ['settle', 'return'] as const, SETTLED: ['return'] as const, FAILED: null, RETURNED: [] }[
    from
  ];
}

/** The answer of screening, without names: those are on the lists. */
export type ScreenedPayee =
  | {
      readonly kind: 'screened';
      readonly listVersion: string;
      readonly hits: readonly { list: string; entityId: string; score: number }[];
    }
  | { readonly kind: 'unavailable' };

/** The verdict of screening on a payee, without the hits that an operator cleared. */
export type ScreeningVerdict = 'clear' | 'hit' | 'unavailable';

/** The facts that decide a payout, read under the lock that reserves the amount. */
export interface PayoutFacts {
  readonly env: Environment;
  readonly kyb: VerificationStatus;
  /** True while the platform has suspended the merchant. */
  readonly isSuspended: boolean;
  readonly isDestinationActive: boolean;
  /** True when a monitoring rule blocks the payout. */
  readonly isMonitored: boolean;
  readonly screening: ScreeningVerdict;
  readonly amount: number;
  /** In minor units. Negative when returns exceed the balance. */
  readonly available: number;
}

/**
 * Decides if the payout may be reserved, in the contract's order of gates. The caller has checked role,
 * amount and currency.
 *
 * Refused: `merchant KYB not approved` (live), `org suspended`, `no bank destination`, `blocked by
 * monitoring`, `payee screening blocked`, `temporarily unavailable` when screening was unavailable,
 * `insufficient balance`. Source: contract, section 8.
 */
export function decidePayout(facts: PayoutFacts): Outcome<null> {
  if (facts.env === 'live' && facts.kyb !== 'APPROVED') return refuse('merchant_kyb_not_approved');
  if (facts.isSuspended) return refuse('org_suspended');
  if (!facts.isDestinationActive) return refuse('no_bank_destination');
  if (facts.isMonitored) return refuse('blocked_by_monitoring');
  if (facts.screening === 'hit') return refuse('payee_screening_blocked');
  if (facts.screening === 'unavailable') return refuse('unavailable');
  return facts.available < facts.amount ? refuse('insufficient_balance') : ok(null);
}

/** The gates before monitoring: refusal code to the rule that the compliance record of a block names. */
export const PAYOUT_GATES = {
  merchant_kyb_not_approved: 'merchant_kyb',
  org_suspended: 'suspension',
  no_bank_destination: 'bank_destination',
} as const;

/** The facts that decide if a reserved payout may be sent now. */
export interface SendingFacts extends Pick<PayoutFacts, 'kyb' | 'isSuspended' | 'isDestinationActive'> {
  /** True for the first send, soon after the reservation: its gates have just been judged. */
  readonly isPrompt: boolean;
  /** True when the lists have the payee by now. */
  readonly isHit: boolean;
}

/**
 * A gate that stops a reserved payout. `reason` is the payout's failure reason, `rule` the compliance
 * record's.
 */
export interface SendingRefusal {
  readonly reason: string;
  readonly rule: string;
}

/**
 * The gate that stops a live payout before it is sent. Null if it may be sent. Source: contract, section 17.
 */
export function judgeSending(facts: SendingFacts): SendingRefusal | null {
  const {
    merchant_kyb_not_approved: kyb,
    org_suspended: suspension,
    no_bank_destination: destination,
  } = PAYOUT_GATES;
  if (!facts.isDestinationActive) return { reason: REASONS.destination_disabled, rule: destination };
  if (facts.isPrompt) return null;
  if (facts.kyb !== 'APPROVED') return { reason: REASONS.merchant_kyb_not_approved, rule: kyb };
  if (facts.isSuspended) return { reason: REASONS.org_suspended, rule: suspension };
  return facts.isHit ? { reason: REASONS.payee_screening_blocked, rule: 'screening' } : null;
}

/**
 * The refusal of an earlier run of this step, from the compliance records that it left. Null without records.
 *
 * A payout request is judged once: a retry of the step must give the same refusal.
 */
export function recordedRefusal(
  judgements: readonly { readonly rule: string; readonly decision: string }[],
): Outcome<never> | null {
  const blocking = judgements.find(({ decision }) => decision === 'BLOCKED')?.rule;
  if (blocking === PAYOUT_GATES.merchant_kyb_not_approved) return refuse('merchant_kyb_not_approved');
  if (blocking === PAYOUT_GATES.org_suspended) return refuse('org_suspended');
  if (blocking === PAYOUT_GATES.no_bank_destination) return refuse('no_bank_destination');
  if (blocking === 'screening') return refuse('payee_screening_blocked');
  if (blocking === 'screening_unavailable') return refuse('unavailable');
  if (blocking !== undefined) return refuse('blocked_by_monitoring');
  // All recorded rules passed. Only the balance check comes after them and leaves no record.
  return judgements.length === 0 ? null : refuse('insufficient_balance');
}

import type { Environment, VerificationStatus } from './environment.ts';
import { ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

export const PAYOUT_STATUSES = ['PENDING', 'SETTLED', 'FAILED', 'RETURNED'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
export type PayoutTrigger = 'settle' | 'fail' | 'return';

/** Every legal move of a payout. A return is accepted at any later time. Source: contract, section 8. */
export const PAYOUT_MOVES = {
  PENDING: { settle: 'SETTLED', fail: 'FAILED' },
  SETTLED: { return: 'RETURNED' },
  FAILED: {},
  RETURNED: {},
} as const satisfies Record<PayoutStatus, Partial<Record<PayoutTrigger, PayoutStatus>>>;

/** In the sandbox a payout settles by itself after a day of the org's time. Source: contract, section 14. */
export const SANDBOX_SETTLEMENT_MS = 24 * 60 * 60 * 1000;

/** Where a payout goes when this happens. Refused: `payout <status>` where it must not happen. */
export function decidePayoutMove(from: PayoutStatus, trigger: PayoutTrigger): Outcome<PayoutStatus> {
  const moves: Partial<Record<PayoutTrigger, PayoutStatus>> = PAYOUT_MOVES[from];
  const to = moves[trigger];
  return to === undefined ? refuse('payout_state', `payout ${from.toLowerCase()}`) : ok(to);
}

/** What the bank says of a transfer. */
export type TransferStatus = 'pending' | 'settled' | 'failed' | 'returned';

/**
 * The moves that bring a payout to where the bank says that it is: none when it is there, or when the bank is behind.
 * `null` when the two contradict each other: that is for people to look at. What was returned has been settled before,
 * whether or not we were told.
 */
export function movesTowards(transfer: TransferStatus, from: PayoutStatus): readonly PayoutTrigger[] | null {
  if (transfer === 'pending') return from === 'PENDING' ? [] : null;
  if (transfer === 'settled') return { PENDING: ['settle'] as const, SETTLED: [], FAILED: null, RETURNED: null }[from];
  if (transfer === 'failed') return { PENDING: ['fail'] as const, SETTLED: null, FAILED: [], RETURNED: null }[from];
  return { PENDING: ['settle', 'return'] as const, SETTLED: ['return'] as const, FAILED: null, RETURNED: [] }[from];
}

/** The answer of screening, without names: those are on the lists. */
export type ScreenedPayee =
  | { readonly kind: 'screened'; readonly listVersion: string; readonly hits: readonly { list: string; entityId: string; score: number }[] }
  | { readonly kind: 'unavailable' };

/** What screening said about a payee, less what an operator has cleared. */
export type ScreeningVerdict = 'clear' | 'hit' | 'unavailable';

/** What a payout depends on, read under the lock that reserves. */
export interface PayoutFacts {
  readonly env: Environment;
  readonly kyb: VerificationStatus;
  readonly isDestinationActive: boolean;
  /** Whether one of monitoring's rules blocks it. */
  readonly isMonitored: boolean;
  readonly screening: ScreeningVerdict;
  readonly amount: number;
  /** Below 0 where more was returned than is left. */
  readonly available: number;
}

/**
 * Whether the payout may be reserved, gate by gate in the contract's order. Role, amount and currency came before.
 *
 * Refused: `merchant KYB not approved` (live), `no bank destination`, `blocked by monitoring`, `payee screening blocked`,
 * `temporarily unavailable` where nobody could screen, `insufficient balance`. Source: contract, section 8.
 */
export function decidePayout(facts: PayoutFacts): Outcome<null> {
  if (facts.env === 'live' && facts.kyb !== 'APPROVED') return refuse('merchant_kyb_not_approved');
  if (!facts.isDestinationActive) return refuse('no_bank_destination');
  if (facts.isMonitored) return refuse('blocked_by_monitoring');
  if (facts.screening === 'hit') return refuse('payee_screening_blocked');
  if (facts.screening === 'unavailable') return refuse('unavailable');
  return facts.available < facts.amount ? refuse('insufficient_balance') : ok(null);
}

/** The gates before monitoring: by refusal code, the rule of the compliance record that a block leaves. */
export const PAYOUT_GATES = { merchant_kyb_not_approved: 'merchant_kyb', no_bank_destination: 'bank_destination' } as const;

/**
 * What a request that came to no payout was refused for, by what was recorded when it was judged: it is judged once, however often the step
 * is run. Null when nothing was recorded.
 */
export function refusalBefore(judgements: readonly { readonly rule: string; readonly decision: string }[]): Outcome<never> | null {
  const blocking = judgements.find(({ decision }) => decision === 'BLOCKED')?.rule;
  if (blocking === PAYOUT_GATES.merchant_kyb_not_approved) return refuse('merchant_kyb_not_approved');
  if (blocking === PAYOUT_GATES.no_bank_destination) return refuse('no_bank_destination');
  if (blocking === 'screening') return refuse('payee_screening_blocked');
  if (blocking === 'screening_unavailable') return refuse('unavailable');
  if (blocking !== undefined) return refuse('blocked_by_monitoring');
  // It passed all that is recorded: only the balance comes after.
  return judgements.length === 0 ? null : refuse('insufficient_balance');
}

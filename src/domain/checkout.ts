import { ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

export const CHECKOUT_STATUSES = ['PENDING', 'AUTHORIZED', 'CAPTURED', 'VOIDED', 'EXPIRED', 'SUPERSEDED'] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

export const CHECKOUT_TRIGGERS = ['authorize', 'expire', 'supersede', 'capture', 'void', 'lapse'] as const;
export type CheckoutTrigger = (typeof CHECKOUT_TRIGGERS)[number];

/** Every legal move of a checkout; what is absent is refused. Source: specification, "States and transitions". */
export const CHECKOUT_MOVES = {
  PENDING: { authorize: 'AUTHORIZED', expire: 'EXPIRED', supersede: 'SUPERSEDED' },
  AUTHORIZED: { capture: 'CAPTURED', void: 'VOIDED', lapse: 'EXPIRED' },
  CAPTURED: {},
  VOIDED: {},
  EXPIRED: {},
  SUPERSEDED: {},
} as const satisfies Record<CheckoutStatus, Partial<Record<CheckoutTrigger, CheckoutStatus>>>;

/** Where a checkout goes when this happens, or null when it must not happen. */
export function nextStatus(from: CheckoutStatus, trigger: CheckoutTrigger): CheckoutStatus | null {
  const moves: Partial<Record<CheckoutTrigger, CheckoutStatus>> = CHECKOUT_MOVES[from];
  return moves[trigger] ?? null;
}

/** The move that a checkout makes by itself: at its expiry, or when authorized, at the end of the hold. */
export function dueTrigger(status: CheckoutStatus): 'expire' | 'lapse' | null {
  return (['expire', 'lapse'] as const).find((trigger) => nextStatus(status, trigger) !== null) ?? null;
}

export type TerminalType = 'REUSABLE' | 'USE_ONCE';
export type TerminalStatus = 'ACTIVE' | 'INACTIVE';

/** The facts about a terminal on which a new checkout depends. */
export interface TerminalFacts {
  readonly orgId: string;
  readonly terminalType: TerminalType;
  readonly status: TerminalStatus;
}

/** Whether this merchant may open a checkout on this terminal. Source: specification, "Errors"; contract, section 4. */
export function decideTerminal(terminal: TerminalFacts | null, orgId: string): Outcome<null> {
  if (terminal === null) return refuse('terminal_not_found');
  if (terminal.orgId !== orgId) return refuse('terminal_of_another_merchant');
  if (terminal.terminalType !== 'REUSABLE') return refuse('terminal_not_reusable');
  if (terminal.status !== 'ACTIVE') return refuse('terminal_inactive');
  return ok(null);
}

/**
 * What becomes of a terminal's pending checkout when a newer one is opened at `at`:
 * it is superseded, unless its own time had already run out.
 */
export function displacedStatus(expiresAt: Date, at: Date): 'SUPERSEDED' | 'EXPIRED' {
  return CHECKOUT_MOVES.PENDING[at >= expiresAt ? 'expire' : 'supersede'];
}

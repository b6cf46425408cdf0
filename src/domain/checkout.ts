import { ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

export const CHECKOUT_STATUSES = [
  'PENDING',
  'AUTHORIZED',
  'CAPTURED',
  'VOIDED',
  'EXPIRED',
  'SUPERSEDED',
] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

export const CHECKOUT_TRIGGERS = ['authorize', 'expire', 'supersede', 'capture', 'void', 'lapse'] as const;
export type CheckoutTrigger = (typeof CHECKOUT_TRIGGERS)[number];

/**
 * Every legal move of a checkout. All others are refused. Source: specification, "States and transitions".
 */
export const CHECKOUT_MOVES = {
  PENDING: { authorize: 'AUTHORIZED', expire: 'EXPIRED', supersede: 'SUPERSEDED' },
  AUTHORIZED: { capture: 'CAPTURED', void: 'VOIDED', lapse: 'EXPIRED' },
  CAPTURED: {},
  VOIDED: {},
  EXPIRED: {},
  SUPERSEDED: {},
} as const satisfies Record<CheckoutStatus, Partial<Record<CheckoutTrigger, CheckoutStatus>>>;

/** The status after a trigger, or null when the move is illegal. */
export function nextStatus(from: CheckoutStatus, trigger: CheckoutTrigger): CheckoutStatus | null {
  const moves: Partial<Record<CheckoutTrigger, CheckoutStatus>> = CHECKOUT_MOVES[from];
  return moves[trigger] ?? null;
}

/** True for a status that never changes again. */
export function isFinal(status: CheckoutStatus): boolean {
  return Object.keys(CHECKOUT_MOVES[status]).length === 0;
}

/** The move that time causes: at its expiry, or when it is authorized, at the end of the hold. */
export function dueTrigger(status: CheckoutStatus): 'expire' | 'lapse' | null {
  return (['expire', 'lapse'] as const).find((trigger) => nextStatus(status, trigger) !== null) ?? null;
}

export type TerminalType = 'REUSABLE' | 'USE_ONCE';
export type TerminalStatus = 'ACTIVE' | 'INACTIVE';

/** The facts about a terminal that decide if a checkout may be opened on it. */
export interface TerminalFacts {
  readonly orgId: string;
  readonly terminalType: TerminalType;
  readonly status: TerminalStatus;
}

/**
 * Decides if the merchant may open a checkout on the terminal. Source: specification, "Errors"; contract,
 * section 4.
 */
export function decideTerminal(terminal: TerminalFacts | null, orgId: string): Outcome<null> {
  if (terminal === null) return refuse('terminal_not_found');
  if (terminal.orgId !== orgId) return refuse('terminal_of_another_merchant');
  if (terminal.terminalType !== 'REUSABLE') return refuse('terminal_not_reusable');
  if (terminal.status !== 'ACTIVE') return refuse('terminal_inactive');
  return ok(null);
}

/**
 * The status of a terminal's pending checkout after a newer one is opened at `at`: superseded, or expired
 * when its own time had already run out.
 */
export function displacedStatus(expiresAt: Date, at: Date): 'SUPERSEDED' | 'EXPIRED' {
  return CHECKOUT_MOVES.PENDING[at >= expiresAt ? 'expire' : 'supersede'];
}

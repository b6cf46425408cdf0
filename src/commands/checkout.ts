import { decideTerminal, displacedStatus, dueTrigger } from '../domain/checkout.ts';
import type { CheckoutStatus } from '../domain/checkout.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { writeLapse } from '../store/charges.ts';
import * as checkouts from '../store/checkouts.ts';
import type { Database, Queryable } from '../store/database.ts';
import type {
  CheckoutOpening,
  CheckoutRef,
  CheckoutState,
  OpenedCheckout,
} from '../../workflows/messages.ts';
import { brokenInvariant, clockOf, deadlineOf, inTime, underLock } from './command.ts';

/** The result of a command to a checkout or its charge. */
export interface StepResult<T> {
  readonly answer: Outcome<T>;
  /** The stored state. Null when the opening was refused, or the command came too late to change anything. */
  readonly row: CheckoutState | null;
}

/** The result of an opening. `displaced` is the terminal's earlier pending checkout, or null. */
export interface OpeningResult extends StepResult<OpenedCheckout> {
  readonly displaced: string | null;
}

/** The state of a checkout as it is stored. */
export async function loadCheckout({ pool }: Database, { checkoutId }: CheckoutRef): Promise<CheckoutState> {
  return stateOf(await readCheckout(pool, checkoutId));
}

/**
 * Opens a checkout on its cart. The terminal's pending checkout is superseded. A second run finds the
 * checkout open. Refused: what `decideTerminal` refuses, `org suspended`.
 */
export function openCheckout(
  database: Database,
  step: CheckoutRef & { opening: CheckoutOpening },
): Promise<OpeningResult> {
  return inTime(database, notOpened(refuse('unavailable')), async (tx) => {
    const { checkoutId, orgId, opening } = step;
    const terminalId = opening.terminalId ?? opening.newTerminalId;
    await checkouts.lockTerminal(tx, { orgId, checkoutId, terminalId });
    const earlier = await checkouts.checkoutRow(tx, { checkoutId });
    if (earlier !== null) {
      const displaced = await checkouts.findSuperseded(tx, { checkoutId });
      const answer = ok({ id: checkoutId, terminalId: earlier.terminalId });
      return { answer, row: stateOf(earlier), displaced: displaced?.id ?? null };
    }
    if (opening.terminalId !== null) {
      const allowed = decideTerminal(await checkouts.terminalFacts(tx, { terminalId }), orgId);
      if (!allowed.ok) return notOpened(allowed);
    }
    const facts = await checkouts.openingRow(tx, { checkoutId, terminalId: opening.terminalId });
    if (facts === null) throw brokenInvariant(`no cart ${checkoutId}`);
    if (facts.isSuspended) return notOpened(refuse('org_suspended'));

    if (facts.pendingId !== null && facts.pendingExpiresAt !== null) {
      const status = displacedStatus(facts.pendingExpiresAt, facts.now);
      await checkouts.supersedeCheckout(tx, {
        checkoutId: facts.pendingId,
        status,
        supersededBy: checkoutId,
      });
    }
    const expiresAt = new Date(facts.now.getTime() + opening.expiresInSecs * 1000);
    const insert =
      opening.terminalId === null ? checkouts.insertCheckoutAndTerminal : checkouts.insertCheckout;
    await insert(tx, {
      checkoutId,
      terminalId,
      at: facts.now,
      expiresAt,
      deadline: deadlineOf(opening.deadline),
    });
    return {
      answer: ok({ id: checkoutId, terminalId }),
      row: { status: 'PENDING', due: expiresAt.getTime(), clock: clockOf(facts) },
      displaced: facts.pendingId,
    };
  });
}

const notOpened = (answer: Outcome<never>): OpeningResult => ({ answer, row: null, displaced: null });

/**
 * Expires an unpaid checkout, or releases a hold, that is due by `at` (milliseconds of the org's time), and
 * in live by the database's clock too.
 */
export function closeOverdue(
  database: Database,
  { checkoutId, orgId, at }: CheckoutRef & { at: number },
): Promise<CheckoutState> {
  return database.transaction(async (tx) => {
    await checkouts.lockCheckout(tx, { orgId, checkoutId });
    const row = await readCheckout(tx, checkoutId);
    const by = new Date(at);
    const ended =
      dueTrigger(row.status) === 'lapse' && row.chargeId !== null
        ? await writeLapse(tx, { chargeId: row.chargeId, at: by })
        : await checkouts.writeExpiry(tx, { checkoutId, at: by });
    return ended === null ? stateOf(row) : endedState('EXPIRED', row);
  });
}

/** Finds the terminal of an opened checkout when no opening is still writing it. */
export const findOpenedUnderLock = underLock(checkouts.lockTerminal, checkouts.openedRow);

/** Reads a checkout that must exist. */
export async function readCheckout(on: Queryable, checkoutId: string): Promise<checkouts.CheckoutRow> {
  const row = await checkouts.checkoutRow(on, { checkoutId });
  if (row === null) throw brokenInvariant(`no checkout ${checkoutId}`);
  return row;
}

type TimedRow = Pick<checkouts.CheckoutRow, 'now' | 'offset'>;

/** The state of an open or ended checkout. `due` is when it ends by itself. */
export function stateOf(
  row: TimedRow & Pick<checkouts.CheckoutRow, 'status' | 'expiresAt' | 'holdExpiresAt'>,
): CheckoutState {
  const trigger = dueTrigger(row.status);
  const due = trigger === 'expire' ? row.expiresAt : trigger === 'lapse' ? row.holdExpiresAt : null;
  return { status: row.status, due: due?.getTime() ?? null, clock: clockOf(row) };
}

/** The state of a checkout that a command has just ended. */
export const endedState = (status: CheckoutStatus, row: TimedRow): CheckoutState => ({
  status,
  due: null,
  clock: clockOf(row),
});

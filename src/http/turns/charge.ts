import { findChargeUnderLock } from '../../commands/charge.ts';
import { sealOrigin } from '../../commands/org-event.ts';
import { findReturnUnderLock } from '../../commands/charge-return.ts';
import { decideVoid, checkCapture } from '../../domain/charge.ts';
import type { CaptureResult } from '../../domain/charge.ts';
import type { ReturnResult } from '../../domain/charge-return.ts';
import { ok, withDetail } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { findCharge } from '../../store/charges.ts';
import type { ChargeScopeRow } from '../../store/charges.ts';
import { askReturn, leftOfCharge, returnedRow } from '../../store/returns.ts';
import { jsonText } from '../../store/statement.ts';
import { refused, valueOf } from '../answers.ts';
import { stateDetail } from '../shapes/charge.ts';
import { checkQuantities, quantityDetail } from '../shapes/charge-return.ts';
import { deadlineAfter, outcomeOf } from './outcome.ts';
import type { Turn } from './object-queue.ts';
import type { ApiDeps, CallDeps } from '../route.ts';

/** The id of a command and the caller that gives it: `api_key:<id>` or `user:<id>`. */
interface CommandBy {
  readonly commandId: string;
  readonly actor: string;
}

/**
 * Captures a charge in its turn. Simultaneous captures of one charge share one turn, and each answers the
 * same outcome. Refused: what `checkCapture` refuses. Source: contract, sections 5 and 15.
 */
export function queueCapture(deps: ApiDeps, charge: ChargeScopeRow, by: CommandBy): Promise<CaptureResult> {
  return deps.queue.inFlight(`capture ${charge.id}`, placeOf(charge), async (turn) => {
    const row = await rowIn(turn, deps, charge);
    if (row.captured !== null) return row.captured;
    valueOf(withDetail(checkCapture(row, row, row.now), () => stateDetail(row)));
    const command = { ...by, deadline: deadlineAfter(row.readAt) };
    const find = async () => {
      const after = await findChargeUnderLock(deps.database, { ...refOf(row), chargeId: row.id });
      return after?.captured ? ok(after.captured) : null;
    };
    return valueOf(await outcomeOf(() => deps.workflows[row.env].capture(refOf(row), command), find));
  });
}

/**
 * Voids a charge in its turn. A repeat of the command that voided it succeeds again.
 * Refused: `auth not voidable`. Source: contract, sections 5 and 15.
 */
export function queueVoid(deps: CallDeps, charge: ChargeScopeRow, by: CommandBy): Promise<null> {
  return deps.queue.inTurn(placeOf(charge), async (turn) => {
    const row = await rowIn(turn, deps, charge);
    if (row.voidCommandId === by.commandId) return null;
    valueOf(withDetail(decideVoid(row, row.now), () => stateDetail(row)));
    const origin = sealOrigin(deps.secrets, deps.origin);
    const command = { ...by, deadline: deadlineAfter(row.readAt), origin };
    const find = async () => {
      const after = await findChargeUnderLock(deps.database, { ...refOf(row), chargeId: row.id });
      return after?.voidCommandId === by.commandId ? ok(null) : null;
    };
    return valueOf(await outcomeOf(() => deps.workflows[row.env].voidCharge(refOf(row), command), find));
  });
}

/** A return to carry out. `items` is null for everything that is left. */
interface ReturnCommand extends CommandBy {
  readonly reason: string | null;
  readonly items: readonly { readonly productId: string; readonly qty: number }[] | null;
  /** An earlier call with the same idempotency key may have made this return. */
  readonly isRepeat: boolean;
}

/**
 * Returns goods of a captured charge in its turn. The command's id is the return's.
 * Refused: what `decideReturn` refuses. Source: contract, sections 6 and 15.
 */
export async function queueReturn(
  deps: CallDeps,
  charge: ChargeScopeRow,
  asked: ReturnCommand,
): Promise<ReturnResult> {
  const { commandId: returnId, actor, reason, isRepeat } = asked;
  const items = asked.items === null ? null : jsonText(asked.items);
  const { pool } = deps.database;
  const done = isRepeat ? await returnedRow(pool, { returnId }) : null;
  if (done !== null) return done;
  return deps.queue.inTurn({ kind: 'returns', id: charge.id }, async (turn) => {
    const row = await rowIn(turn, deps, charge);
    const explained = async <T>(outcome: Outcome<T>): Promise<Outcome<T>> => {
      if (outcome.ok || outcome.refusal.code !== 'return_qty_exceeds_captured') return outcome;
      const left = await leftOfCharge(pool, { chargeId: row.id });
      return withDetail(outcome, () => quantityDetail(left, asked.items));
    };
    if (turn.hasWaited) valueOf(checkQuantities(await leftOfCharge(pool, { chargeId: row.id }), asked.items));
    await askReturn(pool, { returnId, chargeId: row.id, reason, items, actor });
    const origin = sealOrigin(deps.secrets, deps.origin);
    const input = { returnId, ...refOf(row), deadline: deadlineAfter(row.readAt), origin };
    const find = async () => {
      const after = await findReturnUnderLock(deps.database, input);
      return after && ok(after);
    };
    return valueOf(await explained(await outcomeOf(() => deps.workflows[row.env].returnCharge(input), find)));
  });
}

const refOf = ({ checkoutId, orgId }: ChargeScopeRow) => ({ checkoutId, orgId });
/** A charge and its checkout share a workflow: their commands share a queue. */
const placeOf = ({ checkoutId }: ChargeScopeRow) => ({ kind: 'checkout', id: checkoutId }) as const;

/**
 * The charge as it is when the turn comes. It is read again after a wait: other commands may have changed it.
 */
async function rowIn({ hasWaited }: Turn, deps: ApiDeps, charge: ChargeScopeRow): Promise<ChargeScopeRow> {
  if (!hasWaited) return charge;
  return (await findCharge(deps.database.pool, { chargeId: charge.id })) ?? refused('charge_not_found');
}

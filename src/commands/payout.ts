import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { originOfActor } from '../domain/org-event.ts';
import {
  decidePayout,
  decidePayoutMove,
  PAYOUT_GATES,
  recordedRefusal,
  SANDBOX_SETTLEMENT_MS,
} from '../domain/payout.ts';
import type { ScreenedPayee, ScreeningVerdict } from '../domain/payout.ts';
import { judgementsOf, PLAIN_JUDGEMENT, recordJudgement } from '../store/compliance.ts';
import type { Queryable } from '../store/database.ts';
import * as payouts from '../store/payouts.ts';
import { countUncleared, openScreeningCases } from '../store/screening.ts';
import { jsonText } from '../store/statement.ts';
import type { Nudge, PayoutRef, PayoutState } from '../../workflows/messages.ts';
import { brokenInvariant, clockOf, deadlineOf, inTime, underLock } from './command.ts';
import type { CommandDeps } from './command.ts';
import { judgeMovement, recordGate, recordMovement } from './monitoring.ts';
import { openOrigin, recordOrgEvent } from './org-event.ts';
import { lockAndLoad, movePayout, readPayout } from './payout-move.ts';
import type { Judgement, MonitoringDeps, Movement } from './monitoring.ts';

export interface PayoutDeps extends MonitoringDeps {
  /** The banking partner's name, as live payouts show it. */
  readonly bankName: string;
}

/** The result of a command to a payout. `row` is null when there is no payout. */
export interface PayoutResult<Row = PayoutState> {
  readonly answer: Outcome<null>;
  readonly row: Row;
}

/** The state of a payout as it is stored. */
export async function loadPayout(on: Queryable, payoutId: string): Promise<PayoutState> {
  const row = await readPayout(on, payoutId);
  const due = row.status === 'PENDING' && row.dueAt !== null ? row.dueAt.getTime() : null;
  return {
    status: row.status,
    due,
    clock: clockOf(row),
    isLive: row.env === 'live',
    isTaken: row.takenAt !== null,
  };
}

/** A payout to reserve. The deadline is in milliseconds of the database's clock. */
export type ReserveStep = PayoutRef & {
  readonly screened: ScreenedPayee;
  readonly deadline: number;
  readonly origin?: string;
};

const notReserved = (answer: Outcome<null>) => ({ answer, row: null });

/**
 * Judges the request gate by gate, records every judgement and reserves the amount. A second run finds it
 * reserved or refused. Refused: what `decidePayout` refuses.
 */
export function reservePayout(
  deps: PayoutDeps,
  step: ReserveStep,
): Promise<PayoutResult<PayoutState | null>> {
  return inTime<PayoutResult<PayoutState | null>>(
    deps.database,
    notReserved(refuse('unavailable')),
    async (tx) => {
      const { payoutId, orgId, screened, deadline, origin } = step;
      const request = await payouts.findPayoutRequest(tx, { payoutId, deadline: deadlineOf(deadline) });
      if (request === null) throw brokenInvariant(`no payout request ${payoutId}`);
      const { env, counterpartyId, amount, currency } = request;
      await payouts.lockPayouts(tx, { orgId, env, currency });
      const reserved = await payouts.payoutRow(tx, { payoutId });
      if (reserved !== null) return { answer: ok(null), row: await loadPayout(tx, payoutId) };
      const subject = `payout:${payoutId}`;
      const earlier = recordedRefusal(await judgementsOf(tx, { subject }));
      if (earlier !== null) return notReserved(earlier);
      // The caller already got 503: neither the payout nor a record of its judgement may follow.
      if (request.isLate) return notReserved(refuse('unavailable'));
      const row = await payouts.payoutFactsRow(tx, { orgId, env, counterpartyId, currency });
      if (row === null) throw brokenInvariant(`no destination ${counterpartyId} of org ${orgId}`);

      const at = row.now;
      const movement = {
        kind: 'payout',
        partyId: orgId,
        orgId,
        env,
        subject,
        amount,
        currency,
        at,
        deadline,
      } as const;
      const judgement = await judgeMovement(tx, movement, deps);
      const screening = await verdictOf(tx, counterpartyId, screened);
      const decision = decidePayout({ ...row, env, isMonitored: judgement.rule !== null, screening, amount });
      const { kyb } = row;
      const judged = { payoutId, movement, judgement, decision, kyb, counterpartyId, screened, screening };
      await recordJudgements(tx, judged, deps);
      if (!decision.ok) return notReserved(decision);

      await payouts.writePayout(tx, {
        payoutId,
        provider: env === 'sandbox' ? 'sandbox' : deps.bankName,
        availableBefore: row.available,
        at,
        dueAt: env === 'sandbox' ? new Date(at.getTime() + SANDBOX_SETTLEMENT_MS) : null,
        journalId: deps.newId(),
        deadline: deadlineOf(deadline),
      });
      await recordOrgEvent(tx, openOrigin(deps.secrets, origin, originOfActor(request.actor, env)), {
        orgId,
        action: 'payout.requested',
        target: { kind: 'payout', id: payoutId },
        after: { amount_minor: amount, currency, counterparty_id: counterpartyId },
        env,
      });
      return { answer: ok(null), row: await loadPayout(tx, payoutId) };
    },
  );
}

/** The verdict on the payee: hits that an operator has cleared do not count. */
async function verdictOf(
  tx: Queryable,
  counterpartyId: string,
  screened: ScreenedPayee,
): Promise<ScreeningVerdict> {
  if (screened.kind === 'unavailable') return 'unavailable';
  if (screened.hits.length === 0) return 'clear';
  const found = await countUncleared(tx, { counterpartyId, hits: jsonText(screened.hits) });
  return found?.uncleared === 0 ? 'clear' : 'hit';
}

interface JudgedPayout {
  readonly payoutId: string;
  readonly movement: Movement;
  readonly judgement: Judgement;
  readonly decision: Outcome<null>;
  readonly kyb: string;
  readonly counterpartyId: string;
  readonly screened: ScreenedPayee;
  readonly screening: ScreeningVerdict;
}

/**
 * Records the gate that refused the payout. A payout that passed the gates is recorded with monitoring, then
 * with screening.
 */
async function recordJudgements(tx: Queryable, judged: JudgedPayout, deps: MonitoringDeps): Promise<void> {
  const { movement, judgement, decision, payoutId, kyb, counterpartyId } = judged;
  const { orgId, env, amount, currency, at } = movement;
  const gate = decision.ok
    ? undefined
    : (PAYOUT_GATES as Readonly<Record<string, string>>)[decision.refusal.code];
  if (gate !== undefined) {
    const facts = { kyb, counterpartyId, amount, currency };
    await recordGate(tx, { id: deps.newId(), payoutId, orgId, env, rule: gate, currency, facts, at });
    return;
  }
  // A caller who got 503, or has not the balance yet, asks again: that must not use up the limits.
  const counted = decision.ok || !['unavailable', 'insufficient_balance'].includes(decision.refusal.code);
  await recordMovement(tx, { movement, judgement, counted }, deps);
  if (judgement.rule === null) await recordScreening(tx, judged, deps);
}

async function recordScreening(
  tx: Queryable,
  { movement: { orgId, env, subject, at }, counterpartyId, screened, screening }: JudgedPayout,
  { newId }: CommandDeps,
): Promise<void> {
  const hits = screened.kind === 'screened' ? screened.hits : [];
  if (hits.length > 0) {
    const caseIds = hits.map(() => newId());
    await openScreeningCases(tx, { caseIds, orgId, env, counterpartyId, hits: jsonText(hits) });
  }
  const facts = {
    counterpartyId,
    ...(screened.kind === 'screened' ? { listVersion: screened.listVersion, hits } : {}),
  };
  const rule = screening === 'unavailable' ? 'screening_unavailable' : 'screening';
  const decision = screening === 'clear' ? 'PASSED' : 'BLOCKED';
  const record = { id: newId(), orgId, env, subject, rule, decision, facts: jsonText(facts), at };
  await recordJudgement(tx, { ...PLAIN_JUDGEMENT, ...record });
}

/** Settles a sandbox payout that is due by `at` (milliseconds of the org's time). */
export function settleDue(deps: CommandDeps, step: PayoutRef & { at: number }): Promise<PayoutState> {
  return deps.database.transaction(async (tx) => {
    const row = await lockAndLoad(tx, step);
    if (row.status === 'PENDING' && row.dueAt !== null && row.dueAt.getTime() <= step.at) {
      await movePayout(tx, row, {
        trigger: 'settle',
        env: 'sandbox',
        at: row.dueAt,
        reason: null,
        newId: deps.newId,
      });
    }
    return loadPayout(tx, step.payoutId);
  });
}

/**
 * Settles, returns or fails a sandbox payout, as a bank would. Throws for a live payout. A second run of the
 * command finds it done. Refused: `payout <status>`.
 */
export async function nudgePayout(deps: CommandDeps, step: PayoutRef & Nudge): Promise<PayoutResult> {
  const { payoutId, trigger, commandId, deadline } = step;
  const answer = await inTime<Outcome<null>>(deps.database, refuse('unavailable'), async (tx) => {
    const row = await lockAndLoad(tx, step);
    if ((await payouts.findMoveByCommand(tx, { payoutId, commandId })) !== null) return ok(null);
    const decision = decidePayoutMove(row.status, trigger);
    if (!decision.ok) return decision;
    const reason = trigger === 'settle' ? null : 'asked for in the sandbox';
    const command = { commandId, deadline: deadlineOf(deadline) };
    await movePayout(tx, row, { trigger, env: 'sandbox', at: row.now, reason, newId: deps.newId, command });
    return ok(null);
  });
  return { answer, row: await loadPayout(deps.database.pool, payoutId) };
}

/** Finds a payout when no command is still reserving it. */
export const findPayoutUnderLock = underLock(payouts.lockPayouts, payouts.payoutRow);

/** Finds the journal of a command when no command is still moving the payout. */
export const findMoveUnderLock = underLock(payouts.lockPayout, payouts.findMoveByCommand);

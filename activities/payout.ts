import { ApplicationFailure } from '@temporalio/common';
import type { Environment } from '../src/domain/environment.ts';
import { ok, refuse } from '../src/domain/outcome.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import {
  decidePayout,
  decidePayoutMove,
  movesTowards,
  PAYOUT_GATES,
  PAYOUT_MOVES,
  refusalBefore,
  SANDBOX_SETTLEMENT_MS,
} from '../src/domain/payout.ts';
import type { PayoutStatus, PayoutTrigger, ScreeningVerdict } from '../src/domain/payout.ts';
import type { KnownTransfer } from '../src/domain/transfer.ts';
import { judgementsOf, PLAIN_JUDGEMENT, recordBlock, recordJudgement } from '../src/store/compliance.ts';
import type { Queryable } from '../src/store/database.ts';
import * as payouts from '../src/store/payouts.ts';
import { countUncleared, openScreeningCases } from '../src/store/screening.ts';
import { jsonText } from '../src/store/statement.ts';
import type { Nudge, RowState } from '../workflows/messages.ts';
import { deadlineOf, unlessTooLate } from './dependencies.ts';
import type { ActivityDeps } from './dependencies.ts';
import { judgeMovement, recordMovement } from './monitoring.ts';

/** Which payout a step is about. */
export interface PayoutStep {
  readonly payoutId: string;
  readonly orgId: string;
}

/** A payout as its workflow mirrors it. `due` is when the sandbox settles it. */
export interface PayoutState extends RowState<PayoutStatus> {
  readonly isLive: boolean;
  /** Whether the bank is known to have it. */
  readonly isTaken: boolean;
}

/** What screening answered, without names: those are on the lists. */
export type ScreenedPayee =
  | { readonly kind: 'screened'; readonly listVersion: string; readonly hits: readonly { list: string; entityId: string; score: number }[] }
  | { readonly kind: 'unavailable' };

/** An answer of the bank, and when it was asked, in milliseconds since 1970. */
interface Told {
  readonly transfer: KnownTransfer | null;
  readonly askedAt: number;
}

type PayoutDeps = Pick<ActivityDeps, 'database' | 'newId' | 'reached' | 'thresholds' | 'bankName'>;

/** The payout workflow's steps in the book: one transaction each, safe to run twice, the locked row decides. */
export function createPayoutActivities(deps: PayoutDeps) {
  const { database } = deps;
  return {
    /** The payout as it stands. */
    loadPayout: ({ payoutId }: PayoutStep): Promise<PayoutState> => stateOf(database.pool, payoutId),

    /** Judges the request gate by gate and reserves its amount. A second run finds it reserved. */
    async reservePayout(step: ReserveStep): Promise<{ answer: Outcome<null>; row: PayoutState | null }> {
      const writing = database.transaction((tx) => reserve(tx, step, deps));
      const reserved = await unlessTooLate(writing, { answer: refuse('unavailable'), row: null });
      deps.reached('payout.reserved');
      return reserved;
    },

    /** Settles what the sandbox's clock has reached at `at` (milliseconds of org time). */
    settleDue({ payoutId, orgId, at }: PayoutStep & { at: number }): Promise<PayoutState> {
      return database.transaction(async (tx) => {
        const row = await locked(tx, { payoutId, orgId });
        if (row.status === 'PENDING' && row.dueAt !== null && row.dueAt.getTime() <= at) {
          await move(tx, row, { trigger: 'settle', env: 'sandbox', at: row.dueAt, reason: null, newId: deps.newId });
        }
        return stateOf(tx, payoutId);
      });
    },

    /**
     * Settles, returns or fails a sandbox payout, as a bank would; on a live payout it throws. A second run of the command finds
     * it done. Refused: `payout <status>`.
     */
    async nudgePayout(step: PayoutStep & Nudge): Promise<{ answer: Outcome<null>; row: PayoutState }> {
      const answer = await unlessTooLate(
        database.transaction((tx) => nudge(tx, step, deps)),
        refuse('unavailable'),
      );
      return { answer, row: await stateOf(database.pool, step.payoutId) };
    },

    /** Writes the intent to send. `isFirst` is false when it was written before: then the bank may have it already. */
    async beginSending({ payoutId }: PayoutStep): Promise<{ isFirst: boolean; row: PayoutState }> {
      const first = await payouts.markSending(database.pool, { payoutId });
      deps.reached('payout.sending');
      return { isFirst: first !== null, row: await stateOf(database.pool, payoutId) };
    },

    /**
     * Brings the payout to where the bank says that it is; null is a transfer that the bank had and no longer knows. What
     * contradicts our books is written down, once, and changes nothing.
     */
    async applyTransfer(step: PayoutStep & Told): Promise<PayoutState> {
      const applied = await database.transaction((tx) => apply(tx, step, deps));
      deps.reached('payout.applied');
      return applied;
    },

    /** Gives up a payout that the bank has refused and does not know. */
    refuseTransfer({ payoutId, orgId, reason }: PayoutStep & { reason: string }): Promise<PayoutState> {
      return database.transaction(async (tx) => {
        const row = await locked(tx, { payoutId, orgId });
        if (row.status === 'PENDING' && row.takenAt === null) {
          await move(tx, row, { trigger: 'fail', env: 'live', at: row.now, reason, newId: deps.newId });
        }
        return stateOf(tx, payoutId);
      });
    },
  };
}

export type PayoutActivities = ReturnType<typeof createPayoutActivities>;

/** A payout to reserve. The deadline is in milliseconds of the database's clock. */
type ReserveStep = PayoutStep & { readonly screened: ScreenedPayee; readonly deadline: number };

async function nudge(tx: Queryable, step: PayoutStep & Nudge, { newId }: PayoutDeps): Promise<Outcome<null>> {
  const { payoutId, trigger, commandId, deadline } = step;
  const row = await locked(tx, step);
  if ((await payouts.movedBy(tx, { payoutId, commandId })) !== null) return ok(null);
  const decision = decidePayoutMove(row.status, trigger);
  if (!decision.ok) return decision;
  const reason = trigger === 'settle' ? null : 'asked for in the sandbox';
  await move(tx, row, { trigger, env: 'sandbox', at: row.now, reason, newId, command: { commandId, deadline } });
  return ok(null);
}

async function reserve(
  tx: Queryable,
  { payoutId, orgId, screened, deadline }: ReserveStep,
  deps: PayoutDeps,
): Promise<{ answer: Outcome<null>; row: PayoutState | null }> {
  const { newId, bankName } = deps;
  const request = await payouts.findPayoutRequest(tx, { payoutId, deadline: deadlineOf(deadline) });
  if (request === null) throw broken(`no payout request ${payoutId}`);
  const { env, counterpartyId, amount, currency } = request;
  await payouts.lockPayouts(tx, { orgId, env, currency });
  const reserved = await payouts.payoutRow(tx, { payoutId });
  if (reserved !== null) return { answer: ok(null), row: await stateOf(tx, payoutId) };
  const judged = refusalBefore(await judgementsOf(tx, { subject: `payout:${payoutId}` }));
  if (judged !== null) return { answer: judged, row: null };
  // Its caller got 503: neither the payout nor a record of its judgement may follow.
  if (request.isLate) return { answer: refuse('unavailable'), row: null };

  const row = await payouts.payoutFactsRow(tx, { orgId, env, counterpartyId, currency });
  if (row === null) throw broken(`no destination ${counterpartyId} of org ${orgId}`);
  const movement = {
    kind: 'payout',
    partyId: orgId,
    orgId,
    env,
    subject: `payout:${payoutId}`,
    amount,
    currency,
    at: row.now,
    deadline,
  } as const;
  const judgement = await judgeMovement(tx, movement, deps);
  const screening = await verdictOf(tx, counterpartyId, screened);
  const decision = decidePayout({ ...row, env, isMonitored: judgement.rule !== null, screening, amount });

  const judging = { payoutId, orgId, env, now: row.now, newId };
  const gate = decision.ok ? undefined : (PAYOUT_GATES as Readonly<Record<string, string>>)[decision.refusal.code];
  if (gate !== undefined) {
    const facts = jsonText({ kyb: row.kyb, counterpartyId, amount, currency });
    await recordBlock(tx, { id: newId(), orgId, env, subject: movement.subject, rule: gate, facts });
  } else {
    // Whoever is told to come back, or has not the balance yet, asks again: that must not use up their limits.
    const counted = decision.ok || !['unavailable', 'insufficient_balance'].includes(decision.refusal.code);
    await recordMovement(tx, { movement, judgement, counted }, deps);
    if (judgement.rule === null) await recordScreening(tx, judging, { counterpartyId, screened, screening });
  }
  if (!decision.ok) return { answer: decision, row: null };
  await payouts.writePayout(tx, {
    payoutId,
    provider: env === 'sandbox' ? 'sandbox' : bankName,
    availableBefore: row.available,
    at: row.now,
    dueAt: env === 'sandbox' ? new Date(row.now.getTime() + SANDBOX_SETTLEMENT_MS) : null,
    journalId: newId(),
    deadline: deadlineOf(deadline),
  });
  return { answer: ok(null), row: await stateOf(tx, payoutId) };
}

async function verdictOf(tx: Queryable, counterpartyId: string, screened: ScreenedPayee): Promise<ScreeningVerdict> {
  if (screened.kind === 'unavailable') return 'unavailable';
  if (screened.hits.length === 0) return 'clear';
  const found = await countUncleared(tx, { counterpartyId, hits: jsonText(screened.hits) });
  return found?.uncleared === 0 ? 'clear' : 'hit';
}

interface Judging {
  readonly payoutId: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly now: Date;
  readonly newId: () => string;
}

async function recordScreening(
  tx: Queryable,
  { payoutId, orgId, env, now, newId }: Judging,
  { counterpartyId, screened, screening }: { counterpartyId: string; screened: ScreenedPayee; screening: ScreeningVerdict },
): Promise<void> {
  const hits = screened.kind === 'screened' ? screened.hits : [];
  if (hits.length > 0) {
    const caseIds = hits.map(() => newId());
    await openScreeningCases(tx, { caseIds, orgId, env, counterpartyId, hits: jsonText(hits) });
  }
  const facts = { counterpartyId, ...(screened.kind === 'screened' ? { listVersion: screened.listVersion, hits } : {}) };
  await recordJudgement(tx, {
    ...PLAIN_JUDGEMENT,
    id: newId(),
    orgId,
    env,
    subject: `payout:${payoutId}`,
    rule: screening === 'unavailable' ? 'screening_unavailable' : 'screening',
    decision: screening === 'clear' ? 'PASSED' : 'BLOCKED',
    facts: jsonText(facts),
    at: now,
  });
}

async function apply(
  tx: Queryable,
  { payoutId, orgId, transfer, askedAt }: PayoutStep & Told,
  { newId }: PayoutDeps,
): Promise<PayoutState> {
  const row = await locked(tx, { payoutId, orgId });
  // One transfer pays one payout: otherwise a bank that mixes up two payouts would settle both with one transfer.
  const other = transfer && (await payouts.otherOfTransfer(tx, { payoutId, transferId: transfer.id }));
  const isOurs = transfer?.amount === row.amount && transfer.currency === row.currency && other === null;
  const triggers = isOurs ? movesTowards(transfer.status, row.status) : null;
  if (triggers === null || transfer === null) {
    // A step that runs again brings an old answer: the bank was asked before it said what our books have by now.
    if (askedAt <= row.changedAt.getTime()) return stateOf(tx, payoutId);
    const booked = { status: row.status, amount: row.amount, currency: row.currency };
    const facts = jsonText({ payout: booked, transfer, ...(other === null ? {} : { transferOf: other.id }) });
    const subject = `payout:${payoutId}`;
    // A bank that keeps to what it said is asked again and again: once is enough for whoever reads it.
    if ((await payouts.isContradictionKnown(tx, { subject, facts })) === null) {
      await recordJudgement(tx, {
        ...PLAIN_JUDGEMENT,
        id: newId(),
        orgId,
        env: row.env,
        subject,
        rule: 'bank_contradicts',
        decision: 'BLOCKED',
        facts,
        at: row.now,
      });
    }
    return stateOf(tx, payoutId);
  }
  await payouts.markTaken(tx, { payoutId, transferId: transfer.id });
  let { status } = row;
  for (const trigger of triggers) {
    const reason = trigger === 'settle' ? null : (transfer.reason ?? 'the bank gave no reason');
    status = await move(tx, { ...row, status }, { trigger, env: 'live', at: row.now, reason, newId });
  }
  return stateOf(tx, payoutId);
}

interface Move {
  readonly trigger: PayoutTrigger;
  /** The environment that the step belongs to: the bank's steps to live, those of clock and merchant to the sandbox. */
  readonly env: Environment;
  readonly at: Date;
  readonly reason: string | null;
  readonly newId: () => string;
  /** The command that asks for the move. Absent for moves by the clock or the bank. */
  readonly command?: Pick<Nudge, 'commandId' | 'deadline'>;
}

/** Moves the payout and its money. Its row is locked and the move is legal. Answers the state after. */
async function move(tx: Queryable, row: payouts.PayoutRow, { trigger, env, at, reason, newId, command }: Move): Promise<PayoutStatus> {
  const after = (PAYOUT_MOVES[row.status] as Partial<Record<PayoutTrigger, PayoutStatus>>)[trigger];
  const step =
    after &&
    (await payouts.writePayoutStep(tx, {
      payoutId: row.id,
      before: row.status,
      after,
      at,
      failureReason: reason,
      journalId: newId(),
      ...payouts.STEP_ACCOUNTS[trigger],
      env,
      commandId: command === undefined ? null : command.commandId,
      deadline: command === undefined ? null : deadlineOf(command.deadline),
    }));
  if (!after || !step) throw broken(`payout ${row.id} met another state or environment than its step is for`);
  return after;
}

async function locked(tx: Queryable, { payoutId, orgId }: PayoutStep): Promise<payouts.PayoutRow> {
  await payouts.lockPayout(tx, { payoutId, orgId });
  const row = await payouts.payoutRow(tx, { payoutId });
  if (row === null) throw broken(`no payout ${payoutId}`);
  return row;
}

async function stateOf(on: Queryable, payoutId: string): Promise<PayoutState> {
  const row = await payouts.payoutRow(on, { payoutId });
  if (row === null) throw broken(`no payout ${payoutId}`);
  const due = row.status === 'PENDING' && row.dueAt !== null ? row.dueAt.getTime() : null;
  const clock = { offset: row.offset, floor: row.now.getTime() };
  return { status: row.status, due, clock, isLive: row.env === 'live', isTaken: row.takenAt !== null };
}

const broken = (fault: string): ApplicationFailure => ApplicationFailure.nonRetryable(fault, 'BrokenInvariant');

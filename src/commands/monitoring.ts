import { countingWindows, monitor, monitoringRecord, seriesOf, thresholdsFor } from '../domain/monitoring.ts';
import type { MonitoringFacts, MonitoringRule, ThresholdsByEnvironment } from '../domain/monitoring.ts';
import type { Environment } from '../domain/environment.ts';
import { PAYOUT_GATES } from '../domain/payout.ts';
import {
  countAttempt,
  countMovements,
  NOT_COUNTED,
  PLAIN_JUDGEMENT,
  recordJudgement,
} from '../store/compliance.ts';
import type { BlockedAttempt } from '../store/compliance.ts';
import type { Queryable } from '../store/database.ts';
import { jsonText } from '../store/statement.ts';
import type { JsonText } from '../store/statement.ts';
import { deadlineOf } from './command.ts';
import type { CommandDeps } from './command.ts';

/** A movement of money to judge, under the lock that runs the movements of its party one after the other. */
export interface Movement {
  readonly kind: 'authorization' | 'payout';
  /** Who moves the money. The party's earlier movements count. */
  readonly partyId: string;
  readonly orgId: string;
  readonly env: Environment;
  /** The subject of the compliance record: a noun and its id. */
  readonly subject: string;
  readonly amount: number;
  readonly currency: string;
  readonly at: Date;
  /** The deadline of the movement's command, in milliseconds of the database's clock. */
  readonly deadline: number;
  /** The id of the compliance record, by which a second run of the command finds it. A new id by default. */
  readonly recordId?: string;
}

/** Monitoring's judgement of a movement: the rule that blocks it, or null, and the facts behind it. */
export interface Judgement {
  readonly rule: MonitoringRule | null;
  readonly facts: MonitoringFacts;
}

export interface MonitoringDeps extends CommandDeps {
  /** The limits at which monitoring blocks a movement of money. */
  readonly thresholds: ThresholdsByEnvironment;
}

/** Counts the party's earlier movements and judges this one. Writes nothing. */
export async function judgeMovement(
  tx: Queryable,
  movement: Movement,
  { thresholds }: MonitoringDeps,
): Promise<Judgement> {
  const { kind, partyId, env, amount, currency } = movement;
  const limits = thresholdsFor(thresholds, env, currency);
  const counting = jsonText(countingWindows(limits));
  const windows = await countMovements(tx, { movement: kind, partyId, env, currency, windows: counting });
  const facts = { env, amount, currency, windows };
  return { rule: monitor(facts, limits), facts };
}

/**
 * Records the judgement, passed or blocked: later judgements count it. `counted` is false for a movement that
 * monitoring passed and that failed for a reason which is no sign of fraud.
 */
export async function recordMovement(
  tx: Queryable,
  { movement, judgement, counted }: { movement: Movement; judgement: Judgement; counted: boolean },
  deps: MonitoringDeps,
): Promise<void> {
  const { rule, facts } = judgement;
  const { kind, partyId, orgId, env, subject, amount, currency, at } = movement;
  const party = kind === 'authorization' ? { consumerId: partyId } : {};
  const record = {
    id: movement.recordId ?? deps.newId(),
    orgId,
    env,
    subject,
    facts: jsonText({ ...party, ...monitoringRecord(facts, thresholdsFor(deps.thresholds, env, currency)) }),
    at,
    deadline: deadlineOf(movement.deadline),
  };
  const counts = counted ? { movement: kind, partyId, amount, currency } : NOT_COUNTED;
  if (rule === null) {
    const passed = { rule: 'monitoring', decision: 'PASSED', reason: '', series: null } as const;
    await recordJudgement(tx, { ...record, ...counts, ...passed });
  } else {
    await recordBlocked(tx, { ...record, ...counts, rule, series: seriesOf(movement) });
  }
}

/** A blocked attempt, with the facts for the record if it is the first of its series on this day. */
export type BlockedMovement = BlockedAttempt & {
  readonly facts: JsonText<object>;
  readonly movement: Movement['kind'] | null;
  readonly partyId: string | null;
  readonly currency: string | null;
};

/**
 * Records a blocked attempt: the first of its series on a day has a compliance record, which counts the
 * others. Otherwise one who tries again all day would fill the list that operators read.
 */
export async function recordBlocked(on: Queryable, blocked: BlockedMovement): Promise<void> {
  if ((await countAttempt(on, blocked)) !== null) return;
  if ((await recordJudgement(on, { ...PLAIN_JUDGEMENT, ...blocked, decision: 'BLOCKED' })) !== null) return;
  // No lock covers a gate before monitoring: another call has written the record since.
  await recordBlocked(on, blocked);
}

/** A gate before monitoring that refused a payout. */
export interface GateBlock extends Pick<BlockedMovement, 'id' | 'orgId' | 'env' | 'rule' | 'at'> {
  readonly payoutId: string;
  /** Null where the gate was judged before the body of the request. */
  readonly currency: string | null;
  readonly facts: object;
}

/** Records the gate that refused a payout. The record counts towards no monitoring limit. */
export function recordGate(on: Queryable, block: GateBlock): Promise<void> {
  const { payoutId, currency, facts, ...record } = block;
  // KYB and suspension hold in every currency.
  const isOfCurrency = record.rule === PAYOUT_GATES.no_bank_destination;
  const party = { kind: 'payout', partyId: record.orgId, currency: isOfCurrency ? currency : null } as const;
  return recordBlocked(on, {
    ...NOT_COUNTED,
    ...record,
    subject: `payout:${payoutId}`,
    facts: jsonText(facts),
    deadline: null,
    series: seriesOf(party),
  });
}

import { countingWindows, monitor, monitoringRecord, thresholdsFor } from '../domain/monitoring.ts';
import type { MonitoringFacts, MonitoringRule, ThresholdsByEnvironment } from '../domain/monitoring.ts';
import type { Environment } from '../domain/environment.ts';
import { countMovements, NOT_COUNTED, recordJudgement } from '../store/compliance.ts';
import type { Queryable } from '../store/database.ts';
import { jsonText } from '../store/statement.ts';
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
  const { kind, partyId, orgId, env, subject, amount, currency, at, deadline } = movement;
  const party = kind === 'authorization' ? { consumerId: partyId } : {};
  await recordJudgement(tx, {
    id: movement.recordId ?? deps.newId(),
    orgId,
    env,
    subject,
    rule: rule ?? 'monitoring',
    decision: rule === null ? 'PASSED' : 'BLOCKED',
    facts: jsonText({ ...party, ...monitoringRecord(facts, thresholdsFor(deps.thresholds, env, currency)) }),
    at,
    ...(counted ? { movement: kind, partyId, amount, currency } : NOT_COUNTED),
    reason: '',
    deadline: deadlineOf(deadline),
  });
}

import { countingWindows, monitor, monitoringRecord } from '../src/domain/monitoring.ts';
import type { MonitoringFacts, MonitoringRule } from '../src/domain/monitoring.ts';
import type { Environment } from '../src/domain/environment.ts';
import { countMovements, NOT_COUNTED, recordJudgement } from '../src/store/compliance.ts';
import type { Queryable } from '../src/store/database.ts';
import { jsonText } from '../src/store/statement.ts';
import { deadlineOf } from './dependencies.ts';
import type { ActivityDeps } from './dependencies.ts';

/** A movement of money that monitoring is to judge, under the lock that lets its party make one after the other. */
export interface Movement {
  readonly kind: 'authorization' | 'payout';
  /** Who moves it: what they moved before counts. */
  readonly partyId: string;
  readonly orgId: string;
  readonly env: Environment;
  /** What the record is about: a noun and its id. */
  readonly subject: string;
  readonly amount: number;
  readonly currency: string;
  readonly at: Date;
  /** The deadline of the movement's command, in milliseconds of the database's clock. */
  readonly deadline: number;
  /** The id of the compliance record: a command that runs again finds it. A new id by default. */
  readonly recordId?: string;
}

/** What monitoring makes of a movement: the rule that blocks it, or null, and what it was judged by. */
export interface Judgement {
  readonly rule: MonitoringRule | null;
  readonly facts: MonitoringFacts;
}

type MonitoringDeps = Pick<ActivityDeps, 'thresholds' | 'newId'>;

/** Counts what the party moved before and judges. Writes nothing. */
export async function judgeMovement(
  tx: Queryable,
  { kind, partyId, env, amount, currency }: Movement,
  { thresholds }: MonitoringDeps,
): Promise<Judgement> {
  const limits = thresholds[env];
  const windows = await countMovements(tx, {
    movement: kind,
    partyId,
    env,
    currency,
    windows: jsonText(countingWindows(limits)),
  });
  const facts = { env, amount, currency, windows };
  return { rule: monitor(facts, limits), facts };
}

/**
 * Writes the judgement down, passed or blocked: this is what later ones count. Not `counted` is a movement that monitoring
 * let pass and that came to nothing for a reason which is no sign of anything.
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
    facts: jsonText({ ...party, ...monitoringRecord(facts, deps.thresholds[env]) }),
    at,
    ...(counted ? { movement: kind, partyId, amount, currency } : NOT_COUNTED),
    reason: '',
    deadline: deadlineOf(deadline),
  });
}

import type { Environment } from '../domain/environment.ts';
import type { CountedWindow, CountingWindow } from '../domain/monitoring.ts';
import { statement } from './statement.ts';
import type { JsonText } from './statement.ts';

/** Counts the earlier movements of a party in each window, blocked attempts included. */
export const countMovements = statement<
  {
    movement: string;
    partyId: string;
    env: Environment;
    currency: string;
    windows: JsonText<readonly CountingWindow[]>;
  },
  CountedWindow
>(
  'count_movements',
  `select w.seconds, w.currency, w.least, w.below, m.count, m.sum
   from json_to_recordset(:windows) as w(seconds integer, currency text, least bigint, below bigint)
     cross join lateral (
       select count(*)::integer as count,
              least(coalesce(sum(r.amount) filter (where r.currency = :currency), 0),
                    9007199254740991)::bigint as sum
       from compliance_records r
       where r.party_id = :partyId and r.env = :env and r.movement = :movement
         and r.recorded_at > clock_timestamp() - make_interval(secs => w.seconds)
         and (w.currency = 'any' or r.currency = :currency)
         and r.amount >= w.least and (w.below is null or r.amount < w.below)) m`,
);

/** The earlier judgements of a subject, oldest first. */
export const judgementsOf = statement<{ subject: string }, { rule: string; decision: string }>(
  'judgements_of',
  `select rule, decision from compliance_records where subject = :subject order by recorded_at, id`,
);

/** The parts that every compliance record has. `subject` is a noun and its id: `payout:{id}`. */
interface ComplianceRecord {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly subject: string;
  readonly rule: string;
  readonly facts: JsonText<object>;
}

/**
 * Records that a gate before monitoring refused something, once for each subject and rule. The record
 * counts towards no monitoring limit.
 */
export const recordBlock = statement<ComplianceRecord, never>(
  'record_block',
  `insert into compliance_records (id, org_id, env, subject, rule, decision, facts, at)
   select :id, :orgId::uuid, :env::text, :subject::text, :rule::text, 'BLOCKED', :facts,
          org_now(:orgId::uuid, :env::text)
   where not exists (select from compliance_records where subject = :subject::text and rule = :rule::text)`,
);

/** A decision of monitoring, screening, a name check, the bank's contradictions or an operator. */
interface JudgementRecord extends ComplianceRecord {
  readonly decision: string;
  /** Null is now, by the organization's clock. */
  readonly at: Date | null;
  /** The kind of movement to count. This and the next three are null for a record that does not count. */
  readonly movement: string | null;
  readonly partyId: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly reason: string;
  /** The deadline of the command that is judged; null without a command. */
  readonly deadline: Date | null;
}

/** A judgement that counts towards no monitoring limit. */
export const NOT_COUNTED = { movement: null, partyId: null, amount: null, currency: null } as const;

/** A judgement without movement, reason or command, made now. */
export const PLAIN_JUDGEMENT = { ...NOT_COUNTED, at: null, reason: '', deadline: null } as const;

/** Records a judgement. Raises an error, and writes nothing, when the deadline of its command has passed. */
export const recordJudgement = statement<JudgementRecord, never>(
  'record_judgement',
  `insert into compliance_records (id, org_id, env, subject, rule, decision, facts, at, movement, party_id,
                                   amount, currency, reason)
   select :id, :orgId, :env::text, :subject, :rule, :decision, :facts,
          coalesce(:at, org_now(:orgId, :env::text)), :movement, :partyId, :amount, :currency, :reason
   where require_in_time(:deadline)`,
);

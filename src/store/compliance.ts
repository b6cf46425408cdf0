import type { Environment } from '../domain/environment.ts';
import type { CountedWindow, CountingWindow } from '../domain/monitoring.ts';
import { statement, statementOne } from './statement.ts';
import type { JsonText } from './statement.ts';

/** The time at which a window begins. It is stable within a statement, so that an index is searched by it. */
const SINCE = `statement_timestamp() - make_interval(secs => w.seconds)`;

/**
 * Counts the earlier movements of a party in each window. Blocked attempts count, those too that are counted
 * on the record of another. They come at most a day after that record; the second day is for clocks and
 * transactions.
 */
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
       from (
         select r.currency, r.amount from compliance_records r
         where r.party_id = :partyId and r.env = :env and r.movement = :movement and r.recorded_at > ${SINCE}
         union all
         select r.currency, a.amount from compliance_records r join blocked_attempts a on a.record_id = r.id
         where r.party_id = :partyId and r.env = :env and r.movement = :movement and r.series is not null
           and r.recorded_at > ${SINCE} - interval '2 days' and a.recorded_at > ${SINCE}) r
       where (w.currency = 'any' or r.currency = :currency)
         and r.amount >= w.least and (w.below is null or r.amount < w.below)) m`,
);

/** The earlier judgements of a subject, oldest first. */
export const judgementsOf = statement<{ subject: string }, { rule: string; decision: string }>(
  'judgements_of',
  `select rule, decision from (
     select id, recorded_at, rule, decision from compliance_records where subject = :subject
     union all
     select a.id, a.recorded_at, r.rule, r.decision
     from blocked_attempts a join compliance_records r on r.id = a.record_id where a.subject = :subject) j
   order by recorded_at, id`,
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
 * Records that a gate refused to send a payout, once for each subject and rule. The record counts towards no
 * monitoring limit.
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
  /** The series of blocked attempts that the record counts from now until its day ends. Null for none. */
  readonly series: string | null;
}

/** A judgement that counts towards no monitoring limit. */
export const NOT_COUNTED = { movement: null, partyId: null, amount: null, currency: null } as const;

/** A judgement without movement, reason, command or series, made now. */
export const PLAIN_JUDGEMENT = {
  ...NOT_COUNTED,
  at: null,
  reason: '',
  deadline: null,
  series: null,
} as const;

/**
 * Records a judgement. Returns no row, and writes nothing, when the series has a record on this day. Raises
 * an error, and writes nothing, when the deadline of its command has passed.
 */
export const recordJudgement = statementOne<JudgementRecord, { id: string }>(
  'record_judgement',
  `insert into compliance_records (id, org_id, env, subject, rule, decision, facts, at, movement, party_id,
                                   amount, currency, reason, series)
   select :id, :orgId, :env::text, :subject, :rule, :decision, :facts,
          coalesce(:at, org_now(:orgId, :env::text)), :movement, :partyId, :amount, :currency, :reason, :series
   where require_in_time(:deadline)
   on conflict (org_id, env, rule, series, ((at at time zone 'UTC')::date)) where series is not null do nothing
   returning id`,
);

/** A blocked attempt of a series. */
export type BlockedAttempt = Pick<
  JudgementRecord,
  'id' | 'orgId' | 'env' | 'subject' | 'rule' | 'at' | 'amount' | 'deadline'
> & { readonly series: string };

/**
 * Counts a blocked attempt on the record that its series has on this day. Returns no row, and writes nothing,
 * when there is none. Raises an error when the deadline of its command has passed.
 */
export const countAttempt = statementOne<BlockedAttempt, { recordId: string }>(
  'count_attempt',
  `insert into blocked_attempts (id, record_id, subject, amount, at)
   select :id, r.id, :subject, :amount, t.at
   from (select coalesce(:at, org_now(:orgId::uuid, :env::text)) as at) t
     join compliance_records r on r.org_id = :orgId::uuid and r.env = :env::text and r.rule = :rule
       and r.series = :series and (r.at at time zone 'UTC')::date = (t.at at time zone 'UTC')::date
   where require_in_time(:deadline)
   returning record_id`,
);

/** SQL of what a compliance record counts: its own attempt, and the further ones of its series. */
export const attemptsOf = (record: string): string =>
  `select 1 + coalesce(max(d.attempts), 0) + count(a.id)::integer as attempts,
          greatest(${record}.at, max(d.last_attempt_at), max(a.at)) as last_attempt_at,
          greatest(${record}.amount, max(d.largest_amount), max(a.amount)) as largest_amount
   from (select) one left join blocked_totals d on d.record_id = ${record}.id
     left join blocked_attempts a on a.record_id = ${record}.id`;

/**
 * Deletes attempts of so many seconds ago, oldest first, at most `limit` a time. Their number stays with the
 * record. It skips locked rows; a later sweep deletes those. Returns a row for each.
 */
export const deleteOldAttempts = statement<{ limit: number; seconds: number }, { id: string }>(
  'delete_old_attempts',
  `with deleted as (
     delete from blocked_attempts where id in (
       select id from blocked_attempts where recorded_at < now() - make_interval(secs => :seconds::integer)
       order by recorded_at limit :limit for update skip locked)
     returning id, record_id, amount, at),
   -- In one order, so that two sweeps at once do not wait for each other.
   counted as (
     insert into blocked_totals as t (record_id, attempts, largest_amount, last_attempt_at)
     select record_id, count(*), max(amount), max(at) from deleted group by record_id order by record_id
     on conflict (record_id) do update set attempts = t.attempts + excluded.attempts,
       largest_amount = greatest(t.largest_amount, excluded.largest_amount),
       last_attempt_at = greatest(t.last_attempt_at, excluded.last_attempt_at))
   select id from deleted`,
);

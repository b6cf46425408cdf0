import { prepared } from './database.ts';

/** One counted window, as monitoring asks for it. */
export interface CountedRow {
  readonly seconds: number;
  readonly currency: 'any' | 'same';
  readonly least: number;
  readonly below: number | null;
  readonly count: number;
  readonly sum: number;
}

/** What a party moved before, blocked attempts included, window by window. Parameters: movement, party, environment, currency, windows as JSON. */
export const countMovements = prepared<CountedRow>(
  'count_movements',
  `select w.seconds, w.currency, w.least, w.below, m.count, m.sum
   from json_to_recordset($5) as w(seconds integer, currency text, least bigint, below bigint)
     cross join lateral (
       select count(*)::integer as count,
              least(coalesce(sum(r.amount) filter (where r.currency = $4), 0), 9007199254740991)::bigint as sum
       from compliance_records r
       where r.party_id = $2 and r.env = $3 and r.movement = $1 and r.recorded_at > clock_timestamp() - make_interval(secs => w.seconds)
         and (w.currency = 'any' or r.currency = $4) and r.amount >= w.least and (w.below is null or r.amount < w.below)) m`,
);

/** What was decided about this before, in the order of deciding. Parameter: subject. */
export const judgementsOf = prepared<{ readonly rule: string; readonly decision: string }>(
  'judgements_of',
  `select rule, decision from compliance_records where subject = $1 order by recorded_at, id`,
);

/**
 * Records that a gate before monitoring refused something, once for each subject and rule. It counts towards no monitoring limit.
 * Parameters: id, org, environment, subject, rule, facts.
 */
export const recordBlock = prepared<never>(
  'record_block',
  `insert into compliance_records (id, org_id, env, subject, rule, decision, facts, at)
   select $1, $2::uuid, $3::text, $4::text, $5::text, 'BLOCKED', $6, org_now($2::uuid, $3::text)
   where not exists (select from compliance_records where subject = $4::text and rule = $5::text)`,
);

/**
 * Writes down what monitoring, screening or a name check decided.
 * Raises an error, and writes nothing, when the deadline of its command has passed; no command has null.
 * Parameters: id, org, environment, subject, rule, decision, facts, time or null for now, movement, party, amount, currency, reason,
 * deadline or null.
 */
export const recordJudgement = prepared<never>(
  'record_judgement',
  `insert into compliance_records (id, org_id, env, subject, rule, decision, facts, at, movement, party_id, amount, currency, reason)
   select $1, $2, $3::text, $4, $5, $6, $7, coalesce($8, org_now($2, $3::text)), $9, $10, $11, $12, $13 where require_in_time($14)`,
);

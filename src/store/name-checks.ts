import { statementOne } from './statement.ts';

interface NameChecks {
  /** Live registrations of the last 24 hours whose name did not match, and those that still run. */
  readonly count: number;
  /** Whole seconds until the oldest of them is 24 hours old, at least 1. */
  readonly secondsLeft: number;
  /** The registration exists: the call is a repeat. */
  readonly isRepeat: boolean;
}

/**
 * Counts an organization's failed name checks in live. A forced registration with another name is one too.
 */
export const countNameChecks = statementOne<{ orgId: string; counterpartyId: string }, NameChecks>(
  'count_name_checks',
  `select count(*)::integer as count,
     coalesce(greatest(1, ceil(extract(epoch from
       min(recorded_at) + interval '24 hours' - clock_timestamp()))), 1)::integer as seconds_left,
     exists (select from counterparties where id = :counterpartyId) as is_repeat
   from counterparties
   where org_id = :orgId and env = 'live' and recorded_at > clock_timestamp() - interval '24 hours'
     and (check_answer in ('close', 'none') or status = 'CHECKING')`,
);

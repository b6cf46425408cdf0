import type { Environment } from '../domain/environment.ts';
import { prepared, preparedOne } from './database.ts';

/**
 * Opens a case for each name on a list that a payee's is like, unless there was one before.
 * Parameters: new ids, org, environment, counterparty, hits as JSON [{list, entityId, score}].
 */
export const openScreeningCases = prepared<never>(
  'open_screening_cases',
  `insert into screening_cases (id, org_id, env, counterparty_id, list, entity_id, score)
   select ($1::uuid[])[x.ordinality], $2, $3, $4, x.list, x."entityId", x.score
   from rows from (json_to_recordset($5) as (list text, "entityId" text, score double precision)) with ordinality as x(list, "entityId", score, ordinality)
   on conflict (counterparty_id, list, entity_id) do nothing`,
);

/** How many of these hits nobody has cleared. Parameters: counterparty, hits as JSON [{list, entityId}]. */
export const countUncleared = preparedOne<{ uncleared: number }>(
  'count_uncleared',
  `select count(*)::integer as uncleared from json_to_recordset($2) as x(list text, "entityId" text)
   where not exists (select from screening_cases c
                     where c.counterparty_id = $1 and c.list = x.list and c.entity_id = x."entityId" and c.status = 'CLEARED')`,
);

export interface ScreeningCaseRow {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly counterpartyId: string;
  readonly list: string;
  readonly entityId: string;
  readonly score: number;
  readonly status: 'OPEN' | 'CLEARED';
  readonly openedAt: Date;
  readonly clearedAt: Date | null;
  readonly reason: string | null;
}

const CASE = `id, org_id as "orgId", env, counterparty_id as "counterpartyId", list, entity_id as "entityId", score, status,
  opened_at as "openedAt", cleared_at as "clearedAt", reason`;

/** A case, held until the transaction ends. */
export const lockScreeningCase = preparedOne<ScreeningCaseRow>(
  'lock_screening_case',
  `select ${CASE} from screening_cases where id = $1 for no key update`,
);

/** Parameters: case, reason. Answers the case as it is then. */
export const clearScreeningCase = preparedOne<ScreeningCaseRow>(
  'clear_screening_case',
  `update screening_cases set status = 'CLEARED', cleared_at = clock_timestamp(), reason = $2 where id = $1 and status = 'OPEN' returning ${CASE}`,
);

/** Cases, newest first. Parameters: status or null, before this time and id, how many. `infinity` begins at the newest. */
export const listScreeningCases = prepared<ScreeningCaseRow>(
  'list_screening_cases',
  `select ${CASE} from screening_cases
   where ($1::text is null or status = $1) and (opened_at, id) < ($2::timestamptz, $3::uuid)
   order by opened_at desc, id desc limit $4`,
);

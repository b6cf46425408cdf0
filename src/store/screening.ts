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
  /** The name that was given for the payee. */
  readonly payeeName: string;
  /** Sealed: the name that the account is in, where its bank told it. */
  readonly sealedRegisteredName: string | null;
  readonly list: string;
  readonly entityId: string;
  readonly score: number;
  readonly status: 'OPEN' | 'CLEARED';
  readonly openedAt: Date;
  readonly clearedAt: Date | null;
  readonly reason: string | null;
}

const CASE = `c.id, c.org_id as "orgId", c.env, c.counterparty_id as "counterpartyId", p.name as "payeeName",
  p.sealed_registered_name as "sealedRegisteredName", c.list, c.entity_id as "entityId", c.score, c.status, c.opened_at as "openedAt",
  c.cleared_at as "clearedAt", c.reason`;
const CASES = 'screening_cases c join counterparties p on p.id = c.counterparty_id';

/** A case, held until the transaction ends. */
export const lockScreeningCase = preparedOne<ScreeningCaseRow>(
  'lock_screening_case',
  `select ${CASE} from ${CASES} where c.id = $1 for no key update of c`,
);

/** Parameters: case, reason. Answers the case as it is then. */
export const clearScreeningCase = preparedOne<ScreeningCaseRow>(
  'clear_screening_case',
  `update screening_cases c set status = 'CLEARED', cleared_at = clock_timestamp(), reason = $2 from counterparties p
   where p.id = c.counterparty_id and c.id = $1 and c.status = 'OPEN' returning ${CASE}`,
);

/** Cases, newest first. Parameters: status or null, before this time and id, how many. `infinity` begins at the newest. */
export const listScreeningCases = prepared<ScreeningCaseRow>(
  'list_screening_cases',
  `select ${CASE} from ${CASES}
   where ($1::text is null or c.status = $1) and (c.opened_at, c.id) < ($2::timestamptz, $3::uuid)
   order by c.opened_at desc, c.id desc limit $4`,
);

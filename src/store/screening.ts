import type { Environment } from '../domain/environment.ts';
import { statement, statementOne } from './statement.ts';
import type { JsonText } from './statement.ts';

/** An entry of a sanctions list that a payee's name resembles. */
export interface ListHit {
  readonly list: string;
  readonly entityId: string;
  readonly score: number;
}

/** Opens a case for each hit on a payee, unless it has one already. There must be an id for each hit. */
export const openScreeningCases = statement<
  {
    caseIds: readonly string[];
    orgId: string;
    env: Environment;
    counterpartyId: string;
    hits: JsonText<readonly ListHit[]>;
  },
  never
>(
  'open_screening_cases',
  `insert into screening_cases (id, org_id, env, counterparty_id, list, entity_id, score)
   select (:caseIds::uuid[])[x.ordinality], :orgId, :env, :counterpartyId, x.list, x."entityId", x.score
   from rows from (json_to_recordset(:hits) as (list text, "entityId" text, score double precision))
     with ordinality as x(list, "entityId", score, ordinality)
   on conflict (counterparty_id, list, entity_id) do nothing`,
);

/** The number of these hits that no operator has cleared. */
export const countUncleared = statementOne<
  {
    counterpartyId: string;
    hits: JsonText<readonly ListHit[]>;
  },
  { uncleared: number }
>(
  'count_uncleared',
  `select count(*)::integer as uncleared from json_to_recordset(:hits) as x(list text, "entityId" text)
   where not exists (select from screening_cases c
                     where c.counterparty_id = :counterpartyId and c.list = x.list
                       and c.entity_id = x."entityId" and c.status = 'CLEARED')`,
);

export interface ScreeningCaseRow {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly counterpartyId: string;
  /** The name that was given for the payee. */
  readonly payeeName: string;
  /** Sealed: the name of the account's holder, if its bank has returned one. */
  readonly sealedRegisteredName: string | null;
  readonly list: string;
  readonly entityId: string;
  readonly score: number;
  readonly status: 'OPEN' | 'CLEARED';
  readonly openedAt: Date;
  readonly clearedAt: Date | null;
  readonly reason: string | null;
}

const CASE = `c.id, c.org_id, c.env, c.counterparty_id, p.name as payee_name, p.sealed_registered_name,
  c.list, c.entity_id, c.score, c.status, c.opened_at, c.cleared_at, c.reason`;
const CASES = 'screening_cases c join counterparties p on p.id = c.counterparty_id';

/** Locks a case until the transaction ends. */
export const lockScreeningCase = statementOne<{ caseId: string }, ScreeningCaseRow>(
  'lock_screening_case',
  `select ${CASE} from ${CASES} where c.id = :caseId for no key update of c`,
);

/** Clears an open case. Returns the cleared case. */
export const clearScreeningCase = statementOne<{ caseId: string; reason: string }, ScreeningCaseRow>(
  'clear_screening_case',
  `update screening_cases c set status = 'CLEARED', cleared_at = clock_timestamp(), reason = :reason
   from counterparties p
   where p.id = c.counterparty_id and c.id = :caseId and c.status = 'OPEN' returning ${CASE}`,
);

/** Cases, newest first. A null status selects all. The key `infinity` begins at the newest. */
export const listScreeningCases = statement<
  {
    status: ScreeningCaseRow['status'] | null;
    afterKey: string;
    afterId: string;
    limit: number;
  },
  ScreeningCaseRow
>(
  'list_screening_cases',
  `select ${CASE} from ${CASES}
   where (:status::text is null or c.status = :status)
     and (c.opened_at, c.id) < (:afterKey::timestamptz, :afterId::uuid)
   order by c.opened_at desc, c.id desc limit :limit`,
);

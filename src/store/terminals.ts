import type { TerminalStatus, TerminalType } from '../domain/checkout.ts';
import { NEWEST_FIRST, PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement, statementOne } from './statement.ts';

export interface TerminalRow {
  readonly id: string;
  readonly title: string;
  readonly terminalType: TerminalType;
  readonly status: TerminalStatus;
  readonly createdAt: Date;
}

/** Inserts a reusable terminal, unless its id is there already. */
export const insertTerminal = statement<{ terminalId: string; orgId: string; title: string }, never>(
  'insert_terminal',
  `insert into terminals (id, org_id, title, terminal_type) values (:terminalId, :orgId, :title, 'REUSABLE')
   on conflict (id) do nothing`,
);

export const terminalOwner = statementOne<{ terminalId: string }, { orgId: string }>(
  'terminal_owner',
  'select org_id from terminals where id = :terminalId',
);

interface TerminalChange {
  readonly terminalId: string;
  readonly title: string | null;
  readonly status: TerminalStatus | null;
}

/** Changes the title and the status of a terminal. Null keeps the present value. */
export const updateTerminal = statement<TerminalChange, never>(
  'update_terminal',
  `update terminals set title = coalesce(:title, title), status = coalesce(:status, status)
   where id = :terminalId`,
);

const ROW = 'id, title, terminal_type, status, created_at';
const PAGE = `(created_at, id) < ${PAGE_START} ${NEWEST_FIRST} limit :limit`;

/** Lists the org's terminals, newest first. */
export const listTerminals = statement<{ orgId: string } & PageParams, TerminalRow>(
  'list_terminals',
  `select ${ROW} from terminals where org_id = :orgId and ${PAGE}`,
);

type TypedPage = PageParams & { orgId: string; terminalType: TerminalType };

/** Lists the org's terminals of one type. It is a statement of its own so that each list reads its index. */
export const listTerminalsOfType = statement<TypedPage, TerminalRow>(
  'list_terminals_of_type',
  `select ${ROW} from terminals where org_id = :orgId and terminal_type = :terminalType and ${PAGE}`,
);

import type { TerminalStatus, TerminalType } from '../domain/checkout.ts';
import { Terminal } from '../entities/terminal.ts';
import type { Database } from './database.ts';
import { NEWEST_FIRST, PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement } from './statement.ts';

export interface TerminalRow {
  readonly id: string;
  readonly title: string;
  readonly terminalType: TerminalType;
  readonly status: TerminalStatus;
  readonly createdAt: Date;
}

export function findTerminal({ em }: Database, id: string): Promise<Terminal | null> {
  return em().findOne(Terminal, { id });
}

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

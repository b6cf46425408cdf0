import type { TerminalStatus, TerminalType } from '../domain/checkout.ts';
import { prepared, preparedOne } from './database.ts';

export interface TerminalRow {
  readonly id: string;
  readonly title: string;
  readonly terminalType: TerminalType;
  readonly status: TerminalStatus;
  readonly createdAt: Date;
}

/** Makes a reusable terminal, if it is not there. Parameters: id, org, title. */
export const insertTerminal = prepared<never>(
  'insert_terminal',
  `insert into terminals (id, org_id, title, terminal_type) values ($1, $2, $3, 'REUSABLE') on conflict (id) do nothing`,
);

export const terminalOwner = preparedOne<{ orgId: string }>('terminal_owner', 'select org_id as "orgId" from terminals where id = $1');

/** Changes what is given; null leaves it. Parameters: id, title, status. */
export const updateTerminal = prepared<never>(
  'update_terminal',
  'update terminals set title = coalesce($2, title), status = coalesce($3, status) where id = $1',
);

const ROW = `id, title, terminal_type as "terminalType", status, created_at as "createdAt"`;
const AFTER = `(created_at, id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`;

/** Newest first, after a place. Parameters: org, after time or null, after id or null, how many. */
export const listTerminals = prepared<TerminalRow>(
  'list_terminals',
  `select ${ROW} from terminals where org_id = $1 and ${AFTER} order by created_at desc, id desc limit $4`,
);

/** The same of one type: a statement of its own, so that each goes along its index. Fifth parameter: the type. */
export const listTerminalsOfType = prepared<TerminalRow>(
  'list_terminals_of_type',
  `select ${ROW} from terminals where org_id = $1 and terminal_type = $5 and ${AFTER} order by created_at desc, id desc limit $4`,
);

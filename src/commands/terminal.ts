import type { TerminalStatus } from '../domain/checkout.ts';
import { Terminal } from '../entities/terminal.ts';
import type { DatabaseContext } from './context.ts';

/** Creates a reusable terminal. A repeated call changes nothing. */
export async function createTerminal(
  { database }: DatabaseContext,
  terminal: { readonly id: string; readonly orgId: string; readonly title: string },
): Promise<void> {
  const query = database.em().createQueryBuilder(Terminal);
  await query
    .insert({ ...terminal, terminalType: 'REUSABLE' })
    .onConflict('id')
    .ignore()
    .execute();
}

interface TerminalChange {
  /** Undefined keeps the present value. */
  readonly title?: string | undefined;
  readonly status?: TerminalStatus | undefined;
}

/** Changes the title and the status of a terminal that exists. */
export function updateTerminal(
  { database }: DatabaseContext,
  terminalId: string,
  change: TerminalChange,
): Promise<void> {
  return database.transaction(async ({ em }) => {
    const terminal = await em.findOneOrFail(Terminal, { id: terminalId });
    terminal.title = change.title ?? terminal.title;
    terminal.status = change.status ?? terminal.status;
  });
}

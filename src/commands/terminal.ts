import { MOST_TERMINALS_OF_ORG } from '../domain/caps.ts';
import type { TerminalStatus } from '../domain/checkout.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { Terminal } from '../entities/terminal.ts';
import { lockOrg } from '../store/members.ts';
import type { DatabaseContext } from './context.ts';

/** Creates a reusable terminal. A repeated call changes nothing. Refused: `too many terminals`. */
export function createTerminal(
  { database }: DatabaseContext,
  terminal: { readonly id: string; readonly orgId: string; readonly title: string },
): Promise<Outcome<null>> {
  const { id, orgId } = terminal;
  return database.transaction(async (tx) => {
    // Calls at once are counted one after the other.
    await lockOrg(tx, { orgId });
    if ((await tx.em.count(Terminal, { id })) > 0) return ok(null);
    const others = await tx.em.count(Terminal, { orgId, terminalType: 'REUSABLE' });
    if (others >= MOST_TERMINALS_OF_ORG) return refuse('too_many_terminals');
    tx.em.create(Terminal, { ...terminal, terminalType: 'REUSABLE' });
    return ok(null);
  });
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

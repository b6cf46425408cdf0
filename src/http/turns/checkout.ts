import { findAuthorizationUnderLock } from '../../commands/charge.ts';
import { findOpenedUnderLock } from '../../commands/checkout.ts';
import { decideAuthorize } from '../../domain/charge.ts';
import { decideTerminal } from '../../domain/checkout.ts';
import { ok } from '../../domain/outcome.ts';
import { authorizeFacts, authorizeRow } from '../../store/charges.ts';
import type { AuthorizeRow } from '../../store/charges.ts';
import { insertAuthorizationRequest } from '../../store/authorization-requests.ts';
import type { AuthorizationRequestRow } from '../../store/authorization-requests.ts';
import { insertCart, openedRow, terminalFacts } from '../../store/checkouts.ts';
import type { CartToInsert } from '../../store/checkouts.ts';
import { jsonText } from '../../store/statement.ts';
import type { CheckoutOpening } from '../../../workflows/messages.ts';
import { refused, valueOf } from '../answers.ts';
import { deadlineAfter, outcomeOf } from './outcome.ts';
import type { ApiDeps } from '../route.ts';
import { isId } from '../shapes/fields.ts';

/**
 * A checkout to open: its cart and its terminal. A null `terminalId` makes a terminal for this checkout
 * alone.
 */
interface Opening extends Omit<CheckoutOpening, 'deadline'> {
  readonly cart: CartToInsert;
}

/**
 * Opens a checkout on a cart; on a reusable terminal it waits for its turn. The command's id is the
 * checkout's id. Answers the id of the terminal. Refused: what `decideTerminal` refuses. Source: contract,
 * sections 4 and 15.
 */
export async function openInTurn(deps: ApiDeps, { cart, ...opening }: Opening): Promise<string> {
  const { terminalId } = opening;
  const { pool } = deps.database;
  const { id: checkoutId, orgId } = cart;
  const open = async (): Promise<string> => {
    if (terminalId !== null) {
      const terminal = isId(terminalId) ? await terminalFacts(pool, { terminalId }) : null;
      valueOf(decideTerminal(terminal, orgId));
    }
    const readAt = await insertCart(pool, cart);
    const input = { checkoutId, orgId, opening: { ...opening, deadline: deadlineAfter(readAt) } };
    const find = async () => {
      const ref = { checkoutId, orgId, terminalId: terminalId ?? opening.newTerminalId };
      const row = await findOpenedUnderLock(deps.database, ref);
      return row && ok({ id: checkoutId, terminalId: row.terminalId });
    };
    const opened = await outcomeOf(() => deps.workflows[cart.env].openCheckout(input), find);
    // A workflow that was started again from its row does not know its opening, and refuses. The row shows
    // that it opened.
    const row = opened.ok ? null : await openedRow(pool, { checkoutId });
    return row?.terminalId ?? valueOf(opened).terminalId;
  };
  return terminalId === null
    ? open()
    : deps.queue.inTurn({ kind: 'terminal', id: `${cart.env} ${terminalId}` }, open);
}

/** An authorization to carry out. */
interface AuthorizeCommand extends AuthorizationRequestRow {
  /** The command's id. */
  readonly newChargeId: string;
  readonly checkoutId: string;
  readonly orgId: string;
  /** The facts as they were read before the wait for the turn. */
  readonly row: AuthorizeRow;
}

/**
 * Authorizes a checkout in its turn. Simultaneous calls of one shopper for one checkout share one turn and
 * its outcome. The command's id is the charge's id. Refused: what `decideAuthorize` refuses, `blocked by
 * monitoring`. Source: contract, sections 5 and 15.
 */
export function queueAuthorization(
  deps: ApiDeps,
  { checkoutId, orgId, row: before, consumerId, newChargeId, attribution }: AuthorizeCommand,
): Promise<string> {
  const { pool } = deps.database;
  const key = { checkoutId, consumerId, newChargeId };
  return deps.queue.inFlight(
    `authorize ${checkoutId} ${consumerId}`,
    { kind: 'checkout', id: checkoutId },
    async ({ hasWaited }) => {
      const row = hasWaited ? ((await authorizeRow(pool, key)) ?? refused('checkout_not_found')) : before;
      const { again } = valueOf(decideAuthorize(authorizeFacts(row, consumerId), row.now));
      if (again !== null) return again;
      const request = { chargeId: newChargeId, consumerId, attribution: jsonText(attribution) };
      await insertAuthorizationRequest(pool, request);
      const command = { newChargeId, deadline: deadlineAfter(row.readAt) };
      const find = async () => {
        const after = await findAuthorizationUnderLock(deps.database, { ...key, orgId });
        return after?.chargeId === newChargeId ? ok({ authId: newChargeId }) : null;
      };
      return valueOf(
        await outcomeOf(() => deps.workflows[row.env].authorize({ checkoutId, orgId }, command), find),
      ).authId;
    },
  );
}

import type { Queryable } from '../store/database.ts';
import { recordAction } from '../store/operator.ts';
import type { OperatorAction } from '../store/operator.ts';
import type { CommandContext } from './context.ts';

/** The parts of a command whose act the operators' audit records. */
export type OperatorContext = Pick<CommandContext, 'database' | 'newId' | 'origin'>;

/** An action without its operator, whom the caller's context names. Without an id it gets a new one. */
type NewAction = Omit<OperatorAction, 'id' | 'operator'> & { readonly id?: string };

/** The name of the operator who calls. Throws when the caller is no operator. */
export function operatorOf({ origin }: Pick<OperatorContext, 'origin'>): string {
  if (origin.kind !== 'operator' || origin.id === null) throw new Error('an action without an operator');
  return origin.id;
}

/**
 * Records an action under the operator's name, in the transaction that changes the row. Throws when the
 * caller is no operator.
 */
export async function recordOperatorAction(
  tx: Queryable,
  { newId, origin }: Pick<OperatorContext, 'newId' | 'origin'>,
  action: NewAction,
): Promise<void> {
  await recordAction(tx, { id: newId(), ...action, operator: operatorOf({ origin }) });
}

import type { SuspenseKind } from '../domain/suspense.ts';
import type { Queryable } from '../store/database.ts';
import { jsonText } from '../store/statement.ts';
import { openSuspenseCase } from '../store/suspense.ts';

/** Money that no party can get now: a deposit of the bank, or what the bank moved for a payout. */
export interface UnbookedMoney {
  readonly kind: SuspenseKind;
  /** In minor units. Above 0: the bank received it. Below 0: the bank paid it. */
  readonly amount: number;
  readonly currency: string;
  /** Facts by which an operator finds the party. */
  readonly facts: object;
  readonly eventId?: string;
  readonly payoutId?: string;
}

/** Books money to suspense, with a case for the operators. Source: contract, section 17. */
export async function bookToSuspense(
  tx: Queryable,
  { newId }: { readonly newId: () => string },
  { facts, eventId, payoutId, ...money }: UnbookedMoney,
): Promise<void> {
  const ids = { caseId: newId(), journalId: newId() };
  await openSuspenseCase(tx, {
    ...ids,
    ...money,
    facts: jsonText(facts),
    eventId: eventId ?? null,
    payoutId: payoutId ?? null,
  });
}

import { creditDeposit } from '../src/commands/deposit.ts';
import type { ActivityDeps } from './dependencies.ts';

/** A deposit as the bank reports it to a lookup. The amount is in minor units. */
export interface FoundDeposit {
  readonly userId: string;
  readonly amount: number;
  readonly currency: string;
  /** In milliseconds since 1970. */
  readonly occurredAt: number;
}

/** The deposit workflow's step in the book: one command, safe to run twice. */
export function createDepositActivities(deps: Pick<ActivityDeps, 'database' | 'newId'>) {
  return {
    /** Credits a deposit that the bank has, once. */
    creditDeposit: ({ occurredAt, ...deposit }: FoundDeposit & { readonly eventId: string }) =>
      creditDeposit(deps, { ...deposit, occurredAt: new Date(occurredAt) }),
  };
}

export type DepositActivities = ReturnType<typeof createDepositActivities>;

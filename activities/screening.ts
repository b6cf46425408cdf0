import { ApplicationFailure } from '@temporalio/common';
import type { Environment } from '../src/domain/environment.ts';
import type { Screening } from '../src/partners/screening.ts';
import { findPayee } from '../src/store/counterparties.ts';
import type { Database } from '../src/store/database.ts';
import { findPayoutRequest } from '../src/store/payouts.ts';
import type { ScreenedPayee } from './payout.ts';

export interface ScreeningDeps {
  readonly database: Database;
  readonly screening: Readonly<Record<Environment, Screening>>;
}

/** Looks payees up in the sanctions lists. The name goes from the row to the lists and nowhere else. */
export function createScreeningActivities({ database, screening }: ScreeningDeps) {
  const screen = async (counterpartyId: string): Promise<ScreenedPayee> => {
    const payee = await findPayee(database.pool, [counterpartyId]);
    if (payee === null) throw ApplicationFailure.nonRetryable(`no destination ${counterpartyId}`, 'BrokenInvariant');
    const screened = await screening[payee.env].screen({ name: payee.name, countryCode: payee.countryCode });
    if (screened.kind === 'unavailable') return screened;
    return { ...screened, hits: screened.hits.map(({ list, entityId, score }) => ({ list, entityId, score })) };
  };
  return {
    /** Whom a payout that was asked for would pay. */
    async screenPayee({ payoutId }: { payoutId: string }): Promise<ScreenedPayee> {
      const request = await findPayoutRequest(database.pool, [payoutId]);
      if (request === null) throw ApplicationFailure.nonRetryable(`no payout request ${payoutId}`, 'BrokenInvariant');
      // Nobody waits for it any more: what waits for screening behind it must not become as late.
      if (request.stale) return { kind: 'unavailable' };
      return screen(request.counterpartyId);
    },

    /** A destination that is being registered. */
    screenCounterparty: ({ counterpartyId }: { counterpartyId: string }): Promise<ScreenedPayee> => screen(counterpartyId),
  };
}

export type ScreeningActivities = ReturnType<typeof createScreeningActivities>;

import { brokenInvariant, deadlineOf } from '../src/commands/command.ts';
import type { Environment } from '../src/domain/environment.ts';
import type { ScreenedPayee } from '../src/domain/payout.ts';
import type { ScreeningResult, Screening } from '../src/partners/screening.ts';
import type { Secrets } from '../src/security/secrets.ts';
import { findPayee } from '../src/store/counterparties.ts';
import type { Database } from '../src/store/database.ts';
import { findPayoutRequest } from '../src/store/payouts.ts';

export interface ScreeningDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly screening: Readonly<Record<Environment, Screening>>;
}

/**
 * Looks payees up in the sanctions lists, by the name that was given and by the one that the account's
 * register answered: a registration that was forced may pay somebody else. The names go from the row to the
 * lists and nowhere else.
 */
export function createScreeningActivities({ database, secrets, screening }: ScreeningDeps) {
  const screen = async (counterpartyId: string): Promise<ScreenedPayee> => {
    const payee = await findPayee(database.pool, { counterpartyId });
    if (payee === null) throw brokenInvariant(`no destination ${counterpartyId}`);
    const { env, name, countryCode, sealedRegisteredName } = payee;
    const registered =
      sealedRegisteredName === null
        ? []
        : [secrets.unseal(sealedRegisteredName, `registered name ${counterpartyId}`)];
    const names = [...new Set([name, ...registered])];
    // A name without a letter or digit would match no entry, and so would be cleared.
    if (!names.every((one) => /[\p{L}\p{N}]/u.test(one))) return { kind: 'unavailable' };
    return merged(await Promise.all(names.map((one) => screening[env].screen({ name: one, countryCode }))));
  };
  return {
    /** Screens the payee of a payout request. */
    async screenPayee({
      payoutId,
      deadline,
    }: {
      payoutId: string;
      deadline: number;
    }): Promise<ScreenedPayee> {
      const request = await findPayoutRequest(database.pool, { payoutId, deadline: deadlineOf(deadline) });
      if (request === null) throw brokenInvariant(`no payout request ${payoutId}`);
      // Its deadline has passed: screening it would only delay the requests that wait behind it.
      if (request.isLate) return { kind: 'unavailable' };
      return screen(request.counterpartyId);
    },

    /** Screens a destination that is being registered. */
    screenCounterparty: ({ counterpartyId }: { counterpartyId: string }): Promise<ScreenedPayee> =>
      screen(counterpartyId),
  };
}

/** One answer for several names of one payee: each entry once, with its best score. */
function merged(answers: readonly ScreeningResult[]): ScreenedPayee {
  const best = new Map<string, { list: string; entityId: string; score: number }>();
  let listVersion = '';
  for (const answer of answers) {
    if (answer.kind === 'unavailable') return { kind: 'unavailable' };
    ({ listVersion } = answer);
    for (const { list, entityId, score } of answer.hits) {
      const key = JSON.stringify([list, entityId]);
      if (score > (best.get(key)?.score ?? -1)) best.set(key, { list, entityId, score });
    }
  }
  return { kind: 'screened', listVersion, hits: [...best.values()] };
}

export type ScreeningActivities = ReturnType<typeof createScreeningActivities>;

import { isMagicallySanctioned } from '../domain/magic-values.ts';

/** Whom to look for. */
export interface Payee {
  readonly name: string;
  /** The country of the account, ISO 3166-1 alpha-2. It narrows nothing: whoever is listed is listed everywhere. */
  readonly countryCode: string;
}

/** An entry of a sanctions list that a payee's name resembles. */
export interface ScreeningHit {
  /** The list's own id of the entry. */
  readonly entityId: string;
  /** The entry's principal name, which may be another than the one that was found. */
  readonly name: string;
  readonly list: string;
  /** From the least that counts as a hit to 1, the same name. */
  readonly score: number;
}

/** What screening found: nothing is an empty list of hits. `unavailable` is no answer, and whoever asked must not go on. */
export type Screened =
  | {
      readonly kind: 'screened';
      /** Says which lists were asked, so that an answer can be looked into later. */
      readonly listVersion: string;
      /** Best first. */
      readonly hits: readonly ScreeningHit[];
    }
  | { readonly kind: 'unavailable' };

/** Whoever knows the sanctions lists. */
export interface Screening {
  /** Looks the payee up. What goes wrong on the way is `unavailable`, never an exception. */
  screen(payee: Payee): Promise<Screened>;
}

/** For an environment that no list is configured for. */
export const NO_SCREENING: Screening = { screen: () => Promise.resolve({ kind: 'unavailable' }) };

/** The sandbox's screening: as `lists` says, with a hit besides for every payee whose name is magic. */
export function withMagicNames(lists: Screening): Screening {
  return {
    async screen(payee) {
      const screened = await lists.screen(payee);
      if (screened.kind === 'unavailable' || !isMagicallySanctioned(payee.name)) return screened;
      const magic = { entityId: 'sandbox-magic-name', name: payee.name, list: 'sandbox', score: 1 };
      return { ...screened, hits: [magic, ...screened.hits] };
    },
  };
}

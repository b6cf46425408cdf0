import { isMagicallySanctioned } from '../domain/magic-values.ts';

/** The payee to screen. */
export interface Payee {
  readonly name: string;
  /**
   * The country of the account, ISO 3166-1 alpha-2. It does not limit the search: a sanction applies in every
   * country.
   */
  readonly countryCode: string;
}

/** An entry of a sanctions list that a payee's name resembles. */
export interface ScreeningHit {
  /** The entry's id in the list. */
  readonly entityId: string;
  /** The entry's principal name. The match may be with another of its names. */
  readonly name: string;
  readonly list: string;
  /** From the configured minimum to 1 for the same name. */
  readonly score: number;
}

/**
 * The result of screening. A clean payee has an empty list of hits. After `unavailable` the caller must not
 * proceed.
 */
export type ScreeningResult =
  | {
      readonly kind: 'screened';
      /** Identifies the lists that were searched, for later review. */
      readonly listVersion: string;
      /** Best first. */
      readonly hits: readonly ScreeningHit[];
    }
  | { readonly kind: 'unavailable' };

/** The sanctions lists. */
export interface Screening {
  /** Screens a payee. Faults are `unavailable`, never an exception. */
  screen(payee: Payee): Promise<ScreeningResult>;
}

/** The screening of an environment without a configured list. */
export const NO_SCREENING: Screening = { screen: () => Promise.resolve({ kind: 'unavailable' }) };

/** The sandbox's screening: the hits of `lists`, and one more for a payee with the magic name. */
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

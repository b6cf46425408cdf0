import type { Environment } from './environment.ts';
import { ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** The status of a bank destination that was accepted. Only an `ACTIVE` one is paid to. */
export type DestinationStatus = 'ACTIVE' | 'HELD' | 'DISABLED';

/** The facts that decide how long a new destination is held. */
export interface NewDestinationFacts {
  readonly env: Environment;
  /** The caller registered it whatever its name. */
  readonly isForced: boolean;
  /** The holder's name matches the verified name of the business. */
  readonly isVerifiedBusiness: boolean;
}

/**
 * The hours for which a new destination is held. 0 makes it active at once. A hold gives the people of the
 * business the time to notice an account that they do not know. Source: contract, section 16.
 */
export function holdHours({ env, isForced, isVerifiedBusiness }: NewDestinationFacts): 0 | 24 | 72 {
  if (env === 'sandbox') return 0;
  if (isForced) return 72;
  return isVerifiedBusiness ? 0 : 24;
}

/**
 * Decides if this actor may approve a destination. Refused: `second person required` for the one who
 * registered it, `destination disabled`. Source: contract, section 16.
 */
export function decideApproval(
  { status, registrant }: { readonly status: DestinationStatus; readonly registrant: string },
  actor: string,
): Outcome<null> {
  if (registrant === actor) return refuse('second_person_required');
  return status === 'DISABLED' ? refuse('destination_disabled') : ok(null);
}

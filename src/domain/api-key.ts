import { invalid, ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/**
 * The scopes of an API key: `checkouts` are checkouts and terminals; `charges` are capture and void;
 * `returns`; `payouts` are payouts, balance and destinations; `reports` are sales, summary, balance,
 * statements, deliveries and requests; `sandbox` are the sandbox's helpers. Source: contract, section 16.
 */
export const KEY_SCOPES = ['checkouts', 'charges', 'returns', 'payouts', 'reports', 'sandbox'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The most active keys of an organization. Expired and revoked keys do not count. */
export const MAX_ACTIVE_KEYS = 100;

/** The facts about an organization's keys and a new key's expiry, by the database's clock. */
export interface KeyFacts {
  /** The organization's other keys that are neither revoked nor expired. */
  readonly activeKeys: number;
  /** True if the new key does not expire, or expires later than now. */
  readonly isInFuture: boolean;
}

/** Decides whether another key may be issued. Refused: `expires_at: …`, `too many keys`. */
export function decideNewKey({ activeKeys, isInFuture }: KeyFacts): Outcome<null> {
  if (!isInFuture) return invalid('expires_at', 'must be in the future');
  return activeKeys < MAX_ACTIVE_KEYS ? ok(null) : refuse('too_many_keys');
}

/**
 * Decides whether a key with these scopes may call a route with this rule: one of the rule's scopes is
 * enough. Null scopes are all scopes; a null rule needs none. Refused: `key scope required: <scope>`.
 */
export function requireScope(
  scopes: readonly KeyScope[] | null,
  needed: readonly KeyScope[] | null,
): Outcome<null> {
  if (scopes === null || needed === null || needed.some((scope) => scopes.includes(scope))) return ok(null);
  return refuse('key_scope_required', scopeRequired(needed));
}

/** Returns the reason for a key without any of these scopes. */
export function scopeRequired(needed: readonly KeyScope[]): string {
  return `key scope required: ${needed.join('/')}`;
}

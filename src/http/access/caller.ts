import type { KeyScope } from '../../domain/api-key.ts';
import type { Environment } from '../../domain/environment.ts';
import type { OperatorRole } from '../../domain/operators.ts';
import type { Origin } from '../../domain/org-event.ts';

/** The server of a merchant, by its API key. */
export interface KeyCaller {
  readonly kind: 'api_key';
  readonly keyId: string;
  readonly orgId: string;
  readonly env: Environment;
  /** Null: every scope. */
  readonly scopes: readonly KeyScope[] | null;
  /** Networks in CIDR notation. Null: callers of every address. */
  readonly allowedAddresses: readonly string[] | null;
}

/** A person, by their session: a member in the merchant console, or a shopper in the consumer app. */
export interface SessionCaller {
  readonly kind: 'session';
  readonly sessionId: string;
  /** The sign-in that the session's token was made from. */
  readonly signInId: string;
  readonly userId: string;
  readonly env: Environment;
  readonly activeOrgId: string | null;
  readonly expiresAt: Date;
}

/** One of the platform's operators, by `x-operator-token`. */
export interface OperatorCaller {
  readonly kind: 'operator';
  readonly name: string;
  readonly role: OperatorRole;
  readonly env: null;
}

export interface Callers {
  readonly none: null;
  readonly api_key: KeyCaller;
  readonly session: SessionCaller;
  readonly api_key_or_session: KeyCaller | SessionCaller;
  readonly operator: OperatorCaller;
  /** A partner, by the signature of its callback. */
  readonly verification_partner: null;
  readonly bank_partner: null;
}

/** The credential that a route requires. */
export type Credential = keyof Callers;
export type Caller = KeyCaller | SessionCaller | OperatorCaller | null;

/** Returns the caller's name in records: `api_key:<id>` or `user:<id>`. */
export function actorOf(caller: KeyCaller | SessionCaller): string {
  return caller.kind === 'api_key' ? `api_key:${caller.keyId}` : `user:${caller.userId}`;
}

/** Returns the origin of what the caller does. Source: contract, section 16. */
export function originOf(caller: Caller, call: Pick<Origin, 'address' | 'requestId'>): Origin {
  switch (caller?.kind) {
    case 'api_key':
      return { kind: 'key', id: caller.keyId, env: caller.env, ...call };
    case 'session':
      return { kind: 'user', id: caller.userId, env: caller.env, ...call };
    case 'operator':
      return { kind: 'operator', id: caller.name, env: null, ...call };
    case undefined:
      return { kind: 'system', id: null, env: null, ...call };
  }
}

import type { KeyScope } from '../../domain/api-key.ts';
import type { Environment } from '../../domain/environment.ts';

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
  readonly userId: string;
  readonly env: Environment;
  readonly activeOrgId: string | null;
  readonly expiresAt: Date;
}

export interface Callers {
  readonly none: null;
  readonly api_key: KeyCaller;
  readonly session: SessionCaller;
  readonly api_key_or_session: KeyCaller | SessionCaller;
  /** The platform's operator, by `x-operator-token`. */
  readonly operator: null;
  /** A partner, by the signature of its callback. */
  readonly verification_partner: null;
  readonly bank_partner: null;
}

/** The credential that a route requires. */
export type Credential = keyof Callers;
export type Caller = KeyCaller | SessionCaller | null;

/** Returns the caller's name in records: `api_key:<id>` or `user:<id>`. */
export function actorOf(caller: KeyCaller | SessionCaller): string {
  return caller.kind === 'api_key' ? `api_key:${caller.keyId}` : `user:${caller.userId}`;
}

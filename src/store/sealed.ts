import { statement } from './statement.ts';

/**
 * Texts that are sealed for years: account numbers, registered names, webhook secrets. Answers of idempotency
 * keys and one-time codes end within a day, so nothing seals them again.
 */

interface OldSeals {
  /** The id of the newest key. */
  readonly keyId: string;
  readonly limit: number;
}

export interface SealedDestination {
  readonly id: string;
  readonly sealedAccount: string;
  readonly sealedRegisteredName: string | null;
}

/** Locks destinations with a text under an older key. */
export const lockOldDestinations = statement<OldSeals, SealedDestination>(
  'lock_old_destinations',
  `select id, sealed_account, sealed_registered_name from counterparties
   where split_part(sealed_account, '.', 1) <> :keyId
     or split_part(sealed_registered_name, '.', 1) <> :keyId
   order by id limit :limit for no key update`,
);

export const resealDestination = statement<SealedDestination, never>(
  'reseal_destination',
  `update counterparties set sealed_account = :sealedAccount, sealed_registered_name = :sealedRegisteredName
   where id = :id`,
);

export interface SealedWebhook {
  readonly orgId: string;
  readonly sealedSecret: string;
  readonly previousSealedSecret: string | null;
}

/** Locks webhooks with a secret under an older key. */
export const lockOldWebhooks = statement<OldSeals, SealedWebhook>(
  'lock_old_webhooks',
  `select org_id, sealed_secret, previous_sealed_secret from webhooks
   where split_part(sealed_secret, '.', 1) <> :keyId
     or split_part(previous_sealed_secret, '.', 1) <> :keyId
   order by org_id limit :limit for no key update`,
);

export const resealWebhook = statement<SealedWebhook, never>(
  'reseal_webhook',
  `update webhooks set sealed_secret = :sealedSecret, previous_sealed_secret = :previousSealedSecret
   where org_id = :orgId`,
);

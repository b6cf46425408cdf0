import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '../domain/environment.ts';
import { createKeyRing } from './key-ring.ts';
import type { NamedKey } from './key-ring.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_PREFIX = { sandbox: 'fl_test_', live: 'fl_live_' } as const satisfies Record<Environment, string>;
const API_KEY = /^fl_(test|live)_[0-9A-Za-z]{49}$/;
const SESSION_TOKEN = /^sess_[0-9A-Za-z]{43}$/;
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
/** The length of a key's prefix that may be shown: it identifies the key and reveals nothing. */
const SHOWN_LENGTH = 12;

function randomText(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = (BASE62[rest % 62] as string) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * Makes an API key: prefix, 43 random base62 characters, 6 of CRC32. The checksum detects typing errors and
 * leaked keys without a query.
 */
export function makeApiKey(env: Environment): { key: string; prefix: string; digest: Buffer } {
  const body = KEY_PREFIX[env] + randomText(RANDOM_LENGTH);
  const key = body + checksum(body);
  return { key, prefix: key.slice(0, SHOWN_LENGTH), digest: digestOf(key) };
}

/** True if form and checksum of the key are valid. */
export function isApiKey(text: string): boolean {
  return API_KEY.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Makes a session token. Store only its digest. */
export function makeSessionToken(): { token: string; digest: Buffer } {
  const token = `sess_${randomText(RANDOM_LENGTH)}`;
  return { token, digest: digestOf(token) };
}

/** Makes a challenge: it shows that whoever sends a code has asked for one. Store only its digest. */
export function makeChallenge(): { challenge: string; digest: Buffer } {
  const challenge = `chal_${randomText(RANDOM_LENGTH)}`;
  return { challenge, digest: digestOf(challenge) };
}

/** True for a text with the form of a session token. */
export function isSessionToken(text: string): boolean {
  return SESSION_TOKEN.test(text);
}

/** Returns the SHA-256 of a key or token. They hold 256 random bits: a slow hash would add no protection. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Makes a one-time code: six digits. */
export function makeOneTimeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Makes a webhook signing secret: `whsec_` and 32 random bytes in base64. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** True if two secrets are equal. The time does not reveal where they differ. */
export function equalSecrets(left: string, right: string): boolean {
  return timingSafeEqual(digestOf(left), digestOf(right));
}

/**
 * Returns `sha256=` and the hex HMAC-SHA256 of the bytes. The key is the whole secret as text. Source:
 * specification, "Events".
 */
export function signBody(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/**
 * Returns the `webhook-signature` of Standard Webhooks: base64 HMAC-SHA256 over id, timestamp and body. The
 * key is the secret's decoded base64 part.
 */
export function signStandard(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: Buffer },
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return `v1,${mac}`;
}

export interface SecretKeys {
  /** The first key encrypts; all keys decrypt. */
  readonly encryption: readonly NamedKey[];
  /** Makes digests, and verifies them. */
  readonly digest: Buffer;
  /** Only verify digests: those that were made before the key was changed. */
  readonly olderDigests?: readonly Buffer[];
}

interface SecretSettings {
  readonly ENCRYPTION_KEYS: SecretKeys['encryption'];
  readonly DIGEST_KEY: Buffer;
  readonly OLDER_DIGEST_KEYS: readonly Buffer[];
}

/** The keys of encryption and digests in the settings. */
export function secretKeys(config: SecretSettings): SecretKeys {
  return {
    encryption: config.ENCRYPTION_KEYS,
    digest: config.DIGEST_KEY,
    olderDigests: config.OLDER_DIGEST_KEYS,
  };
}

/** Encryption and digests with the service's own keys. */
export interface Secrets {
  /** The id of the key that seals. A sealed text begins with its key's id and a dot. */
  readonly newestKeyId: string;
  /**
   * Encrypts by AES-256-GCM, with the key's id in front. `owner` is authenticated: a sealed text that was
   * moved to another row does not decrypt.
   */
  seal(text: string, owner: string): string;
  unseal(sealed: string, owner: string): string;
  /** Returns a keyed digest of a text that is too short for a plain hash: one-time codes, cursors. */
  keyedDigest(text: string): Buffer;
  /** The digests of a text by every key of the ring, the newest first. */
  keyedDigests(text: string): Buffer[];
  /** True if a key of the ring made this digest of the text. Compares in constant time. */
  isDigestOf(digest: Buffer, text: string): boolean;
}

/** Creates encryption and digests with the service's keys. */
export function createSecrets({ encryption, digest, olderDigests = [] }: SecretKeys): Secrets {
  const ring = createKeyRing(encryption, 'ENCRYPTION_KEYS');
  const digestBy = (key: Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text, 'utf8').digest();
  const keyedDigests = (text: string): Buffer[] =>
    [digest, ...olderDigests].map((key) => digestBy(key, text));
  return {
    newestKeyId: ring.newestKeyId,
    seal(text, owner) {
      const { keyId, nonce, bytes, tag } = ring.seal(Buffer.from(text), owner);
      return [keyId, ...[nonce, bytes, tag].map((part) => part.toString('base64url'))].join('.');
    },
    unseal(sealed, owner) {
      const [keyId = '', ...parts] = sealed.split('.');
      const [nonce, bytes, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
      if (!nonce || !bytes || !tag) throw new Error('a sealed text was cut short');
      return ring.open({ keyId, nonce, bytes, tag }, owner).toString('utf8');
    },
    keyedDigest: (text) => digestBy(digest, text),
    keyedDigests,
    isDigestOf: (made, text) =>
      keyedDigests(text).some((due) => made.length === due.length && timingSafeEqual(made, due)),
  };
}

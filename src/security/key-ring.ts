import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key of AES-256-GCM, and the id that marks what it has sealed. */
export interface NamedKey {
  readonly id: string;
  readonly key: Buffer;
}

/** Bytes that a key has sealed. */
export interface SealedBytes {
  /** The id of the key. */
  readonly keyId: string;
  readonly nonce: Buffer;
  readonly bytes: Buffer;
  readonly tag: Buffer;
}

/** Encryption by a list of keys: the first key seals, all keys open. */
export interface KeyRing {
  /** The id of the key that seals. */
  readonly newestKeyId: string;
  /** Encrypts by AES-256-GCM. `context` is authenticated, not kept: bytes open only with the same one. */
  seal(plain: Uint8Array, context: string): SealedBytes;
  /** Decrypts. Throws if no key has this id, and if the bytes were changed or have another context. */
  open(sealed: SealedBytes, context: string): Buffer;
}

export const NONCE_BYTES = 12;
/** The full tag of AES-GCM. By default Node also opens a text whose tag was cut to four bytes. */
export const TAG_BYTES = 16;

/** Creates a ring. `setting` is the setting that holds the keys, for the error about an unknown key. */
export function createKeyRing(keys: readonly NamedKey[], setting: string): KeyRing {
  const [newest] = keys;
  if (newest === undefined) throw new Error(`${setting} holds no encryption key`);
  return {
    newestKeyId: newest.id,
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(context));
      const bytes = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { keyId: newest.id, nonce, bytes, tag: cipher.getAuthTag() };
    },
    open({ keyId, nonce, bytes, tag }, context) {
      const named = keys.find(({ id }) => id === keyId);
      if (named === undefined) throw new Error(`no encryption key named ${keyId} in ${setting}`);
      const decipher = createDecipheriv('aes-256-gcm', named.key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(bytes), decipher.final()]);
    },
  };
}

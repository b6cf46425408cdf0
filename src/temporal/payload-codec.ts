import { ValueError } from '@temporalio/common';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import { createKeyRing, NONCE_BYTES, TAG_BYTES } from '../security/key-ring.ts';
import type { NamedKey } from '../security/key-ring.ts';

const { Payload: PAYLOAD } = proto.temporal.api.common.v1;

/** The value of `encoding` in the metadata of an encrypted payload. Temporal's samples use the same. */
const ENCRYPTED = 'binary/encrypted';
/** The metadata that names the key. */
const KEY_ID = 'encryption-key-id';

/**
 * Encrypts the payloads of histories: the first key encrypts, all keys decrypt. The data of an encrypted
 * payload is nonce, ciphertext and tag of the whole payload, so that its own metadata is encrypted too.
 *
 * A payload without this encoding is left as it is: workflows that began before encryption go on. Decoding
 * throws if no key has the payload's key id, or if the payload was changed.
 */
export function createPayloadCodec(keys: readonly NamedKey[]): PayloadCodec {
  const ring = createKeyRing(keys, 'PAYLOAD_KEYS');
  return {
    encode: async (payloads) =>
      payloads.map((payload) => {
        const { keyId, nonce, bytes, tag } = ring.seal(PAYLOAD.encode(payload).finish(), ENCRYPTED);
        return {
          metadata: { encoding: Buffer.from(ENCRYPTED), [KEY_ID]: Buffer.from(keyId) },
          data: Buffer.concat([nonce, bytes, tag]),
        };
      }),
    decode: async (payloads) =>
      payloads.map((payload) => {
        if (textOf(payload, 'encoding') !== ENCRYPTED) return payload;
        const data = Buffer.from(payload.data ?? []);
        if (data.length < NONCE_BYTES + TAG_BYTES) throw new ValueError('an encrypted payload was cut short');
        const sealed = {
          keyId: textOf(payload, KEY_ID),
          nonce: data.subarray(0, NONCE_BYTES),
          bytes: data.subarray(NONCE_BYTES, -TAG_BYTES),
          tag: data.subarray(-TAG_BYTES),
        };
        return PAYLOAD.decode(ring.open(sealed, ENCRYPTED));
      }),
  };
}

/** The metadata of this name. Empty if there is none. */
function textOf({ metadata }: Payload, name: string): string {
  const bytes = metadata?.[name];
  return bytes ? Buffer.from(bytes).toString() : '';
}

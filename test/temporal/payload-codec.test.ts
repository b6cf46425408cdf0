import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';
import { createPayloadCodec } from '../../src/temporal/payload-codec.ts';

const named = (id: string) => ({ id, key: randomBytes(32) });
const [old, fresh, other] = [named('k1'), named('k2'), named('k3')];
const payload = (value: unknown) => defaultPayloadConverter.toPayload(value);
const valuesOf = (payloads: Payload[]) => payloads.map((one) => defaultPayloadConverter.fromPayload(one));
const VALUE = { consumerId: 'a-shopper', amount: 1999 };

test('a payload is encrypted as a whole, and read again', async () => {
  const codec = createPayloadCodec([old]);
  const values = [VALUE, null, undefined, 'text', new Uint8Array([1, 2, 3])].map(payload);
  const encrypted = await codec.encode(values);
  for (const { metadata, data } of encrypted) {
    expect(Object.keys(metadata ?? {}).toSorted()).toEqual(['encoding', 'encryption-key-id']);
    expect(Buffer.from(metadata?.['encoding'] ?? []).toString()).toBe('binary/encrypted');
    expect(Buffer.from(data ?? []).toString('latin1')).not.toMatch(/a-shopper|json|plain/);
  }
  expect(valuesOf(await codec.decode(encrypted))).toEqual([
    VALUE,
    null,
    undefined,
    'text',
    new Uint8Array([1, 2, 3]),
  ]);
});

test('the first key encrypts, and every key of the ring decrypts', async () => {
  const before = await createPayloadCodec([old]).encode([payload(VALUE)]);
  const rotated = createPayloadCodec([fresh, old]);
  expect(valuesOf(await rotated.decode(before))).toEqual([VALUE]);
  const after = await rotated.encode([payload(VALUE)]);
  expect(valuesOf(await createPayloadCodec([fresh]).decode(after))).toEqual([VALUE]);
});

test('a payload under an unknown key is an error that names the key and the setting', async () => {
  const sealed = await createPayloadCodec([old]).encode([payload(VALUE)]);
  await expect(createPayloadCodec([other]).decode(sealed)).rejects.toThrow(
    'no encryption key named k1 in PAYLOAD_KEYS',
  );
});

test('a payload that was never encrypted passes', async () => {
  expect(await createPayloadCodec([old]).decode([payload(VALUE)])).toEqual([payload(VALUE)]);
});

test('a payload that was changed or cut does not open', async () => {
  const codec = createPayloadCodec([old]);
  const [sealed] = await codec.encode([payload(VALUE)]);
  const data = Buffer.from(sealed?.data ?? []);
  const flipped = Buffer.from(data);
  flipped[20] = (flipped[20] ?? 0) ^ 1;
  for (const bad of [flipped, data.subarray(0, -1), data.subarray(0, 27), Buffer.alloc(0)])
    await expect(codec.decode([{ ...sealed, data: bad }])).rejects.toThrow();
});

import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import type { NamedKey } from '../security/key-ring.ts';
import { createPayloadCodec } from './payload-codec.ts';

/**
 * The module that turns errors into failures, by its path: the SDK loads it, and bundles it with the
 * workflows.
 */
export const FAILURE_CONVERTER = fileURLToPath(
  new URL('../../workflows/failure-converter.ts', import.meta.url),
);

/** The setting of encrypted payloads. */
export interface PayloadSettings {
  readonly PAYLOAD_KEYS?: readonly NamedKey[] | undefined;
}

/**
 * Returns the conversion between values and payloads, for every client and worker of a deployment. Without
 * keys it is the SDK's own.
 *
 * With keys the codec encrypts arguments, results, memos, summaries and details, and the messages and stack
 * traces of failures. The SDK gives headers and search attributes to no codec: headers hold the ids of a
 * request and its trace, and there are no search attributes.
 */
export function dataConverterOf({ PAYLOAD_KEYS: keys }: PayloadSettings): DataConverter {
  if (keys === undefined) return {};
  return { failureConverterPath: FAILURE_CONVERTER, payloadCodecs: [createPayloadCodec(keys)] };
}

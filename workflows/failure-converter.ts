import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Moves message and stack trace of a failure into a payload, where a codec encrypts them. The bundle of the
 * workflows always has it, because it is built before the settings are known. Without a codec the payload is
 * plain JSON.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });

import { fire } from './fire/fire.ts';
import { histories } from './histories/histories.ts';
import type { ProofPart } from './part.ts';
import { protocol } from './protocol/protocol.ts';

/** The parts in the order in which they run. */
export const PARTS: readonly ProofPart[] = [histories, protocol, fire];

/** Parts that have no small version: `--quick` skips them. */
export const SKIPPED_WHEN_QUICK: readonly string[] = ['mutation'];

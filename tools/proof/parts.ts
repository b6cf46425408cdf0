import { cluster } from './cluster/cluster.ts';
import { exploration } from './exploration/exploration.ts';
import { failover } from './failover/failover.ts';
import { fire } from './fire/fire.ts';
import { histories } from './histories/histories.ts';
import { mutation } from './mutation/mutation.ts';
import type { ProofPart } from './part.ts';
import { protocol } from './protocol/protocol.ts';

/** The parts in the order in which they run. */
export const PARTS: readonly ProofPart[] = [
  exploration,
  mutation,
  histories,
  protocol,
  fire,
  cluster,
  failover,
];

/** Parts without a small version. `--quick` skips them. */
export const SKIPPED_WHEN_QUICK: readonly string[] = ['mutation', 'cluster', 'failover'];

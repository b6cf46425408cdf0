import { findClusterBinaries } from '../../../stack/cluster/binaries.ts';
import { onPath } from '../../../stack/tool-cache.ts';
import type { ProofPart } from '../part.ts';
import { figuresOf, sentencesOf } from './figures.ts';
import { breakInTurn } from './rounds.ts';
import type { RoundCounts } from './rounds.ts';
import { runUnderLoad } from './under-load.ts';

/** Faults of each kind of process. `CLUSTER_KILLS=20` sets the kills. */
const COUNTS: RoundCounts = {
  kill: Number(process.env['CLUSTER_KILLS'] || 20),
  freeze: Number(process.env['CLUSTER_PAUSES'] || 5),
  cut: Number(process.env['CLUSTER_CUTS'] || 5),
};

/** Kills, pauses and cuts off each process of a cluster under load. */
export const cluster: ProofPart = {
  name: 'cluster',
  shows:
    'On two processes of each part, over Temporal’s own server: each kind of process is killed, paused and cut off under load, nothing is lost or doubled, and the others go on.',
  async run({ progress, seed }) {
    if ((await onPath('go')) === null) {
      const remedy = 'Install Go 1.26.8 or newer, which builds Temporal’s server.';
      return { status: 'left out', figures: [], faults: [], remedy };
    }
    await findClusterBinaries(progress);
    progress.step(`cluster: seed ${seed}, ${JSON.stringify(COUNTS)}`);
    return runUnderLoad({
      name: 'cluster',
      progress,
      seed,
      attack: (attack) => breakInTurn(attack.stack, { counts: COUNTS, ...attack }),
      judge: (run) => ({ figures: figuresOf(run), faults: sentencesOf(run) }),
    });
  },
};

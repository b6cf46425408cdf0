import { findClusterBinaries } from '../../../stack/cluster/binaries.ts';
import { onPath } from '../../../stack/tool-cache.ts';
import { figuresOfLoad, median, seconds, sentencesOfLoad } from '../cluster/figures.ts';
import { longestGapMs, successesOf } from '../cluster/gaps.ts';
import { runUnderLoad } from '../cluster/under-load.ts';
import type { LoadRun } from '../cluster/under-load.ts';
import type { ProofFigure, ProofPart, ProofResult } from '../part.ts';
import { findDebian, missingForDebian } from './debian.ts';
import { failOver } from './failovers.ts';
import type { Failover, LeaderFault } from './failovers.ts';
import { startPatroni } from './patroni.ts';
import type { ReplicatedDatabase } from './patroni.ts';

/** Faults of the leader. `FAILOVERS=20` sets them. */
const COUNT = Number(process.env['FAILOVERS'] || 6);
/** The longest time until a command succeeds again. */
const MOST_MS = 30_000;
const WORDS: Readonly<Record<LeaderFault, string>> = { kill: 'killed', freeze: 'frozen, later thawed' };

/** Kills and freezes the leading PostgreSQL of three under load. */
export const failover: ProofPart = {
  name: 'failover',
  shows:
    'On three PostgreSQL of which Patroni chooses the leader, with synchronous replication: whenever the leader is killed or frozen under load, another one takes over, and no command that was answered is lost.',
  async run({ progress, seed }) {
    const remedy = (await onPath('go')) === null ? 'Install Go 1.26.8 or newer.' : await missingForDebian();
    if (remedy !== null) return { status: 'left out', figures: [], faults: [], remedy };
    await findClusterBinaries(progress);
    const debian = await findDebian(progress);
    let database: ReplicatedDatabase | null = null;
    return runUnderLoad({
      name: 'failover',
      progress,
      seed,
      startDatabase: async (parts) => (database = await startPatroni(debian, parts)),
      attack: (attack) => {
        if (database === null) throw new Error('the database was not started');
        return failOver(attack, database, COUNT);
      },
      judge,
    });
  },
};

function judge(run: LoadRun<readonly Failover[]>): Pick<ProofResult, 'figures' | 'faults'> {
  const { history, rounds } = run;
  const successes = successesOf(history.calls);
  const gapsOf = (fault: LeaderFault): number[] =>
    rounds.filter((round) => round.fault === fault).map((round) => longestGapMs(successes, round));
  const late = rounds.filter((round) => longestGapMs(successes, round) > MOST_MS);
  return {
    figures: [
      ...figuresOfLoad(run),
      ...(Object.keys(WORDS) as LeaderFault[]).map((fault) => figureOf(fault, gapsOf(fault))),
    ],
    faults: [
      ...sentencesOfLoad(run),
      ...late.map(
        ({ fault, leaders: [leader] }) =>
          `no command succeeded for over 30 s after ${leader} was ${WORDS[fault]}`,
      ),
      ...(rounds.length < COUNT ? [`only ${rounds.length} of ${COUNT} failovers took place`] : []),
    ],
  };
}

function figureOf(fault: LeaderFault, gapsMs: readonly number[]): ProofFigure {
  return {
    name: `Leader ${WORDS[fault]}, ${gapsMs.length} times: longest time without a success`,
    value: `${seconds(Math.max(...gapsMs))}, median ${seconds(median(gapsMs))}`,
    bar: `≤ ${MOST_MS / 1000} s`,
  };
}

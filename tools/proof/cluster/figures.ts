import { loadavg } from 'node:os';
import type { ProofFigure } from '../part.ts';
import { longestGapMs, successesOf } from './gaps.ts';
import type { Round, RoundFault } from './rounds.ts';
import type { LoadRun } from './under-load.ts';

/** A run, judged by `figuresOf` and `sentencesOf`. */
export type ClusterRun = LoadRun<readonly Round[]>;

/**
 * The longest time without a success after the kill of a process without state, of which another one runs.
 */
const STATELESS_MS = 1000;
/** The same after every other fault: only checks that fail find a paused process. */
const USUAL_MS = 12_000;
const STATELESS: ReadonlySet<string> = new Set(['api', 'temporal-frontend']);
/** There is one of them here, so its outage is everybody's. Production has more. */
const WITHOUT_BAR = /balancer$/;

const WORDS: Readonly<Record<RoundFault, string>> = {
  kill: 'killed',
  freeze: 'paused for 3 s',
  cut: 'cut off for 3 s',
};

interface Measured {
  readonly kind: string;
  readonly fault: RoundFault;
  readonly gapsMs: readonly number[];
  /** Null without a requirement. */
  readonly barMs: number | null;
}

/** The numbers of a run with their bars. */
export function figuresOf(run: ClusterRun): ProofFigure[] {
  return [
    ...figuresOfLoad(run),
    ...measure(run).map(({ kind, fault, gapsMs, barMs }) => ({
      name: `${kind} ${WORDS[fault]}, ${gapsMs.length} times: longest time without a success`,
      value: `${seconds(Math.max(...gapsMs))}, median ${seconds(median(gapsMs))}`,
      ...(barMs !== null && { bar: `≤ ${barMs / 1000} s` }),
    })),
  ];
}

/** The numbers of any run under load: what was called, and what the books say. */
export function figuresOfLoad(run: LoadRun<unknown>): ProofFigure[] {
  const { history, lives, calm, loadMs, lost, violations } = run;
  const count = (outcome: string) => history.calls.filter((call) => call.outcome === outcome).length;
  const calmGap = longestGapMs(successesOf(history.calls), calm);
  return [
    { name: 'Lives begun', value: `${lives.begun}, ${(lives.begun / (loadMs / 1000)).toFixed(1)} a second` },
    { name: 'Lives captured', value: `${lives.captured}` },
    // Other work on the machine lengthens every gap.
    { name: 'Load average of the machine at the end', value: `${loadavg()[0]?.toFixed(1)}` },
    {
      name: 'Calls',
      value: `${history.calls.length}: ${count('done')} done, ${count('refused')} refused, ${count('not done')} answered 503 or 429, ${count('unknown')} in doubt`,
    },
    { name: 'Answers 500', value: `${history.serverErrors.length}`, bar: '0' },
    { name: 'Commands lost or doubled in the books', value: `${lost.length}`, bar: '0' },
    { name: 'Promises of the books that are broken', value: `${violations.length}`, bar: '0' },
    { name: 'Longest time without a success before the first fault', value: seconds(calmGap) },
  ];
}

/** The failures of any run under load, a sentence each. */
export function sentencesOfLoad({ history, lost, violations }: LoadRun<unknown>): string[] {
  return [...new Set(history.serverErrors), ...lost, ...violations];
}

/** One sentence per failure. */
export function sentencesOf(run: ClusterRun): string[] {
  const late = measure(run).filter(({ gapsMs, barMs }) => barMs !== null && Math.max(...gapsMs) > barMs);
  return [
    ...sentencesOfLoad(run),
    ...late.map(
      ({ kind, fault, gapsMs }) =>
        `no success for ${seconds(Math.max(...gapsMs))} while ${kind} was ${WORDS[fault]}`,
    ),
  ];
}

/** The gaps of each kind of process and fault. */
function measure({ history, rounds }: ClusterRun): Measured[] {
  const successes = successesOf(history.calls);
  const groups = Map.groupBy(rounds, ({ kind, fault }) => `${kind} ${fault}`);
  return [...groups]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .flatMap(([, [first, ...others]]) => {
      if (first === undefined) return [];
      const { kind, fault } = first;
      const gapsMs = [first, ...others].map((round) => longestGapMs(successes, round));
      return [{ kind, fault, gapsMs, barMs: barOf(kind, fault) }];
    });
}

/** The longest time without a success that is allowed. */
function barOf(kind: string, fault: RoundFault): number | null {
  if (WITHOUT_BAR.test(kind)) return null;
  return fault === 'kill' && STATELESS.has(kind) ? STATELESS_MS : USUAL_MS;
}

/** `1.35 s`. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** The lower median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

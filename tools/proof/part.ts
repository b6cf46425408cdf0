import type { Progress } from '../../stack/progress.ts';

/** Options of a run of the proof. */
export interface ProofOptions {
  /** True runs the small version, as CI does. */
  readonly isQuick: boolean;
  /** The seed of every random choice. The same seed repeats a run. */
  readonly seed: number;
  readonly progress: Progress;
}

/** One measured number, with the value that it must reach. */
export interface ProofFigure {
  readonly name: string;
  readonly value: string;
  /** The required value, as the page shows it. Absent for a figure without a requirement. */
  readonly bar?: string;
}

/** The result of one part. */
export interface ProofResult {
  /** `left out`: a tool is missing on this machine. `remedy` says how to install it. */
  readonly status: 'passed' | 'failed' | 'left out';
  readonly figures: readonly ProofFigure[];
  /** One sentence for each failure. */
  readonly faults: readonly string[];
  readonly remedy?: string;
}

/** One part of the proof: exploration, mutation, histories, protocol, fire, cluster, failover. */
export interface ProofPart {
  /** The name on the command line. */
  readonly name: string;
  /** The claim that the part tests, as one sentence. */
  readonly shows: string;
  run(options: ProofOptions): Promise<ProofResult>;
}

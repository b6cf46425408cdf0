/** A mutant that no test can kill, because the mutated code does the same. */
export interface EquivalentMutant {
  readonly file: string;
  /** The code that is mutated, as it stands in the file, and what it becomes. */
  readonly original: string;
  readonly replacement: string;
  /** How many mutants of the file read like this; 1 unless said. */
  readonly count?: number;
  readonly reason: string;
}

/** Every mutant that may survive. One that survives and is not here is a gap in the tests; a row that matches none is stale. */
export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'src/domain/cashback.ts',
    original: 'recommenderId !== null',
    replacement: 'true',
    reason: 'A line without a recommender has a recommender’s amount of 0, which makes no award: the comparison is there for the types.',
  },
];

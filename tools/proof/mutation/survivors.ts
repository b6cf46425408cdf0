/** A mutant that no test can kill, because the mutated code does the same. */
export interface EquivalentMutant {
  readonly file: string;
  /** The code as the file has it, and the code that replaces it. */
  readonly original: string;
  readonly replacement: string;
  /** The number of mutants in the file with this code and replacement; 1 by default. */
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

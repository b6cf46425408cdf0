/** A mutant that no test can kill, because the mutated code is equivalent. */
export interface EquivalentMutant {
  readonly file: string;
  /** The original code, and the code that replaces it. */
  readonly original: string;
  readonly replacement: string;
  /** The number of mutants in the file with this code and replacement; 1 by default. */
  readonly count?: number;
  readonly reason: string;
}

/**
 * Every mutant that may survive. A survivor that is missing here is a gap in the tests. A row without a
 * survivor is stale.
 */
export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'src/domain/cashback.ts',
    original: 'recommenderId !== null',
    replacement: 'true',
    reason:
      'A line without a recommender has a recommender’s amount of 0, which makes no award: the comparison is there for the types.',
  },
];

interface Position {
  /** Starts at 1. */
  readonly line: number;
  /** Starts at 1. */
  readonly column: number;
}

/** One planted fault in Stryker's JSON report. */
export interface Mutant {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly status:
    | 'Killed'
    | 'Timeout'
    | 'Survived'
    | 'NoCoverage'
    | 'CompileError'
    | 'RuntimeError'
    | 'Ignored'
    | 'Pending';
}

/** The part of Stryker's JSON report that the score needs. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

/** A mutant that no test noticed, with the code that it replaced. */
export interface Survivor {
  readonly file: string;
  readonly original: string;
  readonly mutant: Mutant;
}

/**
 * The share of mutants that the tests noticed. A mutant that breaks the run (`RuntimeError`) or is no valid
 * code is not counted.
 */
export function scoreOf(mutants: readonly Mutant[]): {
  detected: number;
  undetected: number;
  percent: number;
} {
  const count = (...statuses: Mutant['status'][]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const detected = count('Killed', 'Timeout');
  const undetected = count('Survived', 'NoCoverage', 'Pending');
  const all = detected + undetected;
  return { detected, undetected, percent: all === 0 ? 100 : (100 * detected) / all };
}

/** Every surviving mutant, including those that no test reaches. */
export function survivorsOf({ files }: MutationReport): Survivor[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage' || status === 'Pending')
      .map((mutant) => ({ file, original: codeAt(source, mutant.location), mutant })),
  );
}

/** The code between two positions. */
function codeAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
}

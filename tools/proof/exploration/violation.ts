/** A broken invariant. The message names it. */
export class Violation extends Error {
  override readonly name = 'Violation';
  /** The move that was being judged. Empty for the move in progress. */
  readonly move: string;

  constructor(broken: string, move = '') {
    super(broken);
    this.move = move;
  }
}

/** Throws a violation unless the invariant holds. */
export function must(holds: boolean, broken: string): void {
  if (!holds) throw new Violation(broken);
}

/**
 * Judges a move before it is made. Any error, a fault that the rules throw included, becomes a violation by
 * that move.
 */
export function judging<T>(move: string, judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    throw new Violation(error instanceof Error ? error.message : String(error), move);
  }
}

/** The rules broke an invariant. The message says which. */
export class Violation extends Error {
  override readonly name = 'Violation';
  /** The move that was being judged; empty when it is the one that is being made. */
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

/** Judges a move before it is made: what fails, a fault that the rules throw included, is a violation by that move. */
export function judging<T>(move: string, judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    throw new Violation(error instanceof Error ? error.message : String(error), move);
  }
}

/**
 * The time budget of a command: a call that moves money or state. All in milliseconds.
 *
 * A call waits for its turn, is judged by its row, and gets a deadline. The deadline travels with the command and is
 * tested by the database's clock in the transaction that writes. The caller's side waits longer than that, and looks at
 * the row before it answers 503. So 503 means: not done, and will not be done. Source: contract, section 15.
 *
 * test/domain/time-budget.test.ts asserts how these lengths depend on each other.
 */

/** How long a call waits for its turn at an object. */
export const TURN_MS = 10_000;
/** How long after its turn a command may still write. */
export const DEADLINE_MS = 3000;
/** How long a partner may take whose answer a command needs before it writes. */
export const PARTNER_MS = 2000;
/** How long a step waits for a row lock. */
export const LOCK_MS = 3000;
/** How long one attempt of a step may take that a caller waits for. */
export const ATTEMPT_MS = 3200;
/** How long all attempts of such a step may take together. */
export const STEP_MS = 3500;
/** How long one SQL statement may take. */
export const STATEMENT_MS = 4000;
/** How long a process waits for a free database connection. */
export const CONNECT_MS = 2000;
/** How long the API waits for the answer of a workflow. */
export const ANSWER_MS = 4000;
/** How long the API goes on trying to read a row that says what became of a command. */
export const FIND_MS = 5000;
/** How long an update that got no answer still counts as in flight: its workflow may only be slow. */
export const IN_FLIGHT_MS = 15_000;
/** How long the API waits for a moved sandbox clock: everything that falls due on the way is done first. */
export const ADVANCE_MS = 600_000;
/** How long an idempotency claim lasts without renewal: the process that held it has died. */
export const CLAIM_MS = 4000;
/** How long a call with the same idempotency key waits for the first one. */
export const JOIN_MS = TURN_MS + ANSWER_MS + FIND_MS + STATEMENT_MS + CLAIM_MS;

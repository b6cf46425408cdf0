/**
 * The time budget of a command: a call that moves money or state. All in milliseconds.
 *
 * A call waits for its turn, is judged by its row, and gets a deadline. The deadline travels with the
 * command. The transaction that writes checks it against the database's clock. The API waits longer than
 * that, and reads the row before it answers 503. So 503 means: not done, and will not be done. Source:
 * contract, section 15.
 *
 * test/domain/time-budget.test.ts asserts how these lengths depend on each other.
 */

/** The longest wait of a call for its turn at an object. */
export const TURN_MS = 10_000;
/** The time from its turn to the deadline of a command. After the deadline the command writes nothing. */
export const DEADLINE_MS = 3000;
/** The longest wait for a partner whose answer a command needs before it writes. */
export const PARTNER_MS = 2000;
/** The longest wait of a step for a row lock. */
export const LOCK_MS = 3000;
/** The timeout of one attempt of a step that a caller waits for. */
export const ATTEMPT_MS = 3200;
/** The timeout of all attempts of such a step together. */
export const STEP_MS = 3500;
/**
 * The time after which Temporal gives a checkout's workflow task of a dead worker to another one. Until then
 * the commands to that checkout wait. A worker that lives renews it during a longer step.
 */
export const WORKFLOW_TASK_MS = 3000;
/** The time after which a workflow leaves the queue of a worker that does not take its tasks. */
export const STICKY_MS = 2000;
/** The timeout of one SQL statement. */
export const STATEMENT_MS = 4000;
/** The longest wait of a process for a free database connection. */
export const CONNECT_MS = 2000;
/** The longest wait of the API for the answer of a workflow. */
export const ANSWER_MS = 4000;
/**
 * The longest wait of the API for a partner to open a verification case. It may be long: no money moves, and
 * a repeated call joins the open case.
 */
export const OPEN_CASE_MS = 10_000;
/**
 * The longest wait of the API for a lookup at a partner after its callback. It is shorter than the ten
 * seconds after which partners give up and repeat a callback.
 */
export const LOOKUP_MS = 8000;
/** The time in which the API retries the read of the row that shows the outcome of a command. */
export const FIND_MS = 5000;
/**
 * The time in which an unanswered update still counts as in flight, because its workflow may only be slow.
 */
export const IN_FLIGHT_MS = 15_000;
/**
 * The longest wait of the API for a move of a sandbox clock, which includes everything that falls due on the
 * way.
 */
export const ADVANCE_MS = 600_000;
/** The lifetime of an idempotency claim without renewal. After it the claim's process counts as dead. */
export const CLAIM_MS = 4000;
/** The longest wait of a call for an earlier one with the same idempotency key. */
export const JOIN_MS = TURN_MS + ANSWER_MS + FIND_MS + STATEMENT_MS + CLAIM_MS;

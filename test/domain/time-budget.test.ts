import * as budget from '../../src/domain/time-budget.ts';

test('a partner that a command needs answers, or is given up, well before the deadline', () => {
  expect(budget.PARTNER_MS + 500).toBeLessThanOrEqual(budget.DEADLINE_MS);
});

test('a step that waits for a lock gives up no later than its deadline', () => {
  expect(budget.LOCK_MS).toBeLessThanOrEqual(budget.DEADLINE_MS);
});

test('a step is tried until its deadline has passed, so that its last answer is the final one', () => {
  expect(budget.ATTEMPT_MS).toBeGreaterThan(budget.DEADLINE_MS);
  expect(budget.STEP_MS).toBeGreaterThan(budget.ATTEMPT_MS);
});

test('the API waits for an answer longer than a step may take, and looks at the row only after the deadline', () => {
  expect(budget.ANSWER_MS).toBeGreaterThan(budget.STEP_MS);
  expect(budget.ANSWER_MS).toBeGreaterThan(budget.DEADLINE_MS);
});

test('a call whose row can be read is answered within five seconds of its turn', () => {
  expect(budget.ANSWER_MS).toBeLessThan(5000);
});

test('an update without an answer counts as in flight longer than the API waits for it', () => {
  expect(budget.IN_FLIGHT_MS).toBeGreaterThan(budget.ANSWER_MS + budget.TURN_MS);
});

test('a claim outlives the commands of a process that died: a repeat never meets one that may still write', () => {
  expect(budget.CLAIM_MS).toBeGreaterThan(budget.DEADLINE_MS);
});

test('a call that joins an earlier one waits until that one must have its answer', () => {
  expect(budget.JOIN_MS).toBeGreaterThan(
    budget.TURN_MS + budget.ANSWER_MS + budget.FIND_MS + budget.CLAIM_MS,
  );
});

test('a person who starts a verification waits longer for the provider than a command waits for its workflow', () => {
  expect(budget.OPEN_CASE_MS).toBeGreaterThan(budget.ANSWER_MS);
  expect(budget.OPEN_CASE_MS).toBeLessThan(budget.IN_FLIGHT_MS);
});

test('when a worker dies, another one continues before the callers of its commands give up', () => {
  expect(budget.WORKFLOW_TASK_MS).toBeLessThan(budget.ANSWER_MS);
  expect(budget.STICKY_MS).toBeLessThan(budget.ANSWER_MS);
});

test('a partner has its answer within the ten seconds that it waits, after a lookup of usual length', () => {
  expect(budget.LOOKUP_MS).toBeGreaterThan(budget.ANSWER_MS);
  expect(budget.LOOKUP_MS).toBeLessThan(10_000);
});

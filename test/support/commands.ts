import { v7 } from 'uuid';

/** A deadline that no test reaches. In milliseconds. */
export const IN_TIME = Date.UTC(2999, 0);

/** A new command of this caller, `api_key:<id>` or `user:<id>`. */
export const commandBy = (actor: string) => ({ commandId: v7(), actor, deadline: IN_TIME });

/** A new command to move a sandbox clock, alone in its batch. */
export const advanceBy = (request: { seconds: number } | { to: number }) => ({
  commands: [{ commandId: v7(), request }],
  deadline: IN_TIME,
});

/** A new command to the simulated bank of the sandbox. */
export const nudgeTo = (trigger: 'settle' | 'return' | 'fail') => ({
  commandId: v7(),
  trigger,
  deadline: IN_TIME,
});

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { openSteps, runStep } from './steps.ts';
import type { StepName, StepSettings } from './steps.ts';

/** One run of a step that ends with its process. */
export interface StepOrder {
  readonly step: StepName;
  readonly input: unknown;
  /** The file that keeps the answer, for the test only. */
  readonly answerFile: string;
  /** The point within the step at which the process dies. Null: it dies after the step, before it answers. */
  readonly diesAt: string | null;
}

/**
 * Runs the step that one line of standard input names, and kills itself with SIGKILL between the step's
 * commit and its answer. It prints `ready` when it waits for that line.
 */
const die = (): void => void process.kill(process.pid, 'SIGKILL');
let diesAt: string | null = null;
const { steps, database } = await openSteps(
  JSON.parse(process.env['ECHO_SETTINGS'] ?? '{}') as StepSettings,
  (point) => {
    if (point === diesAt) die();
  },
);
// Writes the compile cache now: a killed process writes none, and the next one would compile everything
// again.
flushCompileCache();
await database.pool.query('select 1');
const lines = createInterface({ input: process.stdin });
process.stdout.write('ready\n');
const [line] = (await once(lines, 'line')) as [string];
const order = JSON.parse(line) as StepOrder;
diesAt = order.diesAt;
const answer = await runStep(steps, order.step, order.input);
writeFileSync(order.answerFile, JSON.stringify(answer));
die();

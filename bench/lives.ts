/**
 * Whole lives of checkouts: created, authorized, captured, and both webhooks received. Eight clients at once.
 *
 * The limit is Temporal alone, on the same server: the same workflow with local activities that do nothing,
 * and no webhook. Both keep Temporal's store in a file and log warnings only.
 *
 * `npm run bench:lives -- --before FOLDER` also measures the code in another checkout of this project, with a
 * stack of its own, by turns in the same run.
 */
import { parseArgs } from 'node:util';
import { startEngine } from './engine/engine.ts';
import { lives } from './life.ts';
import { printProcessorTimes, printRates } from './report.ts';
import { measureByTurns } from './slices.ts';
import type { Arm } from './slices.ts';
import { besideStack, withStack } from './stack.ts';

const CLIENTS = 8;
const ROUNDS = 7;
const WARM_UPS = 2;
const COUNT = 80;
/** Of lives a second: ours over bare, and after over before. */
const BARE_AIM = 0.6;
const BEFORE_AIM = 2;

const { values } = parseArgs({ options: { before: { type: 'string' } } });

process.exitCode = await withStack(
  async (stack) => {
    const engine = await startEngine(stack);
    const bare: Arm = {
      name: 'bare engine, no webhooks',
      async operate() {
        const checkoutId = await engine.create();
        await engine.authorize(checkoutId);
        await engine.capture(checkoutId);
      },
    };
    const processes = new Map([...stack.processes, ['engine worker', engine.pid]]);
    const arms = [await lives('ours', stack, CLIENTS), bare];
    if (values.before !== undefined) {
      const other = await besideStack(stack, { root: values.before, isStored: true });
      for (const [name, pid] of other.processes) processes.set(`${name} before`, pid);
      arms.push(await lives('before', other, CLIENTS));
    }
    stack.progress.step(`${COUNT} lives of ${arms.length} kinds by turns, ${ROUNDS} rounds`);
    const measured = await measureByTurns(arms, {
      rounds: ROUNDS,
      seconds: Infinity,
      warmUps: WARM_UPS,
      clients: CLIENTS,
      count: COUNT,
      processes,
    });
    const [ours, limit, before] = measured;
    if (ours === undefined || limit === undefined) throw new Error('an arm was not measured');
    const figures = [{ name: 'lives a second, ours / bare engine', ours, limit, aim: BARE_AIM }];
    if (before !== undefined)
      figures.push({ name: 'lives a second, after / before', ours, limit: before, aim: BEFORE_AIM });
    printRates(`lives of checkouts, ${CLIENTS} clients`, figures);
    printProcessorTimes(measured);
    return 0;
  },
  { isStored: true },
);

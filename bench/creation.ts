/**
 * The cost of creating a checkout: `POST /checkouts` over Temporal's own part of it, with 1 and with 16
 * clients.
 *
 * The limit is one Update-with-Start with a local activity that does nothing, on a workflow with the same
 * events and payloads, on the same server with the same worker options. By turns, in slices.
 */
import { sameHistories, startEngine } from './engine/engine.ts';
import { createApi } from './people.ts';
import { printComparisons, printProcessorTimes } from './report.ts';
import type { Comparison } from './report.ts';
import { measureByTurns } from './slices.ts';
import type { Arm } from './slices.ts';
import { withStack } from './stack.ts';

const AIM = 1.25;
const ROUNDS = 15;
const SECONDS = 30;
const WARM_UPS = 2;
const LOADS = [
  { clients: 1, count: 40 },
  { clients: 16, count: 96 },
] as const;

process.exitCode = await withStack(async (stack) => {
  const [api, engine] = [createApi(stack), await startEngine(stack)];
  const shop = await api.merchant();
  const ours: Arm = { name: 'ours', operate: () => api.createCheckout(shop) };
  const limit: Arm = { name: 'bare engine', operate: () => engine.create() };
  const control: Arm = { name: 'bare engine again', operate: () => engine.create() };
  const histories = await sameHistories(stack, await api.createCheckout(shop), await engine.create());

  const processes = new Map([...stack.processes, ['engine worker', engine.pid], ['caller', process.pid]]);
  const comparisons: Comparison[] = [];
  for (const { clients, count } of LOADS) {
    stack.progress.step(`creating 3 x ${count} checkouts by turns, ${clients} at once, for ${SECONDS} s`);
    const measured = await measureByTurns([ours, limit, control], {
      rounds: ROUNDS,
      seconds: SECONDS,
      warmUps: WARM_UPS,
      clients,
      count,
      processes,
    });
    const [own, engineOnly, again] = measured.map((arm) => ({
      ...arm,
      name: `${arm.name}, ${clients} at once`,
    }));
    if (own === undefined || engineOnly === undefined || again === undefined)
      throw new Error('an arm was not measured');
    comparisons.push({
      name: `creation, ${clients} at once`,
      ours: own,
      limit: engineOnly,
      control: again,
      aim: AIM,
    });
  }
  const code = printComparisons(
    'checkout creation: POST /checkouts over a bare Update-with-Start',
    comparisons,
  );
  printProcessorTimes(comparisons.flatMap(({ ours: own, limit: engineOnly }) => [own, engineOnly]));
  console.log(
    `\n  history: ${histories.ours.events.length} events each; ours ${histories.ours.bytes} bytes, bare ${histories.bare.bytes} bytes`,
  );
  return code;
});

/**
 * The durability tax of a capture: the time of `POST /charges/{id}/capture` over the time of Temporal's own
 * part.
 *
 * The limit is one Update with a local activity that does nothing, on a workflow with the same events and
 * payloads, on the same server with the same worker options. One client, by turns in slices. Charges are
 * authorized beforehand, for a merchant without a webhook, so that no work runs in the background.
 */
import { sameHistories, startEngine } from './engine/engine.ts';
import type { Engine } from './engine/engine.ts';
import { createApi } from './people.ts';
import type { Api, Charge } from './people.ts';
import { printComparisons, printProcessorTimes } from './report.ts';
import { measureByTurns } from './slices.ts';
import type { Arm } from './slices.ts';
import { withStack } from './stack.ts';

const AIM = 1.35;
const ROUNDS = 15;
const SECONDS = 60;
const WARM_UPS = 2;
const COUNT = 40;
const PREPARED_AT_ONCE = 16;
const SHOPPERS = 4;

process.exitCode = await withStack(async (stack) => {
  const [api, engine] = [createApi(stack), await startEngine(stack)];
  const { arm: ours, captured } = await ourArm(api);
  const { arm: limit, captured: bare } = engineArm('bare engine', engine);
  const control = engineArm('bare engine again', engine).arm;

  const processes = new Map([...stack.processes, ['engine worker', engine.pid], ['caller', process.pid]]);
  stack.progress.step(`capturing 3 x ${COUNT} charges by turns, for ${SECONDS} s`);
  const measured = await measureByTurns([ours, limit, control], {
    rounds: ROUNDS,
    seconds: SECONDS,
    warmUps: WARM_UPS,
    clients: 1,
    count: COUNT,
    processes,
  });
  const [own, engineOnly, again] = measured;
  if (own === undefined || engineOnly === undefined || again === undefined)
    throw new Error('an arm was not measured');

  const histories = await sameHistories(stack, captured()?.checkoutId ?? '', bare() ?? '');
  const code = printComparisons(
    'durability tax of a capture: POST /charges/{id}/capture over a bare Update',
    [{ name: 'capture', ours: own, limit: engineOnly, control: again, aim: AIM }],
  );
  printProcessorTimes(measured);
  console.log(
    `\n  history: ${histories.ours.events.length} events each; ours ${histories.ours.bytes} bytes, bare ${histories.bare.bytes} bytes`,
  );
  return code;
});

async function ourArm(api: Api): Promise<{ arm: Arm; captured: () => Charge | undefined }> {
  const shop = await api.merchant();
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => api.shopper()));
  const stock: Charge[] = [];
  let last: Charge | undefined;
  const authorized = async (index: number): Promise<void> => {
    const checkoutId = await api.createCheckout(shop);
    stock.push({ checkoutId, authId: await api.authorize(checkoutId, shoppers[index % SHOPPERS] ?? {}) });
  };
  const arm: Arm = {
    name: 'ours',
    prepare: (count) => atOnce(count, authorized),
    operate() {
      last = taken(stock);
      return api.capture(last.authId, shop);
    },
  };
  return { arm, captured: () => last };
}

function engineArm(name: string, engine: Engine): { arm: Arm; captured: () => string | undefined } {
  const stock: string[] = [];
  let last: string | undefined;
  const authorized = async (): Promise<void> => {
    const checkoutId = await engine.create();
    await engine.authorize(checkoutId);
    stock.push(checkoutId);
  };
  const arm: Arm = {
    name,
    prepare: (count) => atOnce(count, authorized),
    operate() {
      last = taken(stock);
      return engine.capture(last);
    },
  };
  return { arm, captured: () => last };
}

/** Runs `work` this number of times, a few at once. */
async function atOnce(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: PREPARED_AT_ONCE }, one));
}

function taken<T>(stock: T[]): T {
  const first = stock.shift();
  if (first === undefined) throw new Error('more is used than was prepared');
  return first;
}

/**
 * Payments that go on arriving while a worker is killed with SIGKILL and its supervisor starts it again, then
 * the same with a second worker that lives on. Measured after each kill: the longest time without an answer
 * to anybody, and the longest wait of one call. The call whose step died with the worker waits for the
 * timeout of its task, three seconds; the calls behind it do not.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { supervise } from '../stack/supervisor.ts';
import { createApi } from './people.ts';
import type { Api, Credential } from './people.ts';
import { median } from './slices.ts';
import { withStack } from './stack.ts';

const ROUNDS = 5;
/** The longest median times without an answer, in milliseconds. */
const AIMS = { alone: 1500, 'beside a second worker': 300 };
/** The answers before a kill. */
const STEADY = 40;
/** A payment begins this often: half of what this machine takes. */
const EVERY_MS = 125;
/** By then every call that the kill held up is answered. */
const SETTLED_MS = 8000;
const RETRY_MS = 50;
/** Monitoring stops a shopper who pays a thousand times in an hour. */
const SHOPPERS = 8;
/** Between two kills. The supervisor waits before a start after three ends within a minute. */
const PAUSE_MS = 24_000;

process.exitCode = await withStack(async (stack) => {
  const api = createApi(stack);
  let restarted = () => undefined as void;
  let worker = stack.worker;
  const supervisor = supervise({
    child: worker,
    start: stack.startWorker,
    onRestart: (next) => {
      worker = next;
      restarted();
    },
    progress: stack.progress,
  });
  stack.atEnd(() => supervisor.stop());

  const payments = await payAtRate(api);
  const killOnce = async (): Promise<Waits> => {
    await payments.next(STEADY);
    const killed = performance.now();
    const again = new Promise<void>((resolve) => (restarted = resolve));
    process.kill(worker.pid, 'SIGKILL');
    await Promise.all([again, sleep(SETTLED_MS)]);
    const waits = payments.waitsSince(killed);
    await sleep(PAUSE_MS);
    return waits;
  };
  const rounds: Record<keyof typeof AIMS, Waits[]> = { alone: [], 'beside a second worker': [] };
  for (let round = 0; round < ROUNDS; round++) rounds.alone.push(await killOnce());
  const second = await stack.startWorker();
  stack.atEnd(() => second.stop());
  for (let round = 0; round < ROUNDS; round++) rounds['beside a second worker'].push(await killOnce());
  await payments.stop();

  console.log(`\na payment every ${EVERY_MS} ms while a worker is killed: ms (median, range)`);
  let code = 0;
  for (const [name, aim] of Object.entries(AIMS)) {
    const of = rounds[name as keyof typeof AIMS];
    const gaps = of.map(({ gap }) => Math.round(gap));
    const waits = of.map(({ wait }) => Math.round(wait));
    if (median(gaps) > aim) code = 1;
    console.log(
      `  ${name.padEnd(24)} nobody was answered for ${shown(gaps)}; aim ${aim}. The longest call took ${shown(waits)}`,
    );
  }
  return code;
});

function shown(of: readonly number[]): string {
  return `${median(of)} (${Math.min(...of)}–${Math.max(...of)})`;
}

/** The waits that a kill caused, in milliseconds. */
interface Waits {
  /** The longest time between two answers to anybody. */
  readonly gap: number;
  /** The longest time from a call to its answer. */
  readonly wait: number;
}

interface Payments {
  /** Resolves after so many more answers. */
  next(count: number): Promise<void>;
  /** The waits since then. */
  waitsSince(from: number): Waits;
  stop(): Promise<void>;
}

/** Shoppers pay by turns, whether or not those before them have. Each of the three calls is an answer. */
async function payAtRate(api: Api): Promise<Payments> {
  const [shop, buyers] = await Promise.all([
    api.merchant(),
    Promise.all(Array.from({ length: SHOPPERS }, () => api.shopper())),
  ]);
  const answers: { readonly at: number; readonly took: number }[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const timed = async <T>(call: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const value = await repeated(call);
    answers.push({ at: performance.now(), took: performance.now() - began });
    for (const { count, resolve } of waiting) if (answers.length >= count) resolve();
    return value;
  };
  const pay = async (buyer: Credential): Promise<void> => {
    const checkout = await timed(() => api.createCheckout(shop));
    const charge = await timed(() => api.authorize(checkout, buyer));
    await timed(() => api.capture(charge, shop));
  };
  let goesOn = true;
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const begun: Promise<void>[] = [];
  const loop = (async () => {
    for (; goesOn; await sleep(EVERY_MS))
      begun.push(pay(buyers[begun.length % SHOPPERS] as Credential).catch(fail));
  })();
  return {
    next: (more) => new Promise<void>((resolve) => waiting.push({ count: answers.length + more, resolve })),
    waitsSince(from) {
      const since = answers.filter(({ at }) => at >= from);
      return {
        gap: Math.max(...since.map(({ at }, index) => at - (since[index - 1]?.at ?? from))),
        wait: Math.max(...since.map(({ took }) => took)),
      };
    },
    async stop() {
      goesOn = false;
      await loop;
      await Promise.race([failed, Promise.all(begun)]);
    },
  };
}

/** Repeats a call that was refused with 503, which says that nothing was done. The gap goes on meanwhile. */
async function repeated<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!/ answered 503 /.test(String(error))) throw error;
      await sleep(RETRY_MS);
    }
  }
}

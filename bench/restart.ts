/**
 * The gap in a shopper's payments when a worker is killed with SIGKILL and its supervisor starts it again:
 * the longest time between two answers. Then the same with a second worker that lives on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { supervise } from '../stack/supervisor.ts';
import { createApi } from './people.ts';
import type { Api, Credential } from './people.ts';
import { median } from './slices.ts';
import { withStack } from './stack.ts';

const ROUNDS = 5;
/** The longest median gaps, in milliseconds. */
const AIMS = { alone: 1500, 'beside a second worker': 300 };
/** The answers before a kill, and after its gap. */
const STEADY = 20;
const RETRY_MS = 50;
/** Monitoring stops a shopper who pays a thousand times in an hour. */
const SHOPPERS = 8;
/** Between two kills. The supervisor waits longer before a start after five ends within a minute. */
const PAUSE_MS = 16_000;

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

  const payments = await payInLoop(api);
  const killOnce = async (): Promise<number> => {
    await payments.next(STEADY);
    const killed = performance.now();
    const again = new Promise<void>((resolve) => (restarted = resolve));
    process.kill(worker.pid, 'SIGKILL');
    await again;
    await payments.next(STEADY);
    const gap = payments.longestGap(killed);
    await sleep(PAUSE_MS);
    return gap;
  };
  const gaps: Record<keyof typeof AIMS, number[]> = { alone: [], 'beside a second worker': [] };
  for (let round = 0; round < ROUNDS; round++) gaps.alone.push(await killOnce());
  const second = await stack.startWorker();
  stack.atEnd(() => second.stop());
  for (let round = 0; round < ROUNDS; round++) gaps['beside a second worker'].push(await killOnce());
  await payments.stop();

  console.log('\nlongest gap between two answers when a worker is killed, ms (median, range)');
  let code = 0;
  for (const [name, aim] of Object.entries(AIMS)) {
    const of = gaps[name as keyof typeof AIMS].map(Math.round);
    if (median(of) > aim) code = 1;
    console.log(`  ${name.padEnd(24)} ${median(of)} (${Math.min(...of)}–${Math.max(...of)}); aim ${aim}`);
  }
  return code;
});

interface Payments {
  /** Resolves after so many more answers. */
  next(count: number): Promise<void>;
  /** The longest time between two answers from then on. */
  longestGap(from: number): number;
  stop(): Promise<void>;
}

/** Shoppers pay by turns; each of the three calls of a payment is an answer. */
async function payInLoop(api: Api): Promise<Payments> {
  const [shop, buyers] = await Promise.all([
    api.merchant(),
    Promise.all(Array.from({ length: SHOPPERS }, () => api.shopper())),
  ]);
  const answers: number[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const answered = <T>(value: T): T => {
    answers.push(performance.now());
    for (const { count, resolve } of waiting) if (answers.length >= count) resolve();
    return value;
  };
  let goesOn = true;
  const loop = (async () => {
    for (let paid = 0; goesOn; paid++) {
      const buyer = buyers[paid % SHOPPERS] as Credential;
      const checkout = answered(await repeated(() => api.createCheckout(shop)));
      const charge = answered(await repeated(() => api.authorize(checkout, buyer)));
      answered(await repeated(() => api.capture(charge, shop)));
    }
  })();
  const failed = loop.then(() => new Promise<never>(() => undefined));
  return {
    next: (more) =>
      Promise.race([
        failed,
        new Promise<void>((resolve) => waiting.push({ count: answers.length + more, resolve })),
      ]),
    longestGap(from) {
      const times = answers.filter((at) => at >= from);
      return Math.max(...times.map((at, index) => at - (times[index - 1] ?? from)));
    },
    async stop() {
      goesOn = false;
      await loop;
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

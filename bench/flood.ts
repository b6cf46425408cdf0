/**
 * Captures in live while the sandbox is flooded with ten times its share, over captures while it is quiet.
 *
 * Live captures arrive at a steady rate, by turns in slices with a quiet sandbox, a flooded one, and a quiet
 * one again as the control. The flood opens checkouts, and goes on whether or not it is answered. Sandbox and
 * live have namespaces of their own, as in production; the processes of API, worker, Temporal and PostgreSQL
 * serve both.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { createLivePeople, LIVE_CART, LIVE_COUNTRY } from './live-people.ts';
import { CART, createApi, createCall, waitingAtLimits } from './people.ts';
import type { Api, Credential, Merchant } from './people.ts';
import { printTable } from './report.ts';
import { quantile } from './slices.ts';
import { withStack } from './stack.ts';
import type { BenchStack } from './stack.ts';

/** The calls a second that the sandbox may make, of some forty that two cores take. */
const SHARE = 4;
/** The calls a second of the flood, in shares. */
const FLOOD = 10;
const ROUNDS = 8;
const CAPTURES = 80;
/** By then the work that authorizing leaves behind is done. */
const SETTLE_MS = 2000;
/** A capture arrives this often: a quarter of what two cores take. */
const EVERY_MS = 125;
const WARM_UPS = 60;
/** Monitoring stops a shopper who pays a thousand times in an hour. */
const SHOPPERS = 8;
const CLIENTS = 4;
/** Of the 99th percentile. */
const AIM = 1.3;

const ARMS = ['quiet', 'flooded', 'quiet again'] as const;
type ArmName = (typeof ARMS)[number];

process.exitCode = await withStack(
  async (stack) => {
    // The sign-ups are calls of the sandbox, which has its share from the beginning.
    const call = waitingAtLimits(createCall(stack));
    const [api, people] = [createApi(stack), createLivePeople(stack, call)];
    const shop = await people.merchant();
    const buyers = await Promise.all(Array.from({ length: SHOPPERS }, () => people.shopper()));
    const till = { api, shop, buyers };
    const flood = createFlood(stack, await createApi(stack, call).merchant());
    await captureAtRate(till, WARM_UPS);
    const times: Record<ArmName, number[]> = { quiet: [], flooded: [], 'quiet again': [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (let turn = 0; turn < ARMS.length; turn++) {
        const arm = ARMS[(turn + round) % ARMS.length] as ArmName;
        times[arm].push(
          ...(await captureAtRate(till, CAPTURES, arm === 'flooded' ? flood.during : undefined)),
        );
      }
      stack.progress.step(`round ${round + 1} of ${ROUNDS}`);
    }
    const quiet = quantile([...times.quiet, ...times['quiet again']], 0.99);
    const ratio = quantile(times.flooded, 0.99) / quiet;
    const control = quantile(times['quiet again'], 0.99) / quantile(times.quiet, 0.99);
    console.log(
      `\nlive captures, one every ${EVERY_MS} ms, beside a sandbox that is flooded: ${SHARE * FLOOD} calls a second, ${SHARE} of which are its share\n`,
    );
    printTable(
      ['sandbox', 'captures', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'],
      ARMS.map((arm) => [
        arm,
        `${times[arm].length}`,
        ...[0.5, 0.95, 0.99, 1].map((part) => quantile(times[arm], part).toFixed(0)),
      ]),
    );
    console.log(
      `\n  p99 flooded / quiet: ${ratio.toFixed(2)} (aim <= ${AIM}: ${ratio <= AIM ? 'reached' : 'missed'}); control ${control.toFixed(2)}`,
    );
    console.log(`  the flood: ${flood.taken()} calls taken, ${flood.refused()} answered 429`);
    return 0;
  },
  {
    hasLive: true,
    settings: { LIVE_PARTNER_COUNTRIES: LIVE_COUNTRY, SANDBOX_CALLS_PER_SECOND: String(SHARE) },
  },
);

interface Till {
  readonly api: Api;
  readonly shop: Merchant;
  readonly buyers: readonly Credential[];
}

/** Captures charges at the steady rate, inside `during`. Returns the milliseconds of each capture. */
async function captureAtRate(
  { api, shop, buyers }: Till,
  count: number,
  during: (work: () => Promise<void>) => Promise<void> = (work) => work(),
): Promise<number[]> {
  const charges: string[] = [];
  const authorize = async (): Promise<void> => {
    while (charges.length < count) {
      const place = charges.push('') - 1;
      const checkout = await api.createCheckout(shop, LIVE_CART);
      charges[place] = await api.authorize(checkout, buyers[place % buyers.length] as Credential);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, authorize));
  await sleep(SETTLE_MS);
  const times: number[] = [];
  await during(async () => {
    const running: Promise<void>[] = [];
    for (const charge of charges) {
      const began = performance.now();
      running.push(api.capture(charge, shop).then(() => void times.push(performance.now() - began)));
      await sleep(EVERY_MS);
    }
    await Promise.all(running);
  });
  return times;
}

interface Flood {
  /** Floods the sandbox while the work goes on. */
  during(work: () => Promise<void>): Promise<void>;
  taken(): number;
  refused(): number;
}

function createFlood(stack: BenchStack, { key }: Merchant): Flood {
  const pool = new Pool(stack.apiUrl, { connections: SHARE * FLOOD });
  stack.atEnd(() => pool.close());
  const counts = { taken: 0, refused: 0 };
  const headers = { 'content-type': 'application/json', ...key };
  const callOnce = async (): Promise<void> => {
    const request = { method: 'POST', path: '/checkouts', headers, body: JSON.stringify(CART) } as const;
    const { statusCode, body } = await pool.request(request);
    await body.dump();
    if (statusCode === 200) counts.taken++;
    else if (statusCode === 429) counts.refused++;
    else throw new Error(`a call of the flood was answered ${statusCode}`);
  };
  return {
    async during(work) {
      let goesOn = true;
      const calls: Promise<void>[] = [];
      const flooding = (async () => {
        for (; goesOn; await sleep(1000 / (SHARE * FLOOD))) calls.push(callOnce());
      })();
      // The share lets a second's calls pass at once. The measurement begins after them.
      await sleep(1000);
      await work();
      goesOn = false;
      await flooding;
      await Promise.all(calls);
    },
    taken: () => counts.taken,
    refused: () => counts.refused,
  };
}

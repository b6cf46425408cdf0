/**
 * The spread of answers at half load: how much longer the slowest call of a hundred takes than the middle
 * one.
 *
 * First eight clients at once show how many checkouts live through a second. Then lives begin at half of that
 * rate, whether or not those before them have ended, with both webhooks. Store and log are as in
 * `bench:lives`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startWebhookReceiver } from '../simulators/webhook-receiver.ts';
import { createApi } from './people.ts';
import type { Api, Credential, Merchant } from './people.ts';
import { printTable } from './report.ts';
import { quantile } from './slices.ts';
import { withStack } from './stack.ts';

const CLIENTS = 8;
const WARM_UPS = 80;
const FULL_LIVES = 240;
const HALF_LIVES = 600;
/** The work that a full load leaves behind is done by then. */
const SETTLE_MS = 5000;
const AIM = 2;
/** Monitoring stops a shopper who pays a thousand times in an hour. */
const SHOPPERS = 8;

const CALLS = ['create', 'authorize', 'capture'] as const;
type Call = (typeof CALLS)[number];
type Times = Record<Call, number[]>;

process.exitCode = await withStack(
  async (stack) => {
    const receiver = await startWebhookReceiver();
    stack.atEnd(() => receiver.stop());
    const api = createApi(stack);
    const shop = await api.merchant(receiver.url);
    const buyers = await Promise.all(Array.from({ length: SHOPPERS }, () => api.shopper()));
    const till = { api, shop, buyers };
    await liveAtOnce(till, WARM_UPS);
    const rate = await liveAtOnce(till, FULL_LIVES);
    await sleep(SETTLE_MS);
    stack.progress.step(`${rate.toFixed(1)} lives a second; now half of that`);
    const times = await liveAtRate(till, rate / 2);
    console.log(
      `\ncalls while ${(rate / 2).toFixed(1)} checkouts a second begin, of ${rate.toFixed(1)} that the machine carries\n`,
    );
    printTable(
      ['call', 'calls', 'p50 ms', 'p99 ms', 'p99 / p50', `aim <= ${AIM}`],
      CALLS.map((call) => {
        const [p50, p99] = [quantile(times[call], 0.5), quantile(times[call], 0.99)];
        const ratio = p99 / p50;
        return [
          call,
          `${times[call].length}`,
          p50.toFixed(1),
          p99.toFixed(1),
          ratio.toFixed(2),
          ratio <= AIM ? 'reached' : 'missed',
        ];
      }),
    );
    return 0;
  },
  { isStored: true },
);

interface Till {
  readonly api: Api;
  readonly shop: Merchant;
  readonly buyers: readonly Credential[];
}

/** Lives of eight clients at once. Returns the lives a second. */
async function liveAtOnce(till: Till, count: number): Promise<number> {
  let begun = 0;
  const began = performance.now();
  const client = async (): Promise<void> => {
    while (begun < count) await live(till, begun++, { create: [], authorize: [], capture: [] });
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return count / ((performance.now() - began) / 1000);
}

/** Lives that begin at a rate. Returns the milliseconds of each call. */
async function liveAtRate(till: Till, perSecond: number): Promise<Times> {
  const times: Times = { create: [], authorize: [], capture: [] };
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let turn = 0; turn < HALF_LIVES; turn++) {
    await sleep(Math.max(0, began + (turn * 1000) / perSecond - performance.now()));
    running.push(live(till, turn, times));
  }
  await Promise.all(running);
  return times;
}

async function live({ api, shop, buyers }: Till, turn: number, times: Times): Promise<void> {
  const timed = async <T>(call: Call, work: Promise<T>): Promise<T> => {
    const began = performance.now();
    const answer = await work;
    times[call].push(performance.now() - began);
    return answer;
  };
  const buyer = buyers[turn % buyers.length] as Credential;
  const checkout = await timed('create', api.createCheckout(shop));
  const charge = await timed('authorize', api.authorize(checkout, buyer));
  await timed('capture', api.capture(charge, shop));
}

/**
 * Screens names against a list of 200,000 invented ones, in the thread that the worker uses. Prints the times
 * of a search, and how long the search keeps the event loop from its other work. Then captures by turns: with
 * a search beside every tenth of them, and without. Merchants are paid out far more rarely.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createScreeningList } from '../src/partners/screening-list.ts';
import { createApi } from './people.ts';
import type { Api, Credential, Merchant } from './people.ts';
import { printComparisons } from './report.ts';
import { measureByTurns, quantile } from './slices.ts';
import type { Arm } from './slices.ts';
import { withStack } from './stack.ts';

const SIZE = 200_000;
const SEARCHES = 500;
/** A capture beside searches, over a capture. */
const AIM = 1.1;
/** The captures for each search. */
const RARITY = 10;
const SHOPPERS = 8;
const CLIENTS = 4;
const CAPTURES = 40;
const ROUNDS = 15;

/** A linear congruential generator: each run has the same names. */
let seed = 1;
const random = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff;
const LETTERS = ['bcdfghjklmnprstvwz', 'aeiouy'] as const;
const makeWord = () =>
  Array.from({ length: 4 + Math.floor(random() * 7) }, (_, at) =>
    LETTERS[at % 2]?.at(random() * (at % 2 ? 6 : 18)),
  ).join('');
/** One word in three is a common one: the first of 500 is also the most frequent. */
const common = Array.from({ length: 500 }, makeWord);
const makeName = () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () =>
    random() < 0.33 ? common[Math.floor(random() ** 2 * 500)] : makeWord(),
  ).join(' ');

const directory = await mkdtemp(join(tmpdir(), 'screening-'));
const file = join(directory, 'list.csv');
const names = Array.from({ length: SIZE }, makeName);
const rows = names.map((name, at) => `id-${at},Person,${name},,invented,2026-01-01`);
await writeFile(file, ['id,schema,name,aliases,dataset,last_seen', ...rows].join('\n'));

const list = createScreeningList({ file, minScore: 0.88, maxAgeDays: null });
const search = async (name: string): Promise<number> => {
  const began = performance.now();
  const screened = await list.screen({ name, countryCode: 'GB' });
  if (screened.kind === 'unavailable') throw new Error('the list was not read');
  return performance.now() - began;
};

const show = (title: string, times: readonly number[]) =>
  console.log(
    `${title}: median ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`,
  );

console.log(
  `${SIZE} names; the first search reads the list: ${(await search('Karo Mitensal')).toFixed(0)} ms`,
);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const listed: number[] = [];
const unknown: number[] = [];
for (let at = 0; at < SEARCHES; at++) {
  listed.push(await search(names[Math.floor(random() * SIZE)] ?? ''));
  unknown.push(await search(makeName()));
}
show('a listed name', listed);
show('an invented name', unknown);
console.log(`a name of 200 letters in 40 words: ${(await search('abcd '.repeat(40))).toFixed(1)} ms`);
console.log(`the event loop beside it waited p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`);

process.exitCode = await withStack(async (stack) => {
  const api = createApi(stack);
  const shop = await api.merchant();
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => api.shopper()));
  const arm = captures(api, { shop, shoppers });
  const arms = [
    arm('capture beside searches', (at) => at % RARITY === 0 && void search(makeName())),
    arm('capture', () => undefined),
    arm('capture again', () => undefined),
  ];
  const options = { rounds: ROUNDS, seconds: 120, warmUps: 2, clients: CLIENTS, count: CAPTURES };
  const [ours, limit, control] = await measureByTurns(arms, { ...options, processes: stack.processes });
  if (ours === undefined || limit === undefined || control === undefined) throw new Error('not measured');
  return printComparisons('captures beside searches in the list', [
    { name: 'capture', ours, limit, control, aim: AIM },
  ]);
});
await rm(directory, { recursive: true });

/** Captures of charges that were authorized before the slice. `beside` is called with the number of each. */
function captures(
  api: Api,
  { shop, shoppers }: { readonly shop: Merchant; readonly shoppers: readonly Credential[] },
) {
  return (name: string, beside: (at: number) => void): Arm => {
    const stock: string[] = [];
    let captured = 0;
    return {
      name,
      async prepare(count) {
        const all = Array.from({ length: count }, async (_, at) =>
          stock.push(await api.authorize(await api.createCheckout(shop), shoppers[at % SHOPPERS] ?? {})),
        );
        await Promise.all(all);
      },
      operate() {
        const authId = stock.shift();
        if (authId === undefined) throw new Error('more is captured than was authorized');
        beside(captured++);
        return api.capture(authId, shop);
      },
    };
  };
}

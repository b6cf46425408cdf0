import { parseArgs } from 'node:util';
import { createPayments } from '../sdk/index.ts';
import { DATA, DEMO_BOOKS } from './places.ts';
import { createProgress } from './progress.ts';
import type { StackFacts } from './run-lock.ts';
import { runningStack } from './running.ts';
import { booksOf, eraseDemoBooks } from './seed/books.ts';
import { ConsentMissing, requireConsent } from './seed/consent.ts';
import { FULL_SIZE } from './seed/plan.ts';
import { retireDemoData } from './seed/retire.ts';
import { inMajor, makeDemoData } from './seed/run.ts';
import type { SeedResult } from './seed/run.ts';
import { seedFile } from './seed/state.ts';
import type { SeedFile } from './seed/state.ts';
import { availableOf } from './seed/totals.ts';

const USAGE = `npm run seed [-- --seed <number>] [-- --force] [-- --erase]
  --seed <number>  other demo data; the same number gives the same totals (1)
  --force          writes into books that are not the demo's without a question
  --erase          removes the books of \`npm start -- --demo\`; in other books, puts the demo out of use`;

const progress = createProgress();

/**
 * Fills the running stack with demo data, or resumes an interrupted run, and prints the places to look at.
 */
async function fill(
  facts: StackFacts,
  { seed, isForced }: { seed: number; isForced: boolean },
): Promise<void> {
  const file = await fileOf(facts);
  // A run that has begun here had its consent.
  if (facts.books !== DEMO_BOOKS && (await file.read()) === null)
    await requireConsent(facts.api_url, {
      isForced,
      terminal: { input: process.stdin, output: process.stderr },
    });
  progress.step(`demo data for ${facts.api_url}, by its public API, seed ${seed}`);
  const seeded = await makeDemoData({
    apiUrl: facts.api_url,
    inboxUrl: facts.inbox_url,
    file,
    seed,
    size: FULL_SIZE,
    say: (line) => progress.step(line),
  });
  progress.step(seeded.isNew ? 'the demo data is ready' : 'the demo data already exists');
  const broken = await brokenPromises(facts);
  console.log(describe(facts, seeded, broken));
  if (broken.length > 0 || differences(seeded).length > 0) process.exitCode = 1;
}

async function fileOf({ books, database_url: databaseUrl }: StackFacts): Promise<SeedFile> {
  return seedFile(books, await booksOf(databaseUrl));
}

async function brokenPromises({
  api_url: baseUrl,
  operator_token: operatorToken,
}: StackFacts): Promise<string[]> {
  const { checks } = await createPayments({ baseUrl, operatorToken }).operator.checkIntegrity();
  return checks
    .filter(({ violations }) => violations > 0)
    .map(({ name, violations }) => `FAIL ${violations} ${name}`);
}

function differences({ shops }: SeedResult): string[] {
  return shops.flatMap(({ shop, figures }) =>
    figures
      .filter(({ expected, booked }) => expected !== booked)
      .map(
        ({ what, expected, booked }) => `FAIL ${shop.name}: ${what} is ${booked}, and ${expected} was made`,
      ),
  );
}

function describe(facts: StackFacts, seeded: SeedResult, broken: readonly string[]): string {
  const wrong = [...broken, ...differences(seeded)];
  const shops = seeded.shops.flatMap(({ shop: { name, country, currency }, kept }) => {
    const { captured, captured_minor, returns, payouts } = kept.totals;
    return [
      `  ${name} (${country}), organization ${kept.org_id}`,
      `    ${captured} sales captured, ${inMajor(captured_minor, currency)}; ${returns} returns, ${payouts} payouts; ${inMajor(availableOf(kept.totals), currency)} to pay out`,
      `    owner    ${kept.owner.email}`,
      `    shopper  ${kept.shoppers[0]?.email}, and ${kept.shoppers.length - 1} more`,
      `    key      ${kept.api_key}`,
      '',
    ];
  });
  const [first] = seeded.shops;
  const email = first?.kept.owner.email;
  return [
    '',
    ...(wrong.length > 0
      ? wrong
      : [
          `  ${seeded.isNew ? 'The totals of the run equal the ledger, and every' : 'Every'} promise of the books holds.`,
        ]),
    '',
    ...shops,
    '  Each merchant’s clock stands where its last day was; real time goes on from there. Nobody listens to their webhooks now.',
    '',
    '  Look around:',
    `    npm run payments -- login --email ${email} --inbox ${facts.inbox_url} --api ${facts.api_url}`,
    `    curl -s '${facts.api_url}/orgs/${first?.kept.org_id}/sales?limit=5' -H 'x-api-key: ${first?.kept.api_key}'`,
    '',
    '  npm run seed -- --erase removes it.',
    '',
  ].join('\n');
}

async function erase(facts: StackFacts | null): Promise<void> {
  if (await eraseDemoBooks()) progress.step(`erased the demo’s data, with ${DEMO_BOOKS}`);
  else if (facts === null) progress.step('there is no demo data to erase, and no stack runs here');
  else if (await retireDemoData({ apiUrl: facts.api_url, file: await fileOf(facts) }))
    progress.step(
      'this database holds other data too: deleted webhooks, revoked keys, ended sessions; its bookings stay',
    );
  else progress.step('there is no demo data in this database');
}

async function main(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      force: { type: 'boolean', default: false },
      erase: { type: 'boolean', default: false },
    },
  });
  const facts = await runningStack();
  if (flags.erase) return erase(facts);
  if (!/^\d{1,9}$/.test(flags.seed)) throw new Error(`--seed must be a whole number\n${USAGE}`);
  if (facts === null)
    throw new Error(
      `No stack runs in this checkout (${DATA}).\nRemedy: npm start -- --demo in another terminal, then this again.`,
    );
  await fill(facts, { seed: Number(flags.seed), isForced: flags.force });
}

try {
  await main();
} catch (error) {
  const usage = String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS') ? `\n${USAGE}` : '';
  const message = error instanceof Error ? error.message : String(error);
  const isRefused = error instanceof ConsentMissing;
  console.error(isRefused ? `npm run seed: ${message}` : `\nnpm run seed failed: ${message}${usage}\n`);
  process.exitCode = isRefused ? 2 : 1;
}

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { cloneDatabase } from '../../support/database.ts';
import { differenceFrom, runBlocks, shellBlocks } from '../../support/documented-shell.ts';
import { bookkeeping, expectIntegrity } from '../../support/people.ts';
import { factOf, startCopy } from '../../support/started-copy.ts';
import type { StartedCopy } from '../../support/started-copy.ts';

const START = 'npm start';
const page = (path: string) => new URL(`../../../${path}`, import.meta.url);
let copy: StartedCopy;
let pool: Pool;

beforeAll(async () => {
  const databaseUrl = await cloneDatabase('documentation');
  pool = bookkeeping(databaseUrl);
  copy = await startCopy({
    settings: {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
      TASK_QUEUE: 'documentation',
    },
  });
}, 120_000);

afterEach(() => expectIntegrity(pool));

afterAll(async () => {
  await copy.interrupt();
  await copy.remove();
  await pool.end();
}, 60_000);

test('`npm start` in a fresh copy prints what the README shows', async () => {
  const [first] = await shellBlocks(page('README.md'));
  expect(first?.code).toBe(START);
  expect(first?.shown).not.toBeNull();
  expect(differenceFrom(first?.shown ?? null, copy.output())).toBeNull();
});

const GOES_ON = [
  'docs/testing-in-the-sandbox.md',
  'docs/errors-and-idempotency.md',
  'docs/webhooks.md',
  'docs/simulated-bank.md',
  'docs/operating.md',
];

test.each([['README.md'], ['docs/quickstart.md', ...GOES_ON]])(
  'every shell block of %s, and of the pages that go on from there, works as it stands and answers what the page shows',
  async (...paths) => {
    const perPage = paths.map(async (path) =>
      (await shellBlocks(page(path))).map((block) => ({ ...block, path })),
    );
    const blocks = (await Promise.all(perPage)).flat().filter(({ code }) => code !== START);
    expect(blocks.length).toBeGreaterThan(paths.length);
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const { code, runs, errors } = await runBlocks(blocks, {
      directory: copy.directory,
      environment: { PATH, HOME, NODE_COMPILE_CACHE },
    });
    const differences = runs.flatMap(({ block, output }) => {
      const difference = differenceFrom(block.shown, output);
      return difference === null ? [] : [`${block.path}:${block.line}: ${difference}\n${output}`];
    });
    expect(differences).toEqual([]);
    const last = runs.at(-1);
    if (code !== 0)
      throw new Error(
        `${last?.block.path}:${last?.block.line} ended with ${code}: ${last?.output}\n${errors}`,
      );
    expect(runs).toHaveLength(blocks.length);
  },
);

test('the command line goes to the API of its own checkout, where nothing else is said or kept', async () => {
  const kept = ['--config', join(copy.directory, '.data', 'config.json'), '--json'];
  const payments = (...words: string[]) => copy.npm(['run', '--silent', 'payments', '--', ...words, ...kept]);
  const login = [
    'login',
    '--email',
    `${randomUUID()}@example.com`,
    '--inbox',
    await factOf(copy, 'inbox_url'),
  ];
  expect(await payments(...login)).toMatchObject({ code: 0 });
  expect(JSON.parse((await payments('whoami')).output)).toMatchObject({
    api_url: await factOf(copy, 'api_url'),
  });
  const elsewhere = await copy.npm(['run', '--silent', 'payments', '--', 'whoami', ...kept], {
    PAYMENTS_API_URL: 'http://127.0.0.1:1',
  });
  expect(elsewhere).toMatchObject({ code: 4 });
});

test('`npm run seed` writes nothing into books that are in use without --force', async () => {
  const count = async () => (await pool.query('select count(*)::int as count from orgs')).rows;
  const before = await count();
  const { code, output } = await copy.npm(['run', '--silent', 'seed']);
  expect({ code, output }).toEqual({
    code: 2,
    output: expect.stringMatching(
      /^npm run seed: The books of .* Nothing was written; --force writes anyway\.\n$/,
    ),
  });
  expect(await count()).toEqual(before);
});

test('Ctrl-C stops everything', async () => {
  const url = await factOf(copy, 'api_url');
  expect((await fetch(`${url}/health`)).status).toBe(200);
  await copy.interrupt();
  expect(copy.output()).toContain('stopping everything');
  await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
});

test.each(['integrity', 'reconcile', 'seed'])(
  '`npm run %s` without a stack says so, and what to do',
  async (script) => {
    const { code, output } = await copy.npm(['run', '--silent', script], {
      DATABASE_URL: undefined,
      TEMPORAL_ADDRESS: undefined,
    });
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^\\nnpm run ${script} failed: No stack .*npm start`, 's'));
    expect(output).not.toContain('    at ');
  },
);

test.each([
  ['integrity', 'ECONNREFUSED 127.0.0.1:1'],
  ['reconcile', 'TEMPORAL_ADDRESS: nothing takes connections at 127.0.0.1:1'],
])('`npm run %s` where the servers are away says that too', async (script, reason) => {
  const away = { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/books', TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const { code, output } = await copy.npm(['run', '--silent', script], away);
  expect(code).toBe(1);
  expect(output).toContain(`npm run ${script} failed: `);
  expect(output).toContain(reason);
  expect(output).not.toContain('    at ');
});

test('a stack that is to end by itself shows no addresses to try', async () => {
  const { code, output } = await copy.npm(['start', '--', '--exit', '--no-payment']);
  expect(code).toBe(0);
  expect(output).toContain('API answers at');
  expect(output).not.toContain('Try it');
}, 120_000);

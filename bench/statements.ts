/**
 * The files of a statement with some 100,000 entries, over HTTP: the time to the first byte and to the last,
 * and how much the memory of the API grows meanwhile. Exits with 1 when a first byte takes over 200 ms or a
 * file takes 64 MB of memory. `npm run bench:statements`; it takes about two minutes.
 */
import { Client } from 'pg';
import { seedHistory } from './history.ts';
import { createApi } from './people.ts';
import type { Credential } from './people.ts';
import { residentMb } from './processor-time.ts';
import { withStack } from './stack.ts';
import type { BenchStack } from './stack.ts';

const SALES = 125_000;
const FORMATS = ['csv', 'pdf', 'camt053', 'beancount', 'hledger'];
const MOST_FIRST_MS = 200;
const MOST_MB = 64;
const LOOK_MS = 20;

interface Figures {
  readonly firstMs: number;
  readonly allMs: number;
  readonly bytes: number;
  readonly moreMb: number;
}

/** Fetches a file. The client keeps none of it. */
async function fetchFile(stack: BenchStack, path: string, credential: Credential): Promise<Figures> {
  const memory = () => residentMb(stack.processes.get('api'));
  const before = await memory();
  let most = before;
  const looking = setInterval(() => void memory().then((now) => (most = Math.max(most, now))), LOOK_MS);
  try {
    const began = performance.now();
    const answer = await fetch(`${stack.apiUrl}${path}`, { headers: credential });
    if (answer.status !== 200 || answer.body === null) throw new Error(`${path} answered ${answer.status}`);
    let [firstMs, bytes] = [0, 0];
    for await (const chunk of answer.body) {
      firstMs ||= performance.now() - began;
      bytes += chunk.length;
    }
    return { firstMs, bytes, allMs: performance.now() - began, moreMb: most - before };
  } finally {
    clearInterval(looking);
  }
}

/** Seeds the sales, and makes a new user the owner of their organization. Returns the month with the most. */
async function prepare(stack: BenchStack): Promise<{ path: string; credential: Credential }> {
  const { orgId } = await seedHistory(stack.superuserUrl, SALES);
  stack.progress.step(`${SALES} sales are there`);
  const credential = await createApi(stack).shopper();
  const me = await fetch(`${stack.apiUrl}/me`, { headers: credential });
  const { user_id: userId } = (await me.json()) as { user_id: string };
  const client = new Client({ connectionString: stack.superuserUrl });
  await client.connect();
  await client.query(`insert into members (org_id, user_id, role) values ($1, $2, 'owner')`, [orgId, userId]);
  const { rows } = await client.query<{ month: string }>(
    `select to_char(day, 'YYYY-MM') as month from merchant_days
     group by 1 order by sum(captured_count) desc limit 1`,
  );
  await client.end();
  return { path: `/orgs/${orgId}/statements/${rows[0]?.month}?currency=USD&format=`, credential };
}

async function benchmark(stack: BenchStack): Promise<number> {
  const { path, credential } = await prepare(stack);
  // The heap of a new process grows with its first work, whatever that is.
  await fetchFile(stack, `${path}csv`, credential);
  let failed = false;
  for (const format of FORMATS) {
    const { firstMs, allMs, bytes, moreMb } = await fetchFile(stack, path + format, credential);
    console.log(
      `${format}: ${(bytes / 1e6).toFixed(1)} MB, first byte after ${firstMs.toFixed(0)} ms, all after ${(allMs / 1000).toFixed(1)} s, ${moreMb.toFixed(0)} MB more memory`,
    );
    failed ||= firstMs > MOST_FIRST_MS || moreMb > MOST_MB;
  }
  return failed ? 1 : 0;
}

process.exitCode = await withStack(benchmark);

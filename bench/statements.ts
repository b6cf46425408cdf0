import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readMonth } from '../src/domain/books.ts';
import { WRITERS } from '../src/http/files/statement-formats.ts';
import type { FileFormat } from '../src/http/files/statement-formats.ts';
import { migrate } from '../src/migrations/migrate.ts';
import { readEntries, readMonthTotals } from '../src/store/books.ts';
import { openDatabase } from '../src/store/database.ts';
import { inSnapshot } from '../src/store/snapshot.ts';
import { DATA } from '../stack/places.ts';
import { startPostgresql } from '../stack/postgresql.ts';
import { stopAllChildren } from '../stack/processes.ts';
import { createProgress } from '../stack/progress.ts';
import { seedHistory } from './history.ts';

/**
 * Measures the files of a statement with some 100,000 entries: the time to the first chunk and to the last,
 * and how much the memory of the process grows meanwhile. `npm run bench:statements`; it takes about two
 * minutes.
 */
const SALES = 125_000;

const progress = createProgress((line) => console.error(line));
const directory = join(DATA, `bench-${process.pid}`);
const postgresql = await startPostgresql({
  directory: join(directory, 'postgresql'),
  logDirectory: join(directory, 'logs'),
  progress,
  durable: false,
  password: randomBytes(12).toString('hex'),
});
try {
  await migrate(postgresql.adminUrl);
  const { orgId } = await seedHistory(postgresql.adminUrl, SALES);
  progress.step(`${SALES} sales are there`);
  const database = await openDatabase({ url: postgresql.adminUrl, poolSize: 2 });
  const { rows } = await database.pool.query<{ name: string }>(
    `select to_char(day, 'YYYY-MM') as name from merchant_days
     group by 1 order by sum(captured_count) desc limit 1`,
  );
  const month = rows[0]?.name ?? '';
  // The heap of a new process grows with its first work, whatever that is.
  console.log(`in a new process: ${await measure('csv', month)}`);
  for (const format of Object.keys(WRITERS) as FileFormat[]) console.log(await measure(format, month));
  await database.close();

  async function measure(format: FileFormat, name: string): Promise<string> {
    const read = readMonth(name);
    if (!read.ok) throw new Error(`no month: ${name}`);
    const books = { orgId, env: 'sandbox', currency: 'USD' } as const;
    const facts = {
      id: orgId,
      org: { id: orgId, name: 'Corner Coffee' },
      month: read.value,
      madeAt: read.value.to,
    };
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    const began = performance.now();
    let [first, most, bytes, entries] = [0, 0, 0, 0];
    const chunks = inSnapshot(database.pool, async function* (on) {
      const totals = await readMonthTotals(on, books, read.value);
      const counted = async function* () {
        for await (const page of readEntries(on, books, read.value)) {
          entries += page.length;
          yield page;
        }
      };
      yield* WRITERS[format].write({ ...facts, ...books, totals, entries: counted() });
    });
    for await (const chunk of chunks) {
      first ||= performance.now() - began;
      bytes += Buffer.byteLength(chunk);
      most = Math.max(most, process.memoryUsage.rss());
    }
    const grown = (most - before) / 2 ** 20;
    const seconds = (performance.now() - began) / 1000;
    return `${format}: ${entries} entries, ${(bytes / 1e6).toFixed(1)} MB, first chunk after ${first.toFixed(0)} ms, all after ${seconds.toFixed(1)} s, ${grown.toFixed(0)} MB more memory`;
  }
} finally {
  await postgresql.stop();
  await stopAllChildren();
  await rm(directory, { recursive: true, force: true });
}

import { Pool } from 'pg';
import { countBankBreaks } from '../src/store/bank-comparison.ts';
import { checkIntegrity } from '../src/store/integrity.ts';
import { runCommand } from './complaint.ts';
import { findRunningStack } from './running.ts';

/**
 * `npm run integrity`: prints each check of the books with its violations, and the differences with the bank
 * that the last comparison left open. Exits with 1 on any of them.
 */
await runCommand('integrity', async () => {
  const { databaseUrl } = await findRunningStack({ TEMPORAL_ADDRESS: '', ...process.env });
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const results = await checkIntegrity(pool);
    for (const { name, violations } of results) print(violations === 0, `${violations} ${name}`);
    const agrees = report(await countBankBreaks(pool, {}));
    process.exitCode = agrees && results.every(({ violations }) => violations === 0) ? 0 : 1;
  } finally {
    await pool.end();
  }
});

function print(isWell: boolean, line: string): void {
  console.log(`${isWell ? 'ok  ' : 'FAIL'} ${line}`);
}

function report(breaks: Awaited<ReturnType<typeof countBankBreaks>>): boolean {
  const open = breaks.reduce((sum, { count }) => sum + count, 0);
  const comparedAt = breaks[0]?.comparedAt?.toISOString() ?? 'never';
  print(open === 0, `${open} differences with the bank's list are open (last compared: ${comparedAt})`);
  for (const { kind, count } of breaks) if (count > 0) console.log(`       ${count} ${kind}`);
  return open === 0;
}

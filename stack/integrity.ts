import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { createBank } from '../src/partners/bank.ts';
import type { Bank } from '../src/partners/bank.ts';
import { checkIntegrity } from '../src/store/integrity.ts';
import { compareWithBank } from './bank-comparison.ts';
import type { BankComparison } from './bank-comparison.ts';
import { runCommand } from './complaint.ts';
import { findRunningStack } from './running.ts';

/** The number of comparisons, and the pause between them: a difference may only be in flight. */
const LOOKS = 3;
const PAUSE_MS = 5000;

/**
 * `npm run integrity`: prints each check of the books with its violations, and compares the books with the
 * bank's if the bank is known. Exits with 1 on any violation.
 */
await runCommand('integrity', async () => {
  const { databaseUrl, bank } = await findRunningStack({ TEMPORAL_ADDRESS: '', ...process.env });
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const results = await checkIntegrity(pool);
    for (const { name, violations } of results) print(violations === 0, `${violations} ${name}`);
    const agrees = bank === null || report(await compared(pool, createBank(bank)));
    process.exitCode = agrees && results.every(({ violations }) => violations === 0) ? 0 : 1;
  } finally {
    await pool.end();
  }
});

function print(isWell: boolean, line: string): void {
  console.log(`${isWell ? 'ok  ' : 'FAIL'} ${line}`);
}

async function compared(pool: Pool, other: Bank): Promise<BankComparison | null> {
  for (let look = 1; ; look++) {
    const comparison = await compareWithBank(pool, other);
    if (look === LOOKS || comparison?.differences.length === 0) return comparison;
    await sleep(PAUSE_MS);
  }
}

function report(comparison: BankComparison | null): boolean {
  if (comparison === null) {
    print(false, "1 the bank's own lists could not be read");
    return false;
  }
  const { transfers, deposits, underWay, differences } = comparison;
  const isWell = differences.length === 0;
  print(
    isWell,
    `${differences.length} the books agree with the bank's (${transfers} transfers, ${underWay} of them under way, ${deposits} deposits)`,
  );
  for (const difference of differences) console.log(`       ${difference}`);
  return isWell;
}

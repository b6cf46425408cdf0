import { Pool } from 'pg';
import { checkIntegrity } from '../src/store/integrity.ts';
import { findRunningStack } from './running.ts';

/** `npm run integrity`: prints each promise of the books with its violations; ends with 1 if there are any. */
const { databaseUrl } = await findRunningStack({ TEMPORAL_ADDRESS: '', ...process.env });
const pool = new Pool({ connectionString: databaseUrl, max: 1 });
const results = await checkIntegrity(pool);
await pool.end();
for (const { name, violations } of results) console.log(`${violations === 0 ? 'ok  ' : 'FAIL'} ${violations} ${name}`);
process.exitCode = results.every(({ violations }) => violations === 0) ? 0 : 1;

import { readdirSync } from 'node:fs';
import { Client } from 'pg';
import { STATEMENTS } from '../../src/store/database.ts';

const store = new URL('../../src/store/', import.meta.url);

test('PostgreSQL accepts every statement of the store, types and all', async () => {
  for (const file of readdirSync(store)) await import(new URL(file, store).href);
  const client = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  const refused: string[] = [];
  for (const [name, text] of STATEMENTS) {
    await client.query(`prepare ${name} as ${text}`).catch((error: Error) => refused.push(`${name}: ${error.message}`));
  }
  await client.end();
  expect(refused).toEqual([]);
  expect(STATEMENTS.size).toBeGreaterThan(60);
});

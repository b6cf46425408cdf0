import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MIGRATIONS } from '../../src/migrations/migrate.ts';

/**
 * The digest of each migration that has landed. Add a line for a new one; a line that stands here never
 * changes.
 */
const LANDED: Readonly<Record<string, string>> = {
  '0001_foundation': '8a0c6b55c6c55c76',
  '0002_people': '23c887f4655529d3',
  '0003_credentials': '7e07dac1eff4cd13',
  '0004_verification': 'b12f1118da19d8ba',
  '0005_sandbox_clock': 'bc221ce1e6fc14cc',
  '0006_checkouts': 'ab3fc69c6b726aeb',
  '0007_charges': 'e12ad259f4009515',
  '0008_payouts': '46b5efc15749bcea',
  '0009_ledger': 'b20211f3bf35a78e',
  '0010_captures_and_returns': 'c3f277760cad64e0',
  '0011_cashback': 'f1d24f4189b2d9fd',
  '0012_merchant_totals': '506fb62b5247a6d7',
  '0013_webhooks': 'ec028a6663bf5e19',
  '0014_requests': '23f57f6a9c6624a0',
  '0015_locks': '521a7f78ba356ab9',
  '0016_due_things': '23ef12aa74c980aa',
  '0017_org_events': 'd5c1dd5bf94eaa1e',
  '0018_sign_ins': 'f835e6eb236e56ff',
  '0020_destinations': 'd8d454a4b52d80ff',
  '0021_keys': '0dec09380288bb4e',
  '0023_privacy': '1c435a7376867748',
  '0024_hints': '91ecfb40eb104c3f',
  '0025_event_log': 'dd18ccb5d37a4d0f',
  '0026_request_ids': '07a5832e72ed73fc',
  '0027_first_attempts': 'aad439e69c2ac343',
  '0028_suspense': '4a1b6416dfc236b3',
  '0029_bank_edges': 'b4804450aa303ff6',
  '0030_merchant_books': '1b0e2d101610bb8a',
  '0033_bank_comparison': 'd42811983ce9870e',
  '0035_authorization_requests': '7f78dbae9c40444b',
  '0037_due_windows': '56bd27f2020bd4fa',
  '0038_integrity_passes': '0108d5e7c578f623',
  '0040_blocked_attempts': '79fbd1b6018fad69',
  '0041_retention': 'd381bab2406cc1f4',
  '0042_withdrawn_proposals': '3a6ea0074e31b055',
  '0043_known_statuses': 'e2acf951e3474b57',
};

const digestOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(new URL(`../../src/migrations/${name}.ts`, import.meta.url)))
    .digest('hex')
    .slice(0, 16);

test('a migration that has landed never changes: databases have run it as it was', () => {
  expect(Object.fromEntries(MIGRATIONS.map(({ name }) => [name, digestOf(name)]))).toEqual(LANDED);
});

test('migrations are numbered in the order in which they run', () => {
  const numbers = MIGRATIONS.map(({ name }) => Number(/^(\d{4})_/.exec(name)?.[1]));
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_VERSION } from '../../src/http/openapi/document.ts';

const ROOT = join(import.meta.dirname, '../..');
const SDK = join(ROOT, 'sdk');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

interface Manifest {
  readonly version: string;
  readonly dependencies?: object;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8')) as Manifest;

/** A project of a user, with the package as it is published. */
let project: string;
let installed: string;

const node = (...words: string[]) =>
  execFileSync(process.execPath, words, { cwd: project, encoding: 'utf8', stdio: 'pipe' });

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'payments-user-'));
  installed = join(project, 'node_modules/merchant-payments-client');
  node(TSC, '-p', join(SDK, 'tsconfig.json'), '--outDir', join(installed, 'dist'));
  node(join(SDK, 'bundle-cli.mjs'), join(installed, 'dist'));
  cpSync(join(SDK, 'package.json'), join(installed, 'package.json'));
  mkdirSync(join(project, 'node_modules/@types'));
  for (const needed of ['@types/node', 'undici-types'])
    symlinkSync(join(ROOT, 'node_modules', needed), join(project, 'node_modules', needed));
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
});

afterAll(() => rmSync(project, { recursive: true }));

test('the package is as new as the API, and needs no other', () => {
  expect(manifest.version).toBe(API_VERSION);
  expect(manifest.dependencies).toBeUndefined();
});

test('every file that package.json names is in the package', () => {
  const promised = [
    ...Object.values(manifest.exports).flatMap((way) =>
      typeof way === 'string' ? [way] : Object.values(way),
    ),
  ];
  for (const file of [...promised, ...Object.values(manifest.bin)])
    expect([file, existsSync(join(installed, file))]).toEqual([file, true]);
});

test('the verifiers and pages that the README names are in it', () => {
  const readme = readFileSync(join(SDK, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/\]\(\.\.\/(docs\/[^)]+)\)/g)].map(([, path]) => path ?? '');
  expect(named.length).toBeGreaterThan(3);
  for (const path of [...named, 'docs/webhooks.md', 'docs/reasons.md', 'docs/glossary.md'])
    expect([path, existsSync(join(installed, 'dist', path))]).toEqual([path, true]);
});

test('it is plain JavaScript for those who import it, and a command line', () => {
  writeFileSync(
    join(project, 'use.mjs'),
    `import { createPayments } from 'merchant-payments-client';
     import { verifyWebhook } from 'merchant-payments-client/webhooks';
     console.log(typeof createPayments({ baseUrl: 'http://127.0.0.1' }).checkouts.createCheckout, typeof verifyWebhook);`,
  );
  expect(node('use.mjs')).toBe('function function\n');
  const cli = join(installed, manifest.bin['payments'] ?? '');
  expect(node(cli, 'help')).toContain('Usage: payments [options] [command]');
  expect(node(cli, '--version')).toBe(`${API_VERSION}\n`);
});

test('its types know fields and operations', () => {
  writeFileSync(
    join(project, 'use.ts'),
    `import { createPayments, PaymentsError } from 'merchant-payments-client';
     const payments = createPayments({ baseUrl: 'http://127.0.0.1', apiKey: 'fl_test_' });
     export async function take(auth_id: string): Promise<number> {
       for await (const sale of payments.sales.listSales.each({ id: 'a', limit: 10 })) console.log(sale.total_minor, new PaymentsError('', { status: 1, body: {}, requestId: null }).reason);
       return (await payments.charges.captureCharge({ auth_id })).mdr_fee;
     }
     // @ts-expect-error: a capture needs its charge
     export const without = () => payments.charges.captureCharge({});
     // @ts-expect-error: there is no such field
     export const unknown = async () => (await payments.charges.captureCharge({ auth_id: 'a' })).fee;
    `,
  );
  const options = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
  ];
  expect(node(TSC, ...options, 'use.ts')).toBe('');
});

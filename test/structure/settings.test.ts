import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { withSecretFiles } from '../../src/secret-files.ts';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The names in the schema of src/config.ts. */
const names = [...text('src/config.ts').matchAll(/^ {2}([A-Z_]+): ?\S/gm)].map(([, name]) => name as string);

const example = Object.fromEntries(
  [...text('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name as string,
    (value as string).replace(/^"(.*)"$/, '$1'),
  ]),
);

/** Settings that no process's schema has: one for migrations, and where the files of secrets are. */
const BESIDE = ['MIGRATION_DATABASE_URL', 'SECRETS_DIR'];

/** The settings that are secrets: compose, the chart and the units hand them over as files. */
const SECRETS = [
  ...[
    'BANK_SECRET',
    'BANK_TOKEN',
    'DATABASE_URL',
    'DIGEST_KEY',
    'ENCRYPTION_KEYS',
    'OLDER_DIGEST_KEYS',
    'PAYLOAD_KEYS',
  ],
  ...['OPERATOR_TOKEN', 'OPERATOR_TOKENS', 'PAYEE_NAMES_TOKEN', 'SMTP_URL', 'TEMPORAL_API_KEY'],
  ...['VERIFICATION_SECRET', 'VERIFICATION_TOKEN', 'WATCHMAN_TOKEN'],
];

/** The settings that compose passes to both processes. */
const composed = [
  ...(/&settings\n((?: {4}\S.*\n)+)/.exec(text('docker-compose.yml'))?.[1] ?? '').matchAll(
    /^ {4}([A-Z_]+):/gm,
  ),
].map(([, name]) => name as string);

test('.env.example names every setting, and compose hands over all but three that it has no use for', () => {
  expect(names.length).toBeGreaterThan(10);
  expect(Object.keys(example).sort()).toEqual([...names, ...BESIDE].sort());
  const unused = ['WEBHOOK_ALLOW_LOOPBACK', 'WORKFLOW_BUNDLE', 'CRASH_POINT'];
  expect([...composed, ...SECRETS, ...unused].sort()).toEqual([...names, 'SECRETS_DIR'].sort());
});

describe('a secret is a file of SECRETS_DIR', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));
  const put = (name: string, value: string) => writeFileSync(join(directory, name), value);

  test('with the name of the setting; other files are ignored', () => {
    put('BANK_TOKEN', 'a-token-at-the-bank\n');
    put('..data', 'what Kubernetes keeps there');
    const environment = { SECRETS_DIR: directory, BANK_NAME: 'bank', BANK_TOKEN: '' };
    expect(withSecretFiles(environment)).toEqual({ BANK_NAME: 'bank', BANK_TOKEN: 'a-token-at-the-bank' });
  });

  test('and API and worker read it', () => {
    put('DIGEST_KEY', Buffer.alloc(31, 1).toString('base64'));
    expect(() => readConfig({ SECRETS_DIR: directory })).toThrow('DIGEST_KEY: must be 32 bytes in base64');
  });

  test('an empty one is refused', () => {
    put('BANK_TOKEN', '\n');
    expect(() => withSecretFiles({ SECRETS_DIR: directory })).toThrow(
      'BANK_TOKEN is empty: fill it in, or delete it',
    );
  });

  test('one that is also in the environment is refused', () => {
    put('BANK_TOKEN', 'a-token-at-the-bank');
    expect(() => withSecretFiles({ SECRETS_DIR: directory, BANK_TOKEN: 'an-older-token' })).toThrow(
      'BANK_TOKEN is set twice',
    );
  });
});

test('.env.example is complete but for its secrets', () => {
  const key = Buffer.alloc(32, 1).toString('base64');
  const secrets = {
    DATABASE_URL: 'postgresql://a:b@c/d',
    ENCRYPTION_KEYS: `k1:${key}`,
    DIGEST_KEY: key,
    OPERATOR_TOKEN: 'an-operator-token',
    VERIFICATION_URL: 'https://verification.example.com',
    VERIFICATION_TOKEN: 'a-verification-token',
    VERIFICATION_SECRET: 'a-verification-secret',
    BANK_URL: 'https://bank.example.com',
    BANK_TOKEN: 'a-token-at-the-bank',
    BANK_SECRET: 'a-secret-of-the-bank',
    PAYEE_NAMES_URL: 'https://names.example.com',
    PAYEE_NAMES_TOKEN: 'a-token-of-the-register',
  };
  expect(readConfig({ ...example, ...secrets })).toEqual(readConfig(secrets));
});

test('every setting has a sentence', () => {
  const lines = text('.env.example').split('\n');
  const bare = lines.filter((line, index) => /^[A-Z_]+=/.test(line) && !lines[index - 1]?.startsWith('# '));
  expect(bare).toEqual([]);
});

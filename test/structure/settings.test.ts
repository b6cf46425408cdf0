import { readFileSync } from 'node:fs';
import { readConfig } from '../../src/config.ts';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The names in the schema of src/config.ts. */
const names = [...text('src/config.ts').matchAll(/^ {2}([A-Z_]+): ?\S/gm)].map(([, name]) => name as string);

const example = Object.fromEntries(
  [...text('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name as string,
    (value as string).replace(/^"(.*)"$/, '$1'),
  ]),
);

/** The settings of servers and migrations, which API and worker never see. */
const FOR_COMPOSE = [
  'MIGRATION_DATABASE_URL',
  'POSTGRES_PASSWORD',
  'POSTGRES_OWNER_PASSWORD',
  'POSTGRES_APP_PASSWORD',
  'POSTGRES_TEMPORAL_PASSWORD',
];

/** What compose hands to both processes. */
const composed = [
  ...(/&settings\n((?: {4}\S.*\n)+)/.exec(text('docker-compose.yml'))?.[1] ?? '').matchAll(
    /^ {4}([A-Z_]+):/gm,
  ),
].map(([, name]) => name as string);

test('.env.example names every setting, and compose hands over all but three that it has no use for', () => {
  expect(names.length).toBeGreaterThan(10);
  expect(Object.keys(example).sort()).toEqual([...names, ...FOR_COMPOSE].sort());
  expect([...composed, 'WEBHOOK_ALLOW_LOOPBACK', 'WORKFLOW_BUNDLE', 'CRASH_POINT'].sort()).toEqual(
    [...names].sort(),
  );
});

test('API and worker get neither a superuser nor the owner of the tables', () => {
  const compose = text('docker-compose.yml');
  expect(/DATABASE_URL: &database-url (\S+)/.exec(compose)?.[1]).toMatch(/^postgresql:\/\/payments_app:/);
  const owning = /MIGRATION_DATABASE_URL|OWNER_PASSWORD|\$\{POSTGRES_PASSWORD/;
  const users = [...compose.matchAll(/^ {2}([a-z-]+):\n((?: {4}.*\n|\n)+)/gm)];
  expect(users.filter(([, , body]) => owning.test(body ?? '')).map(([, name]) => name)).toEqual([
    'postgres',
    'database-roles',
    'migrate',
  ]);
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

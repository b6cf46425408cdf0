import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../../sdk/index.ts';

interface Vector {
  readonly name: string;
  readonly valid: boolean;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, '../../..');
const SNIPPETS = join(ROOT, 'docs/webhook-verification');
const CHECKS = join(ROOT, 'test/support/verifiers');
const { secret, now, vectors } = JSON.parse(readFileSync(join(SNIPPETS, 'vectors.json'), 'utf8')) as {
  secret: string;
  now: number;
  vectors: readonly Vector[];
};

/**
 * Every language with a call that works where it is at hand, and how its check is run in a folder of its own.
 */
const LANGUAGES: Readonly<Record<string, { probe: string; run: (folder: string, input: string) => string }>> =
  {
    node: {
      probe: 'node --version',
      run: (_, input) => execFileSync('node', [join(CHECKS, 'check.mjs')], { input, encoding: 'utf8' }),
    },
    python: {
      probe: 'python3 --version',
      run: (_, input) => execFileSync('python3', [join(CHECKS, 'check.py')], { input, encoding: 'utf8' }),
    },
    go: {
      probe: 'go version',
      run: (folder, input) => {
        const binary = join(folder, 'check');
        // Two files by name are a package of their own: no module is needed, and nothing is fetched.
        execFileSync('go', ['build', '-o', binary, ...gathered(folder, ['verify.go', 'check.go'])], {
          cwd: folder,
          stdio: 'inherit',
        });
        return execFileSync(binary, { input, encoding: 'utf8' });
      },
    },
    java: {
      probe: 'javac -version',
      run: (folder, input) => {
        execFileSync(
          'javac',
          ['-d', folder, join(SNIPPETS, 'VerifyWebhook.java'), join(CHECKS, 'Check.java')],
          { stdio: 'inherit' },
        );
        return execFileSync('java', ['-cp', folder, 'Check'], { input, encoding: 'utf8' });
      },
    },
    php: {
      probe: 'php --version',
      run: (_, input) => execFileSync('php', [join(CHECKS, 'check.php')], { input, encoding: 'utf8' }),
    },
  };

/** Go wants the files of a package in one folder. */
function gathered(folder: string, names: readonly string[]): string[] {
  for (const name of names) {
    const from = join(name === 'verify.go' ? SNIPPETS : CHECKS, name);
    execFileSync('cp', [from, folder]);
  }
  return [...names];
}

/** A delivery a line, every field in base64 behind a sign, so that empty ones are there too. */
const INPUT = vectors
  .map(({ body, headers }) => [
    secret,
    String(now),
    body,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ])
  .map((fields) => fields.map((field) => `=${Buffer.from(field).toString('base64')}`).join(' '))
  .join('\n');

// Asked to run: a name on the PATH may be a shim with nothing behind it.
const atHand = (probe: string): boolean => spawnSync('sh', ['-c', probe]).status === 0;
const here = Object.keys(LANGUAGES).filter((language) => atHand(LANGUAGES[language]?.probe ?? 'false'));
const missing = Object.keys(LANGUAGES).filter((language) => !here.includes(language));

test.each(here)('the snippet in %s takes and refuses what the vectors say', (language) => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  try {
    const said = LANGUAGES[language]?.run(folder, `${INPUT}\n`).trim().split('\n');
    expect(vectors.map(({ name }, index) => `${name}: ${said?.[index]}`)).toEqual(
      vectors.map(({ name, valid }) => `${name}: ${valid}`),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test(`snippets not checked on this machine, for want of their language: ${missing.join(', ') || 'none'}`, () => {
  if (missing.length > 0) console.warn(`not checked here, for want of their language: ${missing.join(', ')}`);
  expect(here).toContain('node');
});

test.each(vectors.map((vector) => [vector.name, vector] as const))(
  'the client agrees about: %s',
  (_, { valid, body, headers }) => {
    const verify = () => verifyWebhook(body, headers, secret, { now: now * 1000 });
    if (valid) expect(verify().id).toBe(headers['webhook-id']);
    else expect(verify).toThrow(Error);
  },
);

test('the official library of Standard Webhooks signs what the vectors say is valid in the same way', () => {
  const signed = vectors.filter(
    ({ valid, headers }) => valid && !headers['webhook-signature']?.includes(' '),
  );
  for (const { body, headers } of signed) {
    const { 'webhook-id': id = '', 'webhook-timestamp': timestamp } = headers;
    expect(new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), body)).toBe(
      headers['webhook-signature'],
    );
  }
});

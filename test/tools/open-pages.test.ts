import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../stack/places.ts';
import { until } from '../support/people.ts';

const run = promisify(execFile);
const OPENER = process.platform === 'darwin' ? 'open' : 'xdg-open';
const CONSOLE = 'http://127.0.0.1:8080/console';
const PAY = 'http://127.0.0.1:8080/pay/1';

/** The only folder on the PATH of the process that opens the pages. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'opener-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Puts an opener on the PATH that writes down its arguments. Returns a look at them. */
async function recordOpener(): Promise<() => Promise<string[]>> {
  const record = join(folder, 'opened');
  await writeFile(record, '');
  await writeFile(join(folder, OPENER), `#!/bin/sh\necho "$@" >> '${record}'\n`);
  await chmod(join(folder, OPENER), 0o755);
  return async () => (await readFile(record, 'utf8')).split('\n').filter((line) => line !== '');
}

/** Opens the pages as `npm start -- --open` does, in a process of its own. Returns what it prints. */
async function open(payUrl: string | null): Promise<string> {
  const pages = JSON.stringify({ consoleUrl: CONSOLE, payUrl, terminalUrl: null });
  const program = `(await import('./stack/pages.ts')).openInBrowser(${pages})`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    env: { PATH: folder, NODE_NO_WARNINGS: '1' },
  });
  return stdout + stderr;
}

test('the opener of the platform gets the addresses of the console and the pay page', async () => {
  const opened = await recordOpener();

  expect(await open(PAY)).toBe('');

  const both = await until(opened, ({ length }) => length === 2);
  expect(both.toSorted()).toEqual([CONSOLE, PAY]);
});

test('without a first payment it gets the address of the console alone', async () => {
  const opened = await recordOpener();

  expect(await open(null)).toBe('');

  expect(await until(opened, ({ length }) => length > 0)).toEqual([CONSOLE]);
});

test('a machine without an opener says so, and the process goes on', async () => {
  expect(await open(null)).toBe(`no browser opened: ${OPENER} is not on the PATH\n`);
});

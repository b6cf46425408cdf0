import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REASONS } from '../../src/domain/outcome.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import { ROOT } from '../../stack/places.ts';
import { taskQueues, workflowId } from '../../workflows/messages.ts';

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAGES = globSync(['*.md', 'docs/**/*.md', 'sdk/**/*.md'], { cwd: ROOT }).sort();
const GUIDES = PAGES.filter((path) => path === 'README.md' || /^docs\/[^/]+\.md$/.test(path));

/** The code spans of a page, without those in its code blocks. */
const spans = (path: string): string[] =>
  [
    ...text(path)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, span]) => span as string);

/** As GitHub makes them: lower case, dashes for spaces, no punctuation. */
const anchors = (path: string): string[] =>
  [...text(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('there are pages to look at', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'docs/README.md', 'docs/quickstart.md']));
});

test.each(PAGES)('every link of %s leads to a file that is there, and to a heading of it', (path) => {
  const links = [...text(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string);
  const broken = links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchors(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.each(PAGES)('every file of the project that %s names is there', (path) => {
  const rooms = /^(?:src|test|stack|tools|web|workflows|activities|bench|simulators|containers|monitoring)\//;
  const named = spans(path).filter((span) => rooms.test(span) && /^[\w./-]+$/.test(span));
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('the index of the documentation names every page of it', () => {
  const index = text('docs/README.md');
  const pages = GUIDES.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md').map((path) =>
    path.slice('docs/'.length),
  );
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([]);
});

const known = new Set(ROUTES.map(({ method, path }) => shapeOf(`${method} ${path}`)));

/** A call with its parameters unnamed: what a page calls `{id}` may have another name in the table. */
function shapeOf(call: string): string {
  return call.replace(/\?.*$/, '').replaceAll(/\{\w+\}/g, '{}');
}

test.each(GUIDES.filter((path) => path !== 'docs/simulated-bank.md'))(
  'every call that %s names is one of the API',
  (path) => {
    const named = spans(path).flatMap(
      (span) => /^(?:GET|POST|PUT|PATCH|DELETE) \/[^\s,]*/.exec(span)?.[0] ?? [],
    );
    expect(named.filter((call) => !known.has(shapeOf(call)))).toEqual([]);
  },
);

test.each(GUIDES)('every setting that %s names can be set', (path) => {
  const settings = new Set([...text('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
  const composed = new Set(
    ['docker-compose.yml', 'docker-compose.production.yml'].flatMap((file) =>
      [...text(file).matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name as string),
    ),
  );
  const ofStates = new Set(['NOT_STARTED', 'USE_ONCE']);
  const named = spans(path).filter((span) => /^[A-Z]+(_[A-Z]+)+$/.test(span) && !ofStates.has(span));
  expect(named.filter((name) => !settings.has(name) && !composed.has(name))).toEqual([]);
});

test.each(PAGES)('every script that %s names is one of package.json', (path) => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
  const named = [...text(path).matchAll(/npm run (?:--?\w+ )*(\w[\w:-]*)/g)].map(
    ([, name]) => name as string,
  );
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test.each(GUIDES)('every refusal that %s names can happen', (path) => {
  const reasons = new Set<string>(Object.values(REASONS));
  const named = spans(path).flatMap((span) => /^[45]\d\d ([a-z].*)$/.exec(span)?.[1] ?? []);
  const withTexts = /^(to: must not lie in the past|<.*|checkout |payout )/;
  expect(named.filter((reason) => !reasons.has(reason) && !withTexts.test(reason))).toEqual([]);
});

test('the runbook names every workflow, every queue and every signal for operators', () => {
  const runbook = text('docs/operating.md');
  const ids = Object.values(workflowId).map((idOf) => idOf('<').replace(/<$/, ''));
  expect(ids.filter((id) => !runbook.includes(`\`${id}`))).toEqual([]);
  expect(Object.values(taskQueues('payments')).filter((queue) => !runbook.includes(`\`${queue}\``))).toEqual(
    [],
  );
  expect(
    Object.values(taskQueues('payments')).filter(
      (queue) => !text('docs/deploying.md').includes(`\`${queue}\``),
    ),
  ).toEqual([]);
  const signals = [...text('workflows/messages.ts').matchAll(/defineSignal(?:<[^>]*>)?\('(\w+)'\)/g)].map(
    ([, name]) => name as string,
  );
  expect(signals.filter((name) => name !== 'followClock' && !runbook.includes(`\`${name}\``))).toEqual([]);
});

test('the runbook names every metric of ours, and no other', () => {
  const code = text('src/http/metrics.ts') + text('src/telemetry/worker-metrics.ts');
  const made = [...code.matchAll(/(?:name: |gauge\()'([a-z_]+)'/g)].map(([, name]) => name as string);
  const rows = /^\| Metric [\s\S]*?\n\n/m.exec(text('docs/operating.md'))?.[0] ?? '';
  const named = rows
    .split('\n')
    .flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name]) => name as string),
    );
  const unread = ['database_pool_connections', 'activity_duration_seconds'];
  expect([...named, ...unread].sort()).toEqual(made.sort());
});

test('compose and `npm start` bring the version of the Web UI whose names the runbook uses', () => {
  const versions = [
    /image: temporalio\/ui:([\d.]+)$/m.exec(text('docker-compose.yml')),
    /Web UI ([\d.]+\d)/.exec(text('stack/temporal-binary.ts')),
    /names of the Web UI are those of version\s([\d.]+\d)/.exec(text('docs/operating.md')),
  ].map((found) => found?.[1]);
  expect(versions).toEqual(Array(3).fill(expect.stringMatching(/^\d+\.\d+\.\d+$/)));
  expect(new Set(versions).size).toBe(1);
});

test('the production overlay is about services of docker-compose.yml, and a proxy', () => {
  const services = (file: string) =>
    [
      ...text(file)
        .replace(/^[^]*^services:/m, '')
        .replace(/^volumes:[^]*/m, '')
        .matchAll(/^ {2}([a-z-]+):$/gm),
    ].map(([, name]) => name as string);
  const base = services('docker-compose.yml');
  expect(base).toEqual(expect.arrayContaining(['api', 'worker', 'postgres']));
  expect(services('docker-compose.production.yml').filter((name) => !base.includes(name))).toEqual(['proxy']);
});

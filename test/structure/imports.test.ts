import { bundleWorkflowCode } from '@temporalio/worker';
import type { WorkerOptions } from '@temporalio/worker';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Every file that belongs to the repository, those about to be added too. */
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

/**
 * Who may import whom, as ARCHITECTURE.md has it: a folder, then what its imports may match. The first folder
 * that fits a file decides. `types` may be imported as types besides.
 */
const RULES: readonly { folder: RegExp; may: RegExp; types?: RegExp }[] = [
  { folder: /^src\/domain\//, may: /^src\/domain\// },
  { folder: /^src\/entities\//, may: /^(src\/(entities|domain)\/|@mikro-orm\/)/ },
  { folder: /^src\/migrations\//, may: /^(src\/migrations\/|@mikro-orm\/|pg$)/ },
  { folder: /^src\/store\//, may: /^(src\/(store|entities|domain)\/|@mikro-orm\/|pg$|node:(?!https?|http2|net|tls|dgram))/ },
  {
    folder: /^src\/commands\//,
    may: /^(src\/(commands|store|entities|domain)\/|src\/secrets\.ts$|@temporalio\/common$|node:(?!https?|http2|net|tls|dgram))/,
    types: /^(workflows\/messages|src\/config)\.ts$/,
  },
  {
    folder: /^src\/partners\//,
    may: /^(src\/(partners|domain)\/|src\/public-address\.ts$|node:|undici$|nodemailer$|ipaddr\.js$|csv-parse$|piscina$|any-ascii$|@skyra\/jaro-winkler$)/,
  },
  { folder: /^src\/http\/server\.ts$/, may: /^(src\/http\/|src\/config\.ts$|src\/telemetry\/|node:http$|pino$)/ },
  {
    folder: /^src\/http\//,
    may: /^(src\/(http|commands|store|domain|temporal|telemetry)\/|src\/(secrets|public-address|partner-signature|iban)\.ts$|workflows\/messages\.ts$|prom-client$|zod$|koa$|@koa\/|raw-body$|uuid$|pino$|node:(?!https?$|http2|net|tls|dgram))/,
    types: /^(src\/config\.ts|node:http|swagger-ui-dist)$/,
  },
  {
    folder: /^src\/[^/]+\.ts$/,
    may: /^(src\/domain\/|zod$|ipaddr\.js$|ibantools$|node:(?!https?|http2|tls|dgram))/,
  },
  {
    folder: /^src\/temporal\//,
    may: /^(src\/(temporal|store|domain|telemetry)\/|workflows\/messages\.ts$|@temporalio\/|pino$|node:(?!https?|http2|net|tls|dgram))/,
  },
  {
    folder: /^src\/telemetry\//,
    may: /^(src\/(telemetry|store|domain)\/|@temporalio\/(client|common)$|pino$|prom-client$|node:(?!https?|http2|net|tls|dgram))/,
    types: /^(workflows\/messages\.ts|@temporalio\/activity|node:http)$/,
  },
  { folder: /^workflows\//, may: /^(workflows\/|src\/domain\/|@temporalio\/(workflow|common)$)/, types: /^activities\// },
  {
    folder: /^activities\//,
    may: /^(activities\/|src\/(domain|store|commands|partners|temporal|telemetry)\/|src\/secrets\.ts$|workflows\/messages\.ts$|@temporalio\/(activity|common)$|node:(?!https?|http2|net|tls|dgram))/,
  },
];

interface Import {
  readonly of: string;
  readonly asType: boolean;
}

/** What a file imports, relative paths written from the root. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const statements = text.matchAll(/^(?:import|export)(\s+type)?\s+(?:[\w*{}\s,$]+?from\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...statements].map(([, type, fixed, dynamic]) => {
    const of = fixed ?? dynamic ?? '';
    return { of: of.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), of)) : of, asType: type !== undefined };
  });
}

const lines = (pattern: RegExp, files: readonly string[]): string[] =>
  files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((line, index) => (pattern.test(line) ? `${file}:${index + 1}: ${line.trim()}` : ''))
      .filter((found) => found !== ''),
  );

test('every folder imports only what the architecture allows it', () => {
  const banned = FILES.filter((file) => file.endsWith('.ts')).flatMap((file) => {
    const rule = RULES.find(({ folder }) => folder.test(file));
    if (rule === undefined) return [];
    const allowed = ({ of, asType }: Import) => rule.may.test(of) || (asType && rule.types?.test(of) === true);
    return importsOf(file)
      .filter((imported) => !allowed(imported))
      .map(({ of }) => `${file} imports ${of}`);
  });
  expect(banned).toEqual([]);
});

/** Who may touch the network, by what, and what for. Whatever else wants to must go through one of these. */
const NETWORK: Readonly<Record<string, string>> = {
  // The one way to addresses that merchants choose: every address is judged before it is dialled.
  'src/partners/webhook-sender.ts': 'node:dns/promises node:net undici',
  // Partners, at addresses that the operator sets.
  'src/partners/partner-client.ts': 'undici',
  'src/partners/mail.ts': 'nodemailer',
  // They listen.
  'src/http/server.ts': 'node:http',
  'worker.ts': 'node:http',
  // It asks what is an IP address.
  'src/public-address.ts': 'node:net',
};

test('one client dials what merchants choose, one the partners, one the mail server, and nothing else reaches the network', () => {
  const service = FILES.filter((file) => /^((src|activities|workflows)\/.*|worker)\.ts$/.test(file));
  const clients =
    /^(undici|nodemailer|axios|got|ky|needle|superagent|node-fetch|cross-fetch|ws|(node:)?(https?|http2|net|tls|dgram|dns|inspector|child_process|worker_threads)(\/.*)?)$/;
  const used = service.flatMap((file) => {
    const found = importsOf(file).flatMap(({ of, asType }) => (!asType && clients.test(of) ? [of] : []));
    return found.length === 0 ? [] : [[file, [...new Set(found)].sort().join(' ')] as const];
  });
  expect(Object.fromEntries(used)).toEqual(NETWORK);
  expect(
    lines(
      /(?<![\w.])(fetch|require)\(|globalThis\s*[.[]|new (WebSocket|EventSource|XMLHttpRequest)\b|process\.(binding|getBuiltinModule)/,
      service,
    ),
  ).toEqual([]);
});

test('the workflow bundle holds workflows, rules and Temporal, nothing else', async () => {
  const modules = await bundledModules();
  expect(modules).toContain('workflows/index.ts');
  expect(modules.filter((module) => !/^(workflows|src\/domain)\/|^node_modules\//.test(module))).toEqual([]);
  const packages = new Set(modules.flatMap((module) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? []));
  const foreign = [...packages].filter((name) => !name.startsWith('@temporalio/') && !needsOfTemporal().has(name));
  expect(foreign).toEqual([]);
});

test('rules and store are told the time and given their ids', () => {
  const folders = FILES.filter((file) => /^src\/(domain|store|entities)\/.*\.ts$/.test(file));
  expect(lines(/\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(/, folders)).toEqual([]);
});

test('tests wait for conditions, never for time to pass', () => {
  const tests = FILES.filter((file) => /^test\/.*\.test\.ts$/.test(file) && file !== 'test/structure/imports.test.ts');
  expect(lines(/(?<!\.)\bsleep\(|\bsetTimeout\(|timers\/promises/, tests)).toEqual([]);
});

test('names of tests are sentences about what holds', () => {
  const tests = FILES.filter((file) => /^test\/.*\.ts$/.test(file));
  expect(lines(/\b(test|it|describe)(\.\w+)*(\(.*\))?\(\s*(['"`]).*\bshould\b/i, tests)).toEqual([]);
});

test('no file of the repository names a place on one machine or a package registry', () => {
  const texts = FILES.filter((file) => !/\.(png|ico|gz|woff2?)$/.test(file));
  expect(lines(/(^|[\s"'`=:(])\/(home|root|work|Users)\/\w|[A-Z]:\\Users\\/, texts)).toEqual([]);
  expect(lines(/"resolved"|^registry\s*=/, ['package-lock.json', '.npmrc'])).toEqual([]);
});

/** The names of the modules that the bundler put into the workflow bundle. */
async function bundledModules(): Promise<string[]> {
  const found = new Set<string>();
  const listing = {
    apply: (compiler: Compiler) => compiler.hooks.done.tap('listing', ({ compilation }) => collect(compilation.modules, found)),
  };
  const quiet = { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} };
  await bundleWorkflowCode({
    workflowsPath: join(ROOT, 'workflows/index.ts'),
    workflowInterceptorModules: [join(ROOT, 'workflows/trace.ts')],
    logger: quiet,
    webpackConfigHook: (config) => ({ ...config, plugins: [...(config.plugins ?? []), listing as never] }),
  } satisfies WorkerOptions['bundlerOptions'] & Parameters<typeof bundleWorkflowCode>[0]);
  return [...found].map((file) => relative(ROOT, file)).sort();
}

interface Module {
  readonly resource?: string;
  readonly modules?: Iterable<Module>;
}

interface Compiler {
  readonly hooks: { readonly done: { tap(name: string, see: (stats: { compilation: { modules: Iterable<Module> } }) => void): void } };
}

function collect(modules: Iterable<Module>, found: Set<string>): void {
  for (const module of modules) {
    if (module.resource) found.add(module.resource.split('?')[0] as string);
    if (module.modules) collect(module.modules, found);
  }
}

/** The packages that Temporal's own packages depend on, and theirs. */
function needsOfTemporal(): Set<string> {
  const needed = new Set<string>();
  const visit = (name: string) => {
    const file = join(ROOT, 'node_modules', name, 'package.json');
    if (needed.has(name) || !existsSync(file)) return;
    needed.add(name);
    const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: Record<string, string> };
    Object.keys(dependencies).forEach(visit);
  };
  visit('@temporalio/workflow');
  return needed;
}

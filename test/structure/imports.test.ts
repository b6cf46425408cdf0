import { bundleWorkflowCode } from '@temporalio/worker';
import type { WorkerOptions } from '@temporalio/worker';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Every file that belongs to the repository, those about to be added too. */
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

interface Room {
  /** A folder, which ends in `/`, or a file. */
  readonly room: string;
  /**
   * The allowed imports besides the room itself: folders, files and packages. A `/` or `:` at the end allows
   * every name that begins so.
   */
  readonly may: readonly string[];
  /** The imports that are allowed as types only. */
  readonly types?: readonly string[];
}

/** Who may import whom, as ARCHITECTURE.md has it. The first room that holds a file decides. */
const ROOMS: readonly Room[] = [
  {
    room: 'src/config.ts',
    may: ['src/domain/', 'src/secret-files.ts', 'src/threshold-settings.ts', 'node:', 'zod'],
  },
  { room: 'src/threshold-settings.ts', may: ['src/domain/', 'zod'] },
  { room: 'src/secret-files.ts', may: ['node:'] },
  { room: 'src/domain/', may: [] },
  { room: 'src/entities/', may: ['src/domain/', '@mikro-orm/'] },
  { room: 'src/migrations/', may: ['src/secret-files.ts', '@mikro-orm/', 'pg'] },
  { room: 'src/security/', may: ['src/domain/', 'node:', 'ipaddr.js'] },
  { room: 'src/store/', may: ['src/domain/', 'src/entities/', 'node:', '@mikro-orm/', 'pg'] },
  {
    room: 'src/commands/',
    may: [
      'src/domain/',
      'src/entities/',
      'src/security/secrets.ts',
      'src/store/',
      '@temporalio/common',
      'node:',
    ],
    types: ['workflows/messages.ts', 'src/config.ts'],
  },
  {
    room: 'src/partners/',
    may: [
      ...['src/domain/', 'src/security/public-address.ts', 'node:', 'undici', 'nodemailer', 'ipaddr.js'],
      ...['csv-parse', 'piscina', 'any-ascii', '@skyra/jaro-winkler'],
    ],
  },
  {
    room: 'src/telemetry/',
    may: [
      'src/domain/',
      'src/store/',
      'node:',
      '@temporalio/client',
      '@temporalio/common',
      'pino',
      'prom-client',
    ],
    types: ['workflows/messages.ts', '@temporalio/activity'],
  },
  {
    room: 'src/temporal/',
    may: [
      'src/domain/',
      'src/security/key-ring.ts',
      'src/security/secrets.ts',
      'src/store/',
      'src/telemetry/',
      'workflows/messages.ts',
      'node:',
      '@temporalio/',
      'pino',
    ],
  },
  {
    room: 'src/http/server.ts',
    may: ['src/http/', 'src/config.ts', 'src/telemetry/', 'node:http', 'pino'],
  },
  {
    room: 'src/http/',
    may: [
      ...[
        '@skyra/jaro-winkler',
        'src/commands/',
        'src/domain/',
        'src/security/',
        'src/store/',
        'src/telemetry/',
        'src/temporal/',
        'workflows/messages.ts',
      ],
      ...[
        'node:',
        'koa',
        'zod',
        'csv-stringify/sync',
        'pdfkit',
        'any-ascii',
        'ibantools',
        'pino',
        'prom-client',
        'raw-body',
        'uqr',
        'uuid',
      ],
    ],
    types: ['src/config.ts', 'swagger-ui-dist'],
  },
  {
    room: 'workflows/',
    may: ['src/domain/', '@temporalio/workflow', '@temporalio/common'],
    types: ['activities/'],
  },
  {
    room: 'src/worker/',
    may: [...['activities/', 'workflows/messages.ts', 'src/', '@temporalio/', 'pino', 'uuid']],
  },
  {
    room: 'activities/',
    may: [
      ...[
        'src/commands/',
        'src/domain/',
        'src/store/',
        'src/partners/',
        'src/temporal/',
        'src/telemetry/',
        'src/security/secrets.ts',
      ],
      ...['workflows/messages.ts', 'node:', '@temporalio/activity', '@temporalio/common'],
    ],
  },
  { room: 'web/build.mjs', may: ['node:'] },
  { room: 'web/vite.config.mjs', may: ['vite'] },
  {
    room: 'web/console/',
    may: [
      ...['react', 'react-dom/client', '@tanstack/react-query', '@tanstack/react-router'],
      ...['@tanstack/react-virtual', 'openapi-fetch', 'uqr'],
    ],
    types: ['sdk/types.ts'],
  },
  { room: 'sdk/cli.ts', may: ['sdk/', 'commander'] },
  { room: 'sdk/cli/', may: ['sdk/', 'node:', 'commander'] },
  { room: 'sdk/', may: ['node:'] },
];

interface Import {
  readonly of: string;
  readonly asType: boolean;
}

/** The imports of a file. Relative paths are resolved from the root. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)(\s+type)?\s+(?:[\w*{}\s,$]+?from\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...statements].map(([, type, fixed, dynamic]) => {
    const of = fixed ?? dynamic ?? '';
    return {
      of: of.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), of)) : of,
      asType: type !== undefined,
    };
  });
}

/** An imported name, or a file, is one of these or lies below one that ends in `/` or `:`. */
const isOneOf = (name: string, places: readonly string[]): boolean =>
  places.some((place) => (/[/:]$/.test(place) ? name.startsWith(place) : name === place));

const lines = (pattern: RegExp, files: readonly string[]): string[] =>
  files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((line, index) => (pattern.test(line) ? `${file}:${index + 1}: ${line.trim()}` : ''))
      .filter((found) => found !== ''),
  );

test('every folder imports only what the architecture allows it', () => {
  const files = FILES.filter((file) =>
    /^((src|activities|workflows|sdk)\/.*\.ts|web\/.*\.(tsx?|mjs))$/.test(file),
  );
  const banned = files.flatMap((file) => {
    const home = ROOMS.find(({ room }) => isOneOf(file, [room]));
    if (home === undefined) return [`${file} is in no room`];
    const { room, may, types = [] } = home;
    return importsOf(file)
      .filter(({ of, asType }) => !isOneOf(of, [room, ...may, ...(asType ? types : [])]))
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
  // Temporal, at the operator's address: it tries a connection that failed again, to say why.
  'src/temporal/connection-faults.ts': 'node:net node:tls',
  // They listen.
  'src/http/server.ts': 'node:http',
  'worker.ts': 'node:http',
  'codec-server.ts': 'node:http',
  // It makes the answer to a call that stays in the process.
  'src/http/pages/api-call.ts': 'node:http',
  // It asks what is an IP address.
  'src/security/public-address.ts': 'node:net',
};

// The linter refuses the globals `fetch`, `WebSocket`, `EventSource` and `XMLHttpRequest`.
test('one client dials what merchants choose, one the partners, one the mail server, and nothing else reaches the network', () => {
  const service = FILES.filter((file) =>
    /^((src|activities|workflows)\/.*|worker|codec-server)\.ts$/.test(file),
  );
  const clients =
    /^(undici|nodemailer|axios|got|ky|needle|superagent|node-fetch|cross-fetch|ws|(node:)?(https?|http2|net|tls|dgram|dns|inspector|child_process|worker_threads)(\/.*)?)$/;
  const used = service.flatMap((file) => {
    const found = importsOf(file).flatMap(({ of, asType }) => (!asType && clients.test(of) ? [of] : []));
    return found.length === 0 ? [] : [[file, [...new Set(found)].sort().join(' ')] as const];
  });
  expect(Object.fromEntries(used)).toEqual(NETWORK);
  expect(lines(/(?<![\w.])require\(|globalThis\s*[.[]|process\.(binding|getBuiltinModule)/, service)).toEqual(
    [],
  );
});

test('the workflow bundle holds workflows, rules and Temporal, nothing else', async () => {
  const modules = await bundledModules();
  expect(modules).toContain('workflows/index.ts');
  expect(modules.filter((module) => !/^(workflows|src\/domain)\/|^node_modules\//.test(module))).toEqual([]);
  const packages = new Set(
    modules.flatMap((module) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? []),
  );
  const foreign = [...packages].filter(
    (name) => !name.startsWith('@temporalio/') && !needsOfTemporal().has(name),
  );
  expect(foreign).toEqual([]);
});

test('rules and store take the time and their ids as arguments', () => {
  const folders = FILES.filter((file) => /^src\/(domain|store|entities)\/.*\.ts$/.test(file));
  expect(lines(/\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandomUUID\b/, folders)).toEqual([]);
});

test('tests wait for conditions, never for time to pass', () => {
  const tests = FILES.filter(
    (file) => /^test\/.*\.test\.ts$/.test(file) && file !== 'test/structure/imports.test.ts',
  );
  expect(lines(/(?<!\.)\bsleep\(|\bsetTimeout\(|timers\/promises/, tests)).toEqual([]);
});

/** They call no API of the service, or plant faults in a database of their own. */
const WITHOUT_INTEGRITY = [
  'attacks/database-roles',
  'attacks/screening-stall',
  'identity/equal-answers',
  'identity/integrity',
  'webhooks/verification',
];

test('every file of API tests runs the integrity program', () => {
  const files = FILES.filter((file) => /^test\/api\/.*\.test\.ts$/.test(file));
  const without = files.filter((file) => lines(/\b(apiTest|expectIntegrity)\(/, [file]).length === 0);
  expect(without).toEqual(WITHOUT_INTEGRITY.map((name) => `test/api/${name}.test.ts`));
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
    apply: (compiler: Compiler) =>
      compiler.hooks.done.tap('listing', ({ compilation }) => collect(compilation.modules, found)),
  };
  const quiet = { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} };
  await bundleWorkflowCode({
    workflowsPath: join(ROOT, 'workflows/versioning.ts'),
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
  readonly hooks: {
    readonly done: {
      tap(name: string, see: (stats: { compilation: { modules: Iterable<Module> } }) => void): void;
    };
  };
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
    const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    Object.keys(dependencies).forEach(visit);
  };
  visit('@temporalio/workflow');
  return needed;
}

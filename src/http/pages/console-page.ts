import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KoaContext } from '../pipeline/context.ts';
import { refused } from '../answers.ts';
import { setPageHeaders, setPartHeaders } from './page-headers.ts';

const PAGE = '/console';
const ASSETS = `${PAGE}/assets/`;
/** `web/build.mjs` writes the files. */
const OUTPUT = fileURLToPath(new URL('../../../web/console/dist/', import.meta.url));
/** Stands in the built page where the nonce of an answer belongs. */
const NONCE = '__NONCE__';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** The names carry a digest of the content, so a file never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** True for the addresses of the console and its files. The page's own router tells the addresses apart. */
export function isConsolePage(path: string): boolean {
  return path === PAGE || path.startsWith(`${PAGE}/`);
}

/**
 * Returns the handler of the console: `/console/assets/<file>` answers a file, every other address the page.
 * Refused: `not found` for unknown files, other methods, and while the console is not built.
 */
export function createConsolePage(): (ctx: KoaContext) => Promise<void> {
  const files = new Map<string, Promise<Buffer>>();
  const read = (name: string): Promise<Buffer> => {
    const known = files.get(name) ?? readFile(join(OUTPUT, name));
    files.set(name, known);
    // A build may follow: only what was read is kept.
    known.catch(() => files.delete(name));
    return known;
  };
  let names: Promise<ReadonlySet<string>> | undefined;
  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') refused('not_found');
    if (ctx.path.startsWith(ASSETS)) {
      // Only listed names are read: a path in the address never reaches the file system.
      names ??= readdir(join(OUTPUT, 'assets')).then((all) => new Set(all));
      const known = await names.catch(() => new Set<string>());
      return answerAsset(ctx, { name: ctx.path.slice(ASSETS.length), known, read });
    }
    const page = await read('index.html').catch(() =>
      refused('not_found', undefined, { detail: 'the console is not built: node web/build.mjs' }),
    );
    const nonce = setPageHeaders(ctx);
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = page.toString('utf8').replaceAll(NONCE, nonce);
  };
}

interface Assets {
  readonly name: string;
  readonly known: ReadonlySet<string>;
  readonly read: (name: string) => Promise<Buffer>;
}

async function answerAsset(ctx: KoaContext, { name, known, read }: Assets): Promise<void> {
  const type = TYPES[extname(name)];
  if (type === undefined || !known.has(name)) return refused('not_found');
  setPartHeaders(ctx);
  ctx.set('cache-control', FOREVER);
  ctx.vary('accept-encoding');
  ctx.type = type;
  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
  const suffix = encoding === 'br' ? '.br' : encoding === 'gzip' ? '.gz' : '';
  const isPacked = suffix !== '' && known.has(`${name}${suffix}`);
  if (isPacked) ctx.set('content-encoding', encoding as string);
  ctx.body = await read(`assets/${name}${isPacked ? suffix : ''}`);
}

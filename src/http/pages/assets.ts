import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { refused } from '../answers.ts';
import type { KoaContext } from '../pipeline/context.ts';
import { setPartHeaders } from './page-headers.ts';

const FOLDER = new URL('../../../web/pay/', import.meta.url);
const FILES = { script: 'pay.js', style: 'pay.css' } as const;
const TYPES = { script: 'text/javascript; charset=utf-8', style: 'text/css; charset=utf-8' } as const;
type AssetKind = keyof typeof FILES;

/** The script and the style of the shopper's pages. Their addresses change with their content. */
export interface Assets {
  readonly paths: Readonly<Record<AssetKind, string>>;
  readonly contents: ReadonlyMap<string, { readonly kind: AssetKind; readonly content: Buffer }>;
}

/** Reads the assets. They are served as they are: nothing is built. */
export async function readAssets(): Promise<Assets> {
  const kinds = Object.keys(FILES) as AssetKind[];
  const read = await Promise.all(
    kinds.map(async (kind) => {
      const content = await readFile(new URL(FILES[kind], FOLDER));
      const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
      return { kind, content, name: FILES[kind].replace('.', `.${digest}.`) };
    }),
  );
  const paths = Object.fromEntries(read.map(({ kind, name }) => [kind, `/pay/assets/${name}`]));
  return {
    paths: paths as Assets['paths'],
    contents: new Map(read.map(({ kind, content, name }) => [name, { kind, content }])),
  };
}

/** Answers with an asset, which browsers may keep for ever. Refused: `not found` for an unknown name. */
export function answerAsset(ctx: KoaContext, { contents }: Assets, name: string): void {
  const asset = contents.get(name) ?? refused('not_found');
  setPartHeaders(ctx);
  ctx.set('cache-control', 'public, max-age=31536000, immutable');
  ctx.type = TYPES[asset.kind];
  ctx.body = asset.content;
}

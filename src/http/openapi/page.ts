import type { Context } from 'koa';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openApiDocument } from './document.ts';
import type { Route } from '../route.ts';

/** The page loads everything from this server. The policy forbids the browser to load from any other host. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Merchant payments: API reference</title>
    <link rel="icon" type="image/png" href="docs/favicon.png" />
    <link rel="stylesheet" href="docs/reference.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="docs/reference.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** `validatorUrl: null`: otherwise the validator badge would send the document's address to its maker. */
const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  persistAuthorization: false,
  validatorUrl: null,
});
`;

interface Asset {
  readonly type: string;
  readonly content: () => Promise<string | Buffer>;
}

const ASSETS: Readonly<Record<string, Asset>> = {
  '/docs': { type: 'text/html; charset=utf-8', content: async () => PAGE },
  '/docs/start.js': { type: 'text/javascript; charset=utf-8', content: async () => START },
  '/docs/reference.js': {
    type: 'text/javascript; charset=utf-8',
    content: ofSwaggerUi('swagger-ui-bundle.js'),
  },
  '/docs/reference.css': { type: 'text/css; charset=utf-8', content: ofSwaggerUi('swagger-ui.css') },
  '/docs/favicon.png': { type: 'image/png', content: ofSwaggerUi('favicon-32x32.png') },
};

/** Answers `GET /openapi.json` and the reference page at `GET /docs`. Other requests pass on. */
export function docs(routes: readonly Route[]): (ctx: Context, next: () => Promise<void>) => Promise<void> {
  // Made at the first request: it takes longer than all else that an API does before it listens.
  let document: string | undefined;
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/openapi.json') {
      ctx.type = 'application/json; charset=utf-8';
      ctx.body = document ??= JSON.stringify(openApiDocument(routes));
      return;
    }
    const asset = Object.hasOwn(ASSETS, ctx.path) ? ASSETS[ctx.path] : undefined;
    if (asset === undefined) return next();
    ctx.set('content-security-policy', POLICY);
    ctx.set('referrer-policy', 'no-referrer');
    ctx.type = asset.type;
    ctx.body = await asset.content();
  };
}

/** Returns a reader of a file of Swagger UI. It reads the file at the first request and keeps it. */
function ofSwaggerUi(file: string): Asset['content'] {
  let content: Promise<Buffer> | undefined;
  return () => {
    content ??= readFile(
      join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), file),
    );
    return content;
  };
}

/** Bare Koa: the limit that the API's shell is compared with. shell.ts starts it. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import Koa from 'koa';
import { openDatabase } from '../src/store/database.ts';
import { findApiKey } from '../src/store/credentials.ts';

const database = await openDatabase({ url: process.env['DATABASE_URL'] ?? '', poolSize: 8 });
const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/plain') {
    ctx.body = { status: 'ok' };
    return;
  }
  const digest = createHash('sha256').update(ctx.get('x-api-key')).digest();
  const key = await findApiKey(database.pool, { digest });
  ctx.body = { key_id: key?.id, org_id: key?.orgId, env: key?.env };
});
createServer(app.callback()).listen(Number(process.env['PORT']), '127.0.0.1', () =>
  process.stdout.write('bare koa ready\n'),
);

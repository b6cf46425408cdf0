/**
 * Bare Koa: the limit that the API's shell is compared with. shell.ts starts it. `/plain` only answers. Every
 * other path also writes one log line, to the same kind of destination as the API, and runs the same
 * statements as the API's own route.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import Koa from 'koa';
import pino from 'pino';
import { findCharge } from '../src/store/charges.ts';
import { findApiKey } from '../src/store/credentials.ts';
import { openDatabase } from '../src/store/database.ts';
import { callLines } from '../src/telemetry/log.ts';

const database = await openDatabase({ url: process.env['DATABASE_URL'] ?? '', poolSize: 8 });
const log = pino(callLines());
const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/plain') {
    ctx.body = { status: 'ok' };
    return;
  }
  const began = performance.now();
  ctx.body = ctx.path === '/health' ? { status: 'ok' } : await answerByKey(ctx);
  const { method, path, status } = ctx;
  log.info({ method, path, status, ms: performance.now() - began }, 'call');
});
createServer(app.callback()).listen(Number(process.env['PORT']), '127.0.0.1', () =>
  process.stdout.write('bare koa ready\n'),
);

async function answerByKey({ path, req }: Koa.Context): Promise<object | null | undefined> {
  const digest = createHash('sha256').update(String(req.headers['x-api-key'])).digest();
  const key = await findApiKey(database.pool, { digest });
  const [, , chargeId = ''] = path.split('/');
  if (req.method !== 'POST') return { key_id: key?.id, org_id: key?.orgId, env: key?.env };
  await json(req);
  const charge = await findCharge(database.pool, { chargeId });
  return charge?.captured;
}

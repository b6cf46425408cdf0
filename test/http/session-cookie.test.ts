import Koa from 'koa';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSessionCookie, setSessionCookie } from '../../src/http/pages/session-cookie.ts';
import type { KoaContext } from '../../src/http/pipeline/context.ts';

let server: Server;
afterEach(() => server.close());

/** A service under this public address, which answers the session that it read and sets another one. */
async function service(PUBLIC_URL: string): Promise<string> {
  const app = new Koa();
  app.use((ctx) => {
    const context = ctx as unknown as KoaContext;
    ctx.body = readSessionCookie(context, { PUBLIC_URL }) ?? 'none';
    setSessionCookie(context, { PUBLIC_URL }, 'sess_new');
  });
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const BOTH = { cookie: 'session=sess_plain; __Host-session=sess_host' };

test('behind https the cookie is bound to its host, and a plain one is not read', async () => {
  const answer = await fetch(await service('https://pay.example.com'), { headers: BOTH });

  expect(answer.headers.get('set-cookie')).toMatch(
    /^__Host-session=sess_new; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/,
  );
  expect(await answer.text()).toBe('sess_host');
});

test('over plain http on this machine the cookie has its plain name', async () => {
  const answer = await fetch(await service('http://127.0.0.1:3000'), { headers: BOTH });

  expect(answer.headers.get('set-cookie')).toMatch(/^session=sess_new; path=\/; (?!.*secure).*httponly$/);
  expect(await answer.text()).toBe('sess_plain');
});

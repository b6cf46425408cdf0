import Koa from 'koa';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { docs } from '../../src/http/openapi/page.ts';
import { ROUTES } from '../../src/http/routes/index.ts';

let server: Server;
let url: string;

beforeAll(async () => {
  const app = new Koa();
  app.use(docs(ROUTES));
  server = createServer(app.callback());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise((closed) => server.close(closed));
});

test('the reference page and all that it loads come from this server', async () => {
  const page = await fetch(`${url}/docs`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await page.text();
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
  expect(loaded).toEqual(['docs/favicon.png', 'docs/reference.css', 'docs/reference.js', 'docs/start.js']);
  for (const address of loaded) expect((await fetch(`${url}/${address}`)).status).toBe(200);
});

test('the reference page may load nothing from another host', async () => {
  const policy = (await fetch(`${url}/docs`)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*/);
  expect(await (await fetch(`${url}/docs/start.js`)).text()).toContain('validatorUrl: null');
  expect(await (await fetch(`${url}/docs/reference.css`)).text()).not.toMatch(
    /@import|url\(\s*["']?(https?:)?\/\//,
  );
});

test('GET /openapi.json answers the document', async () => {
  const answer = await fetch(`${url}/openapi.json`);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await answer.json()).toMatchObject({
    openapi: '3.1.0',
    paths: { '/health': { get: { operationId: 'getHealth' } } },
  });
});

test('other paths and methods are left to the routes', async () => {
  expect((await fetch(`${url}/docs/../package.json`)).status).toBe(404);
  expect((await fetch(`${url}/docs/package.json`)).status).toBe(404);
  expect((await fetch(`${url}/docs`, { method: 'POST' })).status).toBe(404);
});

import type { RequestListener, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Readiness } from './readiness.ts';

/**
 * Answers the operators' own listener: `GET /metrics` with the registry in the text format of Prometheus, and
 * `GET /readyz` where the process has a check of its parts: `{status, parts}`, with 503 when one is away. Any
 * other path is 404.
 */
export function metricsListener(registry: Registry, check?: () => Promise<Readiness>): RequestListener {
  return (request, response) => {
    if (request.url === '/readyz' && check !== undefined) return void answerReadiness(response, check);
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
}

async function answerReadiness(response: ServerResponse, check: () => Promise<Readiness>): Promise<void> {
  const readiness = await check();
  const status = readiness.status === 'ok' ? 200 : 503;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(readiness));
}

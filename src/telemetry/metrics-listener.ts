import type { RequestListener, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { REASONS } from '../domain/outcome.ts';

/**
 * Answers the operators' own listener: `GET /metrics` with the registry in the text format of Prometheus, and
 * `GET /readyz` where the process has a check of its dependencies. Any other path is 404. A failed check is
 * 503.
 */
export function metricsListener(registry: Registry, isReady?: () => Promise<boolean>): RequestListener {
  return (request, response) => {
    if (request.url === '/readyz' && isReady !== undefined) return void answerReadiness(response, isReady);
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
}

async function answerReadiness(response: ServerResponse, isReady: () => Promise<boolean>): Promise<void> {
  const ready = await isReady().catch(() => false);
  const body = ready ? { status: 'ok' } : { error: REASONS.unavailable };
  response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

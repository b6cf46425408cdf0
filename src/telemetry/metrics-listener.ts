import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';

/** Answers `GET /metrics` with what this registry holds, in the text format of Prometheus; anything else is absent. */
export function metricsListener(registry: Registry): RequestListener {
  return (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
}

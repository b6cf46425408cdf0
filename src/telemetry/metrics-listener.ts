import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';

/** Answers `GET /metrics` with the registry in the text format of Prometheus. Any other path is 404. */
export function metricsListener(registry: Registry): RequestListener {
  return (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
}

import { createServer } from 'node:http';
import pino from 'pino';
import { readConfig } from '../config.ts';
import { createApp } from './app.ts';
import { createApiDeps } from './deps.ts';
import { ROUTES } from './routes/index.ts';

const config = readConfig(process.env);
const log = pino({ level: config.LOG_LEVEL, base: { service: 'api' } });
const deps = await createApiDeps(config);
const app = createApp({ routes: ROUTES, deps, log });

// Times in milliseconds. Slow senders are cut off; kept-alive connections outlive a load balancer's 60 s.
const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }, app.callback());
server.listen(config.API_PORT, config.API_HOST, () => log.info({ host: config.API_HOST, port: config.API_PORT }, 'listening'));

/** Takes no new requests, finishes those under way, then ends. */
function stop(): void {
  server.close(async () => {
    await deps.workflows.close();
    await deps.database.close();
    process.exit(0);
  });
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 10_000).unref();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

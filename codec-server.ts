import { createServer } from 'node:http';
import pino from 'pino';
import { readCodecConfig } from './src/config.ts';
import { operatorsOf } from './src/domain/operators.ts';
import { logOptions } from './src/telemetry/log.ts';
import { codecRequests } from './src/temporal/codec-requests.ts';
import { createPayloadCodec } from './src/temporal/payload-codec.ts';

/** Decrypts payloads for operators, in Temporal's Web UI and CLI. It needs neither database nor Temporal. */
const config = readCodecConfig(process.env);
const log = pino(logOptions('codec', config.LOG_LEVEL));
const server = createServer(
  { headersTimeout: 10_000, requestTimeout: 30_000 },
  codecRequests({
    codec: createPayloadCodec(config.PAYLOAD_KEYS),
    operators: operatorsOf(config),
    uiUrl: config.TEMPORAL_UI_URL,
    log,
  }),
);
server.listen(config.CODEC_PORT, config.CODEC_HOST, () => log.info({ port: config.CODEC_PORT }, 'listening'));

const stop = (): void => void server.close(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

import { randomBytes } from 'node:crypto';

/** The settings of API and worker in tests, but for their addresses. */
export function testSettings(addresses: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    SMTP_URL: process.env['TEST_SMTP_URL'],
    TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    DIGEST_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKEN: 'operator-token-of-the-tests',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    LOG_LEVEL: 'warn',
    ...addresses,
  };
}

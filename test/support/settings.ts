import { randomBytes } from 'node:crypto';
import { thresholdsOfEveryCurrency } from '../../stack/monitoring.ts';
import { partnerSettings } from '../../stack/partners.ts';
import type { PartnerSecrets } from '../../stack/partners.ts';
import { asApplication } from './database.ts';
import { createSecrets } from '../../src/security/secrets.ts';
import type { Secrets } from '../../src/security/secrets.ts';
import { monitoringThresholds } from '../../src/threshold-settings.ts';

/** The thresholds of monitoring in tests. */
export const THRESHOLDS = monitoringThresholds.parse(thresholdsOfEveryCurrency());

/** The periods of the sweep in tests: those of the settings' defaults. */
export const RETENTION = {
  addressDays: 180,
  eventDays: 90,
  unpaidCartDays: 30,
  requestLogDays: 30,
  complianceDays: 1827,
  attemptSeconds: 2 * 24 * 3600,
};

/** The settings of API and worker in tests, but for their addresses. */
export function testSettings(addresses: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    WORKFLOW_BUNDLE: process.env['TEST_WORKFLOW_BUNDLE'],
    SMTP_URL: process.env['TEST_SMTP_URL'],
    TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
    TEMPORAL_ORG_ATTRIBUTE: 'OrgId',
    TEMPORAL_UI_URL: 'https://temporal.example.com/',
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    DIGEST_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKENS:
      'olga:operator:operator-token-of-the-tests,omar:operator:second-operator-token-of-the-tests,vera:viewer:viewer-token-of-the-tests',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    ADDRESS_LIMITS_SPARE_LOOPBACK: 'true',
    CALLS_PER_KEY: '1000000',
    CALLS_PER_SESSION: '1000000',
    CLOCK_MOVES_PER_ORG: '1000000',
    OTP_MAILS_PER_HOUR: '1000000',
    OTP_WRONG_TRIES_PER_HOUR: '1000000',
    LOG_LEVEL: 'warn',
    ...partnerSettings(JSON.parse(process.env['TEST_PARTNER_SECRETS'] ?? '{}') as PartnerSecrets, {
      simulatorUrl: process.env['TEST_SIMULATOR_URL'] ?? '',
      publicUrl: `http://127.0.0.1:${addresses['API_PORT']}`,
    }),
    ...addresses,
    ...(addresses['DATABASE_URL'] !== undefined && {
      DATABASE_URL: asApplication(addresses['DATABASE_URL']),
    }),
  };
}

/** Encryption and digests under keys that nobody else has. */
export function testSecrets(): Secrets {
  return createSecrets({ encryption: [{ id: 'test', key: randomBytes(32) }], digest: randomBytes(32) });
}

import {
  createBankActivities,
  createBankComparisonActivities,
  createPartnerActivities,
  createVerificationPartnerActivities,
} from '../../activities/index.ts';
import { startPartnerSimulators } from '../../simulators/partners.ts';
import type { BankComparisonActivities } from '../../activities/bank-comparison.ts';
import { createBank } from '../../src/partners/bank.ts';
import { createPartnerClient } from '../../src/partners/partner-client.ts';
import { createPayeeNames } from '../../src/partners/payee-name.ts';
import { createScreenings, SAMPLE_LIST } from '../../src/partners/screenings.ts';
import { createVerificationProvider } from '../../src/partners/verification.ts';
import type { Secrets } from '../../src/security/secrets.ts';
import { v7 } from 'uuid';
import type { Database } from '../../src/store/database.ts';

/**
 * The simulated partners in this process, and the steps that call them. Their callbacks reach nobody: the
 * service must ask.
 */
export interface Partners {
  /** The base of their addresses; each has its own prefix. */
  readonly url: string;
  activities(of: { database: Database; secrets: Secrets }): ReturnType<typeof createPartnerActivities>;
  verificationActivities(of: { database: Database }): ReturnType<typeof createVerificationPartnerActivities>;
  bankActivities(of: {
    database: Database;
    secrets: Secrets;
  }): ReturnType<typeof createBankActivities> & BankComparisonActivities;
  stop(): Promise<void>;
}

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';

export async function startPartners(): Promise<Partners> {
  const token = 'partner-token-of-the-tests';
  const { url, stop } = await startPartnerSimulators({
    token,
    verificationSecret: 'verification-secret',
    bankSecret: 'bank-secret',
    serviceUrl: NOWHERE,
    stateDirectory: null,
  });
  const at = (prefix: string) => ({ url: `${url}/${prefix}`, token });
  return {
    url,
    activities: ({ database, secrets }) =>
      createPartnerActivities({
        database,
        secrets,
        names: createPayeeNames(createPartnerClient(at('payee-names'))),
        screening: createScreenings({
          watchman: null,
          listFile: SAMPLE_LIST,
          minScore: 0.9,
          maxAgeDays: 36_500,
        }),
      }),
    verificationActivities: ({ database }) =>
      createVerificationPartnerActivities({
        database,
        provider: createVerificationProvider(at('verification')),
        callbackUrl: `${NOWHERE}/partners/verification/events`,
      }),
    bankActivities: ({ database, secrets }) => ({
      ...createBankActivities({
        screening: createScreenings({
          watchman: null,
          listFile: SAMPLE_LIST,
          minScore: 0.9,
          maxAgeDays: 36_500,
        }),
        newId: () => v7(),
        database,
        secrets,
        bank: createBank(at('bank')),
        transferCallbackUrl: `${NOWHERE}/partners/bank/events`,
        reached: () => undefined,
      }),
      ...createBankComparisonActivities({ database, bank: createBank(at('bank')) }),
    }),
    stop,
  };
}

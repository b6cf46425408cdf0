import { fileURLToPath } from 'node:url';
import type { Environment } from '../domain/environment.ts';
import { createPartnerClient } from './partner-client.ts';
import { NO_SCREENING, withMagicNames } from './screening.ts';
import type { Screening } from './screening.ts';
import { createScreeningList } from './screening-list.ts';
import { createWatchman } from './screening-watchman.ts';

/** The sample list that comes with the program. Its entries are fictitious. */
export const SAMPLE_LIST = fileURLToPath(new URL('../../data/sanctions/sample.csv', import.meta.url));

export interface ScreeningSettings {
  /** Null without Watchman. Takes precedence over a list in a file. */
  readonly watchman: { readonly url: string; readonly token: string | null } | null;
  /** Null without a list in a file. */
  readonly listFile: string | null;
  readonly minScore: number;
  readonly maxAgeDays: number;
}

/**
 * Creates the screening of each environment, from Watchman or the configured list.
 *
 * Without either, live screening is always `unavailable`, because the sample list would clear every payee.
 * The sandbox then uses the sample list. It also knows the magic names.
 */
export function createScreenings({
  watchman,
  listFile,
  minScore,
  maxAgeDays,
}: ScreeningSettings): Readonly<Record<Environment, Screening>> {
  const configured = () => {
    if (watchman !== null) return createWatchman({ client: createPartnerClient(watchman), minScore, maxAgeDays });
    return listFile === null ? null : createScreeningList({ file: listFile, minScore, maxAgeDays });
  };
  const live = configured();
  // No age limit: the sample list is as old as the program.
  const sandbox = live ?? createScreeningList({ file: SAMPLE_LIST, minScore, maxAgeDays: null });
  return { live: live ?? NO_SCREENING, sandbox: withMagicNames(sandbox) };
}

import { fileURLToPath } from 'node:url';
import type { Environment } from '../domain/environment.ts';
import { createPartnerClient } from './partner-client.ts';
import { NO_SCREENING, withMagicNames } from './screening.ts';
import type { Screening } from './screening.ts';
import { createScreeningList } from './screening-list.ts';
import { createWatchman } from './screening-watchman.ts';

/** The list that comes with the program. Nobody on it exists. */
export const SAMPLE_LIST = fileURLToPath(new URL('../../data/sanctions/sample.csv', import.meta.url));

export interface ScreeningSettings {
  /** Null when there is none. It goes before a list in a file. */
  readonly watchman: { readonly url: string; readonly token: string | null } | null;
  /** Null when there is none. */
  readonly listFile: string | null;
  readonly minScore: number;
  readonly maxAgeDays: number;
}

/**
 * Who screens in each environment: Watchman or the list that is configured. With neither, live is never cleared, for the
 * sample list would clear everybody; the sandbox makes do with the sample, and knows the magic names besides.
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
  // As old as the program it comes with.
  const sandbox = live ?? createScreeningList({ file: SAMPLE_LIST, minScore, maxAgeDays: null });
  return { live: live ?? NO_SCREENING, sandbox: withMagicNames(sandbox) };
}

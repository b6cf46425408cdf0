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
 * Chooses who screens in each environment. Live asks Watchman or the list that is configured; with neither,
 * live clears no payee, since the sample list would clear everybody. The sandbox always uses the sample list,
 * and knows the magic names besides: its callers cannot delay live's screening, or read the live list.
 */
export function createScreenings({
  watchman,
  listFile,
  minScore,
  maxAgeDays,
}: ScreeningSettings): Readonly<Record<Environment, Screening>> {
  const configured = () => {
    if (watchman !== null)
      return createWatchman({ client: createPartnerClient(watchman), minScore, maxAgeDays });
    return listFile === null ? null : createScreeningList({ file: listFile, minScore, maxAgeDays });
  };
  // The sample is as old as the program that it comes with.
  const sandbox = createScreeningList({ file: SAMPLE_LIST, minScore, maxAgeDays: null });
  return { live: configured() ?? NO_SCREENING, sandbox: withMagicNames(sandbox) };
}

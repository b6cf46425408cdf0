import { storeCallback } from '../store/partner-callbacks.ts';
import type { PartnerCallback } from '../store/partner-callbacks.ts';
import { workflowsAreAway } from '../temporal/failures.ts';
import type { ApiDeps } from './route.ts';

/**
 * Stores a partner's callback, then forwards it to its workflow. Once it is stored the partner need not
 * repeat it: while Temporal or the workers are away, the reconciliation forwards it later. Source: contract,
 * section 17.
 */
export async function takeCallback(
  { database }: Pick<ApiDeps, 'database'>,
  callback: PartnerCallback,
  forward: () => Promise<unknown>,
): Promise<void> {
  await storeCallback(database.pool, callback);
  try {
    await forward();
  } catch (error) {
    if (!workflowsAreAway(error)) throw error;
  }
}

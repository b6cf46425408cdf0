import type { Logger } from 'pino';
import { overdueAwards } from '../store/org-clock.ts';
import type { OverdueAward } from '../store/org-clock.ts';
import type { AwardRef } from '../../workflows/messages.ts';
import type { AwardWaker } from './award-waker.ts';
import type { DueThingDeps } from './due-things.ts';

const AT_ONCE = 25;
/** An award that did not land is left alone for so long. */
const FAILED_MS = 600_000;

export interface AwardSweepDeps extends DueThingDeps {
  readonly log: Logger;
  /** Lands an award that is due. Returns null, or why it did not land. Throws while the database is away. */
  readonly landDueAward: (award: AwardRef) => Promise<string | null>;
}

/**
 * Creates one pass through the sandbox awards whose workflow begins too late: its start was delayed by real
 * time, and the clock was moved since. A pass lands them within a few seconds of their due time, and wakes
 * their workflows. Throws while the database is away: the next pass tries again.
 *
 * The rows decide, so an award whose workflow was lost or terminated lands in time too.
 */
export function createAwardSweep(deps: AwardSweepDeps, waker: AwardWaker): () => Promise<void> {
  const failedAt = new Map<string, number>();

  const land = async (award: OverdueAward): Promise<void> => {
    const { id: awardId, orgId, now, offset } = award;
    const failure = await deps.landDueAward({ awardId, orgId });
    if (failure === null) return waker.wake({ orgId, thing: award, clock: { offset, floor: now.getTime() } });
    failedAt.set(awardId, performance.now());
    deps.log.warn({ awardId, failure }, 'an award that is due did not land');
  };
  return async () => {
    const oldest = performance.now() - FAILED_MS;
    for (const [id, at] of failedAt) if (at < oldest) failedAt.delete(id);
    for (let more = true; more;) {
      const page = await overdueAwards(deps.database.pool, {
        passedIds: [...failedAt.keys()],
        limit: AT_ONCE,
      });
      await Promise.all(page.map(land));
      more = page.length === AT_ONCE;
    }
  };
}

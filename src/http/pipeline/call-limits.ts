import { drawCalls, WINDOW_SECONDS } from '../../store/limits.ts';
import type { DrawResult } from '../../store/limits.ts';
import type { ApiDeps } from '../route.ts';
import { RecentEntries } from './recent-entries.ts';

/**
 * A process draws this fraction of a limit at a time. The unused part is lost to the other processes until
 * the next window.
 */
const DRAWS_A_LIMIT = 50;
/**
 * The number of windows that stay in memory. A window beyond it is read again from the database, which counts
 * on: the limit still holds.
 */
const MOST_KEPT = 10_000;

/** The subject whose calls are counted, and the limit of calls in a window. */
export interface CallLimit {
  readonly policy: 'key' | 'session' | 'address' | 'user' | 'org' | 'clock';
  readonly subject: string;
  readonly most: number;
}

/** The state of a call against its limit. */
export interface LimitState {
  readonly passes: boolean;
  headers(): Record<'ratelimit-policy' | 'ratelimit', string>;
  /** Whole seconds until the next window, at least 1. */
  readonly seconds: number;
  /** Takes the call that passed off the window again. */
  giveBack(): void;
}

export interface CallLimits {
  /** Counts a call. All processes together never let more calls pass than the limit. */
  count(limit: CallLimit): Promise<LimitState>;
}

/** The part of a subject's window that this process holds. */
interface CallWindow {
  granted: number;
  left: number;
  endsAt: number;
  /** The running statement that draws more. All waiting calls share it. */
  drawing: Promise<void> | null;
}

/**
 * Counts calls in windows of ten seconds that all processes share. Each process draws a fiftieth of a limit
 * from the database at a time and counts it down in memory. So most calls cost no statement, and a used-up
 * window costs none until it is over.
 */
export function createCallLimits(
  draw: (limit: CallLimit, wanted: number) => Promise<DrawResult>,
): CallLimits {
  const windows = new RecentEntries<CallWindow>(MOST_KEPT);

  const heldBy = (subject: string): CallWindow => {
    const held = windows.get(subject);
    if (held !== undefined && (held.drawing !== null || held.endsAt > performance.now())) return held;
    const fresh: CallWindow = { granted: 0, left: 1, endsAt: Infinity, drawing: null };
    windows.set(subject, fresh);
    return fresh;
  };
  const drawMore = async (held: CallWindow, limit: CallLimit): Promise<void> => {
    try {
      const { granted, left, ms } = await draw(limit, Math.max(1, Math.floor(limit.most / DRAWS_A_LIMIT)));
      Object.assign(held, { granted: held.granted + granted, left, endsAt: performance.now() + ms });
    } catch (error) {
      windows.delete(limit.subject);
      throw error;
    } finally {
      held.drawing = null;
    }
  };

  return {
    async count(limit) {
      for (;;) {
        const held = heldBy(limit.subject);
        if (held.granted > 0) {
          held.granted--;
          return standing(limit, held, true);
        }
        if (held.left === 0) return standing(limit, held, false);
        held.drawing ??= drawMore(held, limit);
        await held.drawing;
      }
    },
  };
}

/**
 * Returns the state with its headers: quota and window in seconds; remaining calls and seconds to the next
 * window. Source: draft-ietf-httpapi-ratelimit-headers-10.
 */
function standing({ policy, most }: CallLimit, held: CallWindow, passes: boolean): LimitState {
  const { granted, left, endsAt } = held;
  const seconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
  const remaining = granted + left;
  return {
    passes,
    seconds,
    headers: () => ({
      'ratelimit-policy': `"${policy}";q=${most};w=${WINDOW_SECONDS}`,
      ratelimit: `"${policy}";r=${remaining};t=${seconds}`,
    }),
    giveBack: () => void held.granted++,
  };
}

/** Creates the limits of a service, counted in its database. */
export function callLimitsOf({ database }: Pick<ApiDeps, 'database'>): CallLimits {
  return createCallLimits(async ({ subject, most }, wanted) => {
    const drawn = await drawCalls(database.pool, { subject, most, wanted });
    if (drawn === null) throw new Error('a draw answers a row');
    return drawn;
  });
}

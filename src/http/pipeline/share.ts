/** Takes a call. False when too many came within the last second. */
export type Share = () => boolean;

/**
 * Creates a share of the machine: so many calls a second, evenly. After a pause a burst of one second's calls
 * passes. Each process has its own.
 */
export function createShare(perSecond: number): Share {
  let left = perSecond;
  let at = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(perSecond, left + ((now - at) / 1000) * perSecond);
    at = now;
    if (left < 1) return false;
    left--;
    return true;
  };
}

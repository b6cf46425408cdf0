import type { Logger } from 'pino';
import type { RequestOutcome } from './pipeline/request-record.ts';

const HOUR_MS = 3_600_000;

/** The route that takes sign-in codes. */
const VERIFY_PATH = '/auth/otp/verify';

/** True for a code that was refused. */
export function isWrongCode({ route, status }: Pick<RequestOutcome, 'route' | 'status'>): boolean {
  return route === VERIFY_PATH && status === 401;
}

/**
 * Returns a counter of calls that logs an error when this process refuses the given number of codes in an
 * hour, once an hour. It only warns: a limit of the whole service would let strangers switch sign-in off.
 * Source: contract, section 16.
 */
export function createWrongCodeAlarm(
  { perHour, log }: { readonly perHour: number; readonly log: Pick<Logger, 'error'> },
  now: () => number = () => performance.now(),
): (call: Pick<RequestOutcome, 'route' | 'status'>) => void {
  let [beganAt, count] = [now(), 0];
  return (call) => {
    if (!isWrongCode(call)) return;
    if (now() - beganAt >= HOUR_MS) [beganAt, count] = [now(), 0];
    if (++count === perHour) log.error({ perHour }, 'many wrong sign-in codes: somebody may be guessing');
  };
}

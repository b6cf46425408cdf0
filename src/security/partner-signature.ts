import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The largest difference between a callback's time and ours, in milliseconds. Source: contract, section 10.
 */
const FRESH_MS = 5 * 60 * 1000;

/**
 * The headers of a callback: seconds since 1970, and `sha256=` with the hex HMAC-SHA256 of
 * `<timestamp>.<raw body>`.
 */
export const TIMESTAMP_HEADER = 'x-partner-timestamp';
export const SIGNATURE_HEADER = 'x-partner-signature';

/** Returns a partner's signature of a callback. */
export function signCallback(secret: string, timestamp: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/**
 * True if the bytes were signed with one of the partner's secrets within the last five minutes. Compares in
 * constant time. A recorded callback is refused when it is older; a copy within the five minutes is
 * recognised by its event's id.
 */
export function isSignedCallback(
  secrets: readonly string[],
  { timestamp, signature, body }: { timestamp: string; signature: string; body: Buffer },
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp) * 1000) > FRESH_MS)
    return false;
  const sent = Buffer.from(signature);
  const isBy = (secret: string): boolean => {
    const due = Buffer.from(signCallback(secret, timestamp, body));
    return sent.length === due.length && timingSafeEqual(sent, due);
  };
  // Every secret is compared, so that the time does not show which one fits.
  return secrets.map(isBy).includes(true);
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a callback's time may be from ours, either way. Source: contract, section 10. */
const FRESH_MS = 5 * 60 * 1000;

/** The headers of a callback: seconds since 1970, and `sha256=` with the hex HMAC-SHA256 over `<timestamp>.<raw body>`. */
export const TIMESTAMP_HEADER = 'x-partner-timestamp';
export const SIGNATURE_HEADER = 'x-partner-signature';

/** How a partner signs a callback to us. */
export function signCallback(secret: string, timestamp: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/**
 * Whether these bytes were signed with the partner's secret within the last five minutes. In constant time.
 * An old callback that somebody recorded is refused; a copy within the five minutes is found by its event's id.
 */
export function isSignedCallback(
  secret: string,
  { timestamp, signature, body }: { timestamp: string; signature: string; body: Buffer },
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp) * 1000) > FRESH_MS) return false;
  const due = Buffer.from(signCallback(secret, timestamp, body));
  const sent = Buffer.from(signature);
  return sent.length === due.length && timingSafeEqual(sent, due);
}

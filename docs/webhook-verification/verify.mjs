// Node 18 or newer. `rawBody` is the request's body as a Buffer, before anything parsed it; `headers` are
// request.headers.
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/** True when the service sent exactly these bytes within the last five minutes. */
export function verifyWebhook(rawBody, headers, secret, now = Math.floor(Date.now() / 1000)) {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;

  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const standard = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64')}`;
  // While a secret is being changed there are several, with spaces between them.
  const given = (headers['webhook-signature'] ?? '').split(' ');
  return given.some((one) => same(one, standard));
}

function same(given, due) {
  const [a, b] = [Buffer.from(given), Buffer.from(due)];
  return a.length === b.length && timingSafeEqual(a, b);
}

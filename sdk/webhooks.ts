import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

/** Headers of any server: a `Headers`, Node's own object, or a plain one. Names are case-insensitive. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The largest difference between `webhook-timestamp` and now, either way. Default: 300 s. */
  readonly toleranceSeconds?: number;
  /** The current time in milliseconds since 1970. */
  readonly now?: number;
  /** The prefix of the service's own headers. Default: `x-service-`. */
  readonly headerPrefix?: string;
  /**
   * False also accepts deliveries with `x-service-signature` alone, signed with the current secret. That
   * signature covers no time, so an eavesdropper can replay the delivery: keep the ids of all deliveries for
   * ever.
   */
  readonly requireTimestamp?: boolean;
}

/** A verified delivery of the service. */
export interface VerifiedWebhook {
  /** The delivery's id, the same for every attempt. Do not process an id twice. */
  readonly id: string | null;
  /** The event, such as `charge.captured`. */
  readonly event: string | null;
  readonly env: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The delivery is forged, changed or too old. Answer 400 and do not process it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Verifies a webhook delivery and returns it. Throws `WebhookVerificationError` with the reason otherwise.
 *
 * It compares `webhook-signature`, which covers the id, the time and the body, in constant time, and checks
 * that the attempt is recent. For a day after a rotation the service signs with both secrets, so either
 * verifies.
 *
 * `rawBody` must be the exact bytes received: parsed and serialised JSON has other bytes. `secret` is the
 * whole `whsec_…`, or a list of secrets during a rotation.
 */
// oxlint-disable-next-line max-params -- delivery in three parameters, as in every such library, and options
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): VerifiedWebhook {
  const { headerPrefix = 'x-service-', requireTimestamp = true } = options;
  const header = (name: string) => headerOf(headers, name);
  const body = typeof rawBody === 'string' ? Buffer.from(rawBody, 'utf8') : Buffer.from(rawBody);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  for (const one of secrets)
    if (!one.startsWith(SECRET_PREFIX))
      throw new WebhookVerificationError('the secret must be the whole of it, whsec_ included');

  const [id, timestamp, standard] = [
    header('webhook-id'),
    header('webhook-timestamp'),
    header('webhook-signature'),
  ];
  const own = header(`${headerPrefix}signature`);
  if (id !== null && timestamp !== null && standard !== null) {
    if (!secrets.some((one) => sameOneOf(standard, [signStandard({ id, timestamp, body, secret: one })])))
      throw new WebhookVerificationError(
        'webhook-signature does not fit: another secret, or not the bytes that were sent',
      );
    expectRecent(timestamp, options);
  } else if (requireTimestamp || own === null) {
    const missing = Object.entries({
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': standard,
    });
    const names = missing.flatMap(([name, value]) => (value === null ? [name] : []));
    throw new WebhookVerificationError(`missing ${names.join(', ')}: does a proxy drop headers?`);
  } else if (!secrets.some((one) => sameOneOf(own, [signOwn(body, one)])))
    throw new WebhookVerificationError(
      `${headerPrefix}signature does not fit: another secret, or not the bytes that were sent`,
    );
  const named = (name: string) => header(`${headerPrefix}${name}`);
  return { id: id ?? named('delivery'), event: named('event'), env: named('env'), body: parsed(body) };
}

/** The `x-service-signature` of these bytes. The key is the whole secret as text. */
export function signOwn(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/**
 * The `webhook-signature` of this attempt by Standard Webhooks. The key is the decoded part after `whsec_`.
 */
export function signStandard(attempt: {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
  readonly secret: string;
}): string {
  const key = Buffer.from(attempt.secret.slice(SECRET_PREFIX.length), 'base64');
  const hmac = createHmac('sha256', key).update(`${attempt.id}.${attempt.timestamp}.`).update(attempt.body);
  return `v1,${hmac.digest('base64')}`;
}

/**
 * Returns true if one of the given signatures, separated by spaces, is a due one. It takes the same time for
 * wrong ones.
 */
function sameOneOf(given: string, due: readonly string[]): boolean {
  let same = false;
  for (const one of given.split(' ')) {
    for (const right of due) {
      const [a, b] = [Buffer.from(one), Buffer.from(right)];
      if (a.length === b.length && timingSafeEqual(a, b)) same = true;
    }
  }
  return same;
}

function expectRecent(
  timestamp: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions,
): void {
  const away = Math.abs(now / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || away > toleranceSeconds)
    throw new WebhookVerificationError(
      `webhook-timestamp is more than ${toleranceSeconds} s from now: sent again by somebody, or a wrong clock`,
    );
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  // Checked by its method: some frameworks have their own Headers class.
  if (typeof headers.get === 'function') return (headers as Headers).get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (typeof found === 'string' ? found : found?.join(' ')) ?? null;
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  } catch {
    throw new WebhookVerificationError('the body is not JSON');
  }
}

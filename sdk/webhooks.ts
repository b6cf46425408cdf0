import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

/** Headers as any server has them: a `Headers`, Node's own object, or a plain one. Names count in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far `webhook-timestamp` may be from now, either way. 300 unless told. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970. */
  readonly now?: number;
  /** What the service's own headers begin with. `x-service-` unless told. */
  readonly headerPrefix?: string;
  /**
   * False takes deliveries that carry `x-service-signature` alone, of the secret of now. It says nothing of when it was made: whoever
   * overheard such a delivery can send it again, so keep the ids that you have seen for ever.
   */
  readonly requireTimestamp?: boolean;
}

/** A delivery that the service has sent. */
export interface VerifiedWebhook {
  /** The delivery's id, the same for every attempt: do nothing when you have seen it. */
  readonly id: string | null;
  /** `charge.captured` and so on. */
  readonly event: string | null;
  readonly env: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The delivery is not the service's, not the one it sent, or too old. Answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Whether this delivery is the service's: `webhook-signature`, which also signs id and time, is compared in constant
 * time, and the time of the attempt must be near. It holds for a day after a secret was changed, with either secret. Answers the delivery, or throws `WebhookVerificationError` saying what is wrong.
 *
 * `rawBody` must be the bytes as they came in: parsed and written again they are others. `secret` is the whole
 * `whsec_…`; a list while a secret is being changed.
 */
// oxlint-disable-next-line max-params -- three are the delivery, as every library of this kind has them; the fourth is options
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
    if (!one.startsWith(SECRET_PREFIX)) throw new WebhookVerificationError('the secret must be the whole of it, whsec_ included');

  const [id, timestamp, standard] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  const own = header(`${headerPrefix}signature`);
  if (id !== null && timestamp !== null && standard !== null) {
    if (!secrets.some((one) => sameOneOf(standard, [signStandard({ id, timestamp, body, secret: one })])))
      throw new WebhookVerificationError('webhook-signature does not fit: another secret, or not the bytes that were sent');
    expectRecent(timestamp, options);
  } else if (requireTimestamp || own === null) {
    const missing = Object.entries({ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': standard });
    const names = missing.flatMap(([name, value]) => (value === null ? [name] : []));
    throw new WebhookVerificationError(`missing ${names.join(', ')}: does a proxy drop headers?`);
  } else if (!secrets.some((one) => sameOneOf(own, [signOwn(body, one)])))
    throw new WebhookVerificationError(`${headerPrefix}signature does not fit: another secret, or not the bytes that were sent`);
  const named = (name: string) => header(`${headerPrefix}${name}`);
  return { id: id ?? named('delivery'), event: named('event'), env: named('env'), body: parsed(body) };
}

/** `x-service-signature` of these bytes: the key is the whole secret as text. */
export function signOwn(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** `webhook-signature` of this attempt, as Standard Webhooks has it: the key is what follows `whsec_`, decoded. */
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

/** Whether one of the signatures given, with spaces between them, is one of those due. As long for a wrong one as for a right one. */
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

function expectRecent(timestamp: string, { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions): void {
  const away = Math.abs(now / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || away > toleranceSeconds)
    throw new WebhookVerificationError(
      `webhook-timestamp is more than ${toleranceSeconds} s from now: sent again by somebody, or a wrong clock`,
    );
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  // By what it can do: frameworks bring a Headers of their own.
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

import { createHmac } from 'node:crypto';
import { startWebhookReceiver } from '../../simulators/webhook-receiver.ts';
import type { AnswerRule, ReceivedRequest, WebhookReceiver } from '../../simulators/webhook-receiver.ts';
import { call, merchant, until } from './people.ts';
import type { Merchant } from './people.ts';

export interface Listener {
  readonly shop: Merchant;
  readonly at: WebhookReceiver;
  readonly secret: string;
  /** `/orgs/{id}/webhook`. */
  readonly path: string;
}

/** A delivery as the API shows it. */
export interface Shown {
  readonly id: string;
  readonly event: string;
  readonly status: string;
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly test: boolean;
}

export interface ShownAttempt {
  readonly number: number;
  readonly at: string;
  readonly status_code: number | null;
  readonly ms: number | null;
  readonly response: string | null;
  readonly error: string | null;
  readonly manual: boolean;
  readonly under_way: boolean;
}

export interface ShownInFull extends Shown {
  readonly body: string;
  readonly attempts: readonly ShownAttempt[];
}

const receivers: WebhookReceiver[] = [];

afterAll(() => Promise.all(receivers.map((receiver) => receiver.stop())));

/** A business whose webhooks go to an endpoint of its own, which answers so: 200 unless told otherwise. */
export async function listener(answer: AnswerRule = () => ({}), base?: string): Promise<Listener> {
  const [shop, at] = await Promise.all([
    merchant(base === undefined ? {} : { base }),
    startWebhookReceiver({ answer }),
  ]);
  receivers.push(at);
  const path = `/orgs/${shop.orgId}/webhook`;
  const { secret } = await call('PUT', path, { session: shop.session, body: { url: at.url } }, base);
  return { shop, at, secret, path };
}

/** Sends a test event. Answers its delivery. */
export const sendTest = ({ shop: { session }, path }: Listener): Promise<Shown> =>
  call('POST', `${path}/test`, { session });

/** The first page of the log. `query` begins with a question mark. */
export const logOf = async ({ shop: { session }, path }: Listener, query = ''): Promise<Shown[]> =>
  (await call('GET', `${path}/deliveries${query}`, { session })).deliveries;

/** A delivery in full. */
export const shown = (
  { shop: { session }, path }: Listener,
  id: string,
  base?: string,
): Promise<ShownInFull> => call('GET', `${path}/deliveries/${id}`, { session }, base);

/** Waits until so many attempts of it are over. */
export const attempted = (listening: Listener, id: string, count: number): Promise<ShownInFull> =>
  until(
    () => shown(listening, id),
    ({ attempts }) => attempts.filter(({ under_way: open }) => !open).length >= count,
    20_000,
  );

/** Waits until it has this status. */
export const becomes = (listening: Listener, id: string, status: string): Promise<ShownInFull> =>
  until(
    () => shown(listening, id),
    (delivery) => delivery.status === status,
    20_000,
  );

/** Has it sent once more. */
export const resend = ({ shop: { session }, path }: Listener, id: string): Promise<Shown> =>
  call('POST', `${path}/deliveries/${id}/resend`, { session });

/** Moves the sandbox clock of the business. */
export const advance = (
  { shop: { key } }: Listener,
  seconds: number,
): Promise<{ fired: { kind: string; id: string }[] }> =>
  call('POST', '/sandbox/clock/advance', { key, body: { seconds } });

/** Longer than a whole ladder of retries takes. */
export const LADDER_SECONDS = 8 * 60 * 60;

/** The requests of a delivery that have come in. */
export const receivedOf = ({ at }: Listener, id: string): ReceivedRequest[] =>
  at.received.filter(({ headers }) => headers['x-service-delivery'] === id);

/** The expected `x-service-signature` with this secret. */
export const signatureOf = (secret: string, { rawBody }: Pick<ReceivedRequest, 'rawBody'>): string =>
  `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;

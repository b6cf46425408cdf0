import { exampleOf } from './examples.ts';
import type { AuthorizedBody, CapturedBody, ReturnedBody, VoidedBody } from '../../domain/webhook-body.ts';

const id = { type: 'string', format: 'uuid' } as const;
const amount = {
  type: 'integer',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Minor units of the currency of the checkout',
} as const;

type Fields<Body> = Readonly<Record<keyof Body, object>>;

const authorized = {
  checkout_id: id,
  auth_id: { ...id, description: 'The charge' },
  total_minor: amount,
  currency: { type: 'string' },
  consumer_id: id,
} satisfies Fields<AuthorizedBody>;

const captured = {
  checkout_id: id,
  auth_id: id,
  mdr_fee: amount,
  buyer_amount: { const: 0, description: 'Always 0 at capture' },
  deferred_buyer_amount: amount,
  recommender_amount: amount,
} satisfies Fields<CapturedBody>;

const voided = { auth_id: id } satisfies Fields<VoidedBody>;

const returned = {
  auth_id: id,
  return_id: id,
  refund: amount,
  buyer_cut: { ...amount, description: 'Deferred and pending cashback of the buyer that was cut' },
  rec_cut: { ...amount, description: 'Pending cashback of recommenders that was cut' },
  award_adjusted: { type: 'boolean', description: 'True if any cashback was cut' },
} satisfies Fields<ReturnedBody>;

const HEADERS = {
  'x-service-event': "The event's name",
  'x-service-delivery':
    'The id of the delivery, the same for every attempt. Ignore a delivery whose id you have seen',
  'x-service-signature':
    '`sha256=` and the hex HMAC-SHA256 of the raw body. The key is the whole secret as text, including `whsec_`',
  'x-service-env': '`sandbox` or `live`',
  'webhook-id': 'Standard Webhooks: the id of the delivery',
  'webhook-timestamp': 'Standard Webhooks: the time of this attempt, in seconds since 1970',
  'webhook-signature':
    "Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. The key is the secret's decoded base64 part",
};

const TEST_HEADER = {
  name: 'x-service-test',
  in: 'header',
  required: false,
  description: '`true` for a test event, whose ids are made up. Absent from every other event',
  schema: { type: 'string', const: 'true' },
} as const;

/** The events as OpenAPI's `webhooks`: their bodies, and the headers that prove the sender. */
export const WEBHOOKS = {
  'checkout.authorized': webhook('checkoutAuthorized', 'A shopper authorized a checkout', authorized),
  'charge.captured': webhook('chargeCaptured', 'A charge was captured', captured),
  'charge.voided': webhook('chargeVoided', 'A merchant voided an authorized charge', voided),
  'charge.returned': webhook('chargeReturned', 'A charge was returned in part or in full', returned),
};

function webhook(operationId: string, summary: string, properties: Readonly<Record<string, object>>) {
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  return {
    post: {
      operationId,
      tags: ['Events'],
      summary,
      description:
        'The first attempt follows the event at once. A failed attempt is retried after 60 s, 5 min, 15 min, 1 h and 6 h. Redirects are failures. The prefix `x-service-` is a setting.',
      security: [],
      parameters: [
        ...Object.entries(HEADERS).map(([name, description]) => ({
          name,
          in: 'header',
          required: true,
          description,
          schema: { type: 'string' },
        })),
        TEST_HEADER,
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: exampleOf(schema, {}) } },
      },
      responses: {
        '2XX': { description: 'Delivered. Any other status, or no answer within 10 s, is a failure' },
      },
    },
  };
}

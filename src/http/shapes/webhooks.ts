import { z } from 'zod';
import { secret, text, timestamp } from './fields.ts';

export const putWebhookBody = z.object({
  url: text(2048).meta({
    format: 'uri',
    description: 'A public https address',
    examples: ['https://shop.example/webhooks'],
  }),
});

const SECRET = 'The key of the delivery signatures. Begins with `whsec_`';

export const webhookWithSecret = z.object({
  url: z.string(),
  secret: z.string().meta({ description: SECRET }),
});

export const webhook = z.object({
  url: z.string().nullable(),
  has_secret: z.boolean(),
  health: z
    .object({
      last_success_at: timestamp
        .nullable()
        .meta({ description: 'The last successful delivery, accurate to ten seconds' }),
      failing_since: timestamp
        .nullable()
        .meta({ description: 'The time at which the first delivery since the last success became `FAILED`' }),
    })
    .optional()
    .meta({
      description: 'The health of this URL, in real time. Absent until a delivery is `DELIVERED` or `FAILED`',
    }),
});

export const rotatedWebhook = webhookWithSecret.extend({
  secret: secret(SECRET),
  previous_valid_until: timestamp.meta({
    description: 'Until this time the previous secret signs as well, in `webhook-signature`',
  }),
});

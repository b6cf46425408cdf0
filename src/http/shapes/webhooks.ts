import { z } from 'zod';
import { text, timestamp } from './fields.ts';

export const putWebhookBody = z.object({
  url: text(2048).meta({ format: 'uri', description: 'A public https address', examples: ['https://shop.example/webhooks'] }),
});

export const webhookWithSecret = z.object({
  url: z.string(),
  secret: z.string().meta({ description: 'Signs the deliveries; begins with `whsec_`' }),
});

export const webhook = z.object({
  url: z.string().nullable(),
  has_secret: z.boolean(),
  health: z
    .object({
      last_success_at: timestamp.nullable().meta({ description: 'To within ten seconds' }),
      failing_since: timestamp.nullable().meta({ description: 'When the first delivery was given up since the last success' }),
    })
    .optional()
    .meta({ description: 'How this URL has fared, in real time. Absent until a delivery was taken or given up' }),
});

export const rotatedWebhook = webhookWithSecret.extend({
  previous_valid_until: timestamp.meta({ description: 'Until then the secret before signs as well, in `webhook-signature`' }),
});

import { z } from 'zod';
import { text } from './fields.ts';

export const putWebhookBody = z.object({
  url: text(2048).meta({ format: 'uri', description: 'A public https address', examples: ['https://shop.example/webhooks'] }),
});

export const webhookWithSecret = z.object({
  url: z.string(),
  secret: z.string().meta({ description: 'Signs the deliveries; begins with `whsec_`' }),
});

export const webhook = z.object({ url: z.string().nullable(), has_secret: z.boolean() });

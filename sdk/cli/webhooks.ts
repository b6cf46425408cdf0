import { orgOf, word } from './command.ts';
import type { Command } from './command.ts';

/** Commands for the webhook: setting it and testing it. */
export const webhookCommands: Readonly<Record<string, Command>> = {
  'webhook set': {
    about: 'send events to this address; the secret is printed',
    args: [{ name: '<url>', about: 'an https address' }],
    async run(context) {
      const id = await orgOf(context);
      const set = await context.api.webhooks.putWebhook({ id, url: word(context, 0, 'the address') });
      context.answer(set, [`Events go to ${set.url}`, set.secret]);
    },
  },
  'webhook show': {
    about: 'where events are sent to',
    async run(context) {
      const shown = await context.api.webhooks.getWebhook({ id: await orgOf(context) });
      context.answer(shown, [shown.url ?? 'No webhook is set: payments webhook set <url>']);
    },
  },
  'webhook test': {
    about: 'have a made-up checkout.authorized sent there',
    async run(context) {
      const sent = await context.api.webhooks.testWebhook({ id: await orgOf(context) });
      context.answer(sent, [`${sent.id} is on its way.`]);
    },
  },
};

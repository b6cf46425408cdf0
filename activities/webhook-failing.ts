import type { Mailer } from '../src/partners/mail.ts';
import type { Database } from '../src/store/database.ts';
import { findFailureMail, managersOf } from '../src/store/webhook-failing.ts';
import type { FailureMailRow } from '../src/store/webhook-failing.ts';
import type { DeliveryInput, FailingMailInput } from '../workflows/messages.ts';

export interface WebhookFailingDeps {
  readonly database: Database;
  readonly mailer: Mailer;
}

export type WebhookFailingActivities = ReturnType<typeof createWebhookFailingActivities>;

/** The steps that tell people of a webhook that fails. */
export function createWebhookFailingActivities({ database, mailer }: WebhookFailingDeps) {
  return {
    /** The user ids of the org's owners and admins. */
    async whomToTell({ orgId }: DeliveryInput): Promise<string[]> {
      return (await managersOf(database.pool, { orgId })).map(({ userId }) => userId);
    },

    /** Mails one of them, unless they are none any more or the webhook is well again. */
    async mailWebhookFailing({
      deliveryId,
      orgId,
      userId,
    }: FailingMailInput): Promise<'mailed' | 'not needed' | 'refused by the mail server'> {
      const news = await findFailureMail(database.pool, { deliveryId, orgId, userId });
      if (news === null) return 'not needed';
      const answer = await mailer.send({ to: news.email, ...letter(news, deliveryId) });
      return answer === 'accepted' ? 'mailed' : 'refused by the mail server';
    },
  };
}

/** Names the host alone: the rest of a URL may hold a secret. */
function letter(news: FailureMailRow, deliveryId: string): { subject: string; text: string } {
  const { org, env, event, url, statusCode, error } = news;
  const name = org.replaceAll(/\s+/g, ' ');
  return {
    subject: `Webhooks of ${name} fail`,
    text: [
      'Hello,',
      '',
      `we have sent a webhook of ${name} to ${URL.canParse(url) ? new URL(url).host : 'its address'} six times over more than seven hours. It was not taken.`,
      '',
      `Event: ${event} (${env})`,
      `Delivery: ${deliveryId}`,
      `At the last attempt: ${statusCode === null ? (error ?? 'no answer') : `status ${statusCode}`}`,
      '',
      'Nothing is switched off: new events go on being sent. Once your endpoint answers with 2xx again, resend what has failed',
      'from the delivery log: one by one, or all that match a filter.',
      '',
      'We write once. The next mail comes if it fails again after it has worked.',
      '',
    ].join('\n'),
  };
}

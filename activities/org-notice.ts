import { MAILED_ACTS } from '../src/domain/org-event.ts';
import type { Mailer } from '../src/partners/mail.ts';
import type { Database } from '../src/store/database.ts';
import { findNotice, noticeReaders } from '../src/store/org-notices.ts';
import type { NoticeRow } from '../src/store/org-notices.ts';
import type { NoticeInput, NoticeMailInput } from '../workflows/messages.ts';

export interface OrgNoticeDeps {
  readonly database: Database;
  readonly mailer: Mailer;
}

export type OrgNoticeActivities = ReturnType<typeof createOrgNoticeActivities>;

/** The steps that mail the owners of an org about an act in its trail. */
export function createOrgNoticeActivities({ database, mailer }: OrgNoticeDeps) {
  return {
    /** Returns the user ids of the org's owners. */
    async listNoticeReaders({ eventId }: NoticeInput): Promise<string[]> {
      return (await noticeReaders(database.pool, { eventId })).map(({ userId }) => userId);
    },

    /** Mails one of them, unless they are no owner any more. */
    async mailNotice({
      eventId,
      userId,
    }: NoticeMailInput): Promise<'mailed' | 'not needed' | 'refused by the mail server'> {
      const facts = await findNotice(database.pool, { eventId, userId });
      if (facts === null) return 'not needed';
      const answer = await mailer.send({ to: facts.email, ...letter(facts) });
      return answer === 'accepted' ? 'mailed' : 'refused by the mail server';
    },
  };
}

function letter({ org, action, at, env, actorKind, actor, address }: NoticeRow): {
  subject: string;
  text: string;
} {
  const name = org.replaceAll(/\s+/g, ' ');
  const by = actorKind === 'operator' ? 'the platform' : (actor ?? 'an API key');
  return {
    subject: `${MAILED_ACTS[action]}: ${name}`,
    text: [
      'Hello,',
      '',
      `${MAILED_ACTS[action]}.`,
      '',
      `Organization: ${name}`,
      `When: ${at.toISOString()}`,
      `By: ${by}${address === null || actorKind === 'operator' ? '' : `, from ${address}`}`,
      ...(env === null ? [] : [`Environment: ${env}`]),
      '',
      'The whole trail is at GET /orgs/{id}/audit. If you do not expect this, end the sessions of whoever did it,',
      'undo it, and tell the platform.',
      '',
    ].join('\n'),
  };
}

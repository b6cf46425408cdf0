import type { Mailer } from '../src/partners/mail.ts';
import type { Database } from '../src/store/database.ts';
import { destinationReaders, findDestinationMail } from '../src/store/destination-mails.ts';
import type { DestinationMailRow } from '../src/store/destination-mails.ts';
import type { CounterpartyInput, DestinationMailInput } from '../workflows/messages.ts';

export interface DestinationMailDeps {
  readonly database: Database;
  readonly mailer: Mailer;
}

export type DestinationMailActivities = ReturnType<typeof createDestinationMailActivities>;

/** The steps that mail people about a new live bank destination. */
export function createDestinationMailActivities({ database, mailer }: DestinationMailDeps) {
  return {
    /** Returns the user ids of the org's owners, admins and finance members. */
    async listDestinationReaders({ counterpartyId }: CounterpartyInput): Promise<string[]> {
      return (await destinationReaders(database.pool, { counterpartyId })).map(({ userId }) => userId);
    },

    /** Mails one of them, unless they have lost the role meanwhile. */
    async mailNewDestination({
      counterpartyId,
      userId,
    }: DestinationMailInput): Promise<'mailed' | 'not needed' | 'refused by the mail server'> {
      const facts = await findDestinationMail(database.pool, { counterpartyId, userId });
      if (facts === null) return 'not needed';
      const answer = await mailer.send({ to: facts.email, ...letter(facts) });
      return answer === 'accepted' ? 'mailed' : 'refused by the mail server';
    },
  };
}

function letter(facts: DestinationMailRow): { subject: string; text: string } {
  const { accountMasked, countryCode, currency, registrant } = facts;
  const [org, holder] = [oneLine(facts.org), oneLine(facts.holder)];
  return {
    subject: `New bank account for payouts of ${org}`,
    text: [
      'Hello,',
      '',
      `a bank account was registered for live payouts of ${org}.`,
      '',
      `Account: ${accountMasked} (${countryCode}, ${currency})`,
      `Holder: ${holder}`,
      `Registered by: ${registrant}`,
      statusLine(facts),
      '',
      'If you do not expect this, disable the account at once with DELETE /bank/counterparties/{id}:',
      facts.counterpartyId,
      'Then end the sessions of whoever registered it.',
      '',
    ].join('\n'),
  };
}

function statusLine({ status, heldUntil }: DestinationMailRow): string {
  if (status === 'DISABLED') return 'Status: disabled meanwhile. It is not paid to.';
  if (status === 'HELD' && heldUntil !== null)
    return `Status: held until ${heldUntil.toISOString()}, unless another owner or admin approves it before.`;
  return 'Status: active. Payouts may go to it from now on.';
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

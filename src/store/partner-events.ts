import { statementOne } from './statement.ts';

/**
 * Records an event of a partner. `eventId` is the partner's id of it, `reference` our id of its object.
 * Returns null for an event that was recorded before: its work is done, or under way.
 */
export const recordPartnerEvent = statementOne<
  {
    partner: 'bank' | 'verification';
    eventId: string;
    type: string;
    reference: string;
    occurredAt: Date;
  },
  { eventId: string }
>(
  'record_partner_event',
  `insert into partner_events (partner, event_id, type, reference, occurred_at)
   values (:partner, :eventId, :type, :reference, :occurredAt)
   on conflict do nothing returning event_id`,
);

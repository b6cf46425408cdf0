import { preparedOne } from './database.ts';

/**
 * Writes an event of a partner down: partner, its id there, type, our id of what it is about, when it happened.
 * Answers nothing for one that was written before: whatever it asks for has been done, or is being done.
 */
export const recordPartnerEvent = preparedOne<{ eventId: string }>(
  'record_partner_event',
  `insert into partner_events (partner, event_id, type, reference, occurred_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning event_id as "eventId"`,
);

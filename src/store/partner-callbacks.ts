import { statement } from './statement.ts';

/** A callback of a partner, as it was received. */
export interface PartnerCallback {
  readonly partner: 'bank' | 'verification';
  /** The partner's id of the event. */
  readonly eventId: string;
  readonly type: string;
  /** Our id of the event's subject. For a deposit: what the bank calls the user. */
  readonly reference: string;
}

/** Stores a callback before it is answered. A copy finds the first. */
export const storeCallback = statement<PartnerCallback, never>(
  'store_callback',
  `insert into partner_callbacks (partner, event_id, type, reference)
   values (:partner, :eventId, :type, :reference) on conflict do nothing`,
);

/** Marks the callbacks about a payout as handled, which were stored before the bank was asked. */
export const handleTransferCallbacks = statement<{ payoutId: string; askedAt: Date }, never>(
  'handle_transfer_callbacks',
  `update partner_callbacks set handled_at = clock_timestamp()
   where reference = :payoutId::text and handled_at is null and partner = 'bank' and type like 'transfer.%'
     and received_at <= :askedAt`,
);

/** Marks the callbacks of one event of a partner as handled. */
export const handleCallbacksOfEvent = statement<
  { partner: PartnerCallback['partner']; eventId: string },
  never
>(
  'handle_callbacks_of_event',
  `update partner_callbacks set handled_at = clock_timestamp()
   where partner = :partner and event_id = :eventId and handled_at is null`,
);

/** A callback that is not handled yet. */
export interface OpenCallback extends PartnerCallback {
  readonly id: number;
  /** The org of the payout; null for other subjects. */
  readonly orgId: string | null;
}

/** The callbacks that wait, oldest first, without those that have just come in. */
export const openCallbacks = statement<{ afterId: number; limit: number }, OpenCallback>(
  'open_callbacks',
  `select c.id, c.partner, c.event_id, c.type, c.reference, p.org_id
   from partner_callbacks c
     left join payouts p on c.type like 'transfer.%' and p.id::text = c.reference
   where c.handled_at is null and c.id > :afterId and c.received_at < clock_timestamp() - interval '30 seconds'
   order by c.id limit :limit`,
);

/** The seconds that the oldest callback has waited to be handled, by partner. 0 where none waits. */
export const findCallbackLag = statement<
  Record<string, never>,
  { partner: PartnerCallback['partner']; seconds: number }
>(
  'find_callback_lag',
  `select e.partner, coalesce((
     select extract(epoch from clock_timestamp() - min(c.received_at)) from partner_callbacks c
     where c.handled_at is null and c.partner = e.partner), 0)::float8 as seconds
   from unnest(array['bank', 'verification']) as e(partner)`,
);

/**
 * Gives up a deposit that the bank has not known for seven days. The comparison with the bank's list still
 * finds one that it books later.
 */
export const giveUpCallbacks = statement<{ limit: number }, { id: number }>(
  'give_up_callbacks',
  `update partner_callbacks set handled_at = clock_timestamp()
   where id = any (array(
     select id from partner_callbacks where handled_at is null and type = 'deposit.received'
       and received_at < clock_timestamp() - interval '7 days' order by id limit :limit))
   returning id`,
);

/** Deletes callbacks that were handled 30 days ago. */
export const deleteOldCallbacks = statement<{ limit: number }, { id: number }>(
  'delete_old_callbacks',
  `delete from partner_callbacks
   where id = any (array(
     select id from partner_callbacks where handled_at < now() - interval '30 days'
     order by handled_at limit :limit))
   returning id`,
);

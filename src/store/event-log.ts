import type { Environment } from '../domain/environment.ts';
import type { WebhookEvent } from '../domain/webhook-schedule.ts';
import { statement, statementOne } from './statement.ts';

/** An event as the log lists it. */
export interface EventLogRow {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly createdAt: Date;
  readonly test: boolean;
  /** Null when the org had no webhook. */
  readonly deliveryId: string | null;
  /** The exact text that the webhook carries. */
  readonly body: string;
  /** The transaction that wrote the event, as decimal text. */
  readonly writtenBy: string;
}

interface EventsAfter {
  readonly orgId: string;
  readonly env: Environment;
  /** The position of the last event that the reader knows. */
  readonly afterTransaction: string;
  readonly afterId: string;
  readonly limit: number;
}

/** The position before the first event of a log. */
export const OLDEST = { key: '0', id: '00000000-0000-0000-0000-000000000000' } as const;

/**
 * Lists the events after a position, oldest first. Transactions commit in any order, so the order is by
 * transaction, up to the oldest one that still runs: a later commit can only append. Times and ids would let
 * a reader pass an event that commits late.
 */
export const listEvents = statement<EventsAfter, EventLogRow>(
  'list_events',
  `select e.id, e.event, e.created_at, e.test, d.id as delivery_id, e.body, e.written_by::text as written_by
   from events e left join deliveries d on d.event_id = e.id
   where e.org_id = :orgId and e.env = :env
     and (e.written_by, e.id) > (:afterTransaction::text::xid8, :afterId::uuid)
     and e.written_by < pg_snapshot_xmin(pg_current_snapshot())
   order by e.written_by, e.id limit :limit`,
);

/** The position from which only later events follow. Events that commit at this moment may follow too. */
export const findNewestTransaction = statementOne<Record<never, never>, { writtenBy: string }>(
  'find_newest_transaction',
  `select pg_snapshot_xmin(pg_current_snapshot())::text as written_by`,
);

// SQL that several statements share: common table expressions, to write between `with` and the last `select`.
import type { WebhookBody } from '../domain/webhook-body.ts';
import type { JsonText } from './statement.ts';

/** The parameters of `eventAndDelivery`, besides those that its `columns` name. */
export interface EventParams {
  readonly eventId: string;
  /** The exact text that the merchant's receiver gets. */
  readonly body: JsonText<WebhookBody>;
  /** The id of the delivery, if the org has a webhook. */
  readonly deliveryId: string;
  readonly at: Date;
}

/** More columns of the row to insert, each with its SQL. The SQL reads the source as `s`. */
type Columns = Readonly<Record<string, string>>;

interface EventSource {
  /** A relation with `org_id` and `env`. The event is inserted for its row, if there is one. */
  readonly from: string;
  /** The name of the event, for example `charge.captured`. */
  readonly event: string;
  readonly columns: Columns;
}

/**
 * Inserts an event, and its delivery if the org has a webhook: the expressions `event` and `delivery`.
 * `delivery` returns the `id` to send. Parameters: `EventParams`.
 */
export function eventAndDelivery({ from, event, columns }: EventSource): string {
  return `event as (
       insert into events (id, org_id, env, event, body, created_at, ${namesOf(columns)})
       select :eventId, s.org_id, s.env, '${event}', :body, :at, ${valuesOf(columns)} from ${from} s),
     delivery as (
       insert into deliveries (id, event_id, org_id, env, event, created_at)
       select :deliveryId, :eventId, s.org_id, s.env, '${event}', :at
       from ${from} s join webhooks w on w.org_id = s.org_id
       returning id)`;
}

/** The amount that an account receives, in minor units. A negative amount leaves the account. */
export interface EntryToPost {
  readonly account: string;
  readonly amount: number;
}

/** The parameters of `journalAndEntries` without `entries`, besides those that its `columns` name. */
export interface PostingParams {
  readonly journalId: string;
  readonly entries: JsonText<readonly EntryToPost[]>;
}

interface PostingSource {
  /** A relation with `env` and `currency`. The journal is posted for its row, if there is one. */
  readonly from: string;
  /** The kind of the journal, as SQL: `'capture'`, or a parameter with its cast. */
  readonly kind: string;
  /** The id of the business act, as SQL. With the kind it is the journal's unique business key. */
  readonly key: string;
  /** More columns of `journals`: `at`, `org_id`, `charge_id` and so on. */
  readonly columns: Columns;
  /** The entries, as SQL that reads the source as `s`. Default: the parameter `:entries`. */
  readonly entries?: readonly (readonly [account: string, amount: string])[];
  /** True: a repeat posts nothing. Default: a repeat violates the business key. */
  readonly once?: boolean;
}

/**
 * Posts a journal with its entries, which sum to 0: the expressions `journal` and `posted`. `journal` returns
 * its `id`. Parameters: `journalId`, and `entries` unless they are SQL.
 */
export function journalAndEntries(source: PostingSource): string {
  const { from, kind, key, columns, entries, once = false } = source;
  const values = entries?.map((entry) => `(${entry.join(', ')})`).join(', ');
  const count = entries?.length ?? 'json_array_length(:entries)';
  const lines = values ? `lateral (values ${values}) as x(account, amount)` : ENTRIES;
  return `journal as (
       insert into journals (id, env, currency, kind, op_key, entry_count, ${namesOf(columns)})
       select :journalId, s.env, s.currency, ${kind}, ${kind} || ':' || ${key}, ${count}, ${valuesOf(columns)}
       from ${from} s ${once ? 'on conflict do nothing' : ''} returning id),
     posted as (
       insert into entries (journal_id, account_id, env, currency, amount)
       select journal.id, x.account, s.env, s.currency, x.amount from journal, ${from} s, ${lines})`;
}

const ENTRIES = 'json_to_recordset(:entries) as x(account uuid, amount bigint)';

const namesOf = (columns: Columns): string => Object.keys(columns).join(', ');
const valuesOf = (columns: Columns): string => Object.values(columns).join(', ');

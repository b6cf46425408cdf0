import type { ChargeStatus } from '../domain/charge.ts';
import type { CheckoutStatus } from '../domain/checkout.ts';
import type { Environment } from '../domain/environment.ts';
import { LINES } from './checkouts.ts';
import type { LineRow } from './checkouts.ts';
import { EVER } from './books.ts';
import type { Span } from './books.ts';
import { NEWEST, NEWEST_FIRST } from './newest-first.ts';
import { statement, statementOne } from './statement.ts';
import type { Queryable } from './statement.ts';

/** A sale in a list: a checkout with fields of its cart. */
export interface SaleRow {
  readonly id: string;
  readonly terminalId: string;
  readonly terminalTitle: string;
  readonly total: number;
  readonly currency: string;
  readonly totalCashback: number;
  readonly status: CheckoutStatus;
  readonly createdAt: Date;
  readonly orderId: string | null;
  readonly store: object | null;
  /** Null when the cart had no address, and when the address was deleted after its period. */
  readonly shipping: object | null;
}

/** A sale in full. */
export interface SaleView extends SaleRow {
  readonly orgId: string;
  readonly env: Environment;
  readonly authId: string | null;
  readonly authStatus: ChargeStatus | null;
  readonly items: readonly LineRow[];
}

const COLUMNS = `
  c.id, c.terminal_id, t.title as terminal_title, k.total, k.currency, k.total_cashback,
  c.status, c.created_at, k.order_id, k.store,
  (select shipping from cart_addresses where cart_id = c.id) as shipping`;

/** Reads the cart and the terminal of each row by key. Without `offset 0` the planner joins whole tables. */
const JOINS = `
  cross join lateral (select * from carts where carts.id = c.id offset 0) k
  cross join lateral (select title from terminals where terminals.id = c.terminal_id offset 0) t`;

/** A page of 200, and one row that shows that more follow. */
const MOST = 201;

/**
 * The place is never null, so that the scan of the index begins there. A null for the newest would be a
 * filter.
 */
const PLACE = `(created_at, id) < (:afterKey::timestamptz, :afterId::uuid)
      and created_at >= :from::timestamptz and created_at < :to::timestamptz`;

/**
 * The sales of a page in one range of an index. The constant limit is the size of the largest page: without
 * it the planner does not know how few rows a page has, and plans again on every call.
 */
const piece = (where: string): string => `
  select * from (
    select id, terminal_id, status, created_at from checkouts
    where ${where} and ${PLACE} ${NEWEST_FIRST} limit ${MOST}) most
  ${NEWEST_FIRST} limit :limit`;

interface SalesPage extends Span {
  readonly orgId: string;
  readonly env: Environment;
  /** The place of the last sale before this page: its time and id. */
  readonly afterKey: string;
  readonly afterId: string;
  readonly limit: number;
}

const listAllSales = statement<SalesPage, SaleRow>(
  'list_all_sales',
  `select ${COLUMNS} from (${piece('org_id = :orgId and env = :env')}) c ${JOINS}
   order by c.created_at desc, c.id desc`,
);

const listSalesOfStatuses = statement<SalesPage & Pick<SalesQuery, 'statuses'>, SaleRow>(
  'list_sales_of_statuses',
  `select ${COLUMNS} from (
     select found.* from unnest(:statuses::text[]) as wanted(status)
       cross join lateral (${piece('org_id = :orgId and env = :env and status = wanted.status')}) found
     order by found.created_at desc, found.id desc limit :limit) c ${JOINS}
   order by c.created_at desc, c.id desc`,
);

/** Few carts have the same reference of a merchant: all of them are read. */
const listSalesOfOrder = statement<SalesPage & Pick<SalesQuery, 'statuses'> & { orderId: string }, SaleRow>(
  'list_sales_of_order',
  `select ${COLUMNS} from (
     select checkouts.id, terminal_id, status, created_at from carts join checkouts on checkouts.id = carts.id
     where carts.org_id = :orgId and carts.env = :env and carts.order_id = :orderId
       and (cardinality(:statuses::text[]) = 0 or status = any (:statuses))
       and (created_at, checkouts.id) < (:afterKey::timestamptz, :afterId::uuid)
       and created_at >= :from::timestamptz and created_at < :to::timestamptz
     order by created_at desc, checkouts.id desc limit :limit) c ${JOINS}
   order by c.created_at desc, c.id desc`,
);

export interface SalesQuery {
  readonly orgId: string;
  readonly env: Environment;
  /** Each at most once. Empty: all. */
  readonly statuses: readonly CheckoutStatus[];
  /** The merchant's reference. Null or absent: any. */
  readonly orderId?: string | null;
  /** On the time of creation. Absent: any. */
  readonly period?: Span;
  readonly after: { readonly key: string; readonly id: string } | null;
  /** At most 201. */
  readonly limit: number;
}

/**
 * An org's sales in one environment, newest first. It reads at most limit × statuses sales: one range of an
 * index for each status. The cost grows neither with the number of sales nor with the age of the page.
 */
export function listSales(on: Queryable, wanted: SalesQuery): Promise<SaleRow[]> {
  const { orderId = null, after } = wanted;
  const { key: afterKey, id: afterId } = after ?? NEWEST;
  const page = { ...wanted, ...(wanted.period ?? EVER), afterKey, afterId };
  if (orderId !== null) return listSalesOfOrder(on, { ...page, orderId });
  return wanted.statuses.length === 0 ? listAllSales(on, page) : listSalesOfStatuses(on, page);
}

/** A file is read by so many rows at a time. */
const FILE_PAGE = MOST - 1;

/** Reads all sales of a filter page by page, newest first. */
export async function* readSales(
  on: Queryable,
  wanted: Omit<SalesQuery, 'after' | 'limit'>,
): AsyncGenerator<SaleRow[], void, undefined> {
  let after: SalesQuery['after'] = null;
  for (;;) {
    const rows: SaleRow[] = await listSales(on, { ...wanted, after, limit: FILE_PAGE });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < FILE_PAGE) return;
    after = { key: last.createdAt.toISOString(), id: last.id };
  }
}

/** One sale with its items and the authorization of its charge. */
export const saleView = statementOne<{ saleId: string }, SaleView>(
  'sale_view',
  `select ${COLUMNS}, c.org_id, c.env, h.id as auth_id, h.status as auth_status,
          (select ${LINES} from cart_lines l where l.cart_id = c.id) as items
   from checkouts c ${JOINS} left join charges h on h.checkout_id = c.id
   where c.id = :saleId`,
);

import type { ChargeStatus } from '../domain/charge.ts';
import type { CheckoutStatus } from '../domain/checkout.ts';
import type { Environment } from '../domain/environment.ts';
import type { LineRow } from './checkouts.ts';
import { prepared, preparedOne } from './database.ts';
import type { Queryable } from './database.ts';
import { NEWEST, NEWEST_FIRST } from './newest-first.ts';

/** A sale as lists show it: a checkout with what its cart says. */
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
  c.id, c.terminal_id as "terminalId", t.title as "terminalTitle", k.total, k.currency, k.total_cashback as "totalCashback",
  c.status, c.created_at as "createdAt", k.order_id as "orderId", k.store, k.shipping`;

/** Every row's cart and terminal are looked up by key, whatever the planner thinks of the limit: `offset 0` keeps it from joining whole tables. */
const JOINS = `
  cross join lateral (select * from carts where carts.id = c.id offset 0) k
  cross join lateral (select title from terminals where terminals.id = c.terminal_id offset 0) t`;

/** A page of 200, and the row that says whether more follow. */
const MOST = 201;

/** The place is always given, so that the index begins there on every page: a null that means "from the newest" would be a filter. */
const PLACE = '(created_at, id) < ($3::timestamptz, $4::uuid)';

/**
 * The places of one piece of an index. Two limits: without the constant one, the most that a page can take, the planner
 * does not know how few rows a page has, and plans anew on every call.
 */
const piece = (where: string): string => `
  select * from (
    select id, terminal_id, status, created_at from checkouts where ${where} and ${PLACE} ${NEWEST_FIRST} limit ${MOST}) most
  ${NEWEST_FIRST} limit $5`;

const listAllSales = prepared<SaleRow>(
  'list_all_sales',
  `select ${COLUMNS} from (${piece('org_id = $1 and env = $2')}) c ${JOINS} order by c.created_at desc, c.id desc`,
);

const listSalesOfStatuses = prepared<SaleRow>(
  'list_sales_of_statuses',
  `select ${COLUMNS} from (
     select found.* from unnest($6::text[]) as wanted(status)
       cross join lateral (${piece('org_id = $1 and env = $2 and status = wanted.status')}) found
     order by found.created_at desc, found.id desc limit $5) c ${JOINS}
   order by c.created_at desc, c.id desc`,
);

/** A merchant's reference stands for few carts: all of them are looked at. */
const listSalesOfOrder = prepared<SaleRow>(
  'list_sales_of_order',
  `select ${COLUMNS} from (
     select checkouts.id, terminal_id, status, created_at from carts join checkouts on checkouts.id = carts.id
     where carts.org_id = $1 and carts.env = $2 and carts.order_id = $6 and (cardinality($7::text[]) = 0 or status = any ($7))
       and (created_at, checkouts.id) < ($3::timestamptz, $4::uuid)
     order by created_at desc, checkouts.id desc limit $5) c ${JOINS}
   order by c.created_at desc, c.id desc`,
);

export interface SalesWanted {
  readonly orgId: string;
  readonly env: Environment;
  /** Each once. Empty: all of them. */
  readonly statuses: readonly CheckoutStatus[];
  /** Only what was made with this reference; whatever it is when absent. */
  readonly orderId?: string | null;
  readonly after: { readonly key: string; readonly id: string } | null;
  /** At most 201. */
  readonly limit: number;
}

/**
 * An org's sales in one environment, newest first. The cost is bounded by limit × statuses: one piece of one index for
 * each status, merged. It does not grow with the number of sales, nor with how far back the page is.
 */
export function listSales(on: Queryable, { orgId, env, statuses, orderId = null, after, limit }: SalesWanted): Promise<SaleRow[]> {
  const place = after ?? NEWEST;
  const values = [orgId, env, place.key, place.id, limit];
  if (orderId !== null) return listSalesOfOrder(on, [...values, orderId, statuses]);
  return statuses.length === 0 ? listAllSales(on, values) : listSalesOfStatuses(on, [...values, statuses]);
}

/** One sale with its items and the authorization of its charge. */
export const saleView = preparedOne<SaleView>(
  'sale_view',
  `select ${COLUMNS}, c.org_id as "orgId", c.env, h.id as "authId", h.status as "authStatus",
          (select json_agg(json_build_object('productId', l.product_id, 'displayName', l.display_name, 'unitPrice', l.unit_price,
                    'qty', l.qty, 'cashbackRate', l.cashback_rate, 'imageUrl', l.item_image_url, 'url', l.item_url) order by l.line)
           from cart_lines l where l.cart_id = c.id) as items
   from checkouts c ${JOINS} left join charges h on h.checkout_id = c.id
   where c.id = $1`,
);

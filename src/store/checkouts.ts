import type { CheckoutStatus, TerminalFacts } from '../domain/checkout.ts';
import type { Cart, CartLine } from '../domain/cart.ts';
import type { Environment } from '../domain/environment.ts';
import { jsonText, statement, statementOne } from './statement.ts';
import type { JsonText, Queryable } from './statement.ts';

/** The fields of a cart without amounts. */
export interface CartExtras {
  readonly orderId: string | null;
  readonly store: object | null;
  readonly shipping: object | null;
  readonly confirmationUrl: string | null;
  readonly cancelUrl: string | null;
}

type CartParams = Omit<CartToInsert, 'cart' | 'extras'> &
  Omit<Cart, 'lines' | 'expiresInSecs'> &
  Omit<CartExtras, 'store' | 'shipping'> & {
    readonly store: JsonText<object> | null;
    readonly shipping: JsonText<object> | null;
    readonly lines: JsonText<readonly CartLine[]>;
  };

const writeCart = statementOne<CartParams, { readAt: Date }>(
  'insert_cart',
  `with cart as (
     insert into carts (id, org_id, env, currency, shipping_amount, tax_amount, total, total_cashback,
                        order_id, store, user_confirmation_url, user_cancel_url, created_by)
     values (:id, :orgId, :env, :currency, :shippingAmount, :taxAmount, :total, :totalCashback,
             :orderId, :store, :confirmationUrl, :cancelUrl, :actor)
     on conflict (id) do nothing returning id),
   address as (
     insert into cart_addresses (cart_id, shipping)
     select id, :shipping::json from cart where :shipping::json is not null),
   lines as (
     insert into cart_lines (cart_id, line, product_id, display_name, unit_price, qty, cashback_rate, pot,
                             item_image_url, item_url)
     select cart.id, x.line, x."productId", x."displayName", x."unitPrice", x.qty, x."cashbackRate", x.pot,
            x."imageUrl", x.url
     from cart, json_to_recordset(:lines) as x(line int, "productId" text, "displayName" text,
                                               "unitPrice" bigint, qty bigint, "cashbackRate" int, pot bigint,
                                               "imageUrl" text, url text))
   select clock_timestamp() as read_at from cart`,
);

/**
 * The stored cart, if it is this one. The id is derived from the request, so lines and extras are its own.
 */
const sameCart = statementOne<
  Pick<CartParams, 'id' | 'orgId' | 'env' | 'currency' | 'total'>,
  { readAt: Date }
>(
  'same_cart',
  `select clock_timestamp() as read_at from carts
   where id = :id and org_id = :orgId and env = :env and currency = :currency and total = :total`,
);

/** A cart as the merchant sent it. The actor is null for a cart that no caller sent. */
export interface CartToInsert {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly cart: Cart;
  readonly extras: CartExtras;
  readonly actor: string | null;
}

/**
 * Inserts the cart, unless it is stored already. A checkout opens on it later. Returns the time of the
 * database's clock. Throws when another cart has the id.
 */
export async function insertCart(on: Queryable, { cart, extras, ...sent }: CartToInsert): Promise<Date> {
  const [store, shipping] = [jsonOrNull(extras.store), jsonOrNull(extras.shipping)];
  const params = { ...sent, ...cart, ...extras, store, shipping, lines: jsonText(cart.lines) };
  const known = (await writeCart(on, params)) ?? (await sameCart(on, params));
  if (known === null) throw new Error(`cart ${sent.id} is there and is another`);
  return known.readAt;
}

const jsonOrNull = (value: object | null) => (value === null ? null : jsonText(value));

/** The facts of a terminal of any org. */
export const terminalFacts = statementOne<{ terminalId: string }, TerminalFacts>(
  'terminal_facts',
  'select org_id, terminal_type, status from terminals where id = :terminalId',
);

/**
 * Locks the org's clock (shared, in the sandbox), then the terminal in the cart's environment: checkouts open
 * on it one after the other. Read the facts in the next statement: this one does not see the changes that it
 * waited for.
 */
export const lockTerminal = statement<{ orgId: string; checkoutId: string; terminalId: string }, never>(
  'lock_terminal',
  'select lock_terminal(:orgId, env, :terminalId) from carts where id = :checkoutId',
);

/**
 * Locks the org's clock (shared, in the sandbox), then the checkout's row and its charge's. Read the rows in
 * the next statement: this one does not see the changes that it waited for.
 */
export const lockCheckout = statement<{ orgId: string; checkoutId: string }, never>(
  'lock_checkout',
  'select lock_checkout(:orgId, :checkoutId)',
);

export interface CheckoutRow {
  readonly env: Environment;
  readonly status: CheckoutStatus;
  readonly terminalId: string;
  readonly expiresAt: Date;
  readonly holdExpiresAt: Date | null;
  readonly chargeId: string | null;
  /** The command that voided its charge, or null. */
  readonly voidCommandId: string | null;
  readonly now: Date;
  readonly offset: number;
}

/** The state of a checkout and its charge, with the org's time. */
export const checkoutRow = statementOne<{ checkoutId: string }, CheckoutRow>(
  'checkout_row',
  `select c.env, c.status, c.terminal_id, c.expires_at, h.hold_expires_at, h.id as charge_id, h.void_command_id,
          org_now(c.org_id, c.env) as now, org_offset_ms(c.org_id, c.env) as "offset"
   from checkouts c left join charges h on h.checkout_id = c.id
   where c.id = :checkoutId`,
);

/** The terminal of an opened checkout. */
export const openedRow = statementOne<{ checkoutId: string }, { terminalId: string }>(
  'opened_row',
  'select terminal_id from checkouts where id = :checkoutId',
);

export interface OpeningRow {
  /** True while the platform has suspended the merchant. */
  readonly isSuspended: boolean;
  readonly now: Date;
  readonly offset: number;
  /** The pending checkout of the terminal, if there is one. */
  readonly pendingId: string | null;
  readonly pendingExpiresAt: Date | null;
}

/** The facts of opening a checkout on its cart. A null `terminalId` stands for a new terminal. */
export const openingRow = statementOne<{ checkoutId: string; terminalId: string | null }, OpeningRow>(
  'opening_row',
  `select org_now(k.org_id, k.env) as now, org_offset_ms(k.org_id, k.env) as "offset",
          o.status = 'SUSPENDED' as is_suspended, p.id as pending_id, p.expires_at as pending_expires_at
   from carts k join orgs o on o.id = k.org_id
     left join checkouts p on p.terminal_id = :terminalId and p.env = k.env and p.status = 'PENDING'
   where k.id = :checkoutId`,
);

interface Displacement {
  /** The pending checkout that ends. */
  readonly checkoutId: string;
  /** Its status at the end. */
  readonly status: CheckoutStatus;
  /** The newer checkout. */
  readonly supersededBy: string;
}

/** Ends the terminal's pending checkout for a newer one. */
export const supersedeCheckout = statement<Displacement, never>(
  'displace_checkout',
  `update checkouts set status = :status, superseded_by = :supersededBy
   where id = :checkoutId and status = 'PENDING'`,
);

/** The checkout that this one superseded or expired on its terminal. */
export const findSuperseded = statementOne<{ checkoutId: string }, { id: string }>(
  'displaced_by',
  'select id from checkouts where superseded_by = :checkoutId',
);

/**
 * Expires an unpaid checkout that is due by a time, and in live by the database's clock too. Returns its id,
 * or null when it was paid or ended before, or is not due.
 */
export const writeExpiry = statementOne<{ checkoutId: string; at: Date }, { id: string }>(
  'write_expiry',
  `update checkouts set status = 'EXPIRED'
   where id = :checkoutId and status = 'PENDING' and expires_at <= :at
     and (env = 'sandbox' or expires_at <= real_now())
   returning id`,
);

interface OpeningParams {
  readonly checkoutId: string;
  readonly terminalId: string;
  readonly at: Date;
  readonly expiresAt: Date;
  readonly deadline: Date;
}

/** Opens a checkout on a reusable terminal. */
export const insertCheckout = statement<OpeningParams, never>(
  'insert_checkout',
  `insert into checkouts (id, org_id, env, terminal_id, status, created_at, expires_at)
   select id, org_id, env, :terminalId, 'PENDING', :at, :expiresAt from carts
   where id = :checkoutId and require_in_time(:deadline)`,
);

/** Opens a checkout on a new terminal for it alone. */
export const insertCheckoutAndTerminal = statement<OpeningParams, never>(
  'insert_checkout_and_terminal',
  `with terminal as (
     insert into terminals (id, org_id, title, terminal_type)
     select :terminalId, org_id, '', 'USE_ONCE' from carts
     where id = :checkoutId and require_in_time(:deadline))
   insert into checkouts (id, org_id, env, terminal_id, status, created_at, expires_at)
   select id, org_id, env, :terminalId, 'PENDING', :at, :expiresAt from carts where id = :checkoutId`,
);

/** A cart line as the merchant sent it, as JSON in the rows below. */
export interface LineRow {
  readonly productId: string;
  readonly displayName: string;
  readonly unitPrice: number;
  readonly qty: number;
  readonly cashbackRate: number;
  readonly imageUrl: string | null;
  readonly url: string | null;
}

/** The statuses of these checkouts. */
export const checkoutStatuses = statement<
  { ids: readonly string[] },
  { readonly id: string; readonly status: CheckoutStatus }
>('checkout_statuses', 'select id, status from checkouts where id = any(:ids::uuid[])');

/**
 * The pending checkouts of these terminals, in both environments, as one text a terminal: it changes when
 * another checkout opens or one ends. A terminal without any has no row.
 */
export const pendingOnTerminals = statement<
  { ids: readonly string[] },
  { readonly terminalId: string; readonly pending: string }
>(
  'pending_on_terminals',
  `select terminal_id, string_agg(id::text, ' ' order by env) as pending from checkouts
   where terminal_id = any(:ids::uuid[]) and status = 'PENDING' group by terminal_id`,
);

/** A checkout in full. */
export interface CheckoutView {
  readonly id: string;
  readonly orgId: string;
  readonly merchantName: string;
  readonly env: Environment;
  readonly terminalId: string;
  readonly status: CheckoutStatus;
  readonly currency: string;
  readonly shippingAmount: number;
  readonly taxAmount: number;
  readonly total: number;
  readonly totalCashback: number;
  readonly orderId: string | null;
  /** The pages of the merchant's shop after paying, and after leaving. */
  readonly confirmationUrl: string | null;
  readonly cancelUrl: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly items: readonly LineRow[];
  /** The shopper who authorized it, or null. */
  readonly consumerId: string | null;
  /** A shopper may authorize it now, by the org's time. */
  readonly payable: boolean;
  /** The org's time. */
  readonly now: Date;
}

/** The lines of a cart, `l`, as JSON: a `LineRow` each. */
export const LINES = `json_agg(json_build_object('productId', l.product_id, 'displayName', l.display_name,
    'unitPrice', l.unit_price, 'qty', l.qty, 'cashbackRate', l.cashback_rate, 'imageUrl', l.item_image_url,
    'url', l.item_url) order by l.line)`;

const VIEW = `
  select c.id, c.org_id, o.name as merchant_name, c.env, c.terminal_id, c.status, k.currency,
         k.shipping_amount, k.tax_amount, k.total, k.total_cashback,
         k.order_id, k.user_confirmation_url as confirmation_url, k.user_cancel_url as cancel_url, c.created_at, c.expires_at, h.consumer_id,
         c.status = 'PENDING' and c.expires_at > org_now(c.org_id, c.env) as payable,
         org_now(c.org_id, c.env) as now,
         (select ${LINES} from cart_lines l where l.cart_id = k.id) as items
  from checkouts c join carts k on k.id = c.id join orgs o on o.id = c.org_id left join charges h on h.checkout_id = c.id`;

/** A checkout in full. */
export const checkoutView = statementOne<{ checkoutId: string }, CheckoutView>(
  'checkout_view',
  `${VIEW}
  where c.id = :checkoutId`,
);

/** The terminal's checkout that waits for a shopper. */
export const payableOnTerminal = statementOne<{ terminalId: string; env: Environment }, CheckoutView>(
  'payable_on_terminal',
  `${VIEW}
  where c.terminal_id = :terminalId and c.env = :env and c.status = 'PENDING'
    and c.expires_at > org_now(c.org_id, c.env)`,
);

/** A line's pot, and what decides its split, as if the checkout were captured now. */
export interface PotTerms {
  readonly pot: number;
  /** Somebody other than the shopper recommends the product. */
  readonly isRecommended: boolean;
  readonly recommenderShare: number;
  readonly leastShare: number;
  readonly mostShare: number;
}

/** The pots of a checkout's lines. A null shopper is unknown. */
export const potTerms = statement<{ checkoutId: string; shopperId: string | null }, PotTerms>(
  'pot_terms',
  `select l.pot, o.recommender_share_bps as recommender_share, coalesce(n.min_share_bps, 0) as least_share,
          coalesce(n.max_share_bps, 10000) as most_share,
          exists (select from buy_list_entries e
                  where e.env = k.env and e.merchant_id = k.org_id and e.product_id = l.product_id
                    and e.status = 'ACTIVE' and e.user_id is distinct from :shopperId::uuid) as is_recommended
   from cart_lines l join carts k on k.id = l.cart_id join orgs o on o.id = k.org_id
     left join countries n on n.country_code = o.country_code
   where l.cart_id = :checkoutId and l.pot > 0`,
);

/** A terminal as its own page shows it, with its merchant's name. */
export const terminalSign = statementOne<
  { terminalId: string },
  { readonly title: string; readonly merchantName: string }
>(
  'terminal_sign',
  `select t.title, o.name as merchant_name from terminals t join orgs o on o.id = t.org_id
   where t.id = :terminalId`,
);

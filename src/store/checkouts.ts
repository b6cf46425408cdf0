import type { CheckoutStatus, TerminalFacts } from '../domain/checkout.ts';
import type { Cart } from '../domain/cart.ts';
import type { Environment } from '../domain/environment.ts';
import { prepared, preparedOne } from './database.ts';
import type { Queryable } from './database.ts';

/** What a cart carries beside its amounts. */
export interface CartExtras {
  readonly orderId: string | null;
  readonly store: object | null;
  readonly shipping: object | null;
  readonly confirmationUrl: string | null;
  readonly cancelUrl: string | null;
}

const writeCart = preparedOne<{ readAt: Date }>(
  'insert_cart',
  `with cart as (
     insert into carts (id, org_id, env, currency, shipping_amount, tax_amount, total, total_cashback,
                        order_id, store, shipping, user_confirmation_url, user_cancel_url, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15)
     on conflict (id) do nothing returning id),
   lines as (
     insert into cart_lines (cart_id, line, product_id, display_name, unit_price, qty, cashback_rate, pot, item_image_url, item_url)
     select cart.id, x.line, x."productId", x."displayName", x."unitPrice", x.qty, x."cashbackRate", x.pot, x."imageUrl", x.url
     from cart, json_to_recordset($14) as x(line int, "productId" text, "displayName" text, "unitPrice" bigint, qty bigint,
                                            "cashbackRate" int, pot bigint, "imageUrl" text, url text))
   select clock_timestamp() as "readAt" from cart`,
);

/** Whether the cart that is there is this one: lines and extras belong to the same request, for ids are derived from it. */
const sameCart = preparedOne<{ readAt: Date }>(
  'same_cart',
  `select clock_timestamp() as "readAt" from carts where id = $1 and org_id = $2 and env = $3 and currency = $4 and total = $5`,
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
 * Inserts the cart, unless it is there. Nothing can be paid yet: a checkout opens on it.
 * Answers the time of the database's clock.
 */
export async function insertCart(on: Queryable, { id, orgId, env, cart, extras, actor }: CartToInsert): Promise<Date> {
  const made = await writeCart(on, [
    id,
    orgId,
    env,
    cart.currency,
    cart.shippingAmount,
    cart.taxAmount,
    cart.total,
    cart.totalCashback,
    extras.orderId,
    json(extras.store),
    json(extras.shipping),
    extras.confirmationUrl,
    extras.cancelUrl,
    JSON.stringify(cart.lines),
    actor,
  ]);
  const known = made ?? (await sameCart(on, [id, orgId, env, cart.currency, cart.total]));
  if (known === null) throw new Error(`cart ${id} is there and is another`);
  return known.readAt;
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** The facts of a terminal, whoever owns it. */
export const terminalFacts = preparedOne<TerminalFacts>(
  'terminal_facts',
  `select org_id as "orgId", terminal_type as "terminalType", status from terminals where id = $1`,
);

/**
 * Takes the org's clock (shared, in the sandbox), then the terminal in the cart's environment: openings there run one after the
 * other. Read what depends on them in the next statement. Parameters: org, cart, terminal.
 */
export const lockTerminal = prepared<never>('lock_terminal', 'select lock_terminal($1, env, $3) from carts where id = $2');

/** Takes the org's clock (shared, in the sandbox), then the checkout's row and its charge's. Read in the next statement. */
export const lockCheckout = prepared<never>('lock_checkout', 'select lock_checkout($1, $2)');

export interface CheckoutRow {
  readonly env: Environment;
  readonly status: CheckoutStatus;
  readonly terminalId: string;
  readonly expiresAt: Date;
  readonly holdExpiresAt: Date | null;
  readonly chargeId: string | null;
  readonly walletId: string | null;
  /** The command that voided its charge, or null. */
  readonly voidCommandId: string | null;
  readonly total: number;
  readonly now: Date;
  readonly offset: number;
}

/** A checkout as its workflow needs it, with the org's time. */
export const checkoutRow = preparedOne<CheckoutRow>(
  'checkout_row',
  `select c.env, c.status, c.terminal_id as "terminalId", c.expires_at as "expiresAt", h.hold_expires_at as "holdExpiresAt",
          h.id as "chargeId", h.wallet_id as "walletId", h.void_command_id as "voidCommandId", k.total,
          org_now(c.org_id, c.env) as now, org_offset_ms(c.org_id, c.env) as "offset"
   from checkouts c join carts k on k.id = c.id left join charges h on h.checkout_id = c.id
   where c.id = $1`,
);

/** The terminal of a checkout that was opened. */
export const openedRow = preparedOne<{ terminalId: string }>(
  'opened_row',
  'select terminal_id as "terminalId" from checkouts where id = $1',
);

export interface OpeningRow {
  readonly env: Environment;
  readonly now: Date;
  readonly offset: number;
  /** The pending checkout that stands on the terminal, if there is one. */
  readonly pendingId: string | null;
  readonly pendingExpiresAt: Date | null;
}

/** What opening a checkout on this cart depends on. Parameters: cart, terminal or null. */
export const openingRow = preparedOne<OpeningRow>(
  'opening_row',
  `select k.env, org_now(k.org_id, k.env) as now, org_offset_ms(k.org_id, k.env) as "offset",
          p.id as "pendingId", p.expires_at as "pendingExpiresAt"
   from carts k left join checkouts p on p.terminal_id = $2 and p.env = k.env and p.status = 'PENDING'
   where k.id = $1`,
);

/** Ends the terminal's pending checkout for a newer one. Parameters: checkout, its end status, the newer one. */
export const displaceCheckout = prepared<never>(
  'displace_checkout',
  `update checkouts set status = $2, superseded_by = $3 where id = $1 and status = 'PENDING'`,
);

/** The checkout that this one superseded or expired on its terminal. */
export const displacedBy = preparedOne<{ id: string }>('displaced_by', 'select id from checkouts where superseded_by = $1');

/**
 * Expires an unpaid checkout that is due by a time, and in live by the database's clock too. Answers its id, or null when it
 * was paid or ended before, or is not due. Parameters: checkout, time.
 */
export const writeExpiry = preparedOne<{ id: string }>(
  'write_expiry',
  `update checkouts set status = 'EXPIRED'
   where id = $1 and status = 'PENDING' and expires_at <= $2 and (env = 'sandbox' or expires_at <= real_now()) returning id`,
);

/** Opens a checkout on a reusable terminal. Parameters: cart, terminal, time, expiry, deadline. */
export const insertCheckout = prepared<never>(
  'insert_checkout',
  `insert into checkouts (id, org_id, env, terminal_id, status, created_at, expires_at)
   select id, org_id, env, $2, 'PENDING', $3, $4 from carts where id = $1 and require_in_time($5)`,
);

/** Opens a checkout on a new terminal for it alone. Parameters: cart, new terminal, time, expiry, deadline. */
export const insertCheckoutAndTerminal = prepared<never>(
  'insert_checkout_and_terminal',
  `with terminal as (
     insert into terminals (id, org_id, title, terminal_type)
     select $2, org_id, '', 'USE_ONCE' from carts where id = $1 and require_in_time($5))
   insert into checkouts (id, org_id, env, terminal_id, status, created_at, expires_at)
   select id, org_id, env, $2, 'PENDING', $3, $4 from carts where id = $1`,
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

/** A checkout in full. */
export interface CheckoutView {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly terminalId: string;
  readonly status: CheckoutStatus;
  readonly currency: string;
  readonly shippingAmount: number;
  readonly taxAmount: number;
  readonly total: number;
  readonly totalCashback: number;
  readonly orderId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly items: readonly LineRow[];
  /** Whoever authorized it. */
  readonly consumerId: string | null;
  /** Whether a shopper may authorize it now, by the org's time. */
  readonly payable: boolean;
}

const VIEW = `
  select c.id, c.org_id as "orgId", c.env, c.terminal_id as "terminalId", c.status, k.currency,
         k.shipping_amount as "shippingAmount", k.tax_amount as "taxAmount", k.total, k.total_cashback as "totalCashback",
         k.order_id as "orderId", c.created_at as "createdAt", c.expires_at as "expiresAt", h.consumer_id as "consumerId",
         c.status = 'PENDING' and c.expires_at > org_now(c.org_id, c.env) as payable,
         (select json_agg(json_build_object('productId', l.product_id, 'displayName', l.display_name, 'unitPrice', l.unit_price,
                   'qty', l.qty, 'cashbackRate', l.cashback_rate, 'imageUrl', l.item_image_url, 'url', l.item_url) order by l.line)
          from cart_lines l where l.cart_id = k.id) as items
  from checkouts c join carts k on k.id = c.id left join charges h on h.checkout_id = c.id`;

export const checkoutView = preparedOne<CheckoutView>('checkout_view', `${VIEW} where c.id = $1`);

/** The terminal's checkout that waits for a shopper. Parameters: terminal, environment. */
export const payableOnTerminal = preparedOne<CheckoutView>(
  'payable_on_terminal',
  `${VIEW} where c.terminal_id = $1 and c.env = $2 and c.status = 'PENDING' and c.expires_at > org_now(c.org_id, c.env)`,
);

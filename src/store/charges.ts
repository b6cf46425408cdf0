import type { AuthorizeFacts, CaptureResult, ChargeStatus } from '../domain/charge.ts';
import { homeCurrency } from '../domain/countries.ts';
import { minor } from '../domain/money.ts';
import type { CheckoutStatus } from '../domain/checkout.ts';
import type { Environment, VerificationStatus } from '../domain/environment.ts';
import { preparedOne } from './database.ts';

/** Takes the shopper's wallet for the checkout's environment and currency, made when there is none. Answers its id. */
export const lockPayingWallet = preparedOne<{ id: string }>(
  'lock_paying_wallet',
  `select lock_wallet(c.env, k.currency, $2) as id from checkouts c join carts k on k.id = c.id where c.id = $1`,
);

export interface AuthorizeRow {
  readonly env: Environment;
  readonly status: CheckoutStatus;
  readonly expiresAt: Date;
  readonly total: number;
  readonly currency: string;
  readonly chargeId: string | null;
  readonly chargeConsumerId: string | null;
  readonly holdExpiresAt: Date | null;
  readonly country: string;
  readonly kyc: VerificationStatus;
  readonly hasLivePartner: boolean;
  readonly available: number;
  readonly now: Date;
  readonly offset: number;
  /** The database's clock when this was read. */
  readonly readAt: Date;
  /** Monitoring blocked this command before. */
  readonly wasBlocked: boolean;
}

/** The facts that an authorization is judged by. Parameters: checkout, shopper, command. Read it after the locks to act on it. */
export const authorizeRow = preparedOne<AuthorizeRow>(
  'authorize_row',
  `select c.env, c.status, c.expires_at as "expiresAt", k.total, k.currency, h.id as "chargeId",
          h.consumer_id as "chargeConsumerId", h.hold_expires_at as "holdExpiresAt",
          u.country_code as country, u.kyc_status as kyc, coalesce(n.live_partner, false) as "hasLivePartner",
          coalesce(w.balance - w.held, 0) as available,
          org_now(c.org_id, c.env) as now, org_offset_ms(c.org_id, c.env) as "offset", clock_timestamp() as "readAt",
          exists (select from compliance_records r where r.id = $3 and r.decision = 'BLOCKED') as "wasBlocked"
   from checkouts c join carts k on k.id = c.id join users u on u.id = $2
     left join accounts w on w.env = c.env and w.currency = k.currency and w.kind = 'wallet' and w.owner_id = u.id
     left join charges h on h.checkout_id = c.id left join countries n on n.country_code = u.country_code
   where c.id = $1`,
);

/** The same as the rule wants it. */
export function authorizeFacts(row: AuthorizeRow, consumerId: string): AuthorizeFacts {
  const { chargeId, chargeConsumerId, holdExpiresAt } = row;
  const known = chargeId !== null && chargeConsumerId !== null && holdExpiresAt !== null;
  return {
    env: row.env,
    status: row.status,
    expiresAt: row.expiresAt,
    total: minor(row.total),
    currency: row.currency,
    authorizedBy: known ? { chargeId, consumerId: chargeConsumerId, holdExpiresAt } : null,
    consumer: {
      id: consumerId,
      currency: homeCurrency(row.country),
      kyc: row.kyc,
      hasLivePartner: row.hasLivePartner,
      available: minor(row.available),
    },
  };
}

/**
 * Places the hold: checkout, charge, wallet, event and its delivery in one statement. `done` is false if a guard failed.
 * The last parameter is the deadline.
 */
export const writeAuthorization = preparedOne<{ done: boolean; deliveryId: string | null }>(
  'write_authorization',
  `with moved as (update checkouts set status = 'AUTHORIZED' where id = $1 and status = 'PENDING' and require_in_time($12)
       returning id, org_id, env),
     held as (update accounts set held = held + $5 where id = $4 and balance - held >= $5 returning id, currency),
     charge as (
       insert into charges (id, checkout_id, org_id, env, consumer_id, wallet_id, currency, total, status, attribution,
                            authorized_at, hold_expires_at)
       select $2, m.id, m.org_id, m.env, $3, h.id, h.currency, $5, 'AUTHORIZED', $6, $7, $8 from moved m, held h),
     event as (
       insert into events (id, org_id, env, event, charge_id, body, created_at)
       select $9, org_id, env, 'checkout.authorized', $2, $10, $7 from moved),
     delivery as (
       insert into deliveries (id, event_id, org_id, env, event, created_at)
       select $11, $9, m.org_id, m.env, 'checkout.authorized', $7 from moved m join webhooks w on w.org_id = m.org_id
       returning id)
   select exists (select from moved) and exists (select from held) as done, (select id from delivery) as "deliveryId"`,
);

/** A line's cashback with whoever recommended the product, as JSON in the capture row. */
export interface AttributedLine {
  readonly line: number;
  readonly productId: string;
  readonly pot: number;
  readonly recommenderId: string | null;
  readonly buyerRecommends: boolean;
}

export interface CaptureRow {
  readonly chargeId: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly status: ChargeStatus;
  readonly consumerId: string;
  readonly walletId: string;
  readonly currency: string;
  readonly total: number;
  readonly tax: number;
  readonly totalCashback: number;
  readonly expiresAt: Date;
  readonly holdExpiresAt: Date;
  readonly mdr: number;
  readonly recommenderShare: number;
  readonly leastShare: number;
  readonly mostShare: number;
  readonly kyb: VerificationStatus;
  readonly merchantAccount: string;
  readonly feesAccount: string;
  readonly cashbackAccount: string;
  readonly lines: readonly AttributedLine[];
  readonly now: Date;
  readonly offset: number;
}

/**
 * What capturing depends on, with one recommender per line at most: the one named at authorize if their entry is
 * active, else the newest active entry of another shopper; never the buyer. Read it after the lock.
 */
export const captureRow = preparedOne<CaptureRow>(
  'capture_row',
  `select h.id as "chargeId", h.org_id as "orgId", h.env, h.status, h.consumer_id as "consumerId", h.wallet_id as "walletId",
          h.currency, h.total, k.tax_amount as tax, k.total_cashback as "totalCashback", h.hold_expires_at as "holdExpiresAt",
          o.mdr_bps as mdr, o.recommender_share_bps as "recommenderShare", o.kyb_status as kyb,
          coalesce(n.min_share_bps, 0) as "leastShare", coalesce(n.max_share_bps, 10000) as "mostShare",
          account_of(h.env, h.currency, 'merchant', h.org_id) as "merchantAccount",
          account_of(h.env, h.currency, 'fees', null) as "feesAccount",
          account_of(h.env, h.currency, 'cashback', null) as "cashbackAccount",
          org_now(h.org_id, h.env) as now, org_offset_ms(h.org_id, h.env) as "offset",
          (select json_agg(json_build_object('line', l.line, 'productId', l.product_id, 'pot', l.pot,
                    'recommenderId', coalesce(named.user_id, newest.user_id), 'buyerRecommends', own.user_id is not null)
                    order by l.line)
           from cart_lines l
             left join buy_list_entries named on named.env = h.env and named.merchant_id = h.org_id
               and named.product_id = l.product_id and named.user_id = (h.attribution->>l.product_id)::uuid
               and named.user_id <> h.consumer_id and named.status = 'ACTIVE'
             left join buy_list_entries own on own.env = h.env and own.merchant_id = h.org_id
               and own.product_id = l.product_id and own.user_id = h.consumer_id and own.status = 'ACTIVE'
             left join lateral (
               select e.user_id from buy_list_entries e
               where e.env = h.env and e.merchant_id = h.org_id and e.product_id = l.product_id
                 and e.status = 'ACTIVE' and e.user_id <> h.consumer_id
               order by e.activated_at desc, e.id limit 1) newest on true
           where l.cart_id = k.id) as lines
   from charges h join carts k on k.id = h.checkout_id join orgs o on o.id = h.org_id
     left join countries n on n.country_code = o.country_code
   where h.checkout_id = $1`,
);

const CAPTURED = `p.journal_id as "journalId", p.mdr_fee as "mdrFee", p.recommender_amount as "recommenderAmount",
  p.deferred_buyer_amount as "deferredBuyerAmount", p.recommender_id as "recommenderId", p.recommenders`;

export const capturedRow = preparedOne<CaptureResult>('captured_row', `select ${CAPTURED} from captures p where p.charge_id = $1`);

/**
 * The guard of what ends a charge. Not `status = 'AUTHORIZED'`: by that PostgreSQL would take the index of open charges and read it whole,
 * while it believes that there are few.
 */
const IS_OPEN = `status not in ('CAPTURED', 'VOIDED', 'EXPIRED')`;

/**
 * Posts a capture: states, wallet, journal, capture, awards, event and delivery in one statement. `done` is false if a guard failed.
 * The last parameters are actor, command and deadline.
 */
export const writeCapture = preparedOne<{ done: boolean; deliveryId: string | null }>(
  'write_capture',
  `with charge as (
       update charges set status = 'CAPTURED', captured_at = $2, captured_by = $19 where id = $1 and ${IS_OPEN} and require_in_time($21)
       returning id, checkout_id, org_id, env, currency, wallet_id, total),
     moved as (update checkouts set status = 'CAPTURED' from charge where checkouts.id = charge.checkout_id),
     released as (update accounts set held = held - charge.total from charge where accounts.id = charge.wallet_id),
     journal as (
       insert into journals (id, env, currency, kind, op_key, org_id, charge_id, entry_count, at, command_id)
       select $3, env, currency, 'capture', 'capture:' || id, org_id, id, json_array_length($4), $2, $20 from charge),
     posted as (
       insert into entries (journal_id, account_id, env, currency, amount)
       select $3, x.account, c.env, c.currency, x.amount from charge c, json_to_recordset($4) as x(account uuid, amount bigint)),
     captured as (
       insert into captures (charge_id, journal_id, mdr_bps, recommender_share_bps, mdr_fee, total_cashback,
                             recommender_amount, deferred_buyer_amount, recommenders, recommender_id)
       select id, $3, $5, $6, $7, $8, $9, $10, $11, $12 from charge),
     lines as (
       insert into capture_lines (charge_id, line, pot, recommender_id, recommender_amount, buyer_amount)
       select $1, x.line, x.pot, x."recommenderId", x."recommenderAmount", x."buyerAmount"
       from json_to_recordset($13) as x(line int, pot bigint, "recommenderId" uuid, "recommenderAmount" bigint, "buyerAmount" bigint)),
     awarded as (
       insert into awards (id, charge_id, org_id, env, line, product_id, kind, beneficiary_id, currency,
                           original_amount, amount, status, created_at, pending_from, pending_until)
       select x.id, c.id, c.org_id, c.env, x.line, x."productId", x.kind, x."beneficiaryId", c.currency,
              x.amount, x.amount, x.status, $2,
              case when x.status = 'PENDING' then $2::timestamptz end, case when x.status = 'PENDING' then $15::timestamptz end
       from charge c, json_to_recordset($14) as x(id uuid, line int, "productId" text, kind text, "beneficiaryId" uuid,
                                                  amount bigint, status text)),
     event as (
       insert into events (id, org_id, env, event, charge_id, body, created_at)
       select $16, org_id, env, 'charge.captured', id, $17, $2 from charge),
     delivery as (
       insert into deliveries (id, event_id, org_id, env, event, created_at)
       select $18, $16, c.org_id, c.env, 'charge.captured', $2 from charge c join webhooks w on w.org_id = c.org_id
       returning id)
   select exists (select from charge) as done, (select id from delivery) as "deliveryId"`,
);

/**
 * Voids an authorization: states, hold, event and delivery. `done` is false if the guard failed.
 * The last parameters are actor, command and deadline.
 */
export const writeVoid = preparedOne<{ done: boolean; deliveryId: string | null }>(
  'write_void',
  `with charge as (
       update charges set status = 'VOIDED', voided_at = $2, voided_by = $6, void_command_id = $7
       where id = $1 and ${IS_OPEN} and require_in_time($8)
       returning id, checkout_id, org_id, env, wallet_id, total),
     moved as (update checkouts set status = 'VOIDED' from charge where checkouts.id = charge.checkout_id),
     released as (update accounts set held = held - charge.total from charge where accounts.id = charge.wallet_id),
     event as (
       insert into events (id, org_id, env, event, charge_id, body, created_at)
       select $3, org_id, env, 'charge.voided', id, $4, $2 from charge),
     delivery as (
       insert into deliveries (id, event_id, org_id, env, event, created_at)
       select $5, $3, c.org_id, c.env, 'charge.voided', $2 from charge c join webhooks w on w.org_id = c.org_id
       returning id)
   select exists (select from charge) as done, (select id from delivery) as "deliveryId"`,
);

/**
 * Releases a hold that has run out by a time, and in live by the database's clock too, at the moment when it ran out. Answers the
 * charge, or null when it was not open or not due. Parameters: charge, time.
 */
export const writeLapse = preparedOne<{ id: string }>(
  'write_lapse',
  `with charge as (
       update charges set status = 'EXPIRED', lapsed_at = hold_expires_at
       where id = $1 and ${IS_OPEN} and hold_expires_at <= $2 and (env = 'sandbox' or hold_expires_at <= real_now())
       returning id, checkout_id, wallet_id, total),
     moved as (update checkouts set status = 'EXPIRED' from charge where checkouts.id = charge.checkout_id),
     released as (update accounts set held = held - charge.total from charge where accounts.id = charge.wallet_id)
   select id from charge`,
);

export interface ChargeScopeRow {
  readonly id: string;
  readonly checkoutId: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly consumerId: string;
  readonly status: ChargeStatus;
  readonly holdExpiresAt: Date;
  readonly kyb: VerificationStatus;
  readonly now: Date;
  /** The database's clock when this was read. */
  readonly readAt: Date;
  /** The command that voided it, or null. */
  readonly voidCommandId: string | null;
  /** Null until it is captured. */
  readonly captured: CaptureResult | null;
}

/** A charge as the routes need it, with its capture. */
export const findCharge = preparedOne<ChargeScopeRow>(
  'find_charge',
  `select h.id, h.checkout_id as "checkoutId", h.org_id as "orgId", h.env, h.consumer_id as "consumerId", h.status,
          h.hold_expires_at as "holdExpiresAt", o.kyb_status as kyb, org_now(h.org_id, h.env) as now,
          clock_timestamp() as "readAt", h.void_command_id as "voidCommandId",
          case when p.charge_id is not null then json_build_object('journalId', p.journal_id, 'mdrFee', p.mdr_fee,
            'recommenderAmount', p.recommender_amount, 'deferredBuyerAmount', p.deferred_buyer_amount,
            'recommenderId', p.recommender_id, 'recommenders', p.recommenders) end as captured
   from charges h join orgs o on o.id = h.org_id left join captures p on p.charge_id = h.id
   where h.id = $1`,
);

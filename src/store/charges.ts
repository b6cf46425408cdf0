import type { AuthorizationFacts, CaptureResult, ChargeStatus } from '../domain/charge.ts';
import type { FirstAward, LineSplit } from '../domain/cashback.ts';
import { homeCurrency } from '../domain/countries.ts';
import { minor } from '../domain/money.ts';
import type { CheckoutStatus } from '../domain/checkout.ts';
import type { Environment, VerificationStatus } from '../domain/environment.ts';
import { eventAndDelivery, journalAndEntries } from './fragments.ts';
import type { EventParams, PostingParams } from './fragments.ts';
import { statementOne } from './statement.ts';
import type { JsonText } from './statement.ts';

/** Locks the shopper's wallet for the checkout's environment and currency. Makes it if there is none. */
export const lockPayingWallet = statementOne<{ checkoutId: string; consumerId: string }, { id: string }>(
  'lock_paying_wallet',
  `select lock_wallet(c.env, k.currency, :consumerId) as id from checkouts c join carts k on k.id = c.id
   where c.id = :checkoutId`,
);

export interface AuthorizeRow {
  readonly env: Environment;
  readonly status: CheckoutStatus;
  readonly expiresAt: Date;
  readonly total: number;
  readonly currency: string;
  readonly isSuspended: boolean;
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

/** The checkout and the shopper to authorize, with the id that the charge will have. */
interface AuthorizeKey {
  readonly checkoutId: string;
  readonly consumerId: string;
  readonly newChargeId: string;
}

/** The facts that decide an authorization. Read them after the locks to act on them. */
export const authorizeRow = statementOne<AuthorizeKey, AuthorizeRow>(
  'authorize_row',
  `select c.env, c.status, c.expires_at, k.total, k.currency, o.status = 'SUSPENDED' as is_suspended,
          h.id as charge_id,
          h.consumer_id as charge_consumer_id, h.hold_expires_at,
          u.country_code as country, u.kyc_status as kyc, coalesce(n.live_partner, false) as has_live_partner,
          coalesce(w.balance - w.held, 0) as available,
          org_now(c.org_id, c.env) as now, org_offset_ms(c.org_id, c.env) as "offset",
          clock_timestamp() as read_at,
          exists (select from compliance_records r where r.id = :newChargeId and r.decision = 'BLOCKED')
            or exists (select from blocked_attempts b where b.id = :newChargeId) as was_blocked
   from checkouts c join carts k on k.id = c.id join users u on u.id = :consumerId
     join orgs o on o.id = c.org_id
     left join accounts w on w.env = c.env and w.currency = k.currency and w.kind = 'wallet'
       and w.owner_id = u.id
     left join charges h on h.checkout_id = c.id left join countries n on n.country_code = u.country_code
   where c.id = :checkoutId`,
);

/** The facts as `decideAuthorize` reads them. */
export function authorizeFacts(row: AuthorizeRow, consumerId: string): AuthorizationFacts {
  const { chargeId, chargeConsumerId, holdExpiresAt } = row;
  const known = chargeId !== null && chargeConsumerId !== null && holdExpiresAt !== null;
  return {
    env: row.env,
    status: row.status,
    expiresAt: row.expiresAt,
    total: minor(row.total),
    currency: row.currency,
    isSuspended: row.isSuspended,
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

/** The result of a statement that carries out a command to a charge. */
interface ChargeWrite {
  /** False when a guard failed. Then the transaction must not commit. */
  readonly done: boolean;
  /** The delivery to send, or null when the org has no webhook. */
  readonly deliveryId: string | null;
}

interface AuthorizationParams extends EventParams {
  readonly checkoutId: string;
  readonly chargeId: string;
  readonly consumerId: string;
  readonly walletId: string;
  readonly total: number;
  /** The recommender by product. */
  readonly attribution: JsonText<Readonly<Record<string, string>>>;
  readonly holdExpiresAt: Date;
  readonly deadline: Date;
}

/** Places the hold: checkout, charge, wallet, event and its delivery in one statement. */
export const writeAuthorization = statementOne<AuthorizationParams, ChargeWrite>(
  'write_authorization',
  `with moved as (
       update checkouts set status = 'AUTHORIZED'
       where id = :checkoutId and status = 'PENDING' and require_in_time(:deadline)
       returning id, org_id, env),
     held as (
       update accounts set held = held + :total where id = :walletId and balance - held >= :total
       returning id, currency),
     charge as (
       insert into charges (id, checkout_id, org_id, env, consumer_id, wallet_id, currency, total, status,
                            attribution, authorized_at, hold_expires_at)
       select :chargeId, m.id, m.org_id, m.env, :consumerId, h.id, h.currency, :total, 'AUTHORIZED',
              :attribution, :at, :holdExpiresAt
       from moved m, held h),
     ${eventAndDelivery({ from: 'moved', event: 'checkout.authorized', columns: { charge_id: ':chargeId' } })}
   select exists (select from moved) and exists (select from held) as done,
          (select id from delivery) as delivery_id`,
);

/** The cashback of a line and its recommender, as JSON in the capture row. */
export interface LineAttribution {
  readonly line: number;
  readonly productId: string;
  readonly pot: number;
  readonly recommenderId: string | null;
  readonly buyerRecommends: boolean;
}

export interface CaptureRow {
  readonly chargeId: string;
  readonly env: Environment;
  readonly status: ChargeStatus;
  readonly consumerId: string;
  readonly walletId: string;
  readonly total: number;
  readonly tax: number;
  readonly totalCashback: number;
  readonly holdExpiresAt: Date;
  readonly mdr: number;
  readonly recommenderShare: number;
  readonly leastShare: number;
  readonly mostShare: number;
  readonly kyb: VerificationStatus;
  readonly isSuspended: boolean;
  readonly merchantAccount: string;
  readonly feesAccount: string;
  readonly cashbackAccount: string;
  readonly lines: readonly LineAttribution[];
  readonly now: Date;
  readonly offset: number;
}

/**
 * The facts that decide a capture. A line has one recommender at most: the one named at authorize if their
 * entry is active, else the newest active entry of another shopper; never the buyer. Read them after the
 * lock.
 */
export const captureRow = statementOne<{ checkoutId: string }, CaptureRow>(
  'capture_row',
  `select h.id as charge_id, h.env, h.status, h.consumer_id, h.wallet_id, h.total,
          k.tax_amount as tax, k.total_cashback, h.hold_expires_at,
          o.mdr_bps as mdr, o.recommender_share_bps as recommender_share, o.kyb_status as kyb,
          o.status = 'SUSPENDED' as is_suspended, coalesce(n.min_share_bps, 0) as least_share, coalesce(n.max_share_bps, 10000) as most_share,
          account_of(h.env, h.currency, 'merchant', h.org_id) as merchant_account,
          account_of(h.env, h.currency, 'fees', null) as fees_account,
          account_of(h.env, h.currency, 'cashback', null) as cashback_account,
          org_now(h.org_id, h.env) as now, org_offset_ms(h.org_id, h.env) as "offset",
          (select json_agg(json_build_object('line', l.line, 'productId', l.product_id, 'pot', l.pot,
                    'recommenderId', coalesce(named.user_id, newest.user_id),
                    'buyerRecommends', own.user_id is not null) order by l.line)
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
   where h.checkout_id = :checkoutId`,
);

/** The result of the charge's capture, or null while there is none. */
export const capturedRow = statementOne<{ chargeId: string }, CaptureResult>(
  'captured_row',
  `select journal_id, mdr_fee, recommender_amount, deferred_buyer_amount, recommender_id, recommenders
   from captures where charge_id = :chargeId`,
);

/**
 * The guard of a statement that ends a charge. It is not `status = 'AUTHORIZED'`: with that, PostgreSQL reads
 * the whole partial index of open charges while it estimates that they are few.
 */
const IS_OPEN = `status not in ('CAPTURED', 'VOIDED', 'EXPIRED')`;

/**
 * Ends the checkout of the expression `charge` and releases its hold: the expressions `moved` and `released`.
 */
const endCheckout = (status: ChargeStatus): string => `moved as (
       update checkouts set status = '${status}' from charge where checkouts.id = charge.checkout_id),
     released as (
       update accounts set held = held - charge.total from charge where accounts.id = charge.wallet_id)`;

interface CaptureParams extends EventParams, PostingParams, Omit<CaptureResult, 'recommenders'> {
  readonly chargeId: string;
  readonly actor: string;
  readonly commandId: string;
  readonly deadline: Date;
  readonly mdrBps: number;
  readonly recommenderShareBps: number;
  readonly totalCashback: number;
  readonly recommenders: JsonText<CaptureResult['recommenders']>;
  readonly lines: JsonText<readonly LineSplit[]>;
  readonly awards: JsonText<readonly (FirstAward & { readonly id: string })[]>;
  /** The time at which pending awards land. */
  readonly pendingUntil: Date;
}

/** Posts a capture: states, wallet, journal, capture, awards, event and delivery in one statement. */
export const writeCapture = statementOne<CaptureParams, ChargeWrite>(
  'write_capture',
  `with charge as (
       update charges set status = 'CAPTURED', captured_at = :at, captured_by = :actor
       where id = :chargeId and ${IS_OPEN} and require_in_time(:deadline)
       returning id, checkout_id, org_id, env, currency, wallet_id, total),
     ${endCheckout('CAPTURED')},
     ${journalAndEntries({
       from: 'charge',
       kind: `'capture'`,
       key: 's.id',
       columns: { org_id: 's.org_id', charge_id: 's.id', at: ':at', command_id: ':commandId' },
     })},
     captured as (
       insert into captures (charge_id, journal_id, mdr_bps, recommender_share_bps, mdr_fee, total_cashback,
                             recommender_amount, deferred_buyer_amount, recommenders, recommender_id)
       select id, :journalId, :mdrBps, :recommenderShareBps, :mdrFee, :totalCashback,
              :recommenderAmount, :deferredBuyerAmount, :recommenders, :recommenderId from charge),
     lines as (
       insert into capture_lines (charge_id, line, pot, recommender_id, recommender_amount, buyer_amount)
       select :chargeId, x.line, x.pot, x."recommenderId", x."recommenderAmount", x."buyerAmount"
       from json_to_recordset(:lines) as x(line int, pot bigint, "recommenderId" uuid,
                                           "recommenderAmount" bigint, "buyerAmount" bigint)),
     awarded as (
       insert into awards (id, charge_id, org_id, env, line, product_id, kind, beneficiary_id, currency,
                           original_amount, amount, status, created_at, pending_from, pending_until)
       select x.id, c.id, c.org_id, c.env, x.line, x."productId", x.kind, x."beneficiaryId", c.currency,
              x.amount, x.amount, x.status, :at,
              case when x.status = 'PENDING' then :at::timestamptz end,
              case when x.status = 'PENDING' then :pendingUntil::timestamptz end
       from charge c, json_to_recordset(:awards) as x(id uuid, line int, "productId" text, kind text,
                                                      "beneficiaryId" uuid, amount bigint, status text)),
     ${eventAndDelivery({ from: 'charge', event: 'charge.captured', columns: { charge_id: 's.id' } })}
   select exists (select from charge) as done, (select id from delivery) as delivery_id`,
);

interface VoidParams extends EventParams {
  readonly chargeId: string;
  readonly actor: string;
  readonly commandId: string;
  readonly deadline: Date;
}

/** Voids an authorization: states, hold, event and delivery. */
export const writeVoid = statementOne<VoidParams, ChargeWrite>(
  'write_void',
  `with charge as (
       update charges set status = 'VOIDED', voided_at = :at, voided_by = :actor, void_command_id = :commandId
       where id = :chargeId and ${IS_OPEN} and require_in_time(:deadline)
       returning id, checkout_id, org_id, env, wallet_id, total),
     ${endCheckout('VOIDED')},
     ${eventAndDelivery({ from: 'charge', event: 'charge.voided', columns: { charge_id: 's.id' } })}
   select exists (select from charge) as done, (select id from delivery) as delivery_id`,
);

/**
 * Releases a hold that has ended by a time, and in live by the database's clock too. The charge expires at
 * the end of its hold. Returns the charge, or null when it was not open or not due.
 */
export const writeLapse = statementOne<{ chargeId: string; at: Date }, { id: string }>(
  'write_lapse',
  `with charge as (
       update charges set status = 'EXPIRED', lapsed_at = hold_expires_at
       where id = :chargeId and ${IS_OPEN} and hold_expires_at <= :at
         and (env = 'sandbox' or hold_expires_at <= real_now())
       returning id, checkout_id, wallet_id, total),
     ${endCheckout('EXPIRED')}
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
  readonly isSuspended: boolean;
  readonly now: Date;
  /** The database's clock when this was read. */
  readonly readAt: Date;
  /** The command that voided it, or null. */
  readonly voidCommandId: string | null;
  /** Null until it is captured. */
  readonly captured: CaptureResult | null;
}

/** A charge with its capture. */
export const findCharge = statementOne<{ chargeId: string }, ChargeScopeRow>(
  'find_charge',
  `select h.id, h.checkout_id, h.org_id, h.env, h.consumer_id, h.status,
          h.hold_expires_at, o.kyb_status as kyb, o.status = 'SUSPENDED' as is_suspended, org_now(h.org_id, h.env) as now,
          clock_timestamp() as read_at, h.void_command_id,
          case when p.charge_id is not null then json_build_object(
            'journalId', p.journal_id, 'mdrFee', p.mdr_fee, 'recommenderAmount', p.recommender_amount,
            'deferredBuyerAmount', p.deferred_buyer_amount, 'recommenderId', p.recommender_id,
            'recommenders', p.recommenders) end as captured
   from charges h join orgs o on o.id = h.org_id left join captures p on p.charge_id = h.id
   where h.id = :chargeId`,
);

import type { AwardKind, AwardStatus } from '../domain/cashback.ts';
import type { ReturnResult } from '../domain/charge-return.ts';
import type { ChargeStatus } from '../domain/charge.ts';
import type { Environment } from '../domain/environment.ts';
import { prepared, preparedOne } from './database.ts';
import type { Queryable } from './database.ts';

/** Parameters: id, charge, reason or null, items as JSON or null, actor. Answers nothing when it is there. */
export const insertReturnRequest = preparedOne<{ id: string }>(
  'insert_return_request',
  'insert into return_requests (id, charge_id, reason, items, created_by) values ($1, $2, $3, $4, $5) on conflict (id) do nothing returning id',
);
const sameReturnRequest = preparedOne<{ id: string }>(
  'same_return_request',
  `select id from return_requests where id = $1 and charge_id = $2 and reason is not distinct from $3
     and items::jsonb is not distinct from $4::jsonb`,
);

/** Writes down what the merchant asks back, unless it is there. Parameters: id, charge, reason or null, items as JSON or null, actor. */
export async function askReturn(on: Queryable, request: readonly [string, string, string | null, string | null, string]): Promise<void> {
  const known = (await insertReturnRequest(on, request)) ?? (await sameReturnRequest(on, request.slice(0, 4)));
  if (known === null) throw new Error(`return ${request[0]} was asked for and is another`);
}

/** What this return came to, when it is done already. */
export const returnedRow = preparedOne<ReturnResult>(
  'returned_row',
  `select id as "returnId", refund, buyer_cut as "buyerCut", recommender_cut as "recommenderCut", award_adjusted as "awardAdjusted"
   from returns where id = $1`,
);

export interface ReturnFactsRow {
  readonly chargeId: string;
  readonly env: Environment;
  readonly currency: string;
  readonly status: ChargeStatus;
  readonly walletId: string;
  readonly merchantAccount: string;
  readonly cashbackAccount: string;
  readonly shipping: number;
  readonly tax: number;
  readonly shippingGiven: number;
  readonly taxGiven: number;
  readonly recommenderShare: number;
  readonly items: readonly { readonly productId: string; readonly qty: number }[] | null;
  readonly lines: readonly {
    readonly line: number;
    readonly productId: string;
    readonly unitPrice: number;
    readonly qty: number;
    readonly returnedQty: number;
    readonly cashbackRate: number;
    readonly recommended: boolean;
  }[];
  readonly awards: readonly {
    readonly id: string;
    readonly line: number;
    readonly kind: AwardKind;
    readonly status: AwardStatus;
    readonly amount: number;
  }[];
  readonly now: Date;
}

/** What was returned of each line of the charge `h`. */
const RETURNED = `(select rl.line, sum(rl.qty)::bigint as qty from return_lines rl join returns r on r.id = rl.return_id
                   where r.charge_id = h.id group by rl.line)`;

/** The captured lines of a charge with what was returned of them, in cart order. Parameter: charge. */
export const leftOfCharge = prepared<{
  readonly line: number;
  readonly productId: string;
  readonly qty: number;
  readonly returnedQty: number;
}>(
  'left_of_charge',
  `select l.line, l.product_id as "productId", l.qty, coalesce(b.qty, 0) as "returnedQty"
   from charges h join cart_lines l on l.cart_id = h.checkout_id left join lateral ${RETURNED} b on b.line = l.line
   where h.id = $1 order by l.line`,
);

/** What a return depends on. Read it after the charge's lock, which covers earlier returns and the awards. */
export const returnFactsRow = preparedOne<ReturnFactsRow>(
  'return_facts_row',
  `select h.id as "chargeId", h.env, h.currency, h.status, h.wallet_id as "walletId",
          account_of(h.env, h.currency, 'merchant', h.org_id) as "merchantAccount",
          account_of(h.env, h.currency, 'cashback', null) as "cashbackAccount",
          k.shipping_amount as shipping, k.tax_amount as tax,
          (select coalesce(sum(shipping_part), 0)::bigint from returns where charge_id = h.id) as "shippingGiven",
          (select coalesce(sum(tax_part), 0)::bigint from returns where charge_id = h.id) as "taxGiven",
          coalesce(p.recommender_share_bps, 0) as "recommenderShare", q.items,
          (select json_agg(json_build_object('line', l.line, 'productId', l.product_id, 'unitPrice', l.unit_price, 'qty', l.qty,
                    'returnedQty', coalesce(b.qty, 0), 'cashbackRate', l.cashback_rate,
                    'recommended', c.recommender_id is not null) order by l.line)
           from cart_lines l
             left join capture_lines c on c.charge_id = h.id and c.line = l.line
             left join ${RETURNED} b on b.line = l.line
           where l.cart_id = k.id) as lines,
          (select coalesce(json_agg(json_build_object('id', a.id, 'line', a.line, 'kind', a.kind, 'status', a.status, 'amount', a.amount)), '[]')
           from awards a where a.charge_id = h.id) as awards,
          org_now(h.org_id, h.env) as now
   from return_requests q join charges h on h.id = q.charge_id join carts k on k.id = h.checkout_id
     left join captures p on p.charge_id = h.id
   where q.id = $1`,
);

/**
 * Posts a return: refund, cuts, lines, journal, event and delivery in one statement.
 * Parameters: return, time, journal, entries, goods, shipping part, tax part, refund, buyer cut, recommender cut, lines,
 * cuts, event, body, delivery, deadline.
 */
export const writeReturn = preparedOne<{ deliveryId: string | null }>(
  'write_return',
  `with charge as (
       select h.id, h.org_id, h.env, h.currency from return_requests q join charges h on h.id = q.charge_id
       where q.id = $1 and require_in_time($16)),
     journal as (
       insert into journals (id, env, currency, kind, op_key, org_id, charge_id, entry_count, at, command_id)
       select $3, env, currency, 'return', 'return:' || $1::uuid, org_id, id, json_array_length($4), $2, $1 from charge),
     posted as (
       insert into entries (journal_id, account_id, env, currency, amount)
       select $3, x.account, c.env, c.currency, x.amount from charge c, json_to_recordset($4) as x(account uuid, amount bigint)),
     returned as (
       insert into returns (id, charge_id, org_id, env, journal_id, goods, shipping_part, tax_part, refund, buyer_cut,
                            recommender_cut, award_adjusted, at)
       select $1, id, org_id, env, $3, $5, $6, $7, $8, $9::bigint, $10::bigint, $9::bigint > 0 or $10::bigint > 0, $2 from charge),
     lines as (
       insert into return_lines (return_id, line, qty, goods, buyer_cut, recommender_cut)
       select $1, x.line, x.qty, x.goods, x."buyerCut", x."recommenderCut"
       from json_to_recordset($11) as x(line int, qty bigint, goods bigint, "buyerCut" bigint, "recommenderCut" bigint)),
     cut as (
       update awards a set amount = x."left", status = case when x."left" = 0 then 'VOIDED' else a.status end
       from json_to_recordset($12) as x("awardId" uuid, "left" bigint)
       where a.id = x."awardId"),
     event as (
       insert into events (id, org_id, env, event, charge_id, return_id, body, created_at)
       select $13, org_id, env, 'charge.returned', id, $1, $14, $2 from charge),
     delivery as (
       insert into deliveries (id, event_id, org_id, env, event, created_at)
       select $15, $13, c.org_id, c.env, 'charge.returned', $2 from charge c join webhooks w on w.org_id = c.org_id
       returning id)
   select (select id from delivery) as "deliveryId"`,
);

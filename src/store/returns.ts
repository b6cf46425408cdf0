import type { AwardKind, AwardStatus } from '../domain/cashback.ts';
import type { LineLeft, ReturnPosting, ReturnRequest, ReturnResult } from '../domain/charge-return.ts';
import type { ChargeStatus } from '../domain/charge.ts';
import type { Environment } from '../domain/environment.ts';
import { eventAndDelivery, journalAndEntries } from './fragments.ts';
import type { EventParams, PostingParams } from './fragments.ts';
import { statement, statementOne } from './statement.ts';
import type { JsonText, Queryable } from './statement.ts';

/** A return that a merchant requests. Null `items`: all that is left. */
export interface ReturnRequestParams {
  readonly returnId: string;
  readonly chargeId: string;
  readonly reason: string | null;
  readonly items: JsonText<ReturnRequest> | null;
  readonly actor: string;
}

/** Inserts a request for a return. Returns null when it is stored already. */
export const insertReturnRequest = statementOne<ReturnRequestParams, { id: string }>(
  'insert_return_request',
  `insert into return_requests (id, charge_id, reason, items, created_by)
   values (:returnId, :chargeId, :reason, :items, :actor) on conflict (id) do nothing returning id`,
);
const sameReturnRequest = statementOne<Omit<ReturnRequestParams, 'actor'>, { id: string }>(
  'same_return_request',
  `select id from return_requests where id = :returnId and charge_id = :chargeId
     and reason is not distinct from :reason and items::jsonb is not distinct from :items::jsonb`,
);

/** Stores a request for a return, unless it is stored already. Throws when another request has its id. */
export async function askReturn(on: Queryable, request: ReturnRequestParams): Promise<void> {
  const known = (await insertReturnRequest(on, request)) ?? (await sameReturnRequest(on, request));
  if (known === null) throw new Error(`return ${request.returnId} was asked for and is another`);
}

/** The result of the return, or null while it is not posted. */
export const returnedRow = statementOne<{ returnId: string }, ReturnResult>(
  'returned_row',
  `select id as return_id, refund, buyer_cut, recommender_cut, award_adjusted
   from returns where id = :returnId`,
);

/** A charge as it is when goods of it are returned. */
export interface ChargeFactsRow {
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

export interface ReturnFactsRow extends ChargeFactsRow {
  /** The caller who asked for it: `api_key:<id>` or `user:<id>`. */
  readonly actor: string;
  readonly items: ReturnRequest;
}

/** The returned quantity of each line of the charge `h`. */
const RETURNED = `(select rl.line, sum(rl.qty)::bigint as qty
                   from return_lines rl join returns r on r.id = rl.return_id
                   where r.charge_id = h.id group by rl.line)`;

/** The captured lines of a charge with their returned quantities, in cart order. */
export const leftOfCharge = statement<{ chargeId: string }, LineLeft>(
  'left_of_charge',
  `select l.line, l.product_id, l.qty, coalesce(b.qty, 0) as returned_qty
   from charges h join cart_lines l on l.cart_id = h.checkout_id
     left join lateral ${RETURNED} b on b.line = l.line
   where h.id = :chargeId order by l.line`,
);

/** The facts of the charge `h` that decide a return, but for its request. */
const FACTS = `h.id as charge_id, h.env, h.currency, h.status, h.wallet_id,
          account_of(h.env, h.currency, 'merchant', h.org_id) as merchant_account,
          account_of(h.env, h.currency, 'cashback', null) as cashback_account,
          k.shipping_amount as shipping, k.tax_amount as tax,
          (select coalesce(sum(shipping_part), 0)::bigint
           from returns where charge_id = h.id) as shipping_given,
          (select coalesce(sum(tax_part), 0)::bigint from returns where charge_id = h.id) as tax_given,
          coalesce(p.recommender_share_bps, 0) as recommender_share,
          (select json_agg(json_build_object(
                    'line', l.line, 'productId', l.product_id, 'unitPrice', l.unit_price, 'qty', l.qty,
                    'returnedQty', coalesce(b.qty, 0), 'cashbackRate', l.cashback_rate,
                    'recommended', c.recommender_id is not null) order by l.line)
           from cart_lines l
             left join capture_lines c on c.charge_id = h.id and c.line = l.line
             left join ${RETURNED} b on b.line = l.line
           where l.cart_id = k.id) as lines,
          (select coalesce(json_agg(json_build_object(
                    'id', a.id, 'line', a.line, 'kind', a.kind, 'status', a.status,
                    'amount', a.amount)), '[]')
           from awards a where a.charge_id = h.id) as awards,
          org_now(h.org_id, h.env) as now`;
const CHARGE = `charges h join carts k on k.id = h.checkout_id left join captures p on p.charge_id = h.id`;

/**
 * The facts that decide a requested return. Read them after the charge's lock, which covers earlier returns
 * and the awards.
 */
export const returnFactsRow = statementOne<{ returnId: string }, ReturnFactsRow>(
  'return_facts_row',
  `select q.created_by as actor, q.items, ${FACTS}
   from return_requests q, ${CHARGE} where q.id = :returnId and h.id = q.charge_id`,
);

/** The facts that would decide a return of the charge now, from one snapshot. */
export const chargeFactsRow = statementOne<{ chargeId: string }, ChargeFactsRow>(
  'charge_facts_row',
  `select ${FACTS} from ${CHARGE} where h.id = :chargeId`,
);

interface ReturnParams extends EventParams, PostingParams, Omit<ReturnPosting, 'lines' | 'cuts'> {
  readonly returnId: string;
  readonly deadline: Date;
  readonly lines: JsonText<ReturnPosting['lines']>;
  readonly cuts: JsonText<ReturnPosting['cuts']>;
}

/** Posts a return: refund, cuts, lines, journal, event and delivery in one statement. */
export const writeReturn = statementOne<ReturnParams, { deliveryId: string | null }>(
  'write_return',
  `with charge as (
       select h.id, h.org_id, h.env, h.currency from return_requests q join charges h on h.id = q.charge_id
       where q.id = :returnId and require_in_time(:deadline)),
     ${journalAndEntries({
       from: 'charge',
       kind: `'return'`,
       key: ':returnId::uuid',
       columns: { org_id: 's.org_id', charge_id: 's.id', at: ':at', command_id: ':returnId' },
     })},
     returned as (
       insert into returns (id, charge_id, org_id, env, journal_id, goods, shipping_part, tax_part, refund,
                            buyer_cut, recommender_cut, award_adjusted, at)
       select :returnId, id, org_id, env, :journalId, :goods, :shippingPart, :taxPart, :refund,
              :buyerCut::bigint, :recommenderCut::bigint,
              :buyerCut::bigint > 0 or :recommenderCut::bigint > 0, :at
       from charge),
     lines as (
       insert into return_lines (return_id, line, qty, goods, buyer_cut, recommender_cut)
       select :returnId, x.line, x.qty, x.goods, x."buyerCut", x."recommenderCut"
       from json_to_recordset(:lines) as x(line int, qty bigint, goods bigint, "buyerCut" bigint,
                                           "recommenderCut" bigint)),
     cut as (
       update awards a set amount = x."left", status = case when x."left" = 0 then 'VOIDED' else a.status end
       from json_to_recordset(:cuts) as x("awardId" uuid, "left" bigint)
       where a.id = x."awardId"),
     ${eventAndDelivery({
       from: 'charge',
       event: 'charge.returned',
       columns: { charge_id: 's.id', return_id: ':returnId' },
     })}
   select (select id from delivery) as delivery_id`,
);

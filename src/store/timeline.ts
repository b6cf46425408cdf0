import type { AwardKind, AwardStatus } from '../domain/cashback.ts';
import type { ChargeStatus } from '../domain/charge.ts';
import type { Environment } from '../domain/environment.ts';
import type { DeliveryStatus, WebhookEvent } from '../domain/webhook-schedule.ts';
import { statementOne } from './statement.ts';

/** A time as PostgreSQL writes it into JSON. */
type JsonTime = string;

export interface CaptureFacts {
  readonly journalId: string;
  readonly mdrBps: number;
  readonly shareBps: number;
  readonly mdrFee: number;
  readonly totalCashback: number;
  readonly recommenderAmount: number;
  readonly deferredBuyerAmount: number;
}

export interface ReturnFacts {
  readonly id: string;
  readonly at: JsonTime;
  readonly actor: string;
  readonly reason: string | null;
  readonly journalId: string;
  readonly goods: number;
  readonly shippingPart: number;
  readonly taxPart: number;
  readonly refund: number;
  readonly buyerCut: number;
  readonly recommenderCut: number;
  readonly awardAdjusted: boolean;
  readonly lines: readonly {
    readonly line: number;
    readonly productId: string;
    readonly qty: number;
    readonly buyerCut: number;
    readonly recommenderCut: number;
  }[];
}

export interface AwardFacts {
  readonly id: string;
  readonly line: number;
  readonly productId: string;
  readonly kind: AwardKind;
  readonly beneficiaryId: string;
  readonly originalAmount: number;
  readonly amount: number;
  readonly status: AwardStatus;
  readonly createdAt: JsonTime;
  readonly pendingFrom: JsonTime | null;
  readonly pendingUntil: JsonTime | null;
  readonly landedAt: JsonTime | null;
}

export interface JournalFacts {
  readonly id: string;
  readonly kind: 'capture' | 'return' | 'landing';
  readonly at: JsonTime;
  readonly entries: readonly {
    readonly account: string;
    readonly ownerId: string | null;
    readonly amount: number;
  }[];
}

export interface DeliveryFacts {
  readonly id: string;
  readonly status: DeliveryStatus;
  readonly createdAt: JsonTime;
  readonly nextAttemptAt: JsonTime | null;
  readonly attempts: readonly {
    readonly number: number;
    readonly at: JsonTime;
    readonly done: boolean;
    readonly statusCode: number | null;
    readonly ms: number | null;
    readonly error: string | null;
  }[];
}

export interface EventFacts {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly at: JsonTime;
  /** Null when the org had no webhook at that time. */
  readonly delivery: DeliveryFacts | null;
}

/** A charge with its capture, returns, awards, journals and events. */
export interface TimelineRow {
  readonly chargeId: string;
  readonly checkoutId: string;
  readonly env: Environment;
  readonly status: ChargeStatus;
  readonly currency: string;
  readonly total: number;
  readonly totalCashback: number;
  readonly orderId: string | null;
  readonly terminalId: string;
  readonly consumerId: string;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly authorizedAt: Date;
  readonly holdExpiresAt: Date;
  readonly capturedAt: Date | null;
  readonly capturedBy: string | null;
  readonly voidedAt: Date | null;
  readonly voidedBy: string | null;
  readonly lapsedAt: Date | null;
  /** The org's time. */
  readonly now: Date;
  readonly capture: CaptureFacts | null;
  readonly returns: readonly ReturnFacts[];
  readonly awards: readonly AwardFacts[];
  readonly journals: readonly JournalFacts[];
  readonly events: readonly EventFacts[];
}

const CAPTURE = `
  select json_build_object('journalId', p.journal_id, 'mdrBps', p.mdr_bps, 'shareBps',
    p.recommender_share_bps, 'mdrFee', p.mdr_fee,
           'totalCashback', p.total_cashback, 'recommenderAmount', p.recommender_amount,
             'deferredBuyerAmount', p.deferred_buyer_amount)
  from captures p where p.charge_id = h.id`;

const RETURNS = `
  select coalesce(json_agg(json_build_object('id', r.id, 'at', r.at, 'actor', q.created_by, 'reason',
    q.reason, 'journalId', r.journal_id,
           'goods', r.goods, 'shippingPart', r.shipping_part, 'taxPart', r.tax_part, 'refund', r.refund,
             'buyerCut', r.buyer_cut,
           'recommenderCut', r.recommender_cut, 'awardAdjusted', r.award_adjusted,
           'lines', (select json_agg(json_build_object('line', x.line, 'productId', l.product_id, 'qty',
             x.qty, 'buyerCut', x.buyer_cut,
                              'recommenderCut', x.recommender_cut) order by x.line)
                     from return_lines x join cart_lines l on l.cart_id = h.checkout_id
                       and l.line = x.line where x.return_id = r.id))
         order by r.at, r.id), '[]')
  from returns r join return_requests q on q.id = r.id where r.charge_id = h.id`;

const AWARDS = `
  select coalesce(json_agg(json_build_object('id', a.id, 'line', a.line, 'productId', a.product_id, 'kind',
    a.kind,
           'beneficiaryId', a.beneficiary_id, 'originalAmount', a.original_amount, 'amount', a.amount,
             'status', a.status,
           'createdAt', a.created_at, 'pendingFrom', a.pending_from, 'pendingUntil', a.pending_until,
             'landedAt', a.landed_at)
         order by a.seq), '[]')
  from awards a where a.charge_id = h.id`;

/** Found by what caused them: no index leads from a charge to all of its journals. */
const JOURNALS = `
  select coalesce(json_agg(json_build_object('id', j.id, 'kind', j.kind, 'at', j.at,
           'entries', (select coalesce(json_agg(json_build_object('account', o.kind, 'ownerId', o.owner_id,
             'amount', e.amount) order by e.id), '[]')
                       from entries e join accounts o on o.id = e.account_id where e.journal_id = j.id))
         order by j.at, j.id), '[]')
  from (select journal_id as id from captures where charge_id = h.id
        union all select journal_id from returns where charge_id = h.id
        union all select l.id from awards a join journals l on l.op_key = 'landing:' || a.id
          where a.charge_id = h.id) caused
    join journals j on j.id = caused.id`;

/** In two branches: each has an index of its own. */
const EVENTS = `
  select coalesce(json_agg(json_build_object('id', e.id, 'event', e.event, 'at', e.created_at,
           'delivery', (select json_build_object('id', d.id, 'status', d.status, 'createdAt', d.created_at,
             'nextAttemptAt', d.next_attempt_at,
                                 'attempts', (select coalesce(json_agg(json_build_object('number', t.number,
                                   'at', t.at, 'done', t.done,
                                                       'statusCode', t.status_code, 'ms', t.ms, 'error',
                                                         t.error) order by t.number), '[]')
                                              from delivery_attempts t where t.delivery_id = d.id))
                        from deliveries d where d.event_id = e.id))
         order by e.created_at, e.id), '[]')
  from (select id, event, created_at from events where charge_id = h.id and event <> 'charge.returned'
        union all
        select v.id, v.event, v.created_at from returns r join events v on v.return_id = r.id
          where r.charge_id = h.id) e`;

/** Reads the history of a charge in one snapshot. Its cost depends on the charge alone. */
export const timelineRow = statementOne<{ chargeId: string }, TimelineRow>(
  'timeline_row',
  `select h.id as charge_id, h.checkout_id, h.env, h.status, h.currency, h.total, k.total_cashback,
          k.order_id, c.terminal_id, h.consumer_id, c.created_at, k.created_by, h.authorized_at,
          h.hold_expires_at, h.captured_at, h.captured_by, h.voided_at, h.voided_by, h.lapsed_at,
          org_now(h.org_id, h.env) as now,
          (${CAPTURE}) as capture, (${RETURNS}) as returns, (${AWARDS}) as awards, (${JOURNALS}) as journals,
            (${EVENTS}) as events
   from charges h join checkouts c on c.id = h.checkout_id join carts k on k.id = h.checkout_id
   where h.id = :chargeId`,
);

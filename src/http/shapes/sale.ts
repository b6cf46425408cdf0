import { z } from 'zod';
import { CHARGE_STATUSES } from '../../domain/charge.ts';
import { CHECKOUT_STATUSES } from '../../domain/checkout.ts';
import type { CheckoutStatus } from '../../domain/checkout.ts';
import { ok, refuse } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { SalesDayRow } from '../../store/books.ts';
import type { SaleRow, SaleView } from '../../store/sales.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { itemAnswer, itemBody } from './checkout.ts';
import { oneOf } from './detail.ts';
import { reportCurrency } from './books.ts';
import { amount, id, pageQuery, rfc3339, text, timestamp, total, whole } from './fields.ts';
import { periodQuery } from './period.ts';

/** A parameter that is sent twice reads as one list. */
const listed = z.preprocess((sent) => (Array.isArray(sent) ? sent.join(',') : sent), z.string().optional());

const ONE = `(${CHECKOUT_STATUSES.join('|')})`;

export const salesQuery = z.object({
  ...pageQuery,
  ...periodQuery,
  format: z
    .string()
    .optional()
    .meta({
      enum: ['json', 'csv'],
      default: 'json',
      description: '`csv`: all rows of the filter in one file. `limit` and `cursor` do not apply',
    }),
  status: listed.meta({ enum: CHECKOUT_STATUSES }),
  order_id: text(200).optional().meta({ description: 'Only sales with this merchant reference' }),
  statuses: listed.meta({
    pattern: `^(${ONE}(,${ONE})*)?$`,
    description: 'Statuses, separated by commas. Empty means all. Together with `status`: the union',
  }),
});

const STATUSES: readonly string[] = CHECKOUT_STATUSES;

/**
 * Reads the statuses of a list call: each once, in the order of `CHECKOUT_STATUSES`. An empty list means all.
 * Refused: `bad status`. Source: contract, sections 1 and 14.
 */
export function readStatuses({
  status,
  statuses = '',
}: z.output<typeof salesQuery>): Outcome<CheckoutStatus[]> {
  const named = [...(status === undefined ? [] : [status]), ...(statuses === '' ? [] : statuses.split(','))];
  if (!named.every((name) => STATUSES.includes(name)))
    return refuse('bad_status', undefined, { detail: oneOf('status', STATUSES) });
  return ok(CHECKOUT_STATUSES.filter((known) => named.includes(known)));
}

const echoed = z.record(z.string(), z.unknown()).nullable();

const sale = {
  id: id.meta({ description: 'The checkout id' }),
  terminal_id: id,
  terminal_title: z.string().meta({ description: 'Empty for a `USE_ONCE` terminal' }),
  total_minor: amount.meta({ description: 'Gross amount' }),
  currency: z.string(),
  cashback_minor: amount.meta({ description: "Cashback pot of the cart: the checkout's total_cashback" }),
  status: z.enum(CHECKOUT_STATUSES),
  created_at: timestamp,
  order_id: z.string().nullable().meta({ description: 'As sent at checkout creation' }),
  store: echoed.meta({ description: 'As sent at checkout creation' }),
  shipping: echoed.meta({ description: 'As sent at checkout creation' }),
};

/** The columns of sales as CSV. */
export const SALE_FIELDS = Object.keys(sale);

export const saleAnswer = z.object(sale).meta({ id: 'Sale' });
export const salesAnswer = z.object({ sales: z.array(saleAnswer), next_cursor: z.string().nullable() });

export const saleDetailAnswer = z
  .object({
    ...sale,
    auth: z
      .object({ id, status: z.enum(CHARGE_STATUSES) })
      .nullable()
      .meta({ description: 'The charge. Null until a shopper authorizes' }),
    items: z.array(itemAnswer),
    workflow_id: z.string().meta({ description: "Id of the checkout's workflow in the Temporal Web UI" }),
  })
  .meta({ id: 'SaleDetail' });

/** Returns the specification's Sale, for a list. */
export function saleBody(row: SaleRow): z.output<typeof saleAnswer> {
  return {
    id: row.id,
    terminal_id: row.terminalId,
    terminal_title: row.terminalTitle,
    total_minor: row.total,
    currency: row.currency,
    cashback_minor: row.totalCashback,
    status: row.status,
    created_at: rfc3339(row.createdAt),
    order_id: row.orderId,
    store: row.store as Record<string, unknown> | null,
    shipping: row.shipping as Record<string, unknown> | null,
  };
}

/** Returns a sale with its charge, its items and its workflow's id. */
export function saleDetailBody(view: SaleView): z.output<typeof saleDetailAnswer> {
  const auth =
    view.authId === null || view.authStatus === null ? null : { id: view.authId, status: view.authStatus };
  return {
    ...saleBody(view),
    auth,
    items: view.items.map(itemBody),
    workflow_id: workflowId.checkout(view.id),
  };
}

const day = z.string().optional();

export const salesDaysQuery = z.object({
  from: day.meta({ format: 'date', description: 'The first day. Default: 29 days before the last' }),
  to: day.meta({ format: 'date', description: 'The last day, at most 399 days later. Default: today' }),
  currency: reportCurrency,
});

const salesDay = z
  .object({
    date: z.string().meta({ format: 'date' }),
    captured_count: whole.min(0),
    captured_minor: amount.meta({ description: 'Total of the charges that were captured on this day' }),
    returned_minor: amount.meta({ description: 'Refunds of the returns of this day' }),
    fee_minor: amount.meta({ description: 'Fees of the captures' }),
    cashback_minor: amount.meta({ description: 'Cashback pots of the captures' }),
  })
  .meta({ id: 'SalesDay' });

export const salesDaysAnswer = z.object({ days: z.array(salesDay) });

/** Returns the sales of a day. All amounts are positive. Source: contract, section 18. */
export function salesDayBody(row: SalesDayRow): z.output<typeof salesDay> {
  return {
    date: row.day,
    captured_count: row.capturedCount,
    captured_minor: total(row.captured),
    returned_minor: total(row.returned),
    fee_minor: total(row.fees),
    cashback_minor: total(row.cashback),
  };
}

import { z } from 'zod';
import { CHARGE_STATUSES } from '../../domain/charge.ts';
import { CHECKOUT_STATUSES } from '../../domain/checkout.ts';
import type { CheckoutStatus } from '../../domain/checkout.ts';
import { ok, refuse } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { SaleRow, SaleView } from '../../store/sales.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { itemAnswer, itemBody } from './checkout.ts';
import { amount, id, pageQuery, rfc3339, text, timestamp } from './fields.ts';

/** A parameter that was sent twice reads as one list. */
const listed = z.preprocess((sent) => (Array.isArray(sent) ? sent.join(',') : sent), z.string().optional());

const ONE = `(${CHECKOUT_STATUSES.join('|')})`;

export const salesQuery = z.object({
  ...pageQuery,
  status: listed.meta({ enum: CHECKOUT_STATUSES }),
  order_id: text(200).optional().meta({ description: 'Only sales that were made with this reference' }),
  statuses: listed.meta({
    pattern: `^(${ONE}(,${ONE})*)?$`,
    description: 'Statuses, separated by commas; empty means all. Together with `status`: the union',
  }),
});

const STATUSES: readonly string[] = CHECKOUT_STATUSES;

/**
 * The statuses that a list call asks for, each once and in one order; none means all.
 * Refused: `bad status` for anything that is none. Source: contract, sections 1 and 14.
 */
export function readStatuses({ status, statuses = '' }: z.output<typeof salesQuery>): Outcome<CheckoutStatus[]> {
  const named = [...(status === undefined ? [] : [status]), ...(statuses === '' ? [] : statuses.split(','))];
  if (!named.every((name) => STATUSES.includes(name))) return refuse('bad_status');
  return ok(CHECKOUT_STATUSES.filter((known) => named.includes(known)));
}

const echoed = z.record(z.string(), z.unknown()).nullable();

const sale = {
  id: id.meta({ description: 'The checkout id' }),
  terminal_id: id,
  terminal_title: z.string().meta({ description: 'Empty for a terminal that was made for this checkout alone' }),
  total_minor: amount.meta({ description: 'Gross amount' }),
  currency: z.string(),
  cashback_minor: amount.meta({ description: "Cashback pot of the cart: the checkout's total_cashback" }),
  status: z.enum(CHECKOUT_STATUSES),
  created_at: timestamp,
  order_id: z.string().nullable().meta({ description: 'As sent at checkout creation' }),
  store: echoed.meta({ description: 'As sent at checkout creation' }),
  shipping: echoed.meta({ description: 'As sent at checkout creation' }),
};

export const saleAnswer = z.object(sale).meta({ id: 'Sale' });
export const salesAnswer = z.object({ sales: z.array(saleAnswer), next_cursor: z.string().nullable() });

export const saleDetailAnswer = z
  .object({
    ...sale,
    auth: z
      .object({ id, status: z.enum(CHARGE_STATUSES) })
      .nullable()
      .meta({ description: 'The charge; null until a shopper authorizes' }),
    items: z.array(itemAnswer),
    workflow_id: z.string().meta({ description: 'The workflow that carries it from opening to its end, as the Temporal Web UI names it' }),
  })
  .meta({ id: 'SaleDetail' });

/** The Sale of the specification, as lists show it. */
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

/** The same with what its detail adds. */
export function saleDetailBody(view: SaleView): z.output<typeof saleDetailAnswer> {
  const auth = view.authId === null || view.authStatus === null ? null : { id: view.authId, status: view.authStatus };
  return { ...saleBody(view), auth, items: view.items.map(itemBody), workflow_id: workflowId.checkout(view.id) };
}

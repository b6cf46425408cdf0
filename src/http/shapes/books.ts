import { z } from 'zod';
import { changeOf, ENTRY_KINDS } from '../../domain/books.ts';
import type { Month } from '../../domain/books.ts';
import { isCurrency } from '../../domain/countries.ts';
import { refuse, ok } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { BalanceEntryRow, MonthTotals, ReturnRow } from '../../store/books.ts';
import { oneOf } from './detail.ts';
import { amount, CURRENCY, id, pageQuery, rfc3339, timestamp, total, whole } from './fields.ts';
import { periodQuery } from './period.ts';

/** The currency of a report. Refused: `bad currency`. */
export const reportCurrency = z
  .string()
  .refine(isCurrency)
  .default('USD')
  .meta({ ...CURRENCY, default: 'USD' });

export const balanceEntriesQuery = z.object({ ...pageQuery, ...periodQuery, currency: reportCurrency });

const balanceEntry = z
  .object({
    id,
    kind: z.enum(ENTRY_KINDS),
    amount_minor: whole.meta({ description: 'Minor units, negative when it leaves the balance' }),
    currency: z.string(),
    charge_id: id.nullable().meta({ description: 'Of captures and returns' }),
    return_id: id.nullable().meta({ description: 'Of returns' }),
    payout_id: id.nullable().meta({ description: 'Of payouts and their reversals' }),
    created_at: timestamp,
  })
  .meta({ id: 'BalanceEntry' });

export const balanceEntriesAnswer = z.object({
  entries: z.array(balanceEntry),
  next_cursor: z.string().nullable(),
});

/** Returns a movement of a merchant's balance. */
export function balanceEntryBody(row: BalanceEntryRow): z.output<typeof balanceEntry> {
  return {
    id: row.id,
    kind: row.kind,
    amount_minor: row.amount,
    currency: row.currency,
    charge_id: row.chargeId,
    return_id: row.returnId,
    payout_id: row.payoutId,
    created_at: rfc3339(row.at),
  };
}

/** The formats of a statement. The first is the default. */
export const FORMATS = ['json', 'csv', 'pdf', 'camt053', 'beancount', 'hledger'] as const;
export type StatementFormat = (typeof FORMATS)[number];

export const statementQuery = z.object({
  currency: reportCurrency,
  format: z
    .string()
    .optional()
    .meta({ enum: [...FORMATS], default: 'json' }),
});

/** Reads a format. Refused: `bad format`. */
export function readFormat<Format extends string>(
  sent: string | undefined,
  formats: readonly [Format, ...Format[]],
): Outcome<Format> {
  if (sent === undefined) return ok(formats[0]);
  const known = formats.find((format) => format === sent);
  return known === undefined
    ? refuse('bad_format', undefined, { detail: oneOf('format', formats) })
    : ok(known);
}

const part = (description: string) => whole.meta({ description: `Minor units. ${description}` });

export const statementAnswer = z
  .object({
    currency: z.string(),
    month: z.string(),
    opening_minor: part('The balance at the beginning of the month'),
    captured_minor: part('Total of captured charges'),
    fees_minor: part('Fees of captured charges, 0 or negative'),
    cashback_minor: part('Cashback funded at capture, 0 or negative'),
    returned_minor: part('Refunds, 0 or negative'),
    cashback_cut_minor: part('Cashback that returns took back'),
    paid_out_minor: part('Reserved for payouts, 0 or negative'),
    reversed_minor: part('Payouts that failed or came back'),
    adjusted_minor: part('Adjustments by the platform'),
    closing_minor: part('Opening plus all parts: the opening of the next month'),
  })
  .meta({ id: 'Statement' });

/** Returns the statement of a month. Source: contract, section 17. */
export function statementBody(
  currency: string,
  { name }: Month,
  { opening, parts }: MonthTotals,
): z.output<typeof statementAnswer> {
  const sum = (value: bigint): number => total(value.toString());
  return {
    currency,
    month: name,
    opening_minor: sum(opening),
    captured_minor: sum(parts.captured),
    fees_minor: sum(-parts.fees),
    cashback_minor: sum(-parts.cashback),
    returned_minor: sum(-parts.returned),
    cashback_cut_minor: sum(parts.cashbackCut),
    paid_out_minor: sum(-parts.paidOut),
    reversed_minor: sum(parts.reversed),
    adjusted_minor: sum(parts.adjusted),
    closing_minor: sum(opening + changeOf(parts)),
  };
}

export const returnsQuery = z.object({ ...pageQuery, ...periodQuery });

const merchantReturn = z
  .object({
    id,
    charge_id: id,
    checkout_id: id,
    refund: amount.meta({ description: 'Paid back to the shopper' }),
    buyer_cut: amount.meta({ description: "Taken from the buyer's cashback" }),
    rec_cut: amount.meta({ description: "Taken from recommenders' cashback" }),
    currency: z.string(),
    reason: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Return' });

export const returnsAnswer = z.object({
  returns: z.array(merchantReturn),
  next_cursor: z.string().nullable(),
});

/** Returns a return, for a list. */
export function returnBody(row: ReturnRow): z.output<typeof merchantReturn> {
  return {
    id: row.id,
    charge_id: row.chargeId,
    checkout_id: row.checkoutId,
    refund: row.refund,
    buyer_cut: row.buyerCut,
    rec_cut: row.recommenderCut,
    currency: row.currency,
    reason: row.reason,
    created_at: rfc3339(row.at),
  };
}

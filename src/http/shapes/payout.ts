import { z } from 'zod';
import { isCurrency } from '../../domain/countries.ts';
import { PAYOUT_STATUSES } from '../../domain/payout.ts';
import type { PayoutView } from '../../store/payouts.ts';
import {
  CURRENCY,
  ID,
  amount,
  countryCode,
  id,
  optional,
  pageQuery,
  rfc3339,
  timestamp,
  whole,
} from './fields.ts';

export const payoutInput = z
  .object({
    amount_minor: whole.min(1, { error: 'must be 1 or more' }),
    currency: z
      .string({ error: 'bad currency' })
      .refine(isCurrency, { error: 'bad currency' })
      .meta(CURRENCY),
    country_code: countryCode.meta({ description: 'The country of the bank destination' }),
    counterparty_id: optional(z.string({ error: 'must be text' })).meta({
      ...ID,
      description: 'The bank destination. Without it: the newest active one for country and currency',
    }),
    org_id: optional(z.string()).meta(ID),
  })
  .meta({ examples: [{ amount_minor: 5000, currency: 'USD', country_code: 'US' }] });

export const payoutsQuery = z.object({
  ...pageQuery,
  org_id: z.string({ error: 'must be one id' }).optional().meta(ID),
});

export const payoutCreated = z.object({ instruction_id: id });

export const payoutAnswer = z
  .object({
    id,
    provider: z.string().meta({ description: 'The banking partner that handles the transfer' }),
    amount_minor: amount,
    currency: z.string(),
    status: z.enum(PAYOUT_STATUSES),
    created_at: timestamp,
    destination: z.string().meta({ description: 'The account, masked', examples: ['****3000'] }),
    failure_reason: z
      .string()
      .nullable()
      .meta({ description: "The bank's reason for a failure or a return" }),
  })
  .meta({ id: 'Payout' });

export const payoutList = z.object({ payouts: z.array(payoutAnswer), next_cursor: z.string().nullable() });

/** Returns a payout for a list. */
export function payoutBody(view: PayoutView): z.output<typeof payoutAnswer> {
  return {
    id: view.id,
    provider: view.provider,
    amount_minor: view.amount,
    currency: view.currency,
    status: view.status,
    created_at: rfc3339(view.createdAt),
    destination: view.destination,
    failure_reason: view.failureReason,
  };
}

const stepAnswer = z.object({
  step: z.enum(['reserved', 'taken_by_bank', 'settled', 'failed', 'returned', 'settles']),
  at: timestamp,
  actor: z
    .string()
    .nullable()
    .meta({ description: 'The caller who requested the step. Null for a step of the bank or the clock' }),
  amount_minor: whole
    .nullable()
    .meta({ description: "The change of the merchant's balance. Null without a change" }),
  due: z.boolean().meta({ description: 'True for a step in the future' }),
});

export const payoutDetail = payoutAnswer
  .extend({ country_code: z.string(), timeline: z.array(stepAnswer) })
  .meta({ id: 'PayoutDetail' });

/**
 * Returns a payout with its timeline, oldest first. Times follow the org's clock; only `taken_by_bank` is in
 * real time.
 */
export function payoutDetailBody(view: PayoutView): z.output<typeof payoutDetail> {
  const steps = [
    {
      step: 'reserved' as const,
      time: view.createdAt,
      actor: view.createdBy,
      moved: -view.amount,
      due: false,
    },
    { step: 'taken_by_bank' as const, time: view.takenAt, actor: null, moved: null, due: false },
    { step: 'settled' as const, time: view.settledAt, actor: null, moved: null, due: false },
    { step: 'failed' as const, time: view.failedAt, actor: null, moved: view.amount, due: false },
    { step: 'returned' as const, time: view.returnedAt, actor: null, moved: view.amount, due: false },
    {
      step: 'settles' as const,
      time: view.status === 'PENDING' ? view.dueAt : null,
      actor: null,
      moved: null,
      due: true,
    },
  ];
  const timeline = steps.flatMap(({ step, time, actor, moved, due }) =>
    time === null ? [] : [{ step, at: rfc3339(time), actor, amount_minor: moved, due }],
  );
  return { ...payoutBody(view), country_code: view.countryCode, timeline };
}

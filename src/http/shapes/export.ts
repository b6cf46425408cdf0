import { z } from 'zod';
import type { User } from '../../entities/user.ts';
import { EXPORT_BYTES, EXPORT_ROWS } from '../../store/export.ts';
import type { Export, ExportList, ExportRow, PaymentRow } from '../../store/export.ts';
import { itemAnswer, itemBody } from './checkout.ts';
import { amount, id, rfc3339, timestamp } from './fields.ts';
import { userAnswer, userBody } from './user.ts';

const env = z.enum(['sandbox', 'live']);
const echoed = z.record(z.string(), z.unknown()).nullable();
const text = z.string();
const maybe = timestamp.nullable();
const org = { org_id: id, org_name: text };

const LISTS = {
  memberships: { ...org, role: text, status: text, created_at: timestamp },
  sessions: {
    id,
    env,
    org_id: id.nullable(),
    created_at: timestamp,
    expires_at: timestamp,
    ended_at: maybe,
  },
  wallets: { env, currency: text, balance_minor: amount, held_minor: amount },
  wallet_entries: {
    id,
    env,
    kind: text,
    amount_minor: z.int().meta({ description: 'Negative when money leaves the wallet' }),
    currency: text,
    charge_id: id.nullable(),
    created_at: timestamp,
  },
  payments: {
    id: id.meta({ description: 'The charge id' }),
    checkout_id: id,
    ...org,
    env,
    status: text,
    currency: text,
    total_minor: amount,
    shipping_amount: amount,
    tax_amount: amount,
    order_id: text.nullable(),
    store: echoed.meta({ description: 'As the merchant sent it' }),
    shipping: echoed.meta({
      description: 'The shipping address as the merchant sent it. Null after its period',
    }),
    items: z.array(itemAnswer),
    recorded_at: timestamp.meta({ description: 'In real time; the other times are the organization’s' }),
    authorized_at: timestamp,
    captured_at: maybe,
    voided_at: maybe,
    lapsed_at: maybe.meta({ description: 'The time at which the hold ended without a capture' }),
  },
  returns: {
    id,
    charge_id: id,
    env,
    refund_minor: amount,
    buyer_cut_minor: amount,
    reason: text.nullable(),
    created_at: timestamp,
  },
  awards: {
    id,
    charge_id: id,
    env,
    product_id: text,
    kind: text,
    amount,
    original_amount: amount,
    currency: text,
    status: text,
    pending_until: maybe,
    landed_at: maybe,
  },
  buy_list: {
    id,
    env,
    merchant_id: id,
    product_id: text,
    display_name: text.nullable(),
    status: text,
    created_at: timestamp,
  },
  recommendations: {
    id,
    env,
    merchant_id: id,
    product_id: text,
    display_name: text.nullable(),
    created_at: timestamp,
  },
  verifications: {
    id,
    country_code: text,
    status: text,
    created_at: timestamp,
    expires_at: timestamp,
    decided_at: maybe,
  },
  invites: {
    id,
    ...org,
    role: text,
    status: text,
    created_at: timestamp,
    expires_at: timestamp,
    ended_at: maybe,
  },
  acts: {
    id,
    org_id: id,
    env: env.nullable(),
    at: timestamp,
    action: text,
    address: text.nullable().meta({ description: 'The IP address of the call' }),
  },
} satisfies Record<ExportList, Record<string, z.ZodType>>;

type Lists = { [Name in ExportList]: z.ZodArray<z.ZodObject<(typeof LISTS)[Name]>> };
const lists = Object.fromEntries(
  Object.entries(LISTS).map(([name, fields]) => [name, z.array(z.object(fields))]),
) as unknown as Lists;

const LIMITS = `${EXPORT_ROWS} rows a list, and ${EXPORT_BYTES / 1024 / 1024} MiB of payments`;

export const exportAnswer = z
  .object({
    exported_at: timestamp,
    user: userAnswer.extend({ kyc_status: text, created_at: timestamp }).meta({ id: 'ExportedUser' }),
    ...lists,
    truncated: z.array(z.enum(Object.keys(LISTS) as [ExportList])).meta({
      description: `The lists whose older rows are missing, because they exceed the limits: ${LIMITS}`,
    }),
  })
  .meta({ id: 'Export' });

/** Returns all that is stored about a user, in both environments. Source: docs/privacy.md. */
export function exportBody(user: User, found: Export): z.output<typeof exportAnswer> {
  const profile = { kyc_status: user.kycStatus, created_at: rfc3339(user.createdAt) };
  return {
    exported_at: rfc3339(new Date()),
    user: { ...userBody(user), ...profile },
    ...Object.fromEntries(Object.entries(found.lists).map(([name, rows]) => [name, rows.map(rowBody)])),
    payments: found.payments.map(paymentBody),
    truncated: [...found.truncated],
  } as unknown as z.output<typeof exportAnswer>;
}

function paymentBody(row: PaymentRow): object {
  return { ...rowBody(row), items: row.items.map(itemBody) };
}

/** The columns in the words of the API. Documents that the merchant sent keep their keys. */
function rowBody(row: ExportRow): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value instanceof Date ? rfc3339(value) : value,
    ]),
  );
}

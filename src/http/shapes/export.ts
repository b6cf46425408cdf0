import { z } from 'zod';
import { EXPORT_BYTES, EXPORT_ROWS } from '../../store/export.ts';
import type { Export, ExportList, ExportRow, PaymentRow } from '../../store/export.ts';
import { itemBody } from './checkout.ts';
import { rfc3339, timestamp } from './fields.ts';
import { userAnswer, userBody } from './user.ts';

/** The fields of each list. Only their names are documented: nothing is built on an export. */
const FIELDS: Readonly<Record<ExportList, string>> = {
  memberships: 'org_id, org_name, role, status, created_at',
  sessions: 'id, env, org_id, created_at, last_used_at, expires_at, ended_at, address, user_agent',
  wallets: 'env, currency, balance_minor, held_minor',
  wallet_entries: 'id, env, kind, amount_minor, currency, charge_id, created_at',
  payments:
    'id, checkout_id, org_id, org_name, env, status, currency, total_minor, shipping_amount, tax_amount, order_id, store, shipping, items, authorized_at, captured_at, voided_at, lapsed_at, recorded_at',
  returns: 'id, charge_id, env, refund_minor, buyer_cut_minor, reason, created_at',
  awards:
    'id, charge_id, env, product_id, kind, amount, original_amount, currency, status, pending_until, landed_at',
  buy_list: 'id, env, merchant_id, product_id, display_name, status, created_at',
  recommendations: 'id, env, merchant_id, product_id, display_name, created_at',
  verifications: 'id, country_code, status, created_at, expires_at, decided_at',
  invites: 'id, org_id, org_name, role, status, created_at, expires_at, ended_at',
  acts: 'id, org_id, env, at, action, address',
};

const NAMES = Object.keys(FIELDS) as [ExportList, ...ExportList[]];
const row = z.record(z.string(), z.unknown()).meta({ id: 'ExportedRow' });
const lists = Object.fromEntries(
  NAMES.map((name) => [name, z.array(row).meta({ description: FIELDS[name] })]),
) as Record<ExportList, z.ZodArray<typeof row>>;

const LIMITS = `${EXPORT_ROWS} rows a list, and ${EXPORT_BYTES / 1024 / 1024} MiB of payments`;

export const exportAnswer = z
  .object({
    exported_at: timestamp,
    user: userAnswer.extend({ kyc_status: z.string(), created_at: timestamp }).meta({ id: 'ExportedUser' }),
    ...lists,
    truncated: z.array(z.enum(NAMES)).meta({
      description: `The lists whose older rows are missing, because they exceed the limits: ${LIMITS}`,
    }),
  })
  .meta({ id: 'Export' });

type Profile = Parameters<typeof userBody>[0] & { readonly kycStatus: string; readonly createdAt: Date };

/** Returns all that is stored about a user, in both environments. Source: docs/privacy.md. */
export function exportBody(user: Profile, found: Export): z.output<typeof exportAnswer> {
  const rows = { ...found.lists, payments: found.payments.map(paymentRow) };
  const bodies = NAMES.map((name) => [name, rows[name].map(rowBody)]);
  return {
    exported_at: rfc3339(new Date()),
    user: { ...userBody(user), kyc_status: user.kycStatus, created_at: rfc3339(user.createdAt) },
    ...(Object.fromEntries(bodies) as Record<ExportList, Record<string, unknown>[]>),
    truncated: [...found.truncated],
  };
}

const paymentRow = (payment: PaymentRow): ExportRow => ({ ...payment, items: payment.items.map(itemBody) });

/** The columns in the words of the API. Documents that the merchant sent keep their keys. */
function rowBody(found: ExportRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value instanceof Date ? rfc3339(value) : value,
    ]),
  );
}

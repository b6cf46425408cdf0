import { z } from 'zod';
import type { BuyListRow } from '../../store/buy-list.ts';
import { ID, id, name, optional, rfc3339, timestamp } from './fields.ts';

export const entryInput = z
  .object({
    merchant_id: z.string({ error: 'must be text' }).meta(ID),
    product_id: name,
    display_name: optional(name),
  })
  .meta({ examples: [{ merchant_id: '019aa5b0-0000-7000-8000-000000000001', product_id: 'sku-1' }] });

export const entryAnswer = z
  .object({
    id,
    merchant_id: id,
    product_id: z.string(),
    display_name: z.string().nullable(),
    status: z.enum(['ACTIVE', 'INACTIVE']),
    created_at: timestamp,
  })
  .meta({ id: 'BuyListEntry' });

/** Returns the entry of a shopper's buy-list as the API answers it. */
export function entryBody(row: BuyListRow): z.output<typeof entryAnswer> {
  return {
    id: row.id,
    merchant_id: row.merchantId,
    product_id: row.productId,
    display_name: row.displayName,
    status: row.status,
    created_at: rfc3339(row.createdAt),
  };
}

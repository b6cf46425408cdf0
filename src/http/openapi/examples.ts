/** The parts of a JSON Schema that an example depends on. */
interface Schema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/**
 * The example value of each field by name. They belong to one sale of 3 × 19.99 with 7.5 % cashback,
 * recommended, from checkout to return.
 */
const USUAL: Readonly<Record<string, unknown>> = {
  name: 'Corner Coffee',
  first_name: 'Ann',
  last_name: 'Meyer',
  email: 'ann@example.com',
  country_code: 'US',
  currency: 'USD',
  title: 'Counter 1',
  terminal_title: 'Counter 1',
  product_id: 'sku-1',
  display_name: 'Coffee beans',
  order_id: 'order-1001',
  unit_price: 1999,
  qty: 3,
  cashback_rate: 750,
  shipping_amount: 499,
  tax_amount: 612,
  total: 7108,
  total_minor: 7108,
  held_minor: 7108,
  captured_minor: 7108,
  total_cashback: 449,
  cashback_minor: 449,
  funded_minor: 449,
  mdr_fee: 120,
  recommender_amount: 224,
  amount: 224,
  original_amount: 224,
  to_recommenders_minor: 224,
  rec_cut: 224,
  pending_cashback_minor: 224,
  deferred_buyer_amount: 225,
  buyer_cut: 225,
  deferred_cashback_minor: 225,
  to_buyers_minor: 0,
  refund: 7108,
  amount_minor: 5000,
  available_minor: 92892,
  balance_minor: 100000,
  mdr_bps: 200,
  min_share_bps: 2000,
  max_share_bps: 8000,
  recommender_share_bps: 5000,
  merchant_name: 'Corner Coffee',
  pay_url: 'https://pay.example.com/pay/019aa5b0-0000-7000-8000-0000000000cd',
  user_confirmation_url: 'https://shop.example.com/thanks',
  user_cancel_url: 'https://shop.example.com/cart',
  item_image_url: 'https://shop.example.com/sku-1.png',
  item_url: 'https://shop.example.com/sku-1',
  url: 'https://shop.example.com/webhooks',
  verification_url: 'https://verification.example.com/pages/4f1c',
  prefix: 'fl_test_4Zt8',
  // Secrets are cut short: a full one would look like a leaked secret to scanners.
  key: 'fl_test_4Zt8…',
  session_token: 'sess_Q2xv…',
  secret: 'whsec_bXlz…',
  code: '123456',
  iban: 'GB33BUKB20201555555555',
  routing_number: '021000021',
  account_number: '123456789',
  account_masked: '****5555',
  destination: '****5555',
  provider: 'bank',
  actor: null,
  eligible: false,
  live_eligible: false,
  error: null,
  failure_reason: null,
  next_cursor: null,
  reason: 'too large',
  response: 'ok',
  status_code: 200,
  ms: 41,
  rule: 'velocity',
  score: 0.93,
  list: 'sanctions',
  entity_id: 'entity-17',
  violations: 0,
  next_attempt_at: null,
  cleared_at: null,
  landed_at: null,
  body: '{"auth_id":"019aa5b0-0000-7000-8000-0000000002de"}',
};
const MOMENT = '2026-11-21T10:00:00.000Z';

/**
 * Returns an example that fits the schema: the schema's own, or else the usual value of the field's name. The
 * result is the same every time, and includes optional fields.
 */
export function exampleOf(schema: object, schemas: Readonly<Record<string, unknown>>, name = ''): unknown {
  const { $ref, examples, anyOf, ...plain } = schema as Schema;
  if (examples?.[0] !== undefined) return examples[0];
  if ($ref !== undefined) return exampleOf(schemas[$ref.split('/').at(-1) ?? ''] as object, schemas, name);
  if ('const' in plain) return plain.const;
  if (plain.enum !== undefined) return plain.enum[0];
  if (USUAL[name] !== undefined && fits(USUAL[name], schema)) return USUAL[name];
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0], schemas, name);
  switch (firstType(plain)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(plain.properties ?? {}).map(([field, inner]) => [
          field,
          exampleOf(inner, schemas, field),
        ]),
      );
    case 'array':
      return plain.items === undefined ? [] : [exampleOf(plain.items, schemas, name)];
    case 'integer':
    case 'number':
      return Math.max(plain.minimum ?? 0, 1);
    case 'boolean':
      return true;
    case 'string':
      return textOf(plain, name);
    case undefined:
    default:
      return {};
  }
}

function firstType({ type }: Schema): string | undefined {
  return typeof type === 'string' ? type : type?.find((one) => one !== 'null');
}

/** True if the schema takes values of this type: fields of one name may have several types. */
function fits(value: unknown, { type, anyOf = [] }: Schema): boolean {
  const types = [type ?? [], ...anyOf.map((option) => option.type ?? [])].flat();
  const is = value === null ? ['null'] : typeof value === 'number' ? ['integer', 'number'] : [typeof value];
  return is.some((one) => types.includes(one));
}

function textOf({ format }: Schema, name: string): string {
  if (format === 'uuid') return idOf(name);
  if (format === 'date-time') return MOMENT;
  return /_id$|^reference$/.test(name) ? idOf(name) : 'text';
}

/** Returns an id that is the same for all fields of a name, so that examples fit together. */
function idOf(name: string): string {
  const number = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return `019aa5b0-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

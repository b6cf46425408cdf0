import { z } from 'zod';
import { isCountry } from '../../domain/countries.ts';

/** The refusal of a value of the wrong type, for fields without a refusal of their own. */
const EXPECTED: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};
z.config({ customError: (issue) => (issue.code === 'invalid_type' ? EXPECTED[issue.expected] : undefined) });

const UNFIT = /[\u0000]/;

/** True for text without NUL and lone surrogates, which PostgreSQL and JSON readers refuse. */
export function wellFormed(text: string): boolean {
  return text.isWellFormed() && !UNFIT.test(text);
}

const plainText = z
  .string({ error: 'must be text' })
  .refine(wellFormed, { error: 'must not hold NUL or half characters', abort: true });

/** A name, title or product id: 1 to 200 characters, not blank. */
export const name = plainText
  .refine((text) => text.trim().length > 0, { error: 'must not be blank', abort: true })
  .refine((text) => [...text].length <= 200, { error: 'must have at most 200 characters' })
  .meta({ minLength: 1, maxLength: 200, pattern: '\\S' });

/** Text of at most `most` characters, which may be empty. */
export function text(most: number): z.ZodType<string> {
  return plainText
    .refine((value) => [...value].length <= most, { error: `must have at most ${most} characters` })
    .meta({ maxLength: most });
}

/** An http or https address of at most 2048 characters. */
export const webUrl = plainText
  .refine((value) => value.length <= 2048, { error: 'must have at most 2048 characters', abort: true })
  .refine(isWebUrl, { error: 'must be an http or https address' })
  .meta({ format: 'uri', maxLength: 2048 });

function isWebUrl(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

/** A JSON integer within ±(2^53 − 1). */
export const whole = z.int({ error: 'must be a whole number' });

/**
 * A sum of amounts as a JSON integer, from decimal text. A sum may exceed 2^53 − 1, where a JavaScript number
 * would lose digits: then the JSON carries the digits of the text.
 */
export function total(text: string): number {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : (rawJSON(text) as unknown as number);
}

/** `JSON.rawJSON`: the compiler's library does not declare it. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** An amount in minor units, 0 or more. */
export const amount = whole
  .min(0, { error: 'must be 0 or more' })
  .meta({ description: 'Minor units of the currency beside it' });

/** An optional field. Null means absent. */
export function optional<T>(schema: z.ZodType<T>): z.ZodType<T | undefined, unknown> {
  return schema.nullish().transform((value) => value ?? undefined) as unknown as z.ZodType<
    T | undefined,
    unknown
  >;
}

/** The JSON Schema of a currency in a request. `isCurrency` checks that it circulates. */
export const CURRENCY = { pattern: '^[A-Z]{3}$', examples: ['USD'] };

/** The JSON Schema of an id in a request. A text that is not an id gets the resource's 404, not a 400. */
export const ID = { format: 'uuid' };

const EMAIL = /^[^\s@\u0000-\u001f]+@[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * An e-mail address, trimmed and case-folded. ASCII only: otherwise look-alike letters would make two users
 * of one visible address.
 */
export const email = plainText
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => value.length <= 254 && /^[\x21-\x7e]+$/.test(value) && EMAIL.test(value), {
    error: 'must be an e-mail address',
  })
  .meta({ format: 'email' });

/** An upper-case ISO 3166-1 alpha-2 code. Refused: `bad country_code`, see `shapes/reading.ts`. */
export const countryCode = z
  .string({ error: 'bad country_code' })
  .refine(isCountry, { error: 'bad country_code' })
  .meta({ pattern: '^[A-Z]{2}$', examples: ['US'] });

export { isId } from '../../domain/id.ts';

/** An id in an answer. */
export const id = z.string().meta({ format: 'uuid' });
/** A time in an answer. */
export const timestamp = z.string().meta({ format: 'date-time' });

/** Returns the time as RFC 3339 in UTC, with milliseconds. */
export function rfc3339(at: Date): string {
  return at.toISOString();
}

const SECRETS = z.registry<Record<never, never>>();

/**
 * A secret in an answer. The service does not keep it for idempotent repeats. Source: contract, section 16.
 */
export function secret(description: string): z.ZodNullable<z.ZodString> {
  return z
    .string()
    .nullable()
    .meta({ description: `${description}. Null in the answer to an idempotent repeat` })
    .register(SECRETS, {});
}

/** Returns the answer with null in place of its secrets. */
export function withoutSecrets(shape: z.ZodType, answer: unknown): unknown {
  if (!(shape instanceof z.ZodObject)) return answer;
  const names = Object.entries(shape.shape).flatMap(([name, field]) =>
    SECRETS.has(field as z.ZodType) ? [name] : [],
  );
  return { ...(answer as object), ...Object.fromEntries(names.map((name) => [name, null])) };
}

/** The answer of deletes and of sign-out. */
export const okAnswer = z.object({ ok: z.literal(true) }).meta({ id: 'Ok' });

/** The query parameters of every list. */
export const pageQuery = {
  limit: z.string().optional().meta({ type: 'integer', minimum: 1, maximum: 200, default: 50 }),
  cursor: z.string().optional().meta({ description: 'A previous `next_cursor`' }),
};

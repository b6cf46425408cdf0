import type { z } from 'zod';
import { invalid, ok, refuse } from '../../domain/outcome.ts';
import type { Outcome, RefusalCode } from '../../domain/outcome.ts';

/** Fields whose reason the contract fixes, whatever is wrong with them. */
const FIXED: Readonly<Record<string, RefusalCode>> = {
  country_code: 'bad_country_code',
  currency: 'bad_currency',
  limit: 'bad_limit',
  cursor: 'bad_cursor',
  terminal_type: 'bad_terminal_type',
};

/**
 * The input by its shape, or the first thing that is wrong: `<field>: <what is wrong>`, or the reason that the
 * contract fixes for the field. Unknown fields are left out. Source: contract, sections 1 and 14.
 */
export function readShape<T>(schema: z.ZodType<T>, input: unknown): Outcome<T> {
  const read = schema.safeParse(input);
  if (read.success) return ok(read.data);
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  const fixed = FIXED[field];
  if (fixed !== undefined) return refuse(fixed);
  return invalid(field === '' ? 'body' : field, issue?.message ?? 'is wrong');
}

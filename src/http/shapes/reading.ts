import type { z } from 'zod';
import { invalid, ok, refuse, withDetail } from '../../domain/outcome.ts';
import type { Outcome, RefusalCode } from '../../domain/outcome.ts';
import { detailOf, oneOf } from './detail.ts';

/** Fields with one fixed reason for every error. Source: contract, section 1. */
const FIXED: Readonly<Record<string, RefusalCode>> = {
  country_code: 'bad_country_code',
  currency: 'bad_currency',
  limit: 'bad_limit',
  cursor: 'bad_cursor',
  terminal_type: 'bad_terminal_type',
};

/**
 * Parses the input by its shape. Unknown fields are dropped.
 *
 * Refused: the first error as `<field>: <what is wrong>`, or the fixed reason of the field. Source: contract,
 * sections 1 and 14.
 */
export function readShape<T>(schema: z.ZodType<T>, input: unknown): Outcome<T> {
  const read = schema.safeParse(input);
  if (read.success) return ok(read.data);
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  const fixed = FIXED[field];
  const refused =
    fixed === undefined
      ? invalid(field === '' ? 'body' : field, issue?.message ?? 'is wrong')
      : refuse(fixed);
  return withDetail(refused, () => detailOf(issue, input));
}

/** Reads the filter of a list by status. Null selects all. Refused: `bad status`. */
export function statusFilter<Status extends string>(
  sent: string | undefined,
  statuses: readonly Status[],
): Outcome<Status | null> {
  const known = statuses.find((status) => status === sent);
  if (sent === undefined || known !== undefined) return ok(known ?? null);
  return refuse('bad_status', undefined, { detail: oneOf('status', statuses) });
}

import { jaroWinkler } from '@skyra/jaro-winkler';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** The most characters of sent text that an answer repeats. Source: contract, section 20. */
const MOST_SHOWN = 100;
const AMOUNT = /(_minor|_amount|_price|^total|^amount)$/;
/** Two field names are alike from here on: `displayName` and `display_name` are, `qty` and `total` are not. */
const ALIKE = 0.85;

/**
 * What exactly is wrong with the input, and where: `items[0].unit_price: whole minor units, got 19.99`. Text
 * of the input is never repeated, for it may be secret or personal; numbers and field names are.
 */
export function detailOf(issue: Issue | undefined, sent: unknown): string | null {
  if (issue === undefined) return null;
  const { path } = issue;
  const value = valueAt(sent, path);
  const place = placeOf(path);
  if (value === undefined) return `${place}: missing${misspelling(path, sent)}`;
  return `${place}: ${expectation(issue)}${got(value, issue)}`;
}

/** The same for the first fault of this field, anywhere in the input. */
export function firstDetail(shape: z.ZodType, sent: unknown, field: string): string | null {
  return detailOf(
    shape.safeParse(sent).error?.issues.find(({ path }) => path.at(-1) === field),
    sent,
  );
}

/** What was sent instead of a code, such as a currency, or a number. Longer text is not repeated. */
export function shortCode(sent: unknown): string {
  if (typeof sent !== 'string') return got(sent, { code: 'invalid_type' });
  return /^[A-Za-z0-9]{1,5}$/.test(sent) ? `, got "${sent}"` : '';
}

/** A field and the values that it may have: `status: one of PENDING, PAID`. */
export function oneOf(field: string, values: readonly string[]): string {
  return `${field}: one of ${values.join(', ')}`;
}

/** Sent text for an answer, in quotation marks: at most 100 characters of it. */
export function quoted(text: string): string {
  const characters = [...text];
  const shown = characters.length > MOST_SHOWN ? `${characters.slice(0, MOST_SHOWN - 1).join('')}…` : text;
  return JSON.stringify(shown);
}

/** `items[0].unit_price`; `body` for the body itself. */
function placeOf(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return parts.join('').replace(/^\./, '') || 'body';
}

function valueAt(sent: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[part],
    sent,
  );
}

function expectation(issue: Issue): string {
  if (issue.code === 'too_small' && issue.origin === 'number') return `at least ${issue.minimum}`;
  if (issue.code === 'too_big' && issue.origin === 'number') return `at most ${issue.maximum}`;
  const isAmount = AMOUNT.test(String(issue.path.at(-1)));
  return isAmount && issue.message === 'must be a whole number' ? 'whole minor units' : issue.message;
}

/** What was sent instead. Of text, lists and objects it names the type, and only where the type is wrong. */
function got(value: unknown, { code }: Pick<Issue, 'code'>): string {
  if (value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return `, got ${value}`;
  if (code !== 'invalid_type') return '';
  return typeof value === 'string' ? ', got text' : `, got ${Array.isArray(value) ? 'a list' : 'an object'}`;
}

/** The field beside the missing one that may be it, misspelt. */
function misspelling(path: readonly PropertyKey[], sent: unknown): string {
  const holder = valueAt(sent, path.slice(0, -1));
  if (typeof holder !== 'object' || holder === null) return '';
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const missing = plain(String(path.at(-1)));
  const alike = Object.keys(holder).find(
    (name) => /^[\w-]{1,40}$/.test(name) && jaroWinkler(plain(name), missing) >= ALIKE,
  );
  return alike === undefined ? '' : `; ${quoted(alike)} is not a field of it`;
}

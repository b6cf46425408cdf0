import { jaroWinkler } from '@skyra/jaro-winkler';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** The most characters of sent text that an answer repeats. Source: contract, section 20. */
const MOST_SHOWN = 100;
const AMOUNT = /(_minor|_amount|_price|^total|^amount)$/;
/**
 * Two field names are alike from here on: `displayName` and `display_name` are, `qty` and `total` are not.
 */
const ALIKE = 0.85;

/**
 * Says what is wrong with the input, and where: `items[0].unit_price: whole minor units, got 19.99`. It
 * repeats numbers where numbers are expected, and no text: that may be secret or personal.
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

/** The value that was sent for a number or a short code, such as a currency. Longer text is not repeated. */
export function shortCode(sent: unknown): string {
  if (typeof sent === 'number') return `, got ${sent}`;
  if (typeof sent !== 'string') return sent === undefined ? '' : `, got ${typeOf(sent)}`;
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

/**
 * The value that was sent, where a number was expected; else only its type, and only where that is wrong: a
 * number in the place of a text may be an account or a code.
 */
function got(value: unknown, issue: Issue): string {
  if (typeof value === 'number' && isAboutNumber(issue)) return `, got ${value}`;
  return issue.code === 'invalid_type' ? `, got ${typeOf(value)}` : '';
}

function isAboutNumber(issue: Issue): boolean {
  if (issue.code === 'invalid_type') return issue.expected === 'number' || issue.expected === 'int';
  return (issue.code === 'too_small' || issue.code === 'too_big') && ['number', 'int'].includes(issue.origin);
}

function typeOf(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  return { number: 'a number', string: 'text' }[typeof value as string] ?? 'an object';
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

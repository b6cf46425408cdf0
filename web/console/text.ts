import { DECIMALS } from './facts.ts';

const LOCALE = navigator.languages;

/** Characters of scripts that run from right to left, and those that change the direction of a line. */
const TURNS =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFEFC]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const ISOLATES = /[\u2066-\u2069]/g;

/** Returns a value that leaves the direction of the sentence around it as it is. */
function isolated(value: string): string {
  return TURNS.test(value) ? `\u2068${value.replaceAll(ISOLATES, '')}\u2069` : value;
}

/** Returns the text with its `{names}` filled in. Every text that people read passes here. */
export function t(text: string, values: Readonly<Record<string, unknown>> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => isolated(String(values[name] ?? whole)));
}

function decimalsOf(currency: string): number {
  return (DECIMALS as Readonly<Record<string, number>>)[currency] ?? 2;
}

/** Returns an amount of minor units as money. `Intl` would use the digits of everyday prices. */
export function money(minor: number, currency: string): string {
  const digits = decimalsOf(currency);
  const format = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  };
  return new Intl.NumberFormat([...LOCALE], format as Intl.NumberFormatOptions).format(minor / 10 ** digits);
}

/** Returns the minor units of an amount that somebody typed, such as `12.50`, or null when it is none. */
export function minorUnits(typed: string, currency: string): number | null {
  const digits = decimalsOf(currency);
  const [, whole, part = ''] = /^\s*(\d{1,13})(?:[.,](\d+))?\s*$/.exec(typed) ?? [];
  if (whole === undefined || part.length > digits) return null;
  return Number(whole) * 10 ** digits + Number(part.padEnd(digits, '0') || '0');
}

export const number = (value: number): string => new Intl.NumberFormat([...LOCALE]).format(value);
export const percent = (bps: number): string =>
  new Intl.NumberFormat([...LOCALE], { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000);

const MOMENT = new Intl.DateTimeFormat([...LOCALE], { dateStyle: 'medium', timeStyle: 'short' });
export const moment = (time: string | number): string => MOMENT.format(new Date(time));
const DAY = new Intl.DateTimeFormat([...LOCALE], { dateStyle: 'medium', timeZone: 'UTC' });
export const day = (date: string): string => DAY.format(new Date(date));

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Returns a duration in its two largest units, such as `2 days 3 hours`. */
export function duration(ms: number): string {
  let rest = Math.max(0, Math.round(ms / 1000) * 1000);
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    if (count === 0 || parts.length === 2) continue;
    rest -= count * size;
    parts.push(
      new Intl.NumberFormat([...LOCALE], { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    );
  }
  return parts.join(' ') || t('now');
}

const COUNTRY = new Intl.DisplayNames([...LOCALE], { type: 'region' });
export const countryName = (code: string): string => COUNTRY.of(code) ?? code;

/** Returns a name of the API as words: `award_landing` is `award landing`. */
export const words = (name: string): string => name.replaceAll(/[_.]/g, ' ').toLowerCase();

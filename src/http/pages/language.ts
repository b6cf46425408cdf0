import type { KoaContext } from '../pipeline/context.ts';
import { decimalsOf, majorUnits } from '../../domain/currency.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { TEXTS } from './texts.ts';
import type { Texts } from './texts.ts';

const LANGUAGES = ['en', 'de', 'ar'] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

/** A language of the shopper's pages. */
export interface Language {
  readonly code: LanguageCode;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

/** Returns the language that the browser prefers. English if it asks for none of ours. */
export function languageOf(ctx: KoaContext): Language {
  ctx.vary('accept-language');
  const asked = ctx.acceptsLanguages(...LANGUAGES);
  const code = LANGUAGES.find((one) => one === asked) ?? 'en';
  return { code, direction: code === 'ar' ? 'rtl' : 'ltr', texts: TEXTS[code] };
}

/**
 * Returns an amount in minor units as people of the language write it, such as `$76.09`. It is isolated and
 * written from left to right: in right-to-left text, sign and digits would change places otherwise.
 */
export function amountText(minor: number, currency: string, { code }: Language): Html {
  const digits = decimalsOf(currency);
  const format = new Intl.NumberFormat(code, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // As text: a float would round amounts near the largest ones.
  const text = format.format(majorUnits(minor, currency) as `${number}`).replace(/[\u200e\u200f]/g, '');
  return html`<bdi dir="ltr">${text}</bdi>`;
}

/** Returns a time span as `23:59:59`. The page's module counts it down in the same form. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

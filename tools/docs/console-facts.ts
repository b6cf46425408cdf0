import { KEY_SCOPES } from '../../src/domain/api-key.ts';
import { CHECKOUT_STATUSES } from '../../src/domain/checkout.ts';
import { COUNTRY_CODES, CURRENCY_CODES, homeCurrency } from '../../src/domain/countries.ts';
import { decimalsOf } from '../../src/domain/currency.ts';
import { MAGIC_VALUES } from '../../src/domain/magic-values.ts';
import { ORG_ACTIONS } from '../../src/domain/org-event.ts';
import { REASONS } from '../../src/domain/outcome.ts';
import type { RefusalCode } from '../../src/domain/outcome.ts';
import { CAPABILITIES, ROLES } from '../../src/domain/roles.ts';
import { MOST_SECONDS } from '../../src/domain/sandbox-clock.ts';
import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from '../../src/domain/webhook-schedule.ts';
import { HINTS } from '../../src/http/hints.ts';
import { MEANINGS, READS } from './reasons-page.ts';

const MADE = '// Made from the tables of the service by `npm run console:facts`. Do not edit.\n';

/** Returns `web/console/facts.ts`: the service's roles, states and other lists, for the console to show. */
export function consoleFacts(): string {
  const codes = [...CURRENCY_CODES];
  const facts = {
    ROLES,
    CAPABILITIES,
    KEY_SCOPES,
    CHECKOUT_STATUSES,
    DELIVERY_STATUSES,
    WEBHOOK_EVENTS,
    ORG_ACTIONS,
    MAGIC_VALUES: Object.values(MAGIC_VALUES),
    MOST_CLOCK_SECONDS: MOST_SECONDS,
    DECIMALS: Object.fromEntries(
      codes.map((code) => [code, decimalsOf(code)] as const).filter(([, digits]) => digits !== 2),
    ),
    COUNTRIES: Object.fromEntries(COUNTRY_CODES.map((code) => [code, homeCurrency(code)])),
  };
  return (
    MADE +
    Object.entries(facts)
      .map(([name, value]) => declared(name, value))
      .join('')
  );
}

/**
 * Returns `web/console/reasons.ts`: each reason with its meaning and its hint, as docs/reasons.md has them.
 */
export function consoleReasons(): string {
  const codes = Object.keys(REASONS) as RefusalCode[];
  const reasons = codes.map((code) => ({
    reason: READS[code] ?? REASONS[code],
    meaning: MEANINGS[code],
    hint: HINTS[code] ?? '',
  }));
  return MADE + declared('REASONS', reasons);
}

const declared = (name: string, value: unknown): string =>
  `export const ${name} = ${JSON.stringify(value, null, 1)} as const;\n`;

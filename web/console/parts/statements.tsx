import { useState } from 'react';
import { useFileUrl, useSession } from '../session.tsx';
import { COUNTRIES } from '../facts.ts';
import { t } from '../text.ts';
import { Field, Form } from './form.tsx';
import { useOrgTime } from './org-time.ts';

const FORMATS = [
  ['pdf', 'PDF'],
  ['csv', 'CSV'],
  ['camt053', 'camt.053'],
  ['beancount', 'Beancount'],
  ['hledger', 'hledger'],
] as const;

/**
 * The statement of a month, in the formats of bookkeepers: at first of the present one by the organization's
 * clock.
 */
export function Statements() {
  const { org } = useSession();
  const fileUrl = useFileUrl();
  const time = useOrgTime();
  const [chosen, setChosen] = useState<string | null>(null);
  const month = chosen ?? (time === null ? '' : new Date(time()).toISOString().slice(0, 7));
  const [currency, setCurrency] = useState(
    (COUNTRIES as Readonly<Record<string, string>>)[org.country_code] ?? 'USD',
  );
  const isMonth = /^\d{4}-\d{2}$/.test(month);
  return (
    <section aria-label={t('Statements')}>
      <h2>{t('Statements')}</h2>
      <Form isInline label={t('Statement of a month')} onSubmit={() => undefined}>
        <Field label={t('Month')} type="month" value={month} onChange={setChosen} />
        <Field label={t('Currency')} value={currency} onChange={setCurrency} maxLength={3} />
        {isMonth &&
          FORMATS.map(([format, name]) => (
            <a
              key={format}
              className="button plain"
              download
              href={fileUrl(`/statements/${month}`, { currency, format })}
            >
              {name}
            </a>
          ))}
      </Form>
    </section>
  );
}

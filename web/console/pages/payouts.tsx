import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../api.ts';
import type { Payout } from '../api.ts';
import { COUNTRIES } from '../facts.ts';
import { useAct } from '../parts/act.tsx';
import { Destinations } from '../parts/destinations.tsx';
import { Button, Field, Form, Select } from '../parts/form.tsx';
import { Paged } from '../parts/pages.tsx';
import { Statements } from '../parts/statements.tsx';
import { Empty, Failure, Status } from '../parts/state.tsx';
import { Moment, Table } from '../parts/table.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { countryName, minorUnits, money, t } from '../text.ts';

/** Payouts, the accounts that they go to, and statements. */
export function PayoutsPage() {
  const { may } = useSession();
  return (
    <>
      <h1>{t('Payouts')}</h1>
      {may('create_payouts') && <NewPayout />}
      <PayoutList />
      <Destinations />
      <Statements />
    </>
  );
}

function NewPayout() {
  const { org } = useSession();
  const client = useQueryClient();
  const [amount, setAmount] = useState('');
  const [country, setCountry] = useState(org.country_code);
  const currency = (COUNTRIES as Readonly<Record<string, string>>)[country] ?? 'USD';
  const minor = minorUnits(amount, currency);
  const pay = useAct(async (headers) => {
    const body = { org_id: org.org_id, amount_minor: minor ?? 0, currency, country_code: country };
    await bodyOf(api.POST('/payouts', { body, headers }));
    setAmount('');
    await client.invalidateQueries({ queryKey: ['env'] });
  });
  return (
    <section aria-label={t('Pay out')}>
      <h2>{t('Pay out')}</h2>
      <Form isInline onSubmit={pay.run}>
        <Field
          label={t('Amount in {currency}', { currency })}
          inputMode="decimal"
          value={amount}
          onChange={setAmount}
          required
        />
        <Select
          label={t('Country of the account')}
          value={country}
          onChange={setCountry}
          options={Object.keys(COUNTRIES).map((code) => ({ value: code, label: countryName(code) }))}
        />
        <Button isBusy={pay.isBusy} disabled={minor === null || minor === 0}>
          {minor === null ? t('Pay out') : t('Pay out {amount}', { amount: money(minor, currency) })}
        </Button>
      </Form>
      <Failure error={pay.error} />
    </section>
  );
}

function PayoutList() {
  const { org } = useSession();
  const key = useOrgKey();
  return (
    <section aria-label={t('All payouts')}>
      <Paged
        queryKey={key('payouts')}
        look={async (cursor) => {
          const query = { org_id: org.org_id, ...(cursor === undefined ? {} : { cursor }) };
          const page = await bodyOf(api.GET('/payouts', { params: { query } }));
          return { rows: page.payouts, next: page.next_cursor };
        }}
        empty={
          <Empty>
            <p>{t('No payout yet. Register an account below, then pay out what is available.')}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={t('Payouts')}
            heads={[t('Time'), t('Amount'), t('Account'), t('Status'), t('Reason'), t('Acts')]}
          >
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Moment at={row.created_at} />
                </td>
                <td className="amount">{money(row.amount_minor, row.currency)}</td>
                <td>{row.destination}</td>
                <td>
                  <Status status={row.status} />
                </td>
                <td className="cut">
                  <bdi>{row.failure_reason ?? '–'}</bdi>
                </td>
                <td>
                  <Nudges payout={row} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Paged>
    </section>
  );
}

/** In the sandbox a payout is settled, failed and returned by hand. */
function Nudges({ payout }: { readonly payout: Payout }) {
  const { env, may } = useSession();
  const client = useQueryClient();
  const nudge = useAct(async (headers, to: 'settle' | 'fail' | 'return') => {
    const options = { params: { path: { id: payout.id } }, headers };
    await bodyOf(api.POST(`/sandbox/payouts/{id}/${to}`, options));
    await client.invalidateQueries({ queryKey: ['env'] });
  });
  if (env !== 'sandbox' || !may('create_payouts')) return null;
  const moves = { PENDING: ['settle', 'fail'], SETTLED: ['return'], FAILED: [], RETURNED: [] } as const;
  const labels = { settle: t('Settle'), fail: t('Fail'), return: t('Send back') };
  return (
    <span className="acts">
      {moves[payout.status].map((to) => (
        <Button key={to} type="button" kind="plain" isBusy={nudge.isBusy} onClick={() => void nudge.run(to)}>
          {labels[to]}
        </Button>
      ))}
      <Failure error={nudge.error} />
    </span>
  );
}

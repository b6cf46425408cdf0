import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf, Refusal } from '../api.ts';
import type { Counterparty } from '../api.ts';
import { useOrgKey, useSession } from '../session.tsx';
import { countryName, moment, t } from '../text.ts';
import { useAct } from './act.tsx';
import { Confirm } from './confirm.tsx';
import { Button, Field, Form } from './form.tsx';
import { Paged } from './pages.tsx';
import { Empty, Failure, Status } from './state.tsx';
import { Moment, Table } from './table.tsx';

/** The bank accounts that payouts go to. */
export function Destinations() {
  const { org, may } = useSession();
  const key = useOrgKey();
  return (
    <section aria-label={t('Bank accounts')}>
      <h2>{t('Bank accounts')}</h2>
      <Paged
        queryKey={key('destinations')}
        look={async (cursor) => {
          const query = { org_id: org.org_id, ...(cursor === undefined ? {} : { cursor }) };
          const page = await bodyOf(api.GET('/bank/counterparties', { params: { query } }));
          return { rows: page.counterparties, next: page.next_cursor };
        }}
        empty={
          <Empty>
            <p>{t('No account yet. Register the one that payouts go to.')}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={t('Bank accounts')}
            heads={[t('Holder'), t('Account'), t('Country'), t('Status'), t('Registered'), t('Acts')]}
          >
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </Table>
        )}
      </Paged>
      {may('create_payouts') && <Register />}
    </section>
  );
}

function Row({ row }: { readonly row: Counterparty }) {
  const { may } = useSession();
  const client = useQueryClient();
  const params = { path: { id: row.id } };
  const approve = useAct(async (headers) => {
    await bodyOf(api.POST('/bank/counterparties/{id}/approve', { params, headers }));
    await client.invalidateQueries({ queryKey: ['env'] });
  });
  return (
    <tr>
      <td className="cut">
        <bdi>{row.name}</bdi>
      </td>
      <td>{row.account_masked}</td>
      <td>{countryName(row.country_code)}</td>
      <td>
        <Status status={row.status} />
        {row.held_until !== null && (
          <small> {t('held until {time}', { time: moment(row.held_until) })}</small>
        )}
      </td>
      <td>
        <Moment at={row.created_at} />
      </td>
      <td className="acts">
        {row.status === 'HELD' && may('approve_destinations') && (
          <Button type="button" kind="plain" isBusy={approve.isBusy} onClick={() => void approve.run()}>
            {t('Approve')}
          </Button>
        )}
        {row.status !== 'DISABLED' && may('create_payouts') && (
          <Confirm
            label={t('Disable')}
            name={t('Disable {account}', { account: row.account_masked })}
            title={t('Disable this account?')}
            confirm={t('Disable the account')}
            act={async () => {
              await bodyOf(api.DELETE('/bank/counterparties/{id}', { params }));
              await client.invalidateQueries({ queryKey: ['env'] });
            }}
          >
            {t('Nothing is paid to {account} any more. Payouts on their way go on.', {
              account: row.account_masked,
            })}
          </Confirm>
        )}
        <Failure error={approve.error} />
      </td>
    </tr>
  );
}

/** Registers an account: by routing number in the US, by IBAN elsewhere. */
function Register() {
  const { org } = useSession();
  const client = useQueryClient();
  const isUs = org.country_code === 'US';
  const [name, setName] = useState(org.name);
  const [iban, setIban] = useState('');
  const [routing, setRouting] = useState('');
  const [account, setAccount] = useState('');
  const [forceReason, setForceReason] = useState('');
  const register = useAct(async (headers) => {
    const forced = forceReason === '' ? {} : { force: true, force_reason: forceReason };
    const common = { name, org_id: org.org_id, ...forced };
    const ach = { ...common, routing_number: routing, account_number: account };
    await (isUs
      ? bodyOf(api.POST('/bank/payout-ach', { body: ach, headers }))
      : bodyOf(api.POST('/bank/payout-iban', { body: { ...common, iban }, headers })));
    for (const clear of [setIban, setRouting, setAccount, setForceReason]) clear('');
    await client.invalidateQueries({ queryKey: ['env'] });
  });
  const { error } = register;
  const isNameDoubt = error instanceof Refusal && error.message.startsWith('name ');
  const registered = isNameDoubt ? error.body['registered_name'] : undefined;
  return (
    <Form isInline label={t('Register an account')} onSubmit={register.run}>
      <Field label={t('Account holder')} value={name} onChange={setName} required maxLength={200} />
      {isUs ? (
        <>
          <Field
            label={t('Routing number')}
            inputMode="numeric"
            value={routing}
            onChange={setRouting}
            required
          />
          <Field
            label={t('Account number')}
            inputMode="numeric"
            value={account}
            onChange={setAccount}
            required
          />
        </>
      ) : (
        <Field label={t('IBAN')} value={iban} onChange={setIban} required />
      )}
      {(isNameDoubt || forceReason !== '') && (
        <Field
          label={t('Why the name is right all the same')}
          hint={
            typeof registered === 'string'
              ? t('The bank knows the holder as {name}.', { name: registered })
              : undefined
          }
          value={forceReason}
          onChange={setForceReason}
          maxLength={500}
        />
      )}
      <Button isBusy={register.isBusy}>{t('Register account')}</Button>
      <Failure error={error} />
    </Form>
  );
}

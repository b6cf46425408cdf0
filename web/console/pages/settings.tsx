import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../api.ts';
import { useAct } from '../parts/act.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Button, Field, Form } from '../parts/form.tsx';
import { Failure, Look, Status } from '../parts/state.tsx';
import { Moment, Table } from '../parts/table.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { countryName, t } from '../text.ts';

/** The organization, its verification, and the user's sign-ins. */
export function SettingsPage() {
  return (
    <>
      <h1>{t('Settings')}</h1>
      <Organization />
      <Verification />
      <SignIns />
    </>
  );
}

function Organization() {
  const { org, may } = useSession();
  const client = useQueryClient();
  const [name, setName] = useState(org.name);
  const rename = useAct(async () => {
    await bodyOf(api.PATCH('/orgs/{id}', { params: { path: { id: org.org_id } }, body: { name } }));
    await client.invalidateQueries();
  });
  return (
    <section aria-label={t('Organization')}>
      <h2>{t('Organization')}</h2>
      <dl className="facts">
        <dt>{t('Id')}</dt>
        <dd>
          <code>{org.org_id}</code>
        </dd>
        <dt>{t('Country')}</dt>
        <dd>{countryName(org.country_code)}</dd>
        <dt>{t('Status')}</dt>
        <dd>
          <Status status={org.status} />
        </dd>
        <dt>{t('Your role')}</dt>
        <dd>{org.role}</dd>
      </dl>
      {may('manage_org') && (
        <Form isInline onSubmit={rename.run}>
          <Field label={t('Name')} value={name} onChange={setName} required maxLength={200} />
          <Button kind="plain" isBusy={rename.isBusy}>
            {t('Rename')}
          </Button>
          <Failure error={rename.error} />
        </Form>
      )}
    </section>
  );
}

const KYB_TEXTS: Readonly<Record<string, string>> = {
  NOT_STARTED: 'Live payments need a verified business. It takes a few minutes.',
  PENDING: 'The verification is open. Go on where you left it.',
  APPROVED: 'The business is verified.',
  REJECTED: 'The verification was rejected. You may start a new one.',
  WITHDRAWN: 'The verification was withdrawn. You may start a new one.',
};

function Verification() {
  const { org, may } = useSession();
  const key = useOrgKey();
  const kyb = useQuery({
    queryKey: key('kyb'),
    queryFn: () => bodyOf(api.GET('/compliance/kyb', { params: { query: { org_id: org.org_id } } })),
    refetchInterval: 5000,
  });
  const start = useAct(async (headers) => {
    const body = { org_id: org.org_id, country_code: org.country_code };
    return bodyOf(api.POST('/compliance/kyb/start', { body, headers }));
  });
  return (
    <section aria-label={t('Verification of the business')}>
      <h2>{t('Verification of the business')}</h2>
      <Look query={kyb}>
        {({ status }) => (
          <>
            <p>
              <Status status={status} /> {t(KYB_TEXTS[status] ?? '')}
            </p>
            {status !== 'APPROVED' && may('manage_org') && (
              <Button type="button" isBusy={start.isBusy} onClick={() => void start.run()}>
                {status === 'PENDING' ? t('Go on with the verification') : t('Start the verification')}
              </Button>
            )}
          </>
        )}
      </Look>
      {start.data !== undefined && (
        <p>
          <a href={start.data.verification_url} target="_blank" rel="noreferrer">
            {t('Open the page of the verification partner')}
          </a>
        </p>
      )}
      <Failure error={start.error} />
    </section>
  );
}

function SignIns() {
  const client = useQueryClient();
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => bodyOf(api.GET('/me/sessions')) });
  return (
    <section aria-label={t('Sign-ins')}>
      <h2>{t('Sign-ins')}</h2>
      <Look query={sessions}>
        {({ sessions: rows }) => (
          <Table
            label={t('Sign-ins')}
            heads={[t('Signed in'), t('Last used'), t('Address'), t('Browser'), t('Acts')]}
          >
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Moment at={row.created_at} />
                </td>
                <td>
                  <Moment at={row.last_used_at} />
                </td>
                <td>{row.address ?? '–'}</td>
                <td className="cut">{row.user_agent ?? '–'}</td>
                <td>
                  {row.current ? (
                    t('this one')
                  ) : (
                    <Confirm
                      label={t('End')}
                      name={t('End the sign-in from {address}', { address: row.address ?? '–' })}
                      title={t('End this sign-in?')}
                      confirm={t('End it')}
                      act={async () => {
                        await bodyOf(api.DELETE('/me/sessions/{id}', { params: { path: { id: row.id } } }));
                        await client.invalidateQueries({ queryKey: ['sessions'] });
                      }}
                    >
                      {t('That browser is signed out at once.')}
                    </Confirm>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Look>
    </section>
  );
}

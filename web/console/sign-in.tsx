import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf, shownEnvironment } from './api.ts';
import { COUNTRIES } from './facts.ts';
import { useAct } from './parts/act.tsx';
import { Button, Field, Form, Select } from './parts/form.tsx';
import { Failure } from './parts/state.tsx';
import { countryName, t } from './text.ts';

/** Signs in by a mailed code. The first sign-in makes the account. */
export function SignIn() {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [challenge, setChallenge] = useState<string | null>(null);
  const send = useAct(async () => {
    const answer = await bodyOf(api.POST('/auth/otp/request', { body: { email } }));
    setChallenge(answer.challenge);
  });
  const enter = useAct(async () => {
    await bodyOf(api.POST('/auth/otp/verify', { body: { email, code, challenge } }));
    shownEnvironment.set(null);
    client.clear();
    await client.invalidateQueries();
    location.reload();
  });
  return (
    <main className="narrow">
      <h1>{t('Sign in')}</h1>
      <p>{t('We mail you a code. The first sign-in makes your account.')}</p>
      <Form onSubmit={send.run}>
        <Field
          label={t('E-mail')}
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          required
        />
        <Button isBusy={send.isBusy}>{t('Send code')}</Button>
      </Form>
      {challenge !== null && (
        <>
          <p role="status">{t('A code of six digits is on its way to {email}.', { email })}</p>
          <Form onSubmit={enter.run}>
            <Field
              label={t('Code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={setCode}
              required
            />
            <Button isBusy={enter.isBusy}>{t('Sign in')}</Button>
          </Form>
        </>
      )}
      <Failure error={enter.error ?? send.error} />
    </main>
  );
}

/** Opens the user's first organization. */
export function NewOrg({ email }: { readonly email: string }) {
  return (
    <main className="narrow">
      <h1>{t('Create your organization')}</h1>
      <p>
        {t(
          'You are signed in as {email}. An organization has your sales, keys and team. It starts in the sandbox.',
          {
            email,
          },
        )}
      </p>
      <NewOrgForm />
    </main>
  );
}

export function NewOrgForm({ onDone }: { readonly onDone?: (orgId: string) => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [country, setCountry] = useState('US');
  const create = useAct(async (headers) => {
    const body = { name, country_code: country };
    const { org_id: orgId } = await bodyOf(api.POST('/orgs', { body, headers }));
    await client.invalidateQueries({ queryKey: ['orgs'] });
    onDone?.(orgId);
  });
  return (
    <Form onSubmit={create.run}>
      <Field label={t('Name of the organization')} value={name} onChange={setName} required maxLength={200} />
      <Select
        label={t('Country')}
        value={country}
        onChange={setCountry}
        options={Object.keys(COUNTRIES).map((code) => ({ value: code, label: countryName(code) }))}
      />
      <Button isBusy={create.isBusy}>{t('Create organization')}</Button>
      <Failure error={create.error} />
    </Form>
  );
}

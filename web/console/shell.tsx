import { Link } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { api, bodyOf, Refusal, shownEnvironment } from './api.ts';
import { useAct } from './parts/act.tsx';
import { Dialog } from './parts/dialog.tsx';
import { Button } from './parts/form.tsx';
import { Failure } from './parts/state.tsx';
import { useSession } from './session.tsx';
import { NewOrgForm } from './sign-in.tsx';
import { t } from './text.ts';

const LINKS = [
  ['/', 'Home'],
  ['/sales', 'Sales'],
  ['/returns', 'Returns'],
  ['/cashback', 'Cashback'],
  ['/payouts', 'Payouts'],
  ['/terminals', 'Terminals'],
  ['/webhooks', 'Webhooks'],
  ['/requests', 'Requests'],
  ['/team', 'Team'],
  ['/keys', 'Keys'],
  ['/sandbox', 'Sandbox'],
  ['/audit', 'Audit'],
] as const;

/** The frame of every page: organization, environment, navigation. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { env, org } = useSession();
  const title =
    env === 'live' ? t('LIVE: {name}', { name: org.name }) : t('Sandbox: {name}', { name: org.name });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="shell" data-env={env}>
      <a className="skip" href="#page">
        {t('Skip to the page')}
      </a>
      <header>
        <OrgSwitch />
        <EnvironmentSwitch />
        <UserLinks />
      </header>
      <nav aria-label={t('Pages')}>
        <ul>
          {LINKS.map(([to, label]) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: to === '/' }} activeProps={{ 'aria-current': 'page' }}>
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main id="page" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function OrgSwitch() {
  const { orgs, org, env, choose } = useSession();
  const [isNew, setIsNew] = useState(false);
  const client = useQueryClient();
  const change = useAct(async (_, orgId: string) => {
    // A live session acts for one organization: the other one has to be eligible, too.
    if (env === 'live') await bodyOf(api.POST('/auth/mode', { body: { env, org_id: orgId } }));
    choose(orgId);
    await client.invalidateQueries();
  });
  const pick = (value: string) => (value === '' ? setIsNew(true) : void change.run(value));
  return (
    <div className="org">
      <label>
        <span className="hidden">{t('Organization')}</span>
        <select value={org.org_id} onChange={(event) => pick(event.target.value)}>
          {orgs.map(({ org_id: id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">{t('New organization…')}</option>
        </select>
      </label>
      <Failure error={change.error} />
      {isNew && (
        <Dialog title={t('Create an organization')} onClose={() => setIsNew(false)}>
          <NewOrgForm
            onDone={(orgId) => {
              setIsNew(false);
              void change.run(orgId);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

/** Explains what stands between the organization and live, one line each. */
const BLOCKERS: Readonly<Record<string, string>> = {
  kyb_not_approved: 'The business is not verified yet. Start the verification in Settings.',
  kyc_not_approved: 'Your identity is not verified yet.',
  no_live_banking_partner: 'No bank is connected in the country of the organization yet.',
  org_required: 'Choose an organization first.',
};

function EnvironmentSwitch() {
  const { env, org } = useSession();
  const client = useQueryClient();
  const isLive = env === 'live';
  const change = useAct(async () => {
    const next = isLive ? 'sandbox' : 'live';
    await bodyOf(api.POST('/auth/mode', { body: { env: next, org_id: org.org_id } }));
    shownEnvironment.set(next);
    await client.invalidateQueries();
  });
  const { error } = change;
  const isBlocked = error instanceof Refusal && error.message === 'live not eligible';
  const blockers =
    isBlocked && Array.isArray(error.body['blockers']) ? (error.body['blockers'] as string[]) : [];
  return (
    <div className="environment">
      <span aria-hidden="true" className={isLive ? '' : 'chosen'}>
        {t('Sandbox')}
      </span>
      <button
        type="button"
        role="switch"
        aria-checked={isLive}
        aria-label={t('Environment')}
        aria-describedby="environment-now"
        aria-disabled={change.isBusy || undefined}
        onClick={({ detail }) => {
          // The second click of a double click would switch back.
          if (detail <= 1) void change.run(undefined);
        }}
      >
        <span className="knob" />
      </button>
      <strong id="environment-now" className={isLive ? 'chosen' : ''}>
        {isLive ? t('Live: real money') : t('Sandbox: no real money')}
      </strong>
      {isBlocked ? (
        <Dialog title={t('Live is not open yet')} onClose={change.forget}>
          <ul>
            {blockers.map((blocker) => (
              <li key={blocker}>{t(BLOCKERS[blocker] ?? blocker)}</li>
            ))}
          </ul>
          <p>
            <Link to="/settings" onClick={change.forget}>
              {t('Open Settings')}
            </Link>
          </p>
        </Dialog>
      ) : (
        <Failure error={error} />
      )}
    </div>
  );
}

function UserLinks() {
  const { email } = useSession();
  const client = useQueryClient();
  const leave = useAct(async () => {
    await bodyOf(api.POST('/auth/signout', { body: {} }));
    client.clear();
    location.assign('/console');
  });
  return (
    <div className="user">
      <span className="email" title={email}>
        {email}
      </span>
      <Link to="/settings">{t('Settings')}</Link>
      <Button type="button" kind="plain" isBusy={leave.isBusy} onClick={() => void leave.run(undefined)}>
        {t('Sign out')}
      </Button>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, bodyOf } from '../api.ts';
import { SalesByDay } from '../parts/sales-by-day.tsx';
import { Look } from '../parts/state.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { money, number, t } from '../text.ts';

const EVERY_MS = 5000;

/** Balance, sales by day, cashback, and what needs attention. */
export function HomePage() {
  const { org } = useSession();
  return (
    <>
      <h1>{org.name}</h1>
      <Attention />
      <Balances />
      <SalesByDay />
    </>
  );
}

function Balances() {
  const { org } = useSession();
  const key = useOrgKey();
  const balance = useQuery({
    queryKey: key('balance'),
    queryFn: () => bodyOf(api.GET('/orgs/{id}/balance', { params: { path: { id: org.org_id } } })),
    refetchInterval: EVERY_MS,
  });
  const summary = useQuery({
    queryKey: key('summary'),
    queryFn: () => bodyOf(api.GET('/orgs/{id}/cashback/summary', { params: { path: { id: org.org_id } } })),
    refetchInterval: EVERY_MS,
  });
  return (
    <section aria-label={t('Balance')}>
      <h2>{t('Balance')}</h2>
      <Look query={balance}>
        {({ currencies }) => (
          <dl className="cards">
            {currencies.map(({ currency, available_minor: available, pending_payout_minor: pending }) => (
              <div key={currency}>
                <dt>{t('Available in {currency}', { currency })}</dt>
                <dd>
                  <bdi>{money(available, currency)}</bdi>
                  {pending > 0 && (
                    <small>
                      {t('{amount} on its way to the bank', { amount: money(pending, currency) })}
                    </small>
                  )}
                </dd>
              </div>
            ))}
            {summary.data?.currencies.map((row) => (
              <div key={row.currency}>
                <dt>{t('Cashback funded in {currency}', { currency: row.currency })}</dt>
                <dd>
                  <bdi>{money(row.funded_minor, row.currency)}</bdi>
                  <small>
                    {t('{social} of {all} sales were recommended', {
                      social: number(row.social_count),
                      all: number(row.captured_count),
                    })}
                  </small>
                </dd>
              </div>
            ))}
            {currencies.length === 0 && (
              <div>
                <dt>{t('No money yet')}</dt>
                <dd>
                  <Link to="/keys">{t('Create a key and take a payment')}</Link>
                </dd>
              </div>
            )}
          </dl>
        )}
      </Look>
    </section>
  );
}

function Attention() {
  const { org, env } = useSession();
  const key = useOrgKey();
  const path = { id: org.org_id };
  const webhook = useQuery({
    queryKey: key('webhook'),
    queryFn: () => bodyOf(api.GET('/orgs/{id}/webhook', { params: { path } })),
    refetchInterval: EVERY_MS,
  });
  const kyb = useQuery({
    queryKey: key('kyb'),
    queryFn: () => bodyOf(api.GET('/compliance/kyb', { params: { query: { org_id: org.org_id } } })),
  });
  const failed = useQuery({
    queryKey: key('deliveries', 'FAILED', 'one'),
    queryFn: () =>
      bodyOf(
        api.GET('/orgs/{id}/webhook/deliveries', { params: { path, query: { status: 'FAILED', limit: 1 } } }),
      ),
    refetchInterval: EVERY_MS,
  });
  const isFailing = webhook.data?.health?.failing_since ?? null;
  const hasNoWebhook = webhook.data !== undefined && webhook.data.url === null;
  const items = [
    isFailing !== null && <Link to="/webhooks">{t('Your webhook fails. Look at its last answers.')}</Link>,
    (failed.data?.deliveries.length ?? 0) > 0 && isFailing === null && (
      <Link to="/webhooks">{t('Some deliveries failed for good. Resend them.')}</Link>
    ),
    hasNoWebhook && <Link to="/webhooks">{t('No webhook is set. Set one to hear of every payment.')}</Link>,
    org.status === 'SUSPENDED' &&
      t('The platform has suspended this organization. Voids, returns and reads go on.'),
    kyb.data !== undefined && kyb.data.status !== 'APPROVED' && (
      <Link to="/settings">
        {env === 'live'
          ? t('The business is not verified: live captures and payouts are refused.')
          : t('To go live, verify the business in Settings.')}
      </Link>
    ),
  ].filter((item) => item !== false);
  if (items.length === 0) return null;
  return (
    <section aria-label={t('Needs attention')} className="attention">
      <h2>{t('Needs attention')}</h2>
      <ul>
        {items.map((item, at) => (
          <li key={at}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

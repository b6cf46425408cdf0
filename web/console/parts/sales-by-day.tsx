import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api.ts';
import { useOrgKey, useSession } from '../session.tsx';
import { t } from '../text.ts';
import { DayBars } from './bars.tsx';
import { Look } from './state.tsx';

const EVERY_MS = 5000;
const DAY_MS = 86_400_000;
const DAYS = 30;

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The captured sales of the last days, by currency. */
export function SalesByDay() {
  const { org, env } = useSession();
  const key = useOrgKey();
  const daily = useQuery({
    queryKey: key('daily'),
    queryFn: async () => {
      // The organization's own time: in the sandbox its clock may be far ahead.
      const now =
        env === 'sandbox'
          ? Date.parse(
              (await bodyOf(api.GET('/sandbox/clock', { params: { query: { org_id: org.org_id } } }))).now,
            )
          : Date.now();
      const { currencies } = await bodyOf(
        api.GET('/orgs/{id}/cashback/summary', { params: { path: { id: org.org_id } } }),
      );
      const [from, to] = [dateOf(now - (DAYS - 1) * DAY_MS), dateOf(now)];
      return Promise.all(
        currencies.map(async ({ currency }) => {
          const params = { path: { id: org.org_id }, query: { from, to, currency } };
          return { currency, ...(await bodyOf(api.GET('/orgs/{id}/sales/daily', { params }))) };
        }),
      );
    },
    refetchInterval: EVERY_MS,
  });
  return (
    <section aria-label={t('Sales by day')}>
      <h2>{t('Sales by day')}</h2>
      <Look query={daily}>
        {(all) =>
          all.length === 0 ? (
            <p className="empty">{t('The first captured sale draws the first bar.')}</p>
          ) : (
            all.map(({ currency, days }) => <DayBars key={currency} currency={currency} days={days} />)
          )
        }
      </Look>
    </section>
  );
}

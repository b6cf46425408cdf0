import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api.ts';
import { Empty, Look } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { money, number, t } from '../text.ts';

/** The cashback that the organization funded, by currency. Currencies are never added up. */
export function CashbackPage() {
  const { org } = useSession();
  const key = useOrgKey();
  const summary = useQuery({
    queryKey: key('summary'),
    queryFn: () => bodyOf(api.GET('/orgs/{id}/cashback/summary', { params: { path: { id: org.org_id } } })),
    refetchInterval: 5000,
  });
  return (
    <>
      <h1>{t('Cashback')}</h1>
      <p>
        {t(
          'You fund cashback by the rate of each line. Recommenders have theirs 30 days after capture, buyers 30 days after they recommend what they bought.',
        )}
      </p>
      <Look query={summary}>
        {({ currencies }) =>
          currencies.length === 0 ? (
            <Empty>
              <p>{t('No captured sale yet. Give a line a cashback_rate, for example 500 for 5 %.')}</p>
            </Empty>
          ) : (
            <Table
              label={t('Cashback by currency')}
              heads={[
                t('Currency'),
                t('Sales'),
                t('Captured'),
                t('Funded'),
                t('To buyers'),
                t('To recommenders'),
                t('Recommended sales'),
              ]}
            >
              {currencies.map((row) => (
                <tr key={row.currency}>
                  <th scope="row">{row.currency}</th>
                  <td className="amount">{number(row.captured_count)}</td>
                  <td className="amount">{money(row.captured_minor, row.currency)}</td>
                  <td className="amount">{money(row.funded_minor, row.currency)}</td>
                  <td className="amount">{money(row.to_buyers_minor, row.currency)}</td>
                  <td className="amount">{money(row.to_recommenders_minor, row.currency)}</td>
                  <td className="amount">{number(row.social_count)}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Look>
    </>
  );
}

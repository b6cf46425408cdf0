import { Link } from '@tanstack/react-router';
import { api, bodyOf } from '../api.ts';
import { Paged } from '../parts/pages.tsx';
import { Empty } from '../parts/state.tsx';
import { Moment, Table } from '../parts/table.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { money, t } from '../text.ts';

/** The returns of the organization, newest first. */
export function ReturnsPage() {
  const { org } = useSession();
  const key = useOrgKey();
  return (
    <>
      <h1>{t('Returns')}</h1>
      <Paged
        queryKey={key('returns')}
        look={async (cursor) => {
          const query = cursor === undefined ? {} : { cursor };
          const params = { path: { id: org.org_id }, query };
          const page = await bodyOf(api.GET('/orgs/{id}/returns', { params }));
          return { rows: page.returns, next: page.next_cursor };
        }}
        empty={
          <Empty>
            <p>
              {t('Nothing was returned yet. Open a captured sale to return goods:')}{' '}
              <Link to="/sales">{t('Sales')}</Link>
            </p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={t('Returns')}
            heads={[t('Time'), t('Refund'), t('Cashback taken back'), t('Reason'), t('Sale')]}
          >
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Moment at={row.created_at} />
                </td>
                <td className="amount">{money(row.refund, row.currency)}</td>
                <td className="amount">{money(row.buyer_cut + row.rec_cut, row.currency)}</td>
                <td className="cut">
                  <bdi>{row.reason ?? '–'}</bdi>
                </td>
                <td>
                  <Link to="/sales/$saleId" params={{ saleId: row.checkout_id }}>
                    {t('Open the sale')}
                  </Link>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Paged>
    </>
  );
}

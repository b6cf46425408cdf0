import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api, bodyOf } from '../api.ts';
import type { SaleDetail, Timeline } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { ReturnDialog } from '../parts/return-dialog.tsx';
import { Split } from '../parts/split.tsx';
import { Look, Status } from '../parts/state.tsx';
import { Moment, Table } from '../parts/table.tsx';
import { TimelineRegion } from '../parts/timeline.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { money, number, percent, t } from '../text.ts';

const EVERY_MS = 2500;

/** One sale: its lines, where the money went, what happened and what happens next. */
export function SalePage() {
  const { saleId } = useParams({ from: '/sales/$saleId' });
  const key = useOrgKey();
  const sale = useQuery({
    queryKey: key('sale', saleId),
    queryFn: () => bodyOf(api.GET('/sales/{id}', { params: { path: { id: saleId } } })),
    refetchInterval: EVERY_MS,
  });
  return <Look query={sale}>{(found) => <SaleView sale={found} />}</Look>;
}

function SaleView({ sale }: { readonly sale: SaleDetail }) {
  const key = useOrgKey();
  const chargeId = sale.auth?.id ?? null;
  const timeline = useQuery({
    queryKey: key('timeline', chargeId),
    queryFn: () =>
      bodyOf(api.GET('/charges/{auth_id}/timeline', { params: { path: { auth_id: chargeId ?? '' } } })),
    enabled: chargeId !== null,
    refetchInterval: EVERY_MS,
  });
  const checkout = useQuery({
    queryKey: key('checkout', sale.id),
    queryFn: () => bodyOf(api.GET('/checkouts/{id}', { params: { path: { id: sale.id } } })),
  });
  return (
    <>
      <p>
        <Link to="/sales">{t('All sales')}</Link>
      </p>
      <h1>
        {t('Sale of {amount}', { amount: money(sale.total_minor, sale.currency) })}{' '}
        <Status status={sale.status} />
      </h1>
      <dl className="facts">
        <dt>{t('Order')}</dt>
        <dd>
          <bdi>{sale.order_id ?? '–'}</bdi>
        </dd>
        <dt>{t('Opened')}</dt>
        <dd>
          <Moment at={sale.created_at} />
        </dd>
        <dt>{t('Sale id')}</dt>
        <dd>
          <code>{sale.id}</code>
        </dd>
        {chargeId !== null && (
          <>
            <dt>{t('Charge id')}</dt>
            <dd>
              <code>{chargeId}</code>
            </dd>
          </>
        )}
      </dl>
      <Acts sale={sale} timeline={timeline.data} />
      <Lines sale={sale} extras={checkout.data} />
      {timeline.data !== undefined && <Split sale={sale} timeline={timeline.data} />}
      <TimelineRegion sale={sale} timeline={timeline.data} expiresAt={checkout.data?.expires_at} />
    </>
  );
}

interface ActsProps {
  readonly sale: SaleDetail;
  readonly timeline: Timeline | undefined;
}

function Acts({ sale, timeline }: ActsProps) {
  const { may } = useSession();
  const client = useQueryClient();
  const chargeId = sale.auth?.id;
  if (chargeId === undefined || !may('void_and_return')) return null;
  const amount = money(sale.total_minor, sale.currency);
  return (
    <div className="acts">
      {sale.auth?.status === 'AUTHORIZED' && (
        <Confirm
          label={t('Void')}
          title={t('Void this sale?')}
          confirm={t('Void {amount}', { amount })}
          act={async (headers) => {
            const params = { path: { auth_id: chargeId } };
            await bodyOf(api.POST('/charges/{auth_id}/void', { params, headers }));
            await client.invalidateQueries({ queryKey: ['env'] });
          }}
        >
          {t(
            'The hold of {amount} on the shopper’s wallet is released. The sale cannot be captured any more.',
            {
              amount,
            },
          )}
        </Confirm>
      )}
      {sale.auth?.status === 'CAPTURED' && timeline !== undefined && (
        <ReturnDialog sale={sale} chargeId={chargeId} timeline={timeline} />
      )}
    </div>
  );
}

interface LinesProps {
  readonly sale: SaleDetail;
  readonly extras: { readonly shipping_amount: number; readonly tax_amount: number } | undefined;
}

function Lines({ sale, extras }: LinesProps) {
  const { currency, items } = sale;
  const extra = (label: string, amount: number | undefined) =>
    amount === undefined || amount === 0 ? null : (
      <tr>
        <td colSpan={4}>{label}</td>
        <td className="amount">
          <bdi>{money(amount, currency)}</bdi>
        </td>
      </tr>
    );
  return (
    <section aria-label={t('Lines')}>
      <h2>{t('Lines')}</h2>
      <Table
        label={t('Lines')}
        heads={[t('Product'), t('Price'), t('Quantity'), t('Cashback rate'), t('Amount')]}
      >
        {items.map((item, at) => (
          <tr key={at}>
            <td>
              <bdi>{item.display_name}</bdi>{' '}
              <small>
                <bdi>{item.product_id}</bdi>
              </small>
            </td>
            <td className="amount">{money(item.unit_price, currency)}</td>
            <td className="amount">{number(item.qty)}</td>
            <td className="amount">{percent(item.cashback_rate)}</td>
            <td className="amount">{money(item.unit_price * item.qty, currency)}</td>
          </tr>
        ))}
        {extra(t('Shipping'), extras?.shipping_amount)}
        {extra(t('Tax'), extras?.tax_amount)}
        <tr className="total">
          <th scope="row" colSpan={4}>
            {t('Total')}
          </th>
          <td className="amount">{money(sale.total_minor, currency)}</td>
        </tr>
      </Table>
    </section>
  );
}

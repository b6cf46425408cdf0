import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api, bodyOf } from '../api.ts';
import type { Sale } from '../api.ts';
import { CHECKOUT_STATUSES } from '../facts.ts';
import { Button, Field, Form, Select } from '../parts/form.tsx';
import { Empty, Look, Status } from '../parts/state.tsx';
import { Moment } from '../parts/table.tsx';
import { useFileUrl, useOrgKey, useSession } from '../session.tsx';
import { money, t, words } from '../text.ts';

const PAGE_SIZE = 100;
const ROW_PX = 44;
const EVERY_MS = 2500;

type Filter = Readonly<Partial<Record<'status' | 'order_id' | 'from' | 'to', string>>>;

/** The sales of the organization, newest first. New ones appear by themselves. */
export function SalesPage() {
  const filter: Filter = useSearch({ from: '/sales' });
  return (
    <>
      <h1>{t('Sales')}</h1>
      <Filters key={JSON.stringify(filter)} filter={filter} />
      <SalesList filter={filter} />
    </>
  );
}

/** The days of the filter as times: from the first moment of one to the last of the other, in UTC. */
function queryOf({ status, order_id: orderId, from, to }: Filter) {
  const after = to === undefined ? undefined : new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000);
  return {
    ...(status === undefined ? {} : { statuses: status }),
    ...(orderId === undefined ? {} : { order_id: orderId }),
    ...(from === undefined ? {} : { from: `${from}T00:00:00Z` }),
    ...(after === undefined || Number.isNaN(after.getTime()) ? {} : { to: after.toISOString() }),
  };
}

function Filters({ filter }: { readonly filter: Filter }) {
  const fileUrl = useFileUrl();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(filter);
  const apply = (next: Filter) => {
    const search = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
    void navigate({ to: '/sales', search });
  };
  const set = (name: keyof Filter) => (value: string) => setTyped({ ...typed, [name]: value });
  return (
    <Form isInline label={t('Filter sales')} onSubmit={() => apply(typed)}>
      <Field label={t('Order id')} type="search" value={typed.order_id ?? ''} onChange={set('order_id')} />
      <Select
        label={t('Status')}
        value={typed.status ?? ''}
        onChange={(status) => apply({ ...typed, status })}
        options={[
          { value: '', label: t('All') },
          ...CHECKOUT_STATUSES.map((status) => ({ value: status, label: words(status) })),
        ]}
      />
      <Field label={t('From')} type="date" value={typed.from ?? ''} onChange={set('from')} />
      <Field label={t('To')} type="date" value={typed.to ?? ''} onChange={set('to')} />
      <Button>{t('Search')}</Button>
      <a
        className="button plain"
        href={fileUrl('/sales', { ...queryOf(filter), format: 'csv' })}
        download="sales.csv"
      >
        {t('Download CSV')}
      </a>
    </Form>
  );
}

interface Found {
  readonly rows: readonly Sale[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
}

/** The pages that were scrolled to, under a first page that is asked for again and again. */
function useSales(filter: Filter) {
  const { org } = useSession();
  const key = useOrgKey();
  const look = async (cursor: string | undefined) => {
    const query = { ...queryOf(filter), limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
    const params = { path: { id: org.org_id }, query };
    const page = await bodyOf(api.GET('/orgs/{id}/sales', { params }));
    // Text is the answer to `format=csv`, which this call does not ask for.
    if (typeof page === 'string') throw new Error('the list of sales came as text');
    return page;
  };
  const pages = useInfiniteQuery({
    queryKey: key('sales', filter),
    queryFn: ({ pageParam }) => look(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const head = useQuery({
    queryKey: key('sales head', filter),
    queryFn: () => look(undefined),
    refetchInterval: EVERY_MS,
  });
  const { refetch } = pages;
  const loaded = pages.data?.pages;
  const top = head.data?.sales;
  const rows = useMemo(() => {
    const fresh = new Map(top?.map((sale) => [sale.id, sale]));
    return [
      ...fresh.values(),
      ...(loaded ?? []).flatMap(({ sales }) => sales).filter(({ id }) => !fresh.has(id)),
    ];
  }, [top, loaded]);
  // More new sales than a page holds: between the first page and the older ones some would be missing.
  const hasGap =
    top !== undefined &&
    top.length === PAGE_SIZE &&
    loaded !== undefined &&
    !loaded.some(({ sales }) => sales.some(({ id }) => top.some((sale) => sale.id === id)));
  useEffect(() => {
    if (hasGap) void refetch();
  }, [hasGap, refetch]);
  const found: Found | undefined =
    loaded === undefined
      ? undefined
      : {
          rows,
          hasMore: pages.hasNextPage,
          isLoadingMore: pages.isFetchingNextPage,
          loadMore: () => void pages.fetchNextPage(),
        };
  return { data: found, error: pages.error };
}

function SalesList({ filter }: { readonly filter: Filter }) {
  const query = useSales(filter);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Look query={query}>
      {(found) =>
        found.rows.length > 0 ? (
          <Rows found={found} />
        ) : (
          <Empty>
            {isFiltered ? (
              <p>{t('No sale fits this filter. Remove a part of it.')}</p>
            ) : (
              <>
                <p>{t('No sales yet. A sale appears here as soon as your server opens a checkout.')}</p>
                <p>
                  <Link to="/keys">{t('Create a key')}</Link>{' '}
                  {t('and send your first cart: POST /checkouts.')}
                </p>
              </>
            )}
          </Empty>
        )
      }
    </Look>
  );
}

/** Only the rows in sight are in the page, whatever the number of sales. */
function Rows({ found: { rows, hasMore, isLoadingMore, loadMore } }: { readonly found: Found }) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= rows.length - PAGE_SIZE / 2) loadMore();
  }, [hasMore, isLoadingMore, last, rows.length, loadMore]);
  const above = shown[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div ref={box} className="scroll tall" tabIndex={0} role="group" aria-label={t('Sales')}>
      <table aria-label={t('Sales')} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <thead>
          <tr>
            {[t('Time'), t('Order'), t('Terminal'), t('Total'), t('Cashback'), t('Status')].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Gap px={above} />}
          {shown.map(({ index }) => {
            const sale = rows[index];
            return sale === undefined ? null : <SaleRow key={sale.id} sale={sale} index={index} />;
          })}
          {below > 0 && <Gap px={below} />}
        </tbody>
      </table>
    </div>
  );
}

function Gap({ px }: { readonly px: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={6} className="gap" style={{ blockSize: px }} />
    </tr>
  );
}

function SaleRow({ sale, index }: { readonly sale: Sale; readonly index: number }) {
  return (
    <tr aria-rowindex={index + 2} className="row">
      <td>
        <Link to="/sales/$saleId" params={{ saleId: sale.id }}>
          <Moment at={sale.created_at} />
        </Link>
      </td>
      <td className="cut">
        <bdi>{sale.order_id ?? '–'}</bdi>
      </td>
      <td className="cut">
        <bdi>{sale.terminal_title === '' ? t('online') : sale.terminal_title}</bdi>
      </td>
      <td className="amount">
        <bdi>{money(sale.total_minor, sale.currency)}</bdi>
      </td>
      <td className="amount">
        <bdi>{money(sale.cashback_minor, sale.currency)}</bdi>
      </td>
      <td>
        <Status status={sale.status} />
      </td>
    </tr>
  );
}

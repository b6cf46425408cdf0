import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, bodyOf } from '../api.ts';
import type { SaleDetail, Timeline } from '../api.ts';
import { useOrgKey } from '../session.tsx';
import { money, t } from '../text.ts';
import { useAct } from './act.tsx';
import { Dialog, keepFocus } from './dialog.tsx';
import { Button, Field, Form } from './form.tsx';
import { Failure } from './state.tsx';

interface ReturnProps {
  readonly sale: SaleDetail;
  readonly chargeId: string;
  readonly timeline: Timeline;
}

interface Line {
  readonly productId: string;
  readonly name: string;
  readonly left: number;
}

/** The lines with what earlier returns left. Returns use up lines of one product in cart order. */
function linesOf(sale: SaleDetail, timeline: Timeline): Line[] {
  const returned = new Map<string, number>();
  for (const { step, detail } of timeline.steps) {
    if (step !== 'charge.returned') continue;
    for (const { product_id: id, qty } of detail['items'] as { product_id: string; qty: number }[])
      returned.set(id, (returned.get(id) ?? 0) + qty);
  }
  return sale.items.map(({ product_id: productId, display_name: name, qty }) => {
    const gone = Math.min(qty, returned.get(productId) ?? 0);
    returned.set(productId, (returned.get(productId) ?? 0) - gone);
    return { productId, name, left: qty - gone };
  });
}

/** The button of a return and its dialog. Nothing left: no button. */
export function ReturnDialog(props: ReturnProps) {
  const [isOpen, setIsOpen] = useState(false);
  const lines = linesOf(props.sale, props.timeline);
  const isOver = !isOpen && lines.every(({ left }) => left === 0);
  const [wasOver] = useState(isOver);
  useEffect(() => {
    if (isOver && !wasOver) keepFocus();
  }, [isOver, wasOver]);
  if (isOver) return <p>{t('Everything was returned.')}</p>;
  return (
    <>
      <Button type="button" kind="danger" onClick={() => setIsOpen(true)}>
        {t('Return')}
      </Button>
      {isOpen && <Opened {...props} lines={lines} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface OpenedProps extends ReturnProps {
  readonly lines: readonly Line[];
  readonly onClose: () => void;
}

function Opened({ sale, chargeId, lines, onClose }: OpenedProps) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState(() => lines.map(({ left }) => String(left)));
  const [reason, setReason] = useState('');
  const items = lines.flatMap(({ productId }, at) => {
    const qty = Number(wanted[at]);
    return Number.isInteger(qty) && qty > 0 ? [{ product_id: productId, qty }] : [];
  });
  const isWhole = wanted.every((qty) => /^\d+$/.test(qty));
  const preview = usePreview(chargeId, isWhole ? items : []);
  const doing = useAct(async (headers) => {
    const body = { items, ...(reason === '' ? {} : { reason }) };
    const params = { path: { auth_id: chargeId } };
    await bodyOf(api.POST('/charges/{auth_id}/return', { params, body, headers }));
    onClose();
    void client.invalidateQueries({ queryKey: ['env'] });
  });
  const isKnown = isWhole && items.length > 0 && preview.data !== undefined && preview.error === null;
  const refund = isKnown ? money(preview.data.refund, sale.currency) : '';
  return (
    <Dialog title={t('Return goods')} onClose={onClose}>
      <Form onSubmit={doing.run}>
        {lines.map(({ name, left }, at) => (
          <Field
            key={at}
            label={t('Quantity of {name}', { name })}
            hint={t('{left} left', { left })}
            type="number"
            min={0}
            max={left}
            step={1}
            required
            value={wanted[at] ?? '0'}
            onChange={(qty) => setWanted(wanted.map((old, index) => (index === at ? qty : old)))}
          />
        ))}
        <Field label={t('Reason, for your records')} value={reason} onChange={setReason} maxLength={1000} />
        <div role="status" aria-live="polite">
          {isKnown ? (
            <dl className="facts">
              <dt>{t('Refund to the shopper')}</dt>
              <dd>{refund}</dd>
              <dt>{t('Cashback taken back')}</dt>
              <dd>{money(preview.data.buyer_cut + preview.data.rec_cut, sale.currency)}</dd>
            </dl>
          ) : (
            <p>{t('Choose what comes back.')}</p>
          )}
        </div>
        <Failure error={doing.error ?? (items.length > 0 ? preview.error : null)} />
        <Button kind="danger" isBusy={doing.isBusy} disabled={!isKnown || preview.isPlaceholderData}>
          {refund === '' ? t('Return') : t('Return and refund {refund}', { refund })}
        </Button>
      </Form>
    </Dialog>
  );
}

interface Item {
  readonly product_id: string;
  readonly qty: number;
}

function usePreview(chargeId: string, items: readonly Item[]) {
  const key = useOrgKey();
  return useQuery({
    queryKey: key('preview', chargeId, items),
    queryFn: () =>
      bodyOf(
        api.POST('/charges/{auth_id}/return/preview', {
          params: { path: { auth_id: chargeId } },
          body: { items: [...items] },
        }),
      ),
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, bodyOf } from '../api.ts';
import type { Delivery } from '../api.ts';
import { useOrgKey, useSession } from '../session.tsx';
import { duration, number, t } from '../text.ts';
import { useAct } from './act.tsx';
import { useOrgTime } from './org-time.ts';
import { Dialog } from './dialog.tsx';
import { Button } from './form.tsx';
import { Failure, Look, Status } from './state.tsx';
import { Moment, Table } from './table.tsx';

/** One delivery of the log: its state, the time until the next attempt, and a button that sends it again. */
export function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { org, may } = useSession();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const params = { path: { id: org.org_id, delivery_id: delivery.id } };
  const resend = useAct(async (headers) => {
    await bodyOf(api.POST('/orgs/{id}/webhook/deliveries/{delivery_id}/resend', { params, headers }));
    await client.invalidateQueries({ queryKey: ['env'] });
  });
  return (
    <tr>
      <td>
        <Moment at={delivery.created_at} />
      </td>
      <td>
        {delivery.event} {delivery.test && <small>{t('(test)')}</small>}
      </td>
      <td>
        <Status status={delivery.status} />
      </td>
      <td>{delivery.next_attempt_at === null ? '–' : <Countdown until={delivery.next_attempt_at} />}</td>
      <td className="acts">
        <Button type="button" kind="plain" onClick={() => setIsOpen(true)}>
          {t('Attempts')}
        </Button>
        {may('manage_webhook') && (
          <Button type="button" kind="plain" isBusy={resend.isBusy} onClick={() => void resend.run()}>
            {t('Resend')}
          </Button>
        )}
        <Failure error={resend.error} />
        {isOpen && <Attempts delivery={delivery} onClose={() => setIsOpen(false)} />}
      </td>
    </tr>
  );
}

/** The time that is left, second by second, by the organization's clock. */
function Countdown({ until }: { readonly until: string }) {
  const orgTime = useOrgTime();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = orgTime === null ? null : Date.parse(until) - orgTime();
  return (
    <time dateTime={until}>
      {left === null ? t('soon') : left <= 0 ? t('now') : t('in {time}', { time: duration(left) })}
    </time>
  );
}

function Attempts({ delivery, onClose }: { readonly delivery: Delivery; readonly onClose: () => void }) {
  const { org } = useSession();
  const key = useOrgKey();
  const detail = useQuery({
    queryKey: key('delivery', delivery.id),
    queryFn: () =>
      bodyOf(
        api.GET('/orgs/{id}/webhook/deliveries/{delivery_id}', {
          params: { path: { id: org.org_id, delivery_id: delivery.id } },
        }),
      ),
    refetchInterval: 2000,
  });
  return (
    <Dialog title={t('Attempts of {event}', { event: delivery.event })} onClose={onClose}>
      <p>
        <code>{delivery.id}</code>
      </p>
      <Look query={detail}>
        {({ attempts, body }) => (
          <>
            <Table label={t('Attempts')} heads={[t('No.'), t('Time'), t('Answer'), t('Milliseconds')]}>
              {attempts.map((attempt) => (
                <tr key={attempt.number}>
                  <td>
                    {number(attempt.number)} {attempt.manual && <small>{t('(by hand)')}</small>}
                  </td>
                  <td>
                    <Moment at={attempt.at} />
                  </td>
                  <td>
                    {attempt.under_way ? t('under way') : (attempt.status_code ?? attempt.error)}
                    {attempt.response !== null && attempt.response !== '' && <pre>{attempt.response}</pre>}
                  </td>
                  <td className="amount">{attempt.ms === null ? '–' : number(attempt.ms)}</td>
                </tr>
              ))}
            </Table>
            <h3>{t('Body')}</h3>
            <pre>{body}</pre>
          </>
        )}
      </Look>
    </Dialog>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../api.ts';
import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from '../facts.ts';
import { useAct } from '../parts/act.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { DeliveryRow } from '../parts/delivery.tsx';
import { Button, Field, Form, Select } from '../parts/form.tsx';
import { Paged } from '../parts/pages.tsx';
import { Secret } from '../parts/secret.tsx';
import { Empty, Failure, Look } from '../parts/state.tsx';
import { Moment, Table } from '../parts/table.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { moment, t, words } from '../text.ts';

/** The address that hears of every event, and the log of what was sent there. */
export function WebhooksPage() {
  const { org } = useSession();
  const key = useOrgKey();
  const webhook = useQuery({
    queryKey: key('webhook'),
    queryFn: () => bodyOf(api.GET('/orgs/{id}/webhook', { params: { path: { id: org.org_id } } })),
    refetchInterval: 5000,
  });
  return (
    <>
      <h1>{t('Webhooks')}</h1>
      <Look query={webhook}>
        {({ url, health }) => (
          <section aria-label={t('Address')}>
            <p>
              {url === null ? (
                t('No webhook is set. Set the address of your server that hears of payments.')
              ) : (
                <code>{url}</code>
              )}
            </p>
            {health?.failing_since && (
              <p role="status">
                {t('Deliveries fail since {time}.', { time: moment(health.failing_since) })}
              </p>
            )}
            {health?.last_success_at && (
              <p>
                {t('Last success:')} <Moment at={health.last_success_at} />
              </p>
            )}
            <Address url={url} />
          </section>
        )}
      </Look>
      <Log />
    </>
  );
}

function Address({ url }: { readonly url: string | null }) {
  const { org, may } = useSession();
  const client = useQueryClient();
  const params = { path: { id: org.org_id } };
  const [typed, setTyped] = useState(url ?? '');
  const [secret, setSecret] = useState<{ readonly text: string | null } | null>(null);
  const again = () => client.invalidateQueries({ queryKey: ['env'] });
  const save = useAct(async () => {
    const set = await bodyOf(api.PUT('/orgs/{id}/webhook', { params, body: { url: typed } }));
    setSecret({ text: set.secret });
    await again();
  });
  const test = useAct(async (headers) => {
    await bodyOf(api.POST('/orgs/{id}/webhook/test', { params, headers }));
    await again();
  });
  if (!may('manage_webhook')) return null;
  return (
    <>
      <Form isInline label={t('Set the webhook')} onSubmit={save.run}>
        <Field
          label={t('Webhook URL')}
          type="url"
          value={typed}
          onChange={setTyped}
          required
          maxLength={2048}
        />
        <Button isBusy={save.isBusy}>{t('Save')}</Button>
      </Form>
      <Failure error={save.error ?? test.error} />
      {url !== null && (
        <div className="acts">
          <Button type="button" kind="plain" isBusy={test.isBusy} onClick={() => void test.run()}>
            {t('Send a test event')}
          </Button>
          <Confirm
            label={t('Rotate the secret')}
            title={t('Rotate the secret?')}
            confirm={t('Rotate it')}
            act={async (headers) => {
              const rotated = await bodyOf(api.POST('/orgs/{id}/webhook/rotate', { params, headers }));
              setSecret({ text: rotated.secret });
              await again();
            }}
          >
            {t(
              'A new secret signs from now on. For a day the old one signs as well, so that your server can change over.',
            )}
          </Confirm>
          <Delete again={again} />
        </div>
      )}
      {secret !== null && (
        <Secret
          title={t('Signing secret')}
          secret={secret.text}
          lost={t('The answer with the secret was lost on its way. Rotate the secret to get another.')}
          onClose={() => setSecret(null)}
        >
          {t('Your server verifies each delivery with it.')}
        </Secret>
      )}
    </>
  );
}

function Delete({ again }: { readonly again: () => Promise<void> }) {
  const { org } = useSession();
  const params = { path: { id: org.org_id } };
  return (
    <Confirm
      label={t('Delete the webhook')}
      title={t('Delete the webhook?')}
      confirm={t('Delete it')}
      act={async () => {
        await bodyOf(api.DELETE('/orgs/{id}/webhook', { params }));
        await again();
      }}
    >
      {t('Waiting deliveries are canceled. Events are kept in the log, and nothing is sent.')}
    </Confirm>
  );
}

function Log() {
  const { org } = useSession();
  const key = useOrgKey();
  const [status, setStatus] = useState('');
  const [event, setEvent] = useState('');
  const path = { id: org.org_id };
  return (
    <section aria-label={t('Deliveries')}>
      <h2>{t('Deliveries')}</h2>
      <Form isInline label={t('Filter deliveries')} onSubmit={() => undefined}>
        <Select
          label={t('Status')}
          value={status}
          onChange={setStatus}
          options={[
            { value: '', label: t('All') },
            ...DELIVERY_STATUSES.map((value) => ({ value, label: words(value) })),
          ]}
        />
        <Select
          label={t('Event')}
          value={event}
          onChange={setEvent}
          options={[
            { value: '', label: t('All') },
            ...WEBHOOK_EVENTS.map((value) => ({ value, label: value })),
          ]}
        />
      </Form>
      <Paged
        queryKey={key('deliveries', status, event)}
        look={async (cursor) => {
          const query = {
            ...(status === '' ? {} : { status: status as (typeof DELIVERY_STATUSES)[number] }),
            ...(event === '' ? {} : { event: event as (typeof WEBHOOK_EVENTS)[number] }),
            ...(cursor === undefined ? {} : { cursor }),
          };
          const page = await bodyOf(api.GET('/orgs/{id}/webhook/deliveries', { params: { path, query } }));
          return { rows: page.deliveries, next: page.next_cursor };
        }}
        empty={
          <Empty>
            <p>{t('Nothing was sent yet. Set an address, then send a test event.')}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={t('Deliveries')}
            heads={[t('Time'), t('Event'), t('Status'), t('Next attempt'), t('Acts')]}
          >
            {rows.map((row) => (
              <DeliveryRow key={row.id} delivery={row} />
            ))}
          </Table>
        )}
      </Paged>
    </section>
  );
}

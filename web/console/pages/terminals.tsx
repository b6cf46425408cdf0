import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../api.ts';
import type { Terminal } from '../api.ts';
import { useAct } from '../parts/act.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Button, Field, Form } from '../parts/form.tsx';
import { Paged } from '../parts/pages.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { Empty, Failure, Status } from '../parts/state.tsx';
import { Moment, Table } from '../parts/table.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { t } from '../text.ts';

/** The reusable terminals of the organization, each with the QR code of its page. */
export function TerminalsPage() {
  const { org } = useSession();
  const key = useOrgKey();
  return (
    <>
      <h1>{t('Terminals')}</h1>
      <NewTerminal />
      <Paged
        queryKey={key('terminals')}
        look={async (cursor) => {
          const query = {
            org_id: org.org_id,
            terminal_type: 'REUSABLE',
            ...(cursor === undefined ? {} : { cursor }),
          } as const;
          const page = await bodyOf(api.GET('/terminals', { params: { query } }));
          return { rows: page.terminals, next: page.next_cursor };
        }}
        empty={
          <Empty>
            <p>
              {t('No terminal yet. A terminal is a place where shoppers scan: a counter, a table, a till.')}
            </p>
          </Empty>
        }
      >
        {(rows) => (
          <Table label={t('Terminals')} heads={[t('Title'), t('Status'), t('Created'), t('Acts')]}>
            {rows.map((row) => (
              <Row key={row.id} terminal={row} />
            ))}
          </Table>
        )}
      </Paged>
    </>
  );
}

function NewTerminal() {
  const { org } = useSession();
  const client = useQueryClient();
  const [title, setTitle] = useState('');
  const create = useAct(async (headers) => {
    await bodyOf(api.POST('/terminals', { body: { title, org_id: org.org_id }, headers }));
    setTitle('');
    await client.invalidateQueries({ queryKey: ['env'] });
  });
  return (
    <Form isInline label={t('New terminal')} onSubmit={create.run}>
      <Field label={t('Title')} value={title} onChange={setTitle} required maxLength={200} />
      <Button isBusy={create.isBusy}>{t('Create terminal')}</Button>
      <Failure error={create.error} />
    </Form>
  );
}

function Row({ terminal }: { readonly terminal: Terminal }) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [title, setTitle] = useState(terminal.title);
  const change = useAct(async (_, body: { title?: string; status?: Terminal['status'] }) => {
    await bodyOf(api.PATCH('/terminals/{id}', { params: { path: { id: terminal.id } }, body }));
    await client.invalidateQueries({ queryKey: ['env'] });
  });
  const isActive = terminal.status === 'ACTIVE';
  const page = `${location.origin}/t/${terminal.id}`;
  return (
    <tr>
      <td className="cut">
        <bdi>{terminal.title}</bdi>
      </td>
      <td>
        <Status status={terminal.status} />
      </td>
      <td>
        <Moment at={terminal.created_at} />
      </td>
      <td className="acts">
        <Button
          type="button"
          kind="plain"
          onClick={() => setIsOpen(true)}
          aria-label={t('QR code of {title}', { title: terminal.title })}
        >
          {t('QR code')}
        </Button>
        <Button
          type="button"
          kind="plain"
          isBusy={change.isBusy}
          onClick={() => void change.run({ status: isActive ? 'INACTIVE' : 'ACTIVE' })}
        >
          {isActive ? t('Deactivate') : t('Activate')}
        </Button>
        <Failure error={change.error} />
        {isOpen && (
          <Dialog title={terminal.title} onClose={() => setIsOpen(false)}>
            <QrCode text={page} label={t('QR code of {title}', { title: terminal.title })} />
            <p>
              <a href={page} target="_blank" rel="noreferrer">
                {t('Open the terminal’s page, to show it at the counter or print it')}
              </a>
            </p>
            <Form isInline onSubmit={() => change.run({ title })}>
              <Field label={t('New title')} value={title} onChange={setTitle} required maxLength={200} />
              <Button kind="plain" isBusy={change.isBusy}>
                {t('Rename')}
              </Button>
            </Form>
          </Dialog>
        )}
      </td>
    </tr>
  );
}

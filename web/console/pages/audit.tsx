import { useState } from 'react';
import { api, bodyOf } from '../api.ts';
import type { AuditEntry } from '../api.ts';
import { ORG_ACTIONS } from '../facts.ts';
import { Form, Select } from '../parts/form.tsx';
import { Paged } from '../parts/pages.tsx';
import { Empty } from '../parts/state.tsx';
import { Moment, Table } from '../parts/table.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { t } from '../text.ts';

/** Who changed what in the organization, and from where. */
export function AuditPage() {
  const { org, may } = useSession();
  const key = useOrgKey();
  const [action, setAction] = useState('');
  if (!may('manage_org')) {
    return (
      <>
        <h1>{t('Audit')}</h1>
        <p>{t('Owners and admins see the audit.')}</p>
      </>
    );
  }
  return (
    <>
      <h1>{t('Audit')}</h1>
      <Form isInline label={t('Filter the audit')} onSubmit={() => undefined}>
        <Select
          label={t('Action')}
          value={action}
          onChange={setAction}
          options={[{ value: '', label: t('All') }, ...ORG_ACTIONS.map((value) => ({ value, label: value }))]}
        />
      </Form>
      <Paged
        queryKey={key('audit', action)}
        look={async (cursor) => {
          const query = {
            ...(action === '' ? {} : { action: action as (typeof ORG_ACTIONS)[number] }),
            ...(cursor === undefined ? {} : { cursor }),
          };
          const page = await bodyOf(
            api.GET('/orgs/{id}/audit', { params: { path: { id: org.org_id }, query } }),
          );
          return { rows: page.entries, next: page.next_cursor };
        }}
        empty={
          <Empty>
            <p>
              {t('No act of this kind yet. Every change of people, keys, webhook and money is kept here.')}
            </p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={t('Audit')}
            heads={[
              t('Time'),
              t('Who'),
              t('Action'),
              t('Environment'),
              t('Before'),
              t('After'),
              t('Address'),
            ]}
          >
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </Table>
        )}
      </Paged>
    </>
  );
}

function Fields({ fields }: { readonly fields: AuditEntry['before'] }) {
  if (fields === null) return '–';
  return Object.entries(fields).map(([name, value]) => (
    <div key={name} className="cut">
      {name}: <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
    </div>
  ));
}

function Row({ row }: { readonly row: AuditEntry }) {
  return (
    <tr>
      <td>
        <Moment at={row.at} />
      </td>
      <td className="cut">{row.actor.email ?? `${row.actor.kind} ${row.actor.id ?? ''}`}</td>
      <td>{row.action}</td>
      <td>{row.env ?? '–'}</td>
      <td>
        <Fields fields={row.before} />
      </td>
      <td>
        <Fields fields={row.after} />
      </td>
      <td>{row.address ?? '–'}</td>
    </tr>
  );
}

import { useState } from 'react';
import { api, bodyOf } from '../api.ts';
import type { LoggedRequest } from '../api.ts';
import { Field, Form, Select } from '../parts/form.tsx';
import { Paged } from '../parts/pages.tsx';
import { Empty } from '../parts/state.tsx';
import { Moment, Table } from '../parts/table.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { number, t } from '../text.ts';

/** The calls that the service got from the organization's servers and members. */
export function RequestsPage() {
  const { org } = useSession();
  const key = useOrgKey();
  const [status, setStatus] = useState('');
  const [requestId, setRequestId] = useState('');
  return (
    <>
      <h1>{t('Requests')}</h1>
      <Form isInline label={t('Filter requests')} onSubmit={() => undefined}>
        <Select
          label={t('Answer')}
          value={status}
          onChange={setStatus}
          options={[
            { value: '', label: t('All') },
            { value: '2xx', label: t('2xx: done') },
            { value: '4xx', label: t('4xx: refused') },
            { value: '5xx', label: t('5xx: the service failed') },
          ]}
        />
        <Field
          label={t('Request id')}
          type="search"
          value={requestId}
          onChange={setRequestId}
          maxLength={128}
        />
      </Form>
      <Paged
        queryKey={key('requests', status, requestId)}
        look={async (cursor) => {
          const query = {
            ...(status === '' ? {} : { status }),
            ...(requestId === '' ? {} : { request_id: requestId }),
            ...(cursor === undefined ? {} : { cursor }),
          };
          const page = await bodyOf(
            api.GET('/orgs/{id}/requests', { params: { path: { id: org.org_id }, query } }),
          );
          return { rows: page.requests, next: page.next_cursor };
        }}
        empty={
          <Empty>
            <p>{t('No call fits. Calls appear here within seconds, with the reason of every refusal.')}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={t('Requests')}
            heads={[
              t('Time'),
              t('Call'),
              t('Answer'),
              t('Reason'),
              t('Milliseconds'),
              t('By'),
              t('Request id'),
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

function Row({ row }: { readonly row: LoggedRequest }) {
  return (
    <tr>
      <td>
        <Moment at={row.created_at} />
      </td>
      <td className="cut">
        <code>
          {row.method} {row.path}
        </code>
      </td>
      <td>
        <span className={`status ${row.status < 400 ? 'good' : 'bad'}`}>{row.status}</span>
      </td>
      <td>
        {row.reason ?? '–'}
        {row.detail !== null && <small> {row.detail}</small>}
      </td>
      <td className="amount">{number(row.ms)}</td>
      <td>{row.credential === 'api_key' ? t('key') : t('member')}</td>
      <td>
        <code>{row.request_id}</code>
      </td>
    </tr>
  );
}

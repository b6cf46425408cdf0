import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../api.ts';
import type { ApiKey } from '../api.ts';
import { KEY_SCOPES } from '../facts.ts';
import { useAct } from '../parts/act.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Button, Field, Form } from '../parts/form.tsx';
import { Paged } from '../parts/pages.tsx';
import { Secret } from '../parts/secret.tsx';
import { Empty, Failure, Status } from '../parts/state.tsx';
import { Moment, Table } from '../parts/table.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { t } from '../text.ts';

/** The API keys of the organization, of both environments. */
export function KeysPage() {
  const { org, may } = useSession();
  const key = useOrgKey();
  return (
    <>
      <h1>{t('Keys')}</h1>
      {may('manage_keys') ? <NewKey /> : <p>{t('Owners and admins issue and revoke keys.')}</p>}
      <Paged
        queryKey={key('keys')}
        look={async (cursor) => {
          const query = cursor === undefined ? {} : { cursor };
          const page = await bodyOf(
            api.GET('/orgs/{id}/keys', { params: { path: { id: org.org_id }, query } }),
          );
          return { rows: page.keys, next: page.next_cursor };
        }}
        empty={
          <Empty>
            <p>{t('No key yet. Your server sends one in the header x-api-key of every call.')}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={t('Keys')}
            heads={[
              t('Name'),
              t('Key'),
              t('Environment'),
              t('Scopes'),
              t('Last used'),
              t('Status'),
              t('Acts'),
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

function NewKey() {
  const { org, env } = useSession();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>(KEY_SCOPES);
  const [networks, setNetworks] = useState('');
  const create = useAct(async (headers) => {
    const allowed = networks.split(/[\s,]+/).filter((network) => network !== '');
    const body = {
      org_id: org.org_id,
      env,
      name,
      ...(scopes.length === KEY_SCOPES.length ? {} : { scopes: scopes as (typeof KEY_SCOPES)[number][] }),
      ...(allowed.length === 0 ? {} : { allowed_addresses: allowed }),
    };
    const made = await bodyOf(api.POST('/apikeys', { body, headers }));
    setName('');
    await client.invalidateQueries({ queryKey: ['env'] });
    return made;
  });
  const toggle = (scope: string) =>
    setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]);
  return (
    <Form label={t('New key')} onSubmit={create.run}>
      <Field label={t('Name')} value={name} onChange={setName} required maxLength={200} />
      <fieldset>
        <legend>{t('What the key may do')}</legend>
        {KEY_SCOPES.map((scope) => (
          <label key={scope} className="check">
            <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} /> {scope}
          </label>
        ))}
      </fieldset>
      <Field
        label={t('Networks that may use it')}
        hint={t('In CIDR notation, such as 203.0.113.0/24. Empty: all')}
        value={networks}
        onChange={setNetworks}
      />
      <Button isBusy={create.isBusy}>{env === 'live' ? t('Create live key') : t('Create key')}</Button>
      <Failure error={create.error} />
      {create.data !== undefined && (
        <Secret
          title={t('Your new key')}
          secret={create.data.key}
          lost={t(
            'The answer with the secret was lost on its way. Revoke the key that begins with {prefix}, then create another.',
            { prefix: create.data.prefix },
          )}
          onClose={create.forget}
        >
          {t('Your server sends it in the header x-api-key.')}
        </Secret>
      )}
    </Form>
  );
}

function Row({ row }: { readonly row: ApiKey }) {
  const { org, may } = useSession();
  const client = useQueryClient();
  return (
    <tr>
      <td className="cut">
        <bdi>{row.name}</bdi>
      </td>
      <td>
        <code>{row.prefix}…</code>
      </td>
      <td>{row.env === 'live' ? <strong className="live">{t('live')}</strong> : t('sandbox')}</td>
      <td>{row.scopes.length === KEY_SCOPES.length ? t('all') : row.scopes.join(', ')}</td>
      <td>{row.last_used_at === null ? t('never') : <Moment at={row.last_used_at} />}</td>
      <td>
        <Status status={row.status} />
      </td>
      <td>
        {row.status === 'ACTIVE' && may('manage_keys') && (
          <Confirm
            label={t('Revoke')}
            name={t('Revoke {name}', { name: row.name })}
            title={t('Revoke this key?')}
            confirm={t('Revoke the key')}
            act={async () => {
              const params = { path: { id: org.org_id, key_id: row.id } };
              await bodyOf(api.DELETE('/orgs/{id}/keys/{key_id}', { params }));
              await client.invalidateQueries({ queryKey: ['env'] });
            }}
          >
            {t('Every call with “{name}” is refused from now on. This cannot be undone.', { name: row.name })}
          </Confirm>
        )}
      </td>
    </tr>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../api.ts';
import type { Invite, Member } from '../api.ts';
import { ROLES } from '../facts.ts';
import { useAct } from '../parts/act.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Button, Field, Form, Select } from '../parts/form.tsx';
import { Paged } from '../parts/pages.tsx';
import { Empty, Failure, Status } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { t } from '../text.ts';

type Role = (typeof ROLES)[number];
const roleOptions = ROLES.map((role) => ({ value: role, label: role }));

/** The members of the organization and those who are invited. */
export function TeamPage() {
  const { may } = useSession();
  return (
    <>
      <h1>{t('Team')}</h1>
      {may('manage_members') ? (
        <NewInvite />
      ) : (
        <p>{t('Owners and admins invite people and change roles.')}</p>
      )}
      <Members />
      {may('manage_members') && <Invites />}
    </>
  );
}

function NewInvite() {
  const { org } = useSession();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('support');
  const invite = useAct(async (headers) => {
    const params = { path: { id: org.org_id } };
    await bodyOf(api.POST('/orgs/{id}/invites', { params, body: { email, role }, headers }));
    setEmail('');
    await client.invalidateQueries({ queryKey: ['env'] });
  });
  return (
    <Form isInline label={t('Invite somebody')} onSubmit={invite.run}>
      <Field label={t('E-mail')} type="email" value={email} onChange={setEmail} required />
      <Select
        label={t('Role')}
        value={role}
        onChange={(value) => setRole(value as Role)}
        options={roleOptions}
      />
      <Button isBusy={invite.isBusy}>{t('Invite')}</Button>
      <Failure error={invite.error} />
    </Form>
  );
}

function Members() {
  const { org } = useSession();
  const key = useOrgKey();
  return (
    <Paged
      queryKey={key('members')}
      look={async (cursor) => {
        const query = cursor === undefined ? {} : { cursor };
        const page = await bodyOf(
          api.GET('/orgs/{id}/members', { params: { path: { id: org.org_id }, query } }),
        );
        return { rows: page.members, next: page.next_cursor };
      }}
      empty={null}
    >
      {(rows) => (
        <Table label={t('Members')} heads={[t('Name'), t('E-mail'), t('Role'), t('Status'), t('Acts')]}>
          {rows.map((row) => (
            <MemberRow key={row.user_id} member={row} />
          ))}
        </Table>
      )}
    </Paged>
  );
}

function MemberRow({ member }: { readonly member: Member }) {
  const { org, userId, may } = useSession();
  const client = useQueryClient();
  const params = { path: { id: org.org_id, user_id: member.user_id } };
  const isSelf = member.user_id === userId;
  const name = `${member.first_name} ${member.last_name}`.trim();
  const change = useAct(async (_, role: Role) => {
    await bodyOf(api.PATCH('/orgs/{id}/members/{user_id}', { params, body: { role } }));
    await client.invalidateQueries();
  });
  const who = member.email === '' ? t('a member who has not joined yet') : member.email;
  return (
    <tr>
      <td className="cut">
        <bdi>{name === '' ? '–' : name}</bdi>
      </td>
      <td className="cut">{member.email === '' ? '–' : member.email}</td>
      <td>
        {may('manage_members') ? (
          <Select
            label={t('Role of {who}', { who })}
            value={member.role}
            disabled={change.isBusy}
            onChange={(role) => void change.run(role as Role)}
            options={roleOptions}
          />
        ) : (
          member.role
        )}
        <Failure error={change.error} />
      </td>
      <td>
        <Status status={member.status} />
      </td>
      <td>
        {(isSelf || may('manage_members')) && (
          <Confirm
            label={isSelf ? t('Leave') : t('Remove')}
            name={isSelf ? t('Leave') : t('Remove {who}', { who })}
            title={isSelf ? t('Leave this organization?') : t('Remove this member?')}
            confirm={isSelf ? t('Leave it') : t('Remove the member')}
            act={async () => {
              await bodyOf(api.DELETE('/orgs/{id}/members/{user_id}', { params }));
              await client.invalidateQueries();
            }}
          >
            {isSelf
              ? t('You lose access at once. An owner or admin can invite you again.')
              : t('{who} loses access at once. Their acts stay in the audit.', { who })}
          </Confirm>
        )}
      </td>
    </tr>
  );
}

function Invites() {
  const { org } = useSession();
  const key = useOrgKey();
  return (
    <section aria-label={t('Invites')}>
      <h2>{t('Invites')}</h2>
      <Paged
        queryKey={key('invites')}
        look={async (cursor) => {
          const query = cursor === undefined ? {} : { cursor };
          const page = await bodyOf(
            api.GET('/orgs/{id}/invites', { params: { path: { id: org.org_id }, query } }),
          );
          return { rows: page.invites, next: page.next_cursor };
        }}
        empty={
          <Empty>
            <p>
              {t(
                'Nobody is invited. An invite is claimed by signing in with its address, within seven days.',
              )}
            </p>
          </Empty>
        }
      >
        {(rows) => (
          <Table label={t('Invites')} heads={[t('E-mail'), t('Role'), t('Status'), t('Acts')]}>
            {rows.map((row) => (
              <InviteRow key={row.invite_id} invite={row} />
            ))}
          </Table>
        )}
      </Paged>
    </section>
  );
}

function InviteRow({ invite }: { readonly invite: Invite }) {
  const { org } = useSession();
  const client = useQueryClient();
  return (
    <tr>
      <td className="cut">{invite.email}</td>
      <td>{invite.role}</td>
      <td>
        <Status status={invite.status} />
      </td>
      <td>
        {invite.status === 'PENDING' && (
          <Confirm
            label={t('Revoke')}
            name={t('Revoke the invite of {email}', { email: invite.email })}
            title={t('Revoke this invite?')}
            confirm={t('Revoke the invite')}
            act={async () => {
              const params = { path: { id: org.org_id, invite_id: invite.invite_id } };
              await bodyOf(api.DELETE('/orgs/{id}/invites/{invite_id}', { params }));
              await client.invalidateQueries({ queryKey: ['env'] });
            }}
          >
            {t('{email} can no longer join by it.', { email: invite.email })}
          </Confirm>
        )}
      </td>
    </tr>
  );
}

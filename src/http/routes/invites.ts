import { inviteMember, revokeInvite } from '../../commands/invite.ts';
import { listInvites } from '../../store/invites.ts';
import { valueOf } from '../answers.ts';
import { requireFreshToPromote } from '../access/fresh.ts';
import { requireRole, orgActor } from '../access/membership.ts';
import { buildPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { okAnswer } from '../shapes/fields.ts';
import {
  inviteAnswer,
  inviteBody,
  inviteInput,
  inviteList,
  inviteQuery,
  sentRoles,
} from '../shapes/member.ts';

const tag = 'Members';
const path = '/orgs/{id}/invites';

export const inviteRoutes = [
  defineRoute({
    method: 'GET',
    path,
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, environment: 'any' },
    id: 'listInvites',
    tag,
    summary: "List the organization's invites, including ended ones, newest first",
    query: inviteQuery,
    answer: inviteList,
    async handle(call) {
      const orgId = call.params['id'] ?? '';
      await requireRole(call, orgId);
      const { secrets, database } = call.deps;
      const scope = ['invites', orgId];
      const page = valueOf(readPage(call.query(), scope, secrets));
      const rows = await listInvites(database.pool, { orgId, ...pageParams(page) });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.createdAt.toISOString(), id: row.id }),
      });
      return { invites: cut.rows.map(inviteBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'POST',
    path,
    credential: 'session',
    access: {
      target: { kind: 'org', at: 'path', name: 'id' },
      capability: 'manage_members',
      environment: 'any',
    },
    id: 'createInvite',
    tag,
    summary:
      'Invite an e-mail address; its next sign-in joins. A repeat changes the role of the pending invite',
    body: inviteInput,
    answer: inviteAnswer,
    refusals: ['already_a_member', 'fresh_code_required'],
    async handle(call) {
      const invitation = { sentRoles: sentRoles(call.sent), input: () => call.body() };
      const actor = await orgActor(call);
      await requireFreshToPromote(call, actor, invitation.sentRoles);
      return inviteBody(valueOf(await inviteMember(call.deps, actor, invitation)));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/{invite_id}`,
    credential: 'session',
    access: {
      target: { kind: 'invite', at: 'path', name: 'invite_id', within: 'id' },
      capability: 'manage_members',
      environment: 'any',
    },
    id: 'revokeInvite',
    tag,
    summary: 'Revoke a pending invite',
    answer: okAnswer,
    refusals: ['invite_not_pending'],
    async handle(call) {
      valueOf(await revokeInvite(call.deps, await orgActor(call), call.params['invite_id'] ?? ''));
      return { ok: true as const };
    },
  }),
];

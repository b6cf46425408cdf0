import { addMember, changeRole, leaveOrg, removeMember } from '../../commands/member.ts';
import { listMembers } from '../../store/members.ts';
import { valueOf } from '../answers.ts';
import { requireFreshToPromote } from '../access/fresh.ts';
import { requireRole, orgActor } from '../access/membership.ts';
import { buildPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { isId, okAnswer } from '../shapes/fields.ts';
import {
  memberAnswer,
  memberBody,
  memberInput,
  memberList,
  memberPatch,
  memberQuery,
  sentRoles,
} from '../shapes/member.ts';

const tag = 'Members';
const listPath = '/orgs/{id}/members';
const memberPath = '/orgs/{id}/members/{user_id}';

export const memberRoutes = [
  defineRoute({
    method: 'GET',
    path: listPath,
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, environment: 'any' },
    id: 'listMembers',
    tag,
    summary: "List the organization's members, newest first",
    query: memberQuery,
    answer: memberList,
    async handle(call) {
      const orgId = call.params['id'] ?? '';
      await requireRole(call, orgId);
      const { secrets, database } = call.deps;
      const scope = ['members', orgId];
      const page = valueOf(readPage(call.query(), scope, secrets));
      const rows = await listMembers(database.pool, { orgId, ...pageParams(page) });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.createdAt.toISOString(), id: row.userId }),
      });
      return { members: cut.rows.map(memberBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'POST',
    path: listPath,
    credential: 'session',
    access: {
      target: { kind: 'org', at: 'path', name: 'id' },
      capability: 'manage_members',
      environment: 'any',
    },
    id: 'addMember',
    tag,
    summary: 'Add an existing user as a member, with a role up to your own',
    body: memberInput,
    answer: memberAnswer,
    refusals: ['user_not_found', 'already_a_member', 'fresh_code_required'],
    bearsNoId: true,
    async handle(call) {
      const sent = { userId: call.sent['user_id'], roles: sentRoles(call.sent) };
      const addition = { sent, input: () => call.body(), isRepeat: call.isRepeat };
      const actor = await orgActor(call);
      await requireFreshToPromote(call, actor, sent.roles);
      return memberBody(valueOf(await addMember(call.deps, actor, addition)));
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: memberPath,
    credential: 'session',
    access: {
      target: { kind: 'member', at: 'path', name: 'user_id', within: 'id' },
      capability: 'manage_members',
      environment: 'any',
    },
    id: 'updateMember',
    tag,
    summary:
      "Change a member's role; old and new role are at most your own. Effective on the member's next call",
    body: memberPatch,
    answer: memberAnswer,
    refusals: ['last_owner', 'fresh_code_required'],
    async handle(call) {
      const userId = call.params['user_id'] ?? '';
      const change = { userId, sentRoles: sentRoles(call.sent), input: () => call.body() };
      const actor = await orgActor(call);
      await requireFreshToPromote(call, actor, change.sentRoles);
      return memberBody(valueOf(await changeRole(call.deps, actor, change)));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: memberPath,
    credential: 'session',
    access: {
      target: { kind: 'member', at: 'path', name: 'user_id', within: 'id' },
      capability: 'manage_members',
      environment: 'any',
    },
    id: 'removeMember',
    tag,
    summary:
      "Remove a member and the pending invite for their address, effective on the member's next call. Any member may remove themselves",
    answer: okAnswer,
    refusals: ['last_owner'],
    async handle(call) {
      const { id: orgId = '', user_id: userId = '' } = call.params;
      if (userId === call.caller.userId && isId(orgId)) {
        valueOf(await leaveOrg(call.deps, { orgId, userId }));
        call.record.orgId = orgId;
      } else valueOf(await removeMember(call.deps, await orgActor(call), userId));
      return { ok: true as const };
    },
  }),
];

import { judgeManager, judgeOwners } from '../../domain/members.ts';
import { revokeInviteOfUser } from '../../store/invites.ts';
import { countOwners, deleteMember, findMember, insertMember, listMembers, updateMemberRole } from '../../store/members.ts';
import type { MemberRow } from '../../store/members.ts';
import { userExists } from '../../store/users.ts';
import { refused, valueOf } from '../answers.ts';
import { changeOrg, sentRoles } from '../members.ts';
import type { OrgChange } from '../members.ts';
import { memberOf } from '../access/membership.ts';
import { cutPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { isId, okAnswer } from '../shapes/fields.ts';
import { memberAnswer, memberBody, memberInput, memberList, memberPatch, memberQuery } from '../shapes/member.ts';

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
      await memberOf(call, orgId);
      const { secrets, database } = call.deps;
      const scope = ['members', orgId];
      const page = valueOf(readPage(call.query(), scope, secrets));
      const rows = await listMembers(database.pool, { orgId, ...pageParams(page) });
      const cut = cutPage(rows, { page, scope, secrets, position: (row) => ({ key: row.createdAt.toISOString(), id: row.userId }) });
      return { members: cut.rows.map(memberBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'POST',
    path: listPath,
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, capability: 'manage_members', environment: 'any' },
    id: 'addMember',
    tag,
    summary: 'Add an existing user as a member, with a role up to your own',
    body: memberInput,
    answer: memberAnswer,
    refusals: ['user_not_found', 'already_a_member'],
    bearsNoId: true,
    handle: (call) =>
      changeOrg(call, async (work) => {
        const { tx, orgId } = work;
        await requireUser(work, call.sent['user_id']);
        valueOf(judgeManager(work.role, sentRoles(call.sent)));
        const { user_id: userId, role } = call.body();
        const earlier = await findMember(tx, { orgId, userId });
        // Most likely by the run before, whose answer was lost.
        if (call.isRepeat && earlier?.role === role) return memberBody(earlier);
        if (earlier !== null) return refused('already_a_member');
        await insertMember(tx, { orgId, userId, role });
        return memberBody(await requireMember(work, userId));
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: memberPath,
    credential: 'session',
    access: { target: { kind: 'member', at: 'path', name: 'user_id', within: 'id' }, capability: 'manage_members', environment: 'any' },
    id: 'updateMember',
    tag,
    summary: "Change a member's role; old and new role are at most your own. Effective on the member's next call",
    body: memberPatch,
    answer: memberAnswer,
    refusals: ['last_owner'],
    handle: (call) =>
      changeOrg(call, async (work) => {
        const { tx, orgId } = work;
        const member = await requireMember(work, call.params['user_id'] ?? '');
        valueOf(judgeManager(work.role, [member.role, ...sentRoles(call.sent)]));
        const { role = member.role } = call.body();
        valueOf(judgeOwners({ before: member.role, after: role, owners: await ownersOf(work) }));
        await updateMemberRole(tx, { orgId, userId: member.userId, role });
        return memberBody({ ...member, role });
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: memberPath,
    credential: 'session',
    access: { target: { kind: 'member', at: 'path', name: 'user_id', within: 'id' }, capability: 'manage_members', environment: 'any' },
    id: 'removeMember',
    tag,
    summary: "Remove a member and the pending invite for their address; effective on the member's next call",
    answer: okAnswer,
    refusals: ['last_owner'],
    handle: (call) =>
      changeOrg(call, async (work) => {
        const { tx, orgId } = work;
        const member = await requireMember(work, call.params['user_id'] ?? '');
        valueOf(judgeManager(work.role, [member.role]));
        valueOf(judgeOwners({ before: member.role, after: null, owners: await ownersOf(work) }));
        await deleteMember(tx, { orgId, userId: member.userId });
        await revokeInviteOfUser(tx, { orgId, userId: member.userId });
        return { ok: true as const };
      }),
  }),
];

/** The member with this id, as it was sent. Refused: `member not found`. */
async function requireMember({ tx, orgId }: OrgChange, userId: string): Promise<MemberRow> {
  const member = isId(userId) ? await findMember(tx, { orgId, userId }) : null;
  return member ?? refused('member_not_found');
}

/** Refused: `user not found` for text that is nobody's id. What is no text is the body's shape to judge. */
async function requireUser({ tx }: OrgChange, userId: unknown): Promise<void> {
  if (typeof userId !== 'string') return;
  if (!isId(userId) || (await userExists(tx, { userId })) === null) refused('user_not_found');
}

async function ownersOf({ tx, orgId }: OrgChange): Promise<number> {
  return (await countOwners(tx, { orgId }))?.owners ?? 0;
}

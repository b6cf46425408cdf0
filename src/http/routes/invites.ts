import { judgeManager } from '../../domain/members.ts';
import { findInvite, findMemberByEmail, findPendingInvite, listInvites, putInvite, revokeInvite } from '../../store/invites.ts';
import type { InviteRow } from '../../store/invites.ts';
import { refused, valueOf } from '../answers.ts';
import { changeOrg, sentRoles } from '../members.ts';
import type { OrgChange } from '../members.ts';
import { memberOf } from '../access/membership.ts';
import { cutPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { isId, okAnswer } from '../shapes/fields.ts';
import { inviteAnswer, inviteBody, inviteInput, inviteList, inviteQuery } from '../shapes/member.ts';

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
      await memberOf(call, orgId);
      const { secrets, database } = call.deps;
      const scope = ['invites', orgId];
      const page = valueOf(readPage(call.query(), scope, secrets));
      const rows = await listInvites(database.pool, { orgId, ...pageParams(page) });
      const cut = cutPage(rows, { page, scope, secrets, position: (row) => ({ key: row.createdAt.toISOString(), id: row.id }) });
      return { invites: cut.rows.map(inviteBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'POST',
    path,
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, capability: 'manage_members', environment: 'any' },
    id: 'createInvite',
    tag,
    summary: 'Invite an e-mail address; its next sign-in joins. A repeat changes the role of the pending invite',
    body: inviteInput,
    answer: inviteAnswer,
    refusals: ['already_a_member'],
    handle: (call) =>
      changeOrg(call, async ({ tx, orgId, role: own }) => {
        valueOf(judgeManager(own, sentRoles(call.sent)));
        const { email, role } = call.body();
        const pending = await findPendingInvite(tx, { orgId, email });
        if (pending !== null) valueOf(judgeManager(own, [pending.role]));
        if ((await findMemberByEmail(tx, { orgId, email })) !== null) return refused('already_a_member');
        const { userId: createdBy } = call.caller;
        const invite = await putInvite(tx, { inviteId: call.deps.newId(), orgId, email, role, createdBy });
        if (invite === null) throw new Error(`an invite of org ${orgId} was not written`);
        return inviteBody(invite);
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/{invite_id}`,
    credential: 'session',
    access: { target: { kind: 'invite', at: 'path', name: 'invite_id', within: 'id' }, capability: 'manage_members', environment: 'any' },
    id: 'revokeInvite',
    tag,
    summary: 'Revoke a pending invite',
    answer: okAnswer,
    refusals: ['invite_not_pending'],
    handle: (call) =>
      changeOrg(call, async (work) => {
        const invite = await requireInvite(work, call.params['invite_id'] ?? '');
        valueOf(judgeManager(work.role, [invite.role]));
        if (invite.status !== 'PENDING') return refused('invite_not_pending');
        await revokeInvite(work.tx, { inviteId: invite.id });
        return { ok: true as const };
      }),
  }),
];

/** The org's invite with this id, as it was sent. Refused: `invite not found`. */
async function requireInvite({ tx, orgId }: OrgChange, id: string): Promise<InviteRow> {
  const invite = isId(id) ? await findInvite(tx, { inviteId: id, orgId }) : null;
  return invite ?? refused('invite_not_found');
}

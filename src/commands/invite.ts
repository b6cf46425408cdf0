import { isId } from '../domain/id.ts';
import { judgeManager } from '../domain/members.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Role } from '../domain/roles.ts';
import { databaseNow } from '../entities/columns.ts';
import { Invite } from '../entities/invite.ts';
import { Member } from '../entities/member.ts';
import { User } from '../entities/user.ts';
import type { CommandContext, DatabaseContext, ReadInput } from './context.ts';
import { changeOrg } from './member.ts';
import type { Actor } from './member.ts';

interface Invitation {
  /** The roles as they were sent: they are judged before the input is validated. */
  readonly sentRoles: readonly Role[];
  readonly input: ReadInput<{ readonly email: string; readonly role: Role }>;
}

/**
 * Invites an address to an org. A pending invite for the address takes the new role instead: the org's lock
 * lets no second one appear. Refused: `owner/admin required`, `already a member`.
 */
export function inviteMember(
  context: Pick<CommandContext, 'database' | 'newId'>,
  actor: Actor,
  { sentRoles, input }: Invitation,
): Promise<Outcome<Invite>> {
  return changeOrg(context, actor, async ({ em, orgId, role: own }) => {
    const allowed = judgeManager(own, sentRoles);
    if (!allowed.ok) return allowed;
    const { email, role } = input();
    const pending = await em.findOne(Invite, { orgId, email, status: 'PENDING' });
    const replaceable = judgeManager(own, pending === null ? [] : [pending.role]);
    if (!replaceable.ok) return replaceable;
    const user = await em.findOne(User, { email });
    const isMember =
      user !== null && (await em.findOne(Member, { orgId, userId: user.id, status: 'ACTIVE' })) !== null;
    if (isMember) return refuse('already_a_member');
    if (pending === null)
      return ok(em.create(Invite, { id: context.newId(), orgId, email, role, createdBy: actor.userId }));
    pending.role = role;
    return ok(pending);
  });
}

/** Revokes a pending invite. Refused: `invite not found`, `owner/admin required`, `invite not pending`. */
export function revokeInvite(
  context: DatabaseContext,
  actor: Actor,
  inviteId: string,
): Promise<Outcome<null>> {
  return changeOrg(context, actor, async ({ em, orgId, role }) => {
    const invite = isId(inviteId) ? await em.findOne(Invite, { id: inviteId, orgId }) : null;
    if (invite === null) return refuse('invite_not_found');
    const allowed = judgeManager(role, [invite.role]);
    if (!allowed.ok) return allowed;
    if (invite.status !== 'PENDING') return refuse('invite_not_pending');
    invite.status = 'REVOKED';
    invite.endedAt = databaseNow();
    return ok(null);
  });
}

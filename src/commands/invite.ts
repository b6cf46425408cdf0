import { isId } from '../domain/id.ts';
import { INVITE_DAYS, judgeManager } from '../domain/members.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Role } from '../domain/roles.ts';
import { databaseDaysAhead, databaseNow } from '../entities/columns.ts';
import { Invite } from '../entities/invite.ts';
import { Member } from '../entities/member.ts';
import { User } from '../entities/user.ts';
import type { CommandContext, ReadInput, TrailContext } from './context.ts';
import { changeOrg, endInvite } from './member.ts';
import type { Actor } from './member.ts';

interface Invitation {
  /** The roles as they were sent: they are judged before the input is validated. */
  readonly sentRoles: readonly Role[];
  readonly input: ReadInput<{ readonly email: string; readonly role: Role }>;
}

/**
 * Invites an address to an org. A pending invite for the address takes the new role instead and is good for
 * its whole time again: the org's lock lets no second one appear. Refused: `owner/admin required`, `already a
 * member`.
 */
export function inviteMember(
  context: TrailContext & Pick<CommandContext, 'newId'>,
  actor: Actor,
  { sentRoles, input }: Invitation,
): Promise<Outcome<Invite>> {
  return changeOrg(context, actor, async ({ em, orgId, role: own, record }) => {
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
    const before = pending === null ? undefined : { role: pending.role };
    const made = { id: context.newId(), orgId, email, role, createdBy: actor.userId };
    const invite = pending ?? em.create(Invite, made);
    invite.role = role;
    invite.expiresAt = databaseDaysAhead(INVITE_DAYS);
    const target = { kind: 'invite', id: invite.id };
    const isMailed = role === 'owner';
    await record({ action: 'invite.created', target, ...(before && { before }), after: { role }, isMailed });
    return ok(invite);
  });
}

/** Revokes a pending invite. Refused: `invite not found`, `owner/admin required`, `invite not pending`. */
export function revokeInvite(context: TrailContext, actor: Actor, inviteId: string): Promise<Outcome<null>> {
  return changeOrg(context, actor, async ({ em, orgId, role, record }) => {
    const invite = isId(inviteId) ? await em.findOne(Invite, { id: inviteId, orgId }) : null;
    if (invite === null) return refuse('invite_not_found');
    const allowed = judgeManager(role, [invite.role]);
    if (!allowed.ok) return allowed;
    const isOpen = { id: inviteId, status: 'PENDING', expiresAt: { $gt: databaseNow() } } as const;
    if ((await em.count(Invite, isOpen)) === 0) return refuse('invite_not_pending');
    await endInvite({ record }, invite);
    return ok(null);
  });
}

import { isId } from '../domain/id.ts';
import { judgeManager, judgeOwners } from '../domain/members.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Role } from '../domain/roles.ts';
import { databaseNow } from '../entities/columns.ts';
import { Invite } from '../entities/invite.ts';
import { Member } from '../entities/member.ts';
import { User } from '../entities/user.ts';
import type { Transaction } from '../store/database.ts';
import { lockOrg } from '../store/members.ts';
import type { MemberRow } from '../store/members.ts';
import type { DatabaseContext, ReadInput } from './context.ts';

/** The member who changes an org. */
export interface Actor {
  readonly orgId: string;
  readonly userId: string;
}

/** A change of an org's members or invites: its entities, and the role of the member who makes it. */
interface OrgChange {
  readonly em: Transaction['em'];
  readonly orgId: string;
  readonly role: Role;
}

export type MemberView = Omit<MemberRow, 'createdAt'>;

/**
 * Runs a change of an org's members or invites under the lock of the org's row: one change at a time. The
 * actor's role is read under that lock, because a member who has just been demoted may not change others.
 * Refused: `org not found`.
 */
export function changeOrg<T>(
  { database }: DatabaseContext,
  { orgId, userId }: Actor,
  change: (work: OrgChange) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return database.transaction(async (tx) => {
    await lockOrg(tx, { orgId });
    const actor = await tx.em.findOne(Member, { orgId, userId, status: 'ACTIVE' });
    return actor === null ? refuse('org_not_found') : change({ em: tx.em, orgId, role: actor.role });
  });
}

interface Addition {
  /** The user and the roles as they were sent: they are judged before the input is validated. */
  readonly sent: { readonly userId: unknown; readonly roles: readonly Role[] };
  readonly input: ReadInput<{ readonly role: Role }>;
  readonly isRepeat: boolean;
}

/** Adds an existing user to an org. Refused: `user not found`, `owner/admin required`, `already a member`. */
export function addMember(
  context: DatabaseContext,
  actor: Actor,
  addition: Addition,
): Promise<Outcome<MemberView>> {
  const { sent, input, isRepeat } = addition;
  return changeOrg(context, actor, async ({ em, orgId, role: own }) => {
    // An id that is no text is refused by the input's shape.
    const userId = typeof sent.userId === 'string' ? sent.userId : null;
    const user = userId !== null && isId(userId) ? await em.findOne(User, { id: userId }) : null;
    if (userId !== null && user === null) return refuse('user_not_found');
    const allowed = judgeManager(own, sent.roles);
    if (!allowed.ok) return allowed;
    const { role } = input();
    if (user === null) throw new Error('the input has a user id that was not sent');
    const earlier = await em.findOne(Member, { orgId, userId: user.id });
    // Most likely the run before inserted this member, and its answer was lost.
    if (isRepeat && earlier?.role === role) return ok(viewOf(earlier, user));
    if (earlier !== null) return refuse('already_a_member');
    return ok(viewOf(em.create(Member, { orgId, userId: user.id, role }), user));
  });
}

interface RoleChange {
  readonly userId: string;
  readonly sentRoles: readonly Role[];
  /** Undefined keeps the present role. */
  readonly input: ReadInput<{ readonly role?: Role | undefined }>;
}

/** Changes a member's role. Refused: `member not found`, `owner/admin required`, `last owner`. */
export function changeRole(
  context: DatabaseContext,
  actor: Actor,
  { userId, sentRoles, input }: RoleChange,
): Promise<Outcome<MemberView>> {
  return changeOrg(context, actor, async (work) => {
    const member = await findMember(work, userId);
    if (member === null) return refuse('member_not_found');
    const allowed = judgeManager(work.role, [member.role, ...sentRoles]);
    if (!allowed.ok) return allowed;
    const { role = member.role } = input();
    const kept = judgeOwners({ before: member.role, after: role, owners: await countOwners(work) });
    if (!kept.ok) return kept;
    member.role = role;
    return ok(viewOf(member, await work.em.findOneOrFail(User, { id: userId })));
  });
}

/**
 * Removes a member, and revokes the pending invite of their address: otherwise they would join again at the
 * next sign-in. Refused: `member not found`, `owner/admin required`, `last owner`.
 */
export function removeMember(context: DatabaseContext, actor: Actor, userId: string): Promise<Outcome<null>> {
  return changeOrg(context, actor, async (work) => {
    const { em, orgId } = work;
    const member = await findMember(work, userId);
    if (member === null) return refuse('member_not_found');
    const allowed = judgeManager(work.role, [member.role]);
    if (!allowed.ok) return allowed;
    const kept = judgeOwners({ before: member.role, after: null, owners: await countOwners(work) });
    if (!kept.ok) return kept;
    em.remove(member);
    const { email } = await em.findOneOrFail(User, { id: userId });
    const revoked = { status: 'REVOKED', endedAt: databaseNow() } as const;
    await em.nativeUpdate(Invite, { orgId, email, status: 'PENDING' }, revoked);
    return ok(null);
  });
}

function findMember({ em, orgId }: OrgChange, userId: string): Promise<Member | null> {
  return isId(userId) ? em.findOne(Member, { orgId, userId, status: 'ACTIVE' }) : Promise.resolve(null);
}

function countOwners({ em, orgId }: OrgChange): Promise<number> {
  return em.count(Member, { orgId, role: 'owner', status: 'ACTIVE' });
}

function viewOf({ userId, role, status }: Member, { email, firstName, lastName }: User): MemberView {
  return { userId, email, firstName, lastName, role, status };
}

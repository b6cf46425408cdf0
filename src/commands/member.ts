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
import type { ReadInput, TrailContext } from './context.ts';
import { recordOrgEvent } from './org-event.ts';
import type { OrgEvent } from './org-event.ts';

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
  /** Appends the act to the org's trail. */
  record(act: Omit<OrgEvent, 'orgId'>): Promise<void>;
}

const NOBODY = { email: '', firstName: '', lastName: '' };

export type MemberView = Omit<MemberRow, 'createdAt'>;

/**
 * Runs a change of an org's members or invites under the lock of the org's row: one change at a time. The
 * actor's role is read under that lock, because a member who has just been demoted may not change others.
 * Refused: `org not found`.
 */
export function changeOrg<T>(
  { database, origin }: TrailContext,
  { orgId, userId }: Actor,
  change: (work: OrgChange) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return database.transaction(async (tx) => {
    await lockOrg(tx, { orgId });
    const actor = await tx.em.findOne(Member, { orgId, userId, status: 'ACTIVE' });
    if (actor === null) return refuse('org_not_found');
    const record = (act: Omit<OrgEvent, 'orgId'>) => recordOrgEvent(tx, origin, { ...act, orgId });
    return change({ em: tx.em, orgId, role: actor.role, record });
  });
}

interface Addition {
  /** The user and the roles as they were sent: they are judged before the input is validated. */
  readonly sent: { readonly userId: unknown; readonly roles: readonly Role[] };
  readonly input: ReadInput<{ readonly role: Role }>;
  readonly isRepeat: boolean;
}

/**
 * Adds an existing user to an org. They are pending until they use the org: the org learns no name and no
 * e-mail address by knowing an id. Refused: `owner/admin required`, `user not found`, `already a member`.
 */
export function addMember(
  context: TrailContext,
  actor: Actor,
  addition: Addition,
): Promise<Outcome<MemberView>> {
  const { sent, input, isRepeat } = addition;
  return changeOrg(context, actor, async ({ em, orgId, role: own, record }) => {
    const allowed = judgeManager(own, sent.roles);
    if (!allowed.ok) return allowed;
    // An id that is no text is refused by the input's shape.
    const userId = typeof sent.userId === 'string' ? sent.userId : null;
    const user =
      userId !== null && isId(userId) ? await em.findOne(User, { id: userId, erasedAt: null }) : null;
    if (userId !== null && user === null) return refuse('user_not_found');
    const { role } = input();
    if (user === null) throw new Error('the input has a user id that was not sent');
    const earlier = await em.findOne(Member, { orgId, userId: user.id });
    // Most likely the run before inserted this member, and its answer was lost.
    if (isRepeat && earlier?.role === role) return ok(viewOf(earlier, user));
    if (earlier !== null) return refuse('already_a_member');
    const after = { role, status: 'PENDING' } as const;
    const member = em.create(Member, { orgId, userId: user.id, ...after });
    const isMailed = role === 'owner';
    await record({ action: 'member.added', target: { kind: 'member', id: user.id }, after, isMailed });
    return ok(viewOf(member, user));
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
  context: TrailContext,
  actor: Actor,
  { userId, sentRoles, input }: RoleChange,
): Promise<Outcome<MemberView>> {
  return changeOrg(context, actor, async (work) => {
    const member = await findMember(work, userId);
    if (member === null) return refuse('member_not_found');
    const allowed = judgeManager(work.role, [member.role, ...sentRoles]);
    if (!allowed.ok) return allowed;
    const { role = member.role } = input();
    const owners = member.status === 'ACTIVE' ? await countOwners(work) : Infinity;
    const kept = judgeOwners({ before: member.role, after: role, owners });
    if (!kept.ok) return kept;
    if (role !== member.role) {
      const [before, after] = [{ role: member.role }, { role }];
      const isMailed = role === 'owner';
      await work.record({
        isMailed,
        action: 'member.role_changed',
        target: { kind: 'member', id: userId },
        before,
        after,
      });
    }
    member.role = role;
    return ok(viewOf(member, await work.em.findOneOrFail(User, { id: userId })));
  });
}

/**
 * Removes a member, and revokes the pending invite of their address: otherwise they would join again at the
 * next sign-in. Refused: `member not found`, `owner/admin required`, `last owner`.
 */
export function removeMember(context: TrailContext, actor: Actor, userId: string): Promise<Outcome<null>> {
  return changeOrg(context, actor, async (work) => {
    const member = await findMember(work, userId);
    if (member === null) return refuse('member_not_found');
    const allowed = judgeManager(work.role, [member.role]);
    if (!allowed.ok) return allowed;
    const left = await judgeLeaving(work, member);
    if (!left.ok) return left;
    await endMembership(work, member, 'member.removed');
    return ok(null);
  });
}

/**
 * Ends the user's own membership. A pending one is declined. Refused: `org not found`, `last owner`. Source:
 * contract, section 16.
 */
export function leaveOrg(
  { database, origin }: TrailContext,
  { orgId, userId }: Actor,
): Promise<Outcome<null>> {
  return database.transaction(async (tx) => {
    await lockOrg(tx, { orgId });
    const member = await tx.em.findOne(Member, { orgId, userId });
    if (member === null) return refuse('org_not_found');
    const record = (act: Omit<OrgEvent, 'orgId'>) => recordOrgEvent(tx, origin, { ...act, orgId });
    const left = await judgeLeaving({ em: tx.em, orgId }, member);
    if (!left.ok) return left;
    await endMembership({ em: tx.em, orgId, record }, member, 'member.left');
    return ok(null);
  });
}

/** Refuses with `last owner` when the org would be without an owner. */
export async function judgeLeaving(
  work: Pick<OrgChange, 'em' | 'orgId'>,
  { role, status }: Member,
): Promise<Outcome<Role | null>> {
  const owners = status === 'ACTIVE' ? await countOwners(work) : Infinity;
  return judgeOwners({ before: role, after: null, owners });
}

/** Ends a membership, with the pending invite of the member's address. Judge it by `judgeLeaving` before. */
export async function endMembership(
  { em, orgId, record }: Omit<OrgChange, 'role'>,
  member: Member,
  action: 'member.removed' | 'member.left',
): Promise<void> {
  const { userId, role, status } = member;
  em.remove(member);
  await record({ action, target: { kind: 'member', id: userId }, before: { role, status } });
  const { email } = await em.findOneOrFail(User, { id: userId });
  const invite = await em.findOne(Invite, { orgId, email, status: 'PENDING' });
  if (invite !== null) await endInvite({ record }, invite);
}

/** Revokes a pending invite. */
export async function endInvite({ record }: Pick<OrgChange, 'record'>, invite: Invite): Promise<void> {
  const { id, role } = invite;
  const [before, after] = [{ role, status: 'PENDING' }, { status: 'REVOKED' }];
  await record({ action: 'invite.revoked', target: { kind: 'invite', id }, before, after });
  invite.status = 'REVOKED';
  invite.endedAt = databaseNow();
}

/**
 * Records the first use of an org by its member. A pending member joins by it. A second run changes nothing.
 * Source: contract, section 16.
 */
export function joinOrg({ database, origin }: TrailContext, { orgId, userId }: Actor): Promise<void> {
  return database.transaction(async (tx) => {
    await lockOrg(tx, { orgId });
    const member = await tx.em.findOne(Member, { orgId, userId, usedAt: null });
    if (member === null) return;
    if (member.status === 'PENDING') {
      const [before, after] = [{ status: 'PENDING' }, { status: 'ACTIVE' }];
      const target = { kind: 'member', id: userId };
      await recordOrgEvent(tx, origin, { orgId, action: 'member.joined', target, before, after });
    }
    member.status = 'ACTIVE';
    member.usedAt = databaseNow();
  });
}

function findMember({ em, orgId }: OrgChange, userId: string): Promise<Member | null> {
  return isId(userId) ? em.findOne(Member, { orgId, userId }) : Promise.resolve(null);
}

function countOwners({ em, orgId }: Pick<OrgChange, 'em' | 'orgId'>): Promise<number> {
  return em.count(Member, { orgId, role: 'owner', status: 'ACTIVE' });
}

/** A pending member's name and e-mail address are empty: see `listMembers`. */
function viewOf({ userId, role, status }: Member, user: User): MemberView {
  const { email, firstName, lastName } = status === 'ACTIVE' ? user : NOBODY;
  return { userId, email, firstName, lastName, role, status };
}

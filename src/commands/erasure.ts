import { isId } from '../domain/id.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { Invite } from '../entities/invite.ts';
import { Member } from '../entities/member.ts';
import { User } from '../entities/user.ts';
import type { Transaction } from '../store/database.ts';
import * as erasure from '../store/erasure.ts';
import type { ReadInput } from './context.ts';
import { endInvite, endMembership, judgeLeaving } from './member.ts';
import { recordOperatorAction } from './operator-action.ts';
import type { OperatorContext } from './operator-action.ts';
import { recordOrgEvent } from './org-event.ts';
import type { OrgEvent } from './org-event.ts';

/** A user whose personal data is gone. The id stays: the books refer to it. */
export interface Erasure {
  readonly userId: string;
  readonly erasedAt: Date;
}

/**
 * Erases a person for the platform's operator: name and e-mail address become a pseudonym; sessions, codes
 * and shipping addresses are deleted; memberships, invites and recommendations end. The books stay. A repeat
 * changes nothing. Refused: `user not found`, `last owner`, `wallet not empty`.
 */
export function eraseUser(
  context: OperatorContext,
  userId: string,
  input: ReadInput<{ readonly reason: string }>,
): Promise<Outcome<Erasure>> {
  return context.database.transaction(async (tx) => {
    if (!isId(userId)) return refuse('user_not_found');
    await lockOrgsAndUser(tx, userId);
    const user = await tx.em.findOne(User, { id: userId });
    if (user === null) return refuse('user_not_found');
    const { reason } = input();
    if (user.erasedAt !== null) return ok({ userId, erasedAt: user.erasedAt });
    const members = await tx.em.find(Member, { userId }, { orderBy: { orgId: 'asc' } });
    // All are judged before the first changes: a refusal commits what was done before it.
    for (const member of members) {
      const left = await judgeLeaving({ em: tx.em, orgId: member.orgId }, member);
      if (!left.ok) return left;
    }
    if ((await erasure.findLiveMoney(tx, { userId })) !== null) return refuse('wallet_not_empty');
    await leaveOrgs(tx, context, { user, members });
    const erasedAt = await deletePersonalData(tx, user);
    await recordOperatorAction(tx, context, {
      action: 'erase_user',
      target: `user:${userId}`,
      before: null,
      after: { user_id: userId, erased_at: erasedAt.toISOString() },
      reason,
    });
    return ok({ userId, erasedAt });
  });
}

/**
 * Locks the orgs again after the user: a membership may have been committed before the user was locked. Then
 * two erasures and additions can block each other; PostgreSQL ends one, which is tried again.
 */
async function lockOrgsAndUser(tx: Transaction, userId: string): Promise<void> {
  await erasure.lockOrgsOfUser(tx, { userId });
  await erasure.lockUserToErase(tx, { userId });
  await erasure.lockOrgsOfUser(tx, { userId });
}

async function leaveOrgs(
  tx: Transaction,
  { origin }: OperatorContext,
  { user, members }: { readonly user: User; readonly members: readonly Member[] },
): Promise<void> {
  const recorder = (orgId: string) => (act: Omit<OrgEvent, 'orgId'>) =>
    recordOrgEvent(tx, origin, { ...act, orgId });
  for (const member of members) {
    const { orgId } = member;
    await endMembership({ em: tx.em, orgId, record: recorder(orgId) }, member, 'member.left');
  }
  await tx.em.flush();
  const invites = await tx.em.find(Invite, { email: user.email, status: 'PENDING' });
  for (const invite of invites) await endInvite({ record: recorder(invite.orgId) }, invite);
  // The statements that follow must see the ended invites.
  await tx.em.flush();
}

async function deletePersonalData(tx: Transaction, { id: userId, email }: User): Promise<Date> {
  await erasure.deleteSignInsOfUser(tx, { userId });
  await erasure.deleteCodesOfAddress(tx, { email });
  await erasure.pseudonymizeInvites(tx, { email, userId });
  await erasure.deleteAddressesOfUser(tx, { userId });
  await erasure.clearBuyList(tx, { userId });
  const erased = await erasure.pseudonymizeUser(tx, { userId });
  if (erased === null) throw new Error(`no user ${userId}`);
  return erased.erasedAt;
}

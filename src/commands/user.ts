import { ok } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { decideHome } from '../domain/verification.ts';
import { User } from '../entities/user.ts';
import { lockUser } from '../store/users.ts';
import { findNewestCase } from '../store/verification.ts';
import type { DatabaseContext } from './context.ts';

/** The parts of an account that its user may change. Undefined keeps the present value. */
export type UserChange = { readonly [Name in 'firstName' | 'lastName' | 'countryCode']: string | undefined };

/**
 * Changes a user's account under the lock that verdicts on the user take: otherwise a verdict could approve
 * the user for a country that they leave at that moment. Refused: `invalid` for a country that `decideHome`
 * keeps.
 */
export function updateUser(
  { database }: DatabaseContext,
  userId: string,
  change: UserChange,
): Promise<Outcome<User>> {
  return database.transaction(async (tx) => {
    await lockUser(tx, { userId });
    const user = await tx.em.findOneOrFail(User, { id: userId });
    const newest = await findNewestCase(tx, { subjectId: userId });
    const isVerified = user.kycStatus === 'APPROVED' && newest?.status === 'APPROVED';
    const { firstName, lastName, countryCode = user.countryCode } = change;
    const decision = decideHome({ country: user.countryCode, isVerified }, countryCode);
    if (!decision.ok) return decision;
    user.firstName = firstName ?? user.firstName;
    user.lastName = lastName ?? user.lastName;
    user.countryCode = countryCode;
    return ok(user);
  });
}

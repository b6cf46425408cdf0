import { z } from 'zod';
import { ROLES } from '../../domain/roles.ts';
import type { Role } from '../../domain/roles.ts';
import type { InviteRow } from '../../store/invites.ts';
import type { MemberRow } from '../../store/members.ts';
import { ID, email, id, optional, pageQuery } from './fields.ts';

const role = z.enum(ROLES, { error: 'must be owner, admin, finance, support or developer' });

export const memberInput = z
  .object({ user_id: z.string({ error: 'must be text' }).meta(ID), role })
  .meta({ examples: [{ user_id: '01937b2e-6f00-7000-8000-000000000002', role: 'finance' }] });
export const memberPatch = z.object({ role: optional(role) }).meta({ examples: [{ role: 'admin' }] });
export const memberQuery = z.object(pageQuery);

export const memberAnswer = z
  .object({
    user_id: id,
    email: z
      .string()
      .meta({ description: 'The address that the member signs in with. Empty until they join' }),
    first_name: z.string(),
    last_name: z.string(),
    role: z.enum(ROLES),
    status: z.enum(['PENDING', 'ACTIVE']),
  })
  .meta({ id: 'Member' });
export const memberList = z.object({ members: z.array(memberAnswer), next_cursor: z.string().nullable() });

export const inviteInput = z
  .object({ email, role })
  .meta({ examples: [{ email: 'ben@example.com', role: 'support' }] });
export const inviteQuery = z.object(pageQuery);

export const inviteAnswer = z
  .object({
    invite_id: id,
    email: z.string(),
    role: z.enum(ROLES).meta({ description: 'The role granted at the next sign-in with this address' }),
    status: z.enum(['PENDING', 'CLAIMED', 'REVOKED', 'EXPIRED']),
  })
  .meta({ id: 'Invite' });
export const inviteList = z.object({ invites: z.array(inviteAnswer), next_cursor: z.string().nullable() });

/** Returns the specification's Member. */
export function memberBody(row: Omit<MemberRow, 'createdAt'>): z.output<typeof memberAnswer> {
  const { userId, email: address, firstName, lastName, role: has, status } = row;
  return { user_id: userId, email: address, first_name: firstName, last_name: lastName, role: has, status };
}

/** Returns the specification's Invite. */
export function inviteBody(invite: Omit<InviteRow, 'createdAt'>): z.output<typeof inviteAnswer> {
  const { id: inviteId, email: address, role: granted, status } = invite;
  return { invite_id: inviteId, email: address, role: granted, status };
}

/**
 * The role that a body names, if it is one: rank is judged before the body is validated. Source: contract,
 * section 1.
 */
export function sentRoles(sent: Readonly<Record<string, unknown>>): readonly Role[] {
  return ROLES.filter((name) => name === sent['role']);
}

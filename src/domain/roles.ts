/** The roles of a member, highest first. Source: specification, "Roles". */
export const ROLES = ['owner', 'admin', 'finance', 'support', 'developer'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The capabilities and the roles that have them. Every member may view. Source: specification, "Roles";
 * contract, sections 2 and 18.
 */
export const CAPABILITIES = {
  manage_members: ['owner', 'admin'],
  manage_keys: ['owner', 'admin'],
  manage_webhook: ['owner', 'admin'],
  manage_org: ['owner', 'admin'],
  create_payouts: ['owner', 'admin', 'finance'],
  void_and_return: ['owner', 'admin', 'finance', 'support'],
  approve_destinations: ['owner', 'admin'],
  view: ROLES,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof CAPABILITIES;

/** Returns true if the role has the capability. */
export function may(role: Role, capability: Capability): boolean {
  const allowed: readonly Role[] = CAPABILITIES[capability];
  return allowed.includes(role);
}

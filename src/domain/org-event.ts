import type { Environment } from './environment.ts';

/** The acts that an organization's trail records. Source: contract, section 16. */
export const ORG_ACTIONS = [
  'member.added',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'invite.created',
  'invite.revoked',
  'invite.claimed',
  'invite.expired',
  'key.issued',
  'key.revoked',
  'webhook.set',
  'webhook.rotated',
  'webhook.deleted',
  'destination.registered',
  'destination.approved',
  'destination.disabled',
  'org.renamed',
  'org.suspended',
  'org.resumed',
  'kyb.changed',
  'pricing.changed',
  'payout.requested',
  'charge.voided',
  'charge.returned',
] as const;
export type OrgAction = (typeof ORG_ACTIONS)[number];

/**
 * The acts that the owners of an org get a mail about, besides new bank destinations, which have a mail of
 * their own. Source: contract, section 16.
 */
export const MAILED_ACTS = {
  'key.issued': 'A live API key was issued',
  'member.added': 'An owner was added',
  'member.role_changed': 'A member became an owner',
  'invite.created': 'An owner was invited',
  'webhook.set': 'The webhook was set',
  'webhook.rotated': 'The secret of the webhook was rotated',
  'webhook.deleted': 'The webhook was removed',
  'org.suspended': 'The platform has suspended the organization',
  'org.resumed': 'The platform has ended the suspension',
} as const satisfies Partial<Record<OrgAction, string>>;
export type MailedAct = keyof typeof MAILED_ACTS;

export type ActorKind = 'user' | 'key' | 'operator' | 'system';

/** The origin of an act: who did it, and the call that asked for it. */
export interface Origin {
  readonly kind: ActorKind;
  /** The id of the user or key, the name of the operator, null for the system. */
  readonly id: string | null;
  /** The environment of the credential; null for operators and the system. */
  readonly env: Environment | null;
  /** The IP address of the caller; null for acts without a call. */
  readonly address: string | null;
  readonly requestId: string | null;
}

/** The origin of what the service does by itself. */
export const SYSTEM: Origin = { kind: 'system', id: null, env: null, address: null, requestId: null };

/** The origin as the actor alone is known: `api_key:<id>` or `user:<id>`. */
export function originOfActor(actor: string, env: Environment): Origin {
  const [noun, id = ''] = actor.split(':');
  return { kind: noun === 'user' ? 'user' : 'key', id, env, address: null, requestId: null };
}

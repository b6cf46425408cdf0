import { isFresh } from '../../commands/fresh-code.ts';
import { may } from '../../domain/roles.ts';
import type { Capability, Role } from '../../domain/roles.ts';
import { findOrgEligibility } from '../../store/users.ts';
import { refused } from '../answers.ts';
import type { ApiDeps } from '../route.ts';
import type { SessionCaller } from './caller.ts';

/**
 * Acts with live effect need a mailed code that was entered for the caller's sign-in a moment ago; signing in
 * counts. Routes call these functions after the role, and before `call.body()`. Source: contract, section 16.
 */

interface FreshCall {
  readonly deps: ApiDeps;
  readonly caller: SessionCaller;
}

/** Refused: `fresh code required`, unless a code was entered for the sign-in in the last `FRESH_MINUTES`. */
export async function requireFresh({ deps, caller }: FreshCall): Promise<void> {
  if (!(await isFresh(deps, caller.signInId))) refused('fresh_code_required');
}

/** Does the same for an act in the caller's environment, if that is live. */
export async function requireFreshIfLive(call: FreshCall): Promise<void> {
  if (call.caller.env === 'live') await requireFresh(call);
}

/** Does the same for an act on an org, if its KYB is approved: any other org has no live effect. */
export async function requireFreshForOrg(call: FreshCall, orgId: string): Promise<void> {
  const org = await findOrgEligibility(call.deps.database.pool, { orgId });
  if (org?.verification === 'APPROVED') await requireFresh(call);
}

/**
 * Does the same before somebody is made owner or admin of the org. A caller whose own role does not permit it
 * passes: the command has a refusal for them.
 */
export async function requireFreshToPromote(
  call: FreshCall & { readonly capability: Capability },
  actor: { readonly orgId: string; readonly role: Role },
  granted: readonly Role[],
): Promise<void> {
  const promotes = granted.includes('owner') || granted.includes('admin');
  if (promotes && may(actor.role, call.capability)) await requireFreshForOrg(call, actor.orgId);
}

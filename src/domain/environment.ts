/** The environment of a credential: `sandbox` moves test funds, `live` moves real money. */
export type Environment = 'sandbox' | 'live';
export const ENVIRONMENTS = ['sandbox', 'live'] as const satisfies readonly Environment[];

export type VerificationStatus = 'NOT_STARTED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';

/** A reason why live is unavailable. Source: contract, section 2. */
export type LiveBlocker =
  'kyb_not_approved' | 'kyc_not_approved' | 'no_live_banking_partner' | 'org_required';

/**
 * An applicant for live: a business (KYB) or a consumer (KYC). `hasLivePartner` is true when a banking
 * partner serves their country.
 */
export interface LiveApplicant {
  readonly kind: 'business' | 'consumer';
  readonly verification: VerificationStatus;
  readonly hasLivePartner: boolean;
}

/**
 * The reasons that keep this applicant from live. The list is empty for an eligible applicant. Source:
 * specification, "Environments".
 */
export function liveBlockers({ kind, verification, hasLivePartner }: LiveApplicant): LiveBlocker[] {
  const blockers: LiveBlocker[] = [];
  if (verification !== 'APPROVED')
    blockers.push(kind === 'business' ? 'kyb_not_approved' : 'kyc_not_approved');
  if (!hasLivePartner) blockers.push('no_live_banking_partner');
  return blockers;
}

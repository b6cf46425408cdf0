/** Where a credential's request plays: test funds, or real money. */
export type Environment = 'sandbox' | 'live';

export type VerificationStatus = 'NOT_STARTED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';

/** Why live is unavailable. Source: contract, section 2. */
export type LiveBlocker = 'kyb_not_approved' | 'kyc_not_approved' | 'no_live_banking_partner' | 'org_required';

/** Who wants to be live: a business (KYB) or a consumer (KYC), and whether a banking partner serves their country. */
export interface LiveApplicant {
  readonly kind: 'business' | 'consumer';
  readonly verification: VerificationStatus;
  readonly hasLivePartner: boolean;
}

/**
 * What keeps this applicant from live; nothing when they are eligible.
 * Source: specification, "Environments".
 */
export function liveBlockers({ kind, verification, hasLivePartner }: LiveApplicant): LiveBlocker[] {
  const blockers: LiveBlocker[] = [];
  if (verification !== 'APPROVED') blockers.push(kind === 'business' ? 'kyb_not_approved' : 'kyc_not_approved');
  if (!hasLivePartner) blockers.push('no_live_banking_partner');
  return blockers;
}

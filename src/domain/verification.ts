import type { VerificationStatus } from './environment.ts';
import { invalid, ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** Verification of a business (KYB) or of a person (KYC). Source: contract, section 10. */
export type VerificationKind = 'kyb' | 'kyc';
export type Verdict = 'APPROVED' | 'REJECTED' | 'WITHDRAWN';
/** A case is PENDING, open, until a verdict closes it. Abandoned by the applicant, or without a verdict in time: WITHDRAWN. */
export type CaseStatus = 'PENDING' | Verdict;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** How long the provider may take. */
export const CASE_DAYS = 30;

/** What a closed case may still become: trust can be taken back, never be given later. */
export const CASE_VERDICTS: Readonly<Record<CaseStatus, readonly Verdict[]>> = {
  PENDING: ['APPROVED', 'REJECTED', 'WITHDRAWN'],
  APPROVED: ['REJECTED', 'WITHDRAWN'],
  REJECTED: [],
  WITHDRAWN: [],
};

/** A case as a verdict finds it. `standing` is that of the business or person, which the gates read. */
export interface CaseFacts {
  readonly status: CaseStatus;
  /** When the last verdict on it was given, by the clock of whoever gave it. */
  readonly verdictAt: Date | null;
  /** Whether it is the newest of its business or person: only that one decides the standing. */
  readonly isNewest: boolean;
  /** Whether the operator has decided about the business or person since it began. */
  readonly isOverruled: boolean;
  readonly standing: VerificationStatus;
}

/** What changes; null stays as it is. */
export interface VerdictEffect {
  readonly status: Verdict | null;
  readonly standing: Verdict | null;
}

/**
 * What a provider's verdict changes, given at `at` by the provider's clock; null when it is older than the last one on the
 * case: callbacks come in any order. The operator's decision it may lower, never raise.
 */
export function decideVerdict(now: CaseFacts, { verdict, at }: { verdict: Verdict; at: Date }): VerdictEffect | null {
  if (now.verdictAt !== null && at < now.verdictAt) return null;
  const status = CASE_VERDICTS[now.status].includes(verdict) ? verdict : null;
  if (!now.isNewest) return { status, standing: null };
  if (!now.isOverruled) return { status, standing: status };
  const lowers = verdict !== 'APPROVED' && (now.standing === 'APPROVED' || now.standing === 'PENDING');
  return { status, standing: lowers ? verdict : null };
}

/**
 * What becomes of the newest case when the operator gives its business or person this standing; null for nothing: an
 * open case that is said to be pending goes on.
 */
export function decideOverruling(now: CaseStatus, standing: VerificationStatus): { status: Verdict | null } | null {
  if (standing === 'PENDING') return now === 'PENDING' ? null : { status: null };
  const verdict = standing === 'NOT_STARTED' ? 'WITHDRAWN' : standing;
  return { status: CASE_VERDICTS[now].includes(verdict) ? verdict : null };
}

/** Who wants to be verified, and where. */
export interface Application {
  readonly kind: VerificationKind;
  readonly countryCode: string;
}

/**
 * Whether a case may begin or be joined. `home` is the country that the business or person has now: a business is verified
 * where it is, a person moves there by being approved.
 */
export function decideStart(
  { kind, countryCode }: Application,
  { standing, home }: { standing: VerificationStatus; home: string },
): Outcome<null> {
  if (kind === 'kyb' && countryCode !== home) return invalid('country_code', "must be the organization's");
  return standing === 'APPROVED' ? refuse('already_approved') : ok(null);
}

/**
 * Whether a person may say that they live in `wanted`. Live follows the country, so one that a verification approved stays
 * until that approval is taken back.
 */
export function decideHome({ country, isVerified }: { country: string; isVerified: boolean }, wanted: string): Outcome<null> {
  return isVerified && wanted !== country ? invalid('country_code', 'was verified and stays while the verification holds') : ok(null);
}

/** When the provider is asked next about an open case, in milliseconds: an hour after its start, then daily, and when it ends. */
export function nextAsk({ createdAt, expiresAt }: { createdAt: number; expiresAt: number }, now: number): number {
  const first = createdAt + HOUR_MS;
  const passed = now < first ? 0 : Math.floor((now - first) / DAY_MS) + 1;
  return Math.min(first + passed * DAY_MS, expiresAt);
}

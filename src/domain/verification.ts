import type { VerificationStatus } from './environment.ts';
import { invalid, ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** Verification of a business (KYB) or of a person (KYC). Source: contract, section 10. */
export type VerificationKind = 'kyb' | 'kyc';
export type Verdict = 'APPROVED' | 'REJECTED' | 'WITHDRAWN';
/**
 * The status of a case. `PENDING` is open. A case that the applicant abandons, or that gets no verdict in
 * time, is `WITHDRAWN`.
 */
export type CaseStatus = 'PENDING' | Verdict;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The time that the provider has to decide a case. */
export const CASE_DAYS = 30;

/** The verdicts that each status still allows. A closed case may lose its approval, but never gain one. */
export const CASE_VERDICTS: Readonly<Record<CaseStatus, readonly Verdict[]>> = {
  PENDING: ['APPROVED', 'REJECTED', 'WITHDRAWN'],
  APPROVED: ['REJECTED', 'WITHDRAWN'],
  REJECTED: [],
  WITHDRAWN: [],
};

/**
 * The state of a case when a verdict arrives. `standing` is the status of the business or person, which the
 * gates read.
 */
export interface CaseFacts {
  readonly status: CaseStatus;
  /** The time of the last verdict, by the clock of its sender. */
  readonly verdictAt: Date | null;
  /** True for the newest case of the business or person. Only that one changes the standing. */
  readonly isNewest: boolean;
  /** True if the operator changed the standing of the business or person after the case began. */
  readonly isOverruled: boolean;
  readonly standing: VerificationStatus;
}

/** The changes of a verdict. Null changes nothing. */
export interface VerdictEffect {
  readonly status: Verdict | null;
  readonly standing: Verdict | null;
}

/**
 * Decides the effect of a provider's verdict. `at` is the time of the verdict by the provider's clock.
 *
 * Returns null for a verdict older than the last one on the case, because callbacks arrive in any order. A
 * verdict may lower the operator's decision, never raise it.
 */
export function decideVerdict(
  now: CaseFacts,
  { verdict, at }: { verdict: Verdict; at: Date },
): VerdictEffect | null {
  if (now.verdictAt !== null && at < now.verdictAt) return null;
  const status = CASE_VERDICTS[now.status].includes(verdict) ? verdict : null;
  if (!now.isNewest) return { status, standing: null };
  if (!now.isOverruled) return { status, standing: status };
  const lowers = verdict !== 'APPROVED' && (now.standing === 'APPROVED' || now.standing === 'PENDING');
  return { status, standing: lowers ? verdict : null };
}

/**
 * Decides the effect on the newest case when the operator sets this standing. Null changes nothing: an open
 * case stays open when the operator sets `PENDING`.
 */
export function decideOverruling(
  now: CaseStatus,
  standing: VerificationStatus,
): { status: Verdict | null } | null {
  if (standing === 'PENDING') return now === 'PENDING' ? null : { status: null };
  const verdict = standing === 'NOT_STARTED' ? 'WITHDRAWN' : standing;
  return { status: CASE_VERDICTS[now].includes(verdict) ? verdict : null };
}

/** An application for verification in a country. */
export interface Application {
  readonly kind: VerificationKind;
  readonly countryCode: string;
}

/**
 * Decides if a case may begin or be joined. `home` is the current country of the business or person. A
 * business is verified in its own country. An approval moves a person to the country of the case.
 */
export function decideStart(
  { kind, countryCode }: Application,
  { standing, home }: { standing: VerificationStatus; home: string },
): Outcome<null> {
  if (kind === 'kyb' && countryCode !== home) return invalid('country_code', "must be the organization's");
  return standing === 'APPROVED' ? refuse('already_approved') : ok(null);
}

/**
 * Decides if a person may set `wanted` as their country. Live depends on the country, so a verified country
 * stays until its approval is withdrawn.
 */
export function decideHome(
  { country, isVerified }: { country: string; isVerified: boolean },
  wanted: string,
): Outcome<null> {
  return isVerified && wanted !== country
    ? invalid('country_code', 'was verified and stays while the verification holds')
    : ok(null);
}

/**
 * The time of the next lookup of an open case at the provider, in milliseconds: an hour after the start, then
 * daily, and at the end.
 */
export function nextAsk(
  { createdAt, expiresAt }: { createdAt: number; expiresAt: number },
  now: number,
): number {
  const first = createdAt + HOUR_MS;
  const passed = now < first ? 0 : Math.floor((now - first) / DAY_MS) + 1;
  return Math.min(first + passed * DAY_MS, expiresAt);
}

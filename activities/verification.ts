import { brokenInvariant } from '../src/commands/command.ts';
import { applyVerdict, expireCase } from '../src/commands/verification.ts';
import type { CaseStatus, Verdict } from '../src/domain/verification.ts';
import type { VerificationProvider } from '../src/partners/verification.ts';
import type { Database } from '../src/store/database.ts';
import { findCase, recordLookup, recordOpening } from '../src/store/verification.ts';
import type { CaseRow } from '../src/store/verification.ts';
import type { Clock, VerdictCommand, VerificationInput } from '../workflows/messages.ts';
import type { ActivityDeps } from './dependencies.ts';

/**
 * A case as its workflow mirrors it. Times in milliseconds; the address of the hosted page stays in the row.
 */
export interface CaseState {
  readonly status: CaseStatus;
  /** True once the provider has opened it. */
  readonly isOpened: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** True for an approved case that is due for its daily lookup. Absent in histories from before it. */
  readonly isCheckDue?: boolean;
  readonly clock: Clock;
}

/**
 * The verification workflow's steps in the book: one transaction each, safe to run twice, the locked row
 * decides.
 */
export function createVerificationActivities(deps: Pick<ActivityDeps, 'database'>) {
  return {
    /** Returns the case in its current state. */
    loadCase: async ({ caseId }: VerificationInput): Promise<CaseState> =>
      stateOf(await caseOf(deps.database, caseId)),

    /** Writes a verdict down and applies it, once. */
    applyVerdict: async ({
      caseId,
      eventId,
      verdict,
      occurredAt,
    }: VerificationInput & VerdictCommand): Promise<CaseState> =>
      stateOf(await applyVerdict(deps, caseId, { eventId, verdict, occurredAt: new Date(occurredAt) })),

    /** Withdraws what is open and due by `at` (milliseconds). */
    expireCase: async ({ caseId, at }: VerificationInput & { at: number }): Promise<CaseState> =>
      stateOf(await expireCase(deps, caseId, new Date(at))),
  };
}

export type VerificationActivities = ReturnType<typeof createVerificationActivities>;

export interface VerificationPartnerDeps {
  readonly database: Database;
  readonly provider: VerificationProvider;
  /** Where the provider sends its callbacks. */
  readonly callbackUrl: string;
}

/** The verification workflow's steps at the provider. */
export function createVerificationPartnerActivities({
  database,
  provider,
  callbackUrl,
}: VerificationPartnerDeps) {
  return {
    /**
     * Opens the case at the provider and stores the address of its page in the row. The address must not
     * enter a workflow's history, so this step writes it. After a crash in between, the next run asks for the
     * same case again. Does nothing for a case that is closed or past its end.
     */
    async openAtProvider({ caseId }: VerificationInput): Promise<void> {
      const { kind, countryCode, status, url, now, expiresAt } = await caseOf(database, caseId);
      if (status !== 'PENDING' || url !== null || now >= expiresAt) return;
      const opened = await provider.openCase({ reference: caseId, kind, countryCode, callbackUrl });
      await recordOpening(database.pool, { ...opened, caseId });
    },

    /**
     * Asks the provider for its verdict. Null while the case is open there, or unknown to it. The reported
     * name of a business must not enter a workflow's history, so this step writes it.
     */
    async askProvider({
      caseId,
    }: VerificationInput): Promise<{ verdict: Verdict; occurredAt: number } | null> {
      const found = await provider.findCase(caseId);
      await recordLookup(database.pool, { caseId, legalName: found?.legalName ?? null });
      if (found === null || found.verdict === null) return null;
      // A clock of theirs that is ahead would silence all that follows.
      return { verdict: found.verdict.verdict, occurredAt: Math.min(found.verdict.at.getTime(), Date.now()) };
    },
  };
}

export type VerificationPartnerActivities = ReturnType<typeof createVerificationPartnerActivities>;

async function caseOf({ pool }: Database, caseId: string): Promise<CaseRow> {
  const row = await findCase(pool, { caseId });
  if (row === null) throw brokenInvariant(`no case ${caseId}`);
  return row;
}

function stateOf({ status, url, createdAt, expiresAt, isCheckDue, now }: CaseRow): CaseState {
  return {
    status,
    isOpened: url !== null,
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt.getTime(),
    isCheckDue,
    clock: { offset: 0, floor: now.getTime() },
  };
}

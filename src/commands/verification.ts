import type { VerificationStatus } from '../domain/environment.ts';
import { SYSTEM } from '../domain/org-event.ts';
import type { Origin } from '../domain/org-event.ts';
import { ok } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { CASE_DAYS, decideOverruling, decideStart, decideVerdict } from '../domain/verification.ts';
import type { Application, Verdict } from '../domain/verification.ts';
import { Org } from '../entities/org.ts';
import { User } from '../entities/user.ts';
import type { Queryable, Transaction } from '../store/database.ts';
import { lockOrg } from '../store/members.ts';
import { recordPartnerEvent } from '../store/partner-events.ts';
import { lockUser } from '../store/users.ts';
import { findCase, findNewestCase, insertCase, updateCase } from '../store/verification.ts';
import type { CaseRow, Subject } from '../store/verification.ts';
import type { DatabaseContext, TrailContext } from './context.ts';
import { recordOrgEvent } from './org-event.ts';

/**
 * Verification cases, and the standing of orgs and users that the gates read. Both change in one transaction,
 * under the lock of the org's or the user's row. That lock comes first, and all that depends on it is read
 * after it.
 */

/** The org or user of a case, under its lock. */
interface LockedSubject {
  readonly standing: VerificationStatus;
  readonly home: string;
  /**
   * Writes the standing, and the change of a business's standing to its trail. A person who is approved moves
   * to the country of the case; a business never moves. A business that is approved keeps the name that was
   * verified: the reported one, else its present name.
   */
  write(origin: Origin, standing: VerificationStatus, verified?: Verified): Promise<void>;
}

/** The parts of a case that its approval writes to the org or user. */
type Verified = Pick<CaseRow, 'countryCode' | 'legalName'>;

async function lockSubject(tx: Transaction, { kind, subjectId }: Subject): Promise<LockedSubject | null> {
  if (kind === 'kyb') {
    await lockOrg(tx, { orgId: subjectId });
    const org = await tx.em.findOne(Org, { id: subjectId });
    if (org === null) return null;
    const write = async (
      origin: Origin,
      standing: VerificationStatus,
      verified?: Verified,
    ): Promise<void> => {
      const [before, after] = [{ kyb_status: org.kybStatus }, { kyb_status: standing }];
      const event = {
        orgId: subjectId,
        action: 'kyb.changed',
        target: { kind: 'org', id: subjectId },
      } as const;
      if (org.kybStatus !== standing) await recordOrgEvent(tx, origin, { ...event, before, after });
      // A second approval is none: the org may have been renamed since the first.
      const isApproved = standing === 'APPROVED' && org.kybStatus !== 'APPROVED';
      if (isApproved) org.verifiedName = verified?.legalName ?? org.name;
      org.kybStatus = standing;
    };
    return { standing: org.kybStatus, home: org.countryCode, write };
  }
  await lockUser(tx, { userId: subjectId });
  const user = await tx.em.findOne(User, { id: subjectId });
  if (user === null) return null;
  const write = async (_: Origin, standing: VerificationStatus, verified?: Verified): Promise<void> => {
    user.kycStatus = standing;
    if (standing === 'APPROVED') user.countryCode = verified?.countryCode ?? user.countryCode;
  };
  return { standing: user.kycStatus, home: user.countryCode, write };
}

export interface NewCase extends Application {
  readonly subjectId: string;
  /** The id of a case that begins. An open case keeps its own. */
  readonly newId: string;
  readonly actor: string;
}

/**
 * Starts a case, or finds the open one. An open case past its end is withdrawn first: the caller must not be
 * sent to its page. Returns null where there is no such org or user. Refused: what `decideStart` refuses.
 */
export function startCase(
  { database, origin }: TrailContext,
  start: NewCase,
): Promise<Outcome<CaseRow> | null> {
  return database.transaction(async (tx) => {
    const subject = await lockSubject(tx, start);
    if (subject === null) return null;
    const allowed = decideStart(start, subject);
    if (!allowed.ok) return allowed;
    const newest = await findNewestCase(tx, start);
    if (newest?.status === 'PENDING') {
      if (newest.now < newest.expiresAt) return ok(newest);
      await withdraw(tx, newest);
    }
    await insertCase(tx, { ...start, days: CASE_DAYS });
    await subject.write(origin, 'PENDING');
    return ok(await existing(tx, start.newId));
  });
}

/** A verdict of the provider. */
export interface VerdictEvent {
  /** The provider's id of the event. The second event with this id changes nothing. */
  readonly eventId: string;
  readonly verdict: Verdict;
  /** By the provider's clock. */
  readonly occurredAt: Date;
}

const EVENT_TYPES: Readonly<Record<Verdict, string>> = {
  APPROVED: 'case.approved',
  REJECTED: 'case.rejected',
  WITHDRAWN: 'case.withdrawn',
};

/** Records a verdict, and applies its effect once. Returns the case as it is then. */
export function applyVerdict(
  context: DatabaseContext,
  caseId: string,
  event: VerdictEvent,
): Promise<CaseRow> {
  const { eventId, verdict, occurredAt: at } = event;
  return changeCase(context, caseId, async (tx, row, subject) => {
    const isNew = await recordPartnerEvent(tx, {
      partner: 'verification',
      eventId,
      type: EVENT_TYPES[verdict],
      reference: caseId,
      occurredAt: at,
    });
    const effect = isNew && decideVerdict({ ...row, standing: subject.standing }, { verdict, at });
    if (effect === null) return;
    const { status } = effect;
    await updateCase(tx, { caseId, status, decidedBy: 'provider', verdictAt: at, isOverruled: false });
    if (effect.standing !== null) await subject.write(SYSTEM, effect.standing, row);
  });
}

/**
 * Withdraws a case that is open and due, by `at` and by the database's clock. A second run finds it closed.
 */
export function expireCase(context: DatabaseContext, caseId: string, at: Date): Promise<CaseRow> {
  return changeCase(context, caseId, async (tx, row, subject) => {
    // The row as it was judged: a later read of the clock could be past the expiry, and the workflow would
    // take it for a failed step.
    if (row.status !== 'PENDING' || row.expiresAt > at || row.expiresAt > row.now) return row;
    await withdraw(tx, row);
    if (row.isNewest) await subject.write(SYSTEM, 'WITHDRAWN');
    return undefined;
  });
}

/**
 * Runs the work on a case under the lock of its org or user. Returns the work's case, or else reads it again.
 */
function changeCase(
  { database }: DatabaseContext,
  caseId: string,
  work: (tx: Transaction, row: CaseRow, subject: LockedSubject) => Promise<CaseRow | void>,
): Promise<CaseRow> {
  return database.transaction(async (tx) => {
    const subject = await lockSubject(tx, await existing(tx, caseId));
    if (subject === null) throw new Error(`case ${caseId} has no org or user`);
    return (await work(tx, await existing(tx, caseId), subject)) ?? existing(tx, caseId);
  });
}

/** Closes an open case at its end, without a verdict. */
const withdraw = (tx: Queryable, { id: caseId, expiresAt: verdictAt }: CaseRow) =>
  updateCase(tx, { caseId, status: 'WITHDRAWN', decidedBy: 'expiry', verdictAt, isOverruled: false });

async function existing(on: Queryable, caseId: string): Promise<CaseRow> {
  const row = await findCase(on, { caseId });
  if (row === null) throw new Error(`there is no case ${caseId}`);
  return row;
}

/**
 * The standing before and after a decision of the operator, and the case that the decision closed, if any.
 */
export interface Overruling {
  readonly before: VerificationStatus;
  readonly standing: VerificationStatus;
  readonly closedCaseId: string | null;
}

/**
 * Gives an org or a user the operator's standing, and closes its open case with it. `standing` is read after
 * the existence of the org or user is known. Returns null where there is none.
 */
export async function overrideVerdict(
  tx: Transaction,
  { origin, ...subject }: Subject & Pick<TrailContext, 'origin'>,
  standing: () => VerificationStatus,
): Promise<Overruling | null> {
  const found = await lockSubject(tx, subject);
  if (found === null) return null;
  const wanted = standing();
  const newest = await findNewestCase(tx, subject);
  const effect = newest && decideOverruling(newest.status, wanted);
  const closes = newest?.status === 'PENDING' && effect !== null;
  if (newest !== null && effect !== null) {
    await updateCase(tx, {
      caseId: newest.id,
      status: effect.status,
      decidedBy: 'operator',
      verdictAt: null,
      isOverruled: true,
    });
  }
  await found.write(origin, wanted, closes ? newest : undefined);
  return { before: found.standing, standing: wanted, closedCaseId: closes ? newest.id : null };
}

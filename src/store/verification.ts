import { CASE_DAYS, decideOverruling, decideStart, decideVerdict } from '../domain/verification.ts';
import type { Application, CaseStatus, Verdict, VerificationKind } from '../domain/verification.ts';
import type { VerificationStatus } from '../domain/environment.ts';
import { ok } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Database } from './database.ts';
import { recordPartnerEvent } from './partner-events.ts';
import { statement, statementOne } from './statement.ts';
import type { Queryable } from './statement.ts';

/**
 * Verification cases, and the standing of orgs and users that the gates read. Both change in one transaction, under the
 * lock of the org's or the user's row: it comes first, and what depends on it is read in the statement after it.
 */

/** Who is verified: an org for KYB, a user for KYC. */
export interface Subject {
  readonly kind: VerificationKind;
  readonly subjectId: string;
}

interface StandingRow {
  readonly standing: VerificationStatus;
  readonly home: string;
}

const lockOrg = statementOne<{ subjectId: string }, StandingRow>(
  'lock_kyb',
  'select kyb_status as standing, country_code as home from orgs where id = :subjectId for no key update',
);
const lockUser = statementOne<{ subjectId: string }, StandingRow>(
  'lock_kyc',
  'select kyc_status as standing, country_code as home from users where id = :subjectId for no key update',
);
const updateOrg = statement<{ subjectId: string; standing: VerificationStatus }, never>(
  'update_kyb',
  'update orgs set kyb_status = :standing where id = :subjectId',
);
/** A null country leaves the user's. */
const updateUser = statement<
  {
    subjectId: string;
    standing: VerificationStatus;
    country: string | null;
  },
  never
>(
  'update_kyc',
  `update users set kyc_status = :standing, country_code = coalesce(:country::text, country_code)
   where id = :subjectId`,
);

const lockStanding = (tx: Queryable, of: Subject) => (of.kind === 'kyb' ? lockOrg : lockUser)(tx, of);

/** A person who is approved lives where the case says; a business never moves. */
async function writeStanding(
  tx: Queryable,
  { kind, subjectId }: Subject,
  { standing, country }: { standing: VerificationStatus; country: string | null },
): Promise<void> {
  if (kind === 'kyb') await updateOrg(tx, { subjectId, standing });
  else await updateUser(tx, { subjectId, standing, country: standing === 'APPROVED' ? country : null });
}

export interface CaseRow extends Subject {
  readonly id: string;
  readonly countryCode: string;
  readonly status: CaseStatus;
  /** Where the applicant is verified; null until the provider has opened the case. */
  readonly url: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly verdictAt: Date | null;
  readonly isOverruled: boolean;
  readonly isNewest: boolean;
  readonly now: Date;
}

const COLUMNS = `c.id, c.kind, c.subject_id, c.country_code, c.status, c.url, c.created_at, c.expires_at,
  c.verdict_at, c.overruled_at is not null as is_overruled,
  not exists (select from verification_cases n
              where n.subject_id = c.subject_id and n.seq > c.seq) as is_newest,
  org_now(null, 'live') as now`;

/** A case, with the time by which it is judged: verification lives in real time. */
export const findCase = statementOne<{ caseId: string }, CaseRow>(
  'find_case',
  `select ${COLUMNS}
   from verification_cases c where c.id = :caseId`,
);
const findNewest = statementOne<{ subjectId: string }, CaseRow>(
  'find_newest_case',
  `select ${COLUMNS}
   from verification_cases c where c.subject_id = :subjectId order by c.seq desc limit 1`,
);

/** The country of a user, held like their standing, and whether the verification that approved them said so. Null when there is no such user. */
export async function lockHome(tx: Queryable, userId: string): Promise<{ readonly country: string; readonly isVerified: boolean } | null> {
  const user = await lockStanding(tx, { kind: 'kyc', subjectId: userId });
  if (user === null) return null;
  const newest = await findNewest(tx, { subjectId: userId });
  return { country: user.home, isVerified: user.standing === 'APPROVED' && newest?.status === 'APPROVED' };
}

const insertCase = statementOne<
  {
    newId: string;
    kind: VerificationKind;
    subjectId: string;
    countryCode: string;
    actor: string;
    days: number;
  },
  { id: string }
>(
  'insert_case',
  `insert into verification_cases (id, kind, org_id, user_id, country_code, started_by, created_at,
                                   expires_at)
   select :newId, :kind::text, case when :kind = 'kyb' then :subjectId::uuid end,
          case when :kind = 'kyc' then :subjectId::uuid end, :countryCode, :actor, now,
          now + make_interval(days => :days)
   from (select org_now(null, 'live') as now offset 0) clock returning id`,
);

/** Records a verdict on a case. A null status leaves the case's. A null `verdictAt` is now. */
const updateCase = statement<
  {
    caseId: string;
    status: Verdict | null;
    decidedBy: 'expiry' | 'provider' | 'operator';
    verdictAt: Date | null;
    isOverruled: boolean;
  },
  never
>(
  'update_case',
  `update verification_cases set status = coalesce(:status::text, status),
          decided_at = case when :status is null then decided_at else now end,
          decided_by = case when :status is null then decided_by else :decidedBy::text end,
          verdict_at = coalesce(:verdictAt::timestamptz, now),
          overruled_at = case when :isOverruled::boolean then now else overruled_at end
   from (select org_now(null, 'live') as now offset 0) clock where id = :caseId`,
);

/** Records the provider's id of a case, and the URL of its hosted page. The first answer stays. */
export const keepOpened = statement<
  {
    caseId: string;
    providerCaseId: string;
    url: string;
  },
  never
>(
  'keep_opened_case',
  `update verification_cases set provider_case_id = :providerCaseId, url = :url
   where id = :caseId and url is null`,
);

export interface Started extends Application {
  readonly subjectId: string;
  /** For a case that begins; one that is open keeps its own. */
  readonly newId: string;
  readonly actor: string;
}

/**
 * Begins a case, or finds the one that is open. An open one past its end makes way: nobody may be sent to it.
 * Answers the case; null when there is no such org or user.
 */
export function startCase(database: Database, start: Started): Promise<Outcome<CaseRow> | null> {
  return database.transaction(async (tx) => {
    const subject = await lockStanding(tx, start);
    if (subject === null) return null;
    const allowed = decideStart(start, subject);
    if (!allowed.ok) return allowed;
    const newest = await findNewest(tx, start);
    if (newest?.status === 'PENDING') {
      if (newest.now < newest.expiresAt) return ok(newest);
      await withdraw(tx, newest);
    }
    await insertCase(tx, { ...start, days: CASE_DAYS });
    await writeStanding(tx, start, { standing: 'PENDING', country: null });
    return ok(await existing(tx, start.newId));
  });
}

/** Closes an open case at its end, without a verdict. */
const withdraw = (tx: Queryable, { id: caseId, expiresAt: verdictAt }: CaseRow) =>
  updateCase(tx, { caseId, status: 'WITHDRAWN', decidedBy: 'expiry', verdictAt, isOverruled: false });

/** A verdict of the provider, told by a callback or found by asking. */
export interface HeardVerdict {
  /** The provider's id of the event: the second copy of one changes nothing. */
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

/** A row when this event of the provider was recorded before. */
export const verdictWasHeard = statementOne<{ eventId: string }, { heard: true }>(
  'verdict_was_heard',
  `select true as heard from partner_events where partner = 'verification' and event_id = :eventId`,
);

/** Writes a verdict down and applies what it changes, once. Answers the case as it is then. */
export function hearVerdict(database: Database, caseId: string, heard: HeardVerdict): Promise<CaseRow> {
  const { eventId, verdict, occurredAt: at } = heard;
  return onCase(database, caseId, async (tx, row, standing) => {
    const event = await recordPartnerEvent(tx, {
      partner: 'verification',
      eventId,
      type: EVENT_TYPES[verdict],
      reference: caseId,
      occurredAt: at,
    });
    const effect = event && decideVerdict({ ...row, standing }, { verdict, at });
    if (effect === null) return;
    const { status } = effect;
    await updateCase(tx, { caseId, status, decidedBy: 'provider', verdictAt: at, isOverruled: false });
    if (effect.standing !== null) await writeStanding(tx, row, { standing: effect.standing, country: row.countryCode });
  });
}

/** Withdraws a case that is open and due, by `at` and by the database's clock, without a verdict. A second run finds it closed. */
export function expireCase(database: Database, caseId: string, at: Date): Promise<CaseRow> {
  return onCase(database, caseId, async (tx, row) => {
    // The row as it was judged: a later read of the clock could be past the expiry, and the workflow would take it for a failed step.
    if (row.status !== 'PENDING' || row.expiresAt > at || row.expiresAt > row.now) return row;
    await withdraw(tx, row);
    if (row.isNewest) await writeStanding(tx, row, { standing: 'WITHDRAWN', country: null });
    return undefined;
  });
}

/** Runs the work on a case under the lock of its user or organization. Answers the case that the work answers, or else reads it again. */
function onCase(
  database: Database,
  caseId: string,
  work: (tx: Queryable, row: CaseRow, standing: VerificationStatus) => Promise<CaseRow | void>,
): Promise<CaseRow> {
  return database.transaction(async (tx) => {
    const subject = await lockStanding(tx, await existing(tx, caseId));
    if (subject === null) throw new Error(`case ${caseId} is about nobody`);
    return (await work(tx, await existing(tx, caseId), subject.standing)) ?? existing(tx, caseId);
  });
}

async function existing(on: Queryable, caseId: string): Promise<CaseRow> {
  const row = await findCase(on, { caseId });
  if (row === null) throw new Error(`there is no case ${caseId}`);
  return row;
}

/** What the operator found when they decided, and the case that their decision closed, if any. */
export interface Overruled {
  readonly before: VerificationStatus;
  readonly closedCaseId: string | null;
}

/**
 * Gives an org or a user this standing by the operator's decision, and closes the open case with it. Null when there is
 * no such org or user. The transaction goes on: it holds their row.
 */
export async function overrule(
  tx: Queryable,
  subject: Subject,
  standing: () => VerificationStatus,
): Promise<(Overruled & { readonly standing: VerificationStatus }) | null> {
  const found = await lockStanding(tx, subject);
  if (found === null) return null;
  const wanted = standing();
  const newest = await findNewest(tx, subject);
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
  await writeStanding(tx, subject, { standing: wanted, country: closes ? newest.countryCode : null });
  return { before: found.standing, closedCaseId: closes ? newest.id : null, standing: wanted };
}

/** Connects a live banking partner for these countries, where the operator has not set or denied one. */
export const connectLivePartners = statement<{ countryCodes: readonly string[] }, never>(
  'connect_live_partners',
  `insert into countries (country_code, live_partner)
   select code, true from unnest(:countryCodes::text[]) code
   on conflict (country_code) do update set live_partner = true where countries.live_partner is null`,
);

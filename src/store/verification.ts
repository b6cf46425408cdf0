import { CASE_DAYS, decideOverruling, decideStart, decideVerdict } from '../domain/verification.ts';
import type { Application, CaseStatus, Verdict, VerificationKind } from '../domain/verification.ts';
import type { VerificationStatus } from '../domain/environment.ts';
import { ok } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { prepared, preparedOne } from './database.ts';
import type { Database, Queryable } from './database.ts';
import { recordPartnerEvent } from './partner-events.ts';

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

const lockOrg = preparedOne<StandingRow>(
  'lock_kyb',
  'select kyb_status as standing, country_code as home from orgs where id = $1 for no key update',
);
const lockUser = preparedOne<StandingRow>(
  'lock_kyc',
  'select kyc_status as standing, country_code as home from users where id = $1 for no key update',
);
const updateOrg = prepared<never>('update_kyb', 'update orgs set kyb_status = $2 where id = $1');
/** Parameters: user, standing, the country that comes with it or null. */
const updateUser = prepared<never>(
  'update_kyc',
  'update users set kyc_status = $2, country_code = coalesce($3::text, country_code) where id = $1',
);

const lockStanding = (tx: Queryable, { kind, subjectId }: Subject) => (kind === 'kyb' ? lockOrg : lockUser)(tx, [subjectId]);

/** A person who is approved lives where the case says; a business never moves. */
async function writeStanding(
  tx: Queryable,
  { kind, subjectId }: Subject,
  { standing, country }: { standing: VerificationStatus; country: string | null },
): Promise<void> {
  if (kind === 'kyb') await updateOrg(tx, [subjectId, standing]);
  else await updateUser(tx, [subjectId, standing, standing === 'APPROVED' ? country : null]);
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

const COLUMNS = `c.id, c.kind, c.subject_id as "subjectId", c.country_code as "countryCode", c.status, c.url,
  c.created_at as "createdAt", c.expires_at as "expiresAt", c.verdict_at as "verdictAt", c.overruled_at is not null as "isOverruled",
  not exists (select from verification_cases n where n.subject_id = c.subject_id and n.seq > c.seq) as "isNewest", org_now(null, 'live') as now`;

/** A case, with the time by which it is judged: verification lives in real time. */
export const findCase = preparedOne<CaseRow>('find_case', `select ${COLUMNS} from verification_cases c where c.id = $1`);
const findNewest = preparedOne<CaseRow>(
  'find_newest_case',
  `select ${COLUMNS} from verification_cases c where c.subject_id = $1 order by c.seq desc limit 1`,
);

/** The country of a user, held like their standing, and whether the verification that approved them said so. Null when there is no such user. */
export async function lockHome(tx: Queryable, userId: string): Promise<{ readonly country: string; readonly isVerified: boolean } | null> {
  const user = await lockStanding(tx, { kind: 'kyc', subjectId: userId });
  if (user === null) return null;
  const newest = await findNewest(tx, [userId]);
  return { country: user.home, isVerified: user.standing === 'APPROVED' && newest?.status === 'APPROVED' };
}

/** Parameters: id, kind, org or user, country, who starts it, days. */
const insertCase = preparedOne<{ id: string }>(
  'insert_case',
  `insert into verification_cases (id, kind, org_id, user_id, country_code, started_by, created_at, expires_at)
   select $1, $2::text, case when $2 = 'kyb' then $3::uuid end, case when $2 = 'kyc' then $3::uuid end, $4, $5, now, now + make_interval(days => $6)
   from (select org_now(null, 'live') as now offset 0) clock returning id`,
);

/** Parameters: case, its new status or null, who decided, when the verdict was given or null for now, whether by the operator. */
const updateCase = prepared<never>(
  'update_case',
  `update verification_cases set status = coalesce($2::text, status), decided_at = case when $2 is null then decided_at else now end,
          decided_by = case when $2 is null then decided_by else $3::text end, verdict_at = coalesce($4::timestamptz, now),
          overruled_at = case when $5::boolean then now else overruled_at end
   from (select org_now(null, 'live') as now offset 0) clock where id = $1`,
);

/** Keeps what the provider calls a case and where the applicant goes: case, the provider's id, address. The first answer stays. */
export const keepOpened = prepared<never>(
  'keep_opened_case',
  'update verification_cases set provider_case_id = $2, url = $3 where id = $1 and url is null',
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
    const newest = await findNewest(tx, [start.subjectId]);
    if (newest?.status === 'PENDING') {
      if (newest.now < newest.expiresAt) return ok(newest);
      await updateCase(tx, [newest.id, 'WITHDRAWN', 'expiry', newest.expiresAt, false]);
    }
    await insertCase(tx, [start.newId, start.kind, start.subjectId, start.countryCode, start.actor, CASE_DAYS]);
    await writeStanding(tx, start, { standing: 'PENDING', country: null });
    return ok(await existing(tx, start.newId));
  });
}

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

/** Whether this callback was taken before. Parameter: the provider's id of the event. */
export const verdictWasHeard = preparedOne<{ heard: true }>(
  'verdict_was_heard',
  `select true as heard from partner_events where partner = 'verification' and event_id = $1`,
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
    await updateCase(tx, [caseId, effect.status, 'provider', at, false]);
    if (effect.standing !== null) await writeStanding(tx, row, { standing: effect.standing, country: row.countryCode });
  });
}

/** Withdraws a case that is open and due, by `at` and by the database's clock, without a verdict. A second run finds it closed. */
export function expireCase(database: Database, caseId: string, at: Date): Promise<CaseRow> {
  return onCase(database, caseId, async (tx, row) => {
    // The row as it was judged: a later read of the clock could be past the expiry, and the workflow would take it for a failed step.
    if (row.status !== 'PENDING' || row.expiresAt > at || row.expiresAt > row.now) return row;
    await updateCase(tx, [caseId, 'WITHDRAWN', 'expiry', row.expiresAt, false]);
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
  const row = await findCase(on, [caseId]);
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
  const newest = await findNewest(tx, [subject.subjectId]);
  const effect = newest && decideOverruling(newest.status, wanted);
  const closes = newest?.status === 'PENDING' && effect !== null;
  if (newest !== null && effect !== null) await updateCase(tx, [newest.id, effect.status, 'operator', null, true]);
  await writeStanding(tx, subject, { standing: wanted, country: closes ? newest.countryCode : null });
  return { before: found.standing, closedCaseId: closes ? newest.id : null, standing: wanted };
}

/** Connects a live banking partner for these countries, where the operator has not said whether there is one. Parameter: the codes. */
export const connectLivePartners = prepared<never>(
  'connect_live_partners',
  `insert into countries (country_code, live_partner) select code, true from unnest($1::text[]) code
   on conflict (country_code) do update set live_partner = true where countries.live_partner is null`,
);

import type { CaseStatus, Verdict, VerificationKind } from '../domain/verification.ts';
import { statement, statementOne } from './statement.ts';

/** Who is verified: an org for KYB, a user for KYC. */
export interface Subject {
  readonly kind: VerificationKind;
  readonly subjectId: string;
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
  /** The registered name of the business, as the provider reports it. Null if it reports none. */
  readonly legalName: string | null;
  /** The case is approved, and the provider has not been asked about it for a day. */
  readonly isCheckDue: boolean;
  readonly now: Date;
}

/** True for an approved case that is due for its daily lookup: the callback of a withdrawal may be lost. */
export const IS_CHECK_DUE = `status = 'APPROVED' and provider_case_id is not null
  and coalesce(asked_at, decided_at) <= (select org_now(null, 'live')) - interval '1 day'`;

const COLUMNS = `c.id, c.kind, c.subject_id, c.country_code, c.status, c.url, c.created_at, c.expires_at,
  c.verdict_at, c.overruled_at is not null as is_overruled, c.legal_name, ${IS_CHECK_DUE} as is_check_due,
  not exists (select from verification_cases n
              where n.subject_id = c.subject_id and n.seq > c.seq) as is_newest,
  org_now(null, 'live') as now`;

/** A case, with the time by which it is judged: verification lives in real time. */
export const findCase = statementOne<{ caseId: string }, CaseRow>(
  'find_case',
  `select ${COLUMNS}
   from verification_cases c where c.id = :caseId`,
);
/** The newest case of an org or a user. */
export const findNewestCase = statementOne<{ subjectId: string }, CaseRow>(
  'find_newest_case',
  `select ${COLUMNS}
   from verification_cases c where c.subject_id = :subjectId order by c.seq desc limit 1`,
);

/** Inserts a case, by the database's clock. */
export const insertCase = statementOne<
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
export const updateCase = statement<
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
export const recordOpening = statement<
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

/**
 * Records an answer of the provider to a lookup: the name of a business, and the time if the daily lookup was
 * due. A missing name keeps the last one.
 */
export const recordLookup = statement<{ caseId: string; legalName: string | null }, never>(
  'record_lookup',
  `update verification_cases set
     asked_at = case when ${IS_CHECK_DUE} then org_now(null, 'live') else asked_at end,
     legal_name = case when kind = 'kyb' then coalesce(:legalName::text, legal_name) end
   where id = :caseId`,
);

/** Finds the countries with a live banking partner. */
export const listLiveCountries = statement<Record<never, never>, { countryCode: string }>(
  'list_live_countries',
  'select country_code as "countryCode" from countries where live_partner order by country_code',
);

/** Connects a live banking partner for these countries, where the operator has not set or denied one. */
export const connectLivePartners = statement<{ countryCodes: readonly string[] }, never>(
  'connect_live_partners',
  `insert into countries (country_code, live_partner)
   select code, true from unnest(:countryCodes::text[]) code
   on conflict (country_code) do update set live_partner = true where countries.live_partner is null`,
);

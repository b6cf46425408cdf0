import type { PoolClient } from 'pg';
import type { Environment } from '../domain/environment.ts';
import { prepared, preparedOne } from './database.ts';
import type { Database, Queryable } from './database.ts';
import { checkIntegrity } from './integrity.ts';
import type { CheckResult } from './integrity.ts';

/** What the operator did to whom, with the row before and after. `target` is the noun and its key. */
export interface OperatorAction {
  readonly id: string;
  readonly action: 'set_pricing' | 'set_country' | 'set_kyb' | 'set_kyc' | 'clear_screening_case';
  readonly target: string;
  readonly before: object | null;
  readonly after: object;
  readonly reason: string;
}

const insertAction = prepared<never>(
  'insert_operator_action',
  'insert into operator_actions (id, action, target, before, after, reason) values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing',
);

/** Writes the action down once, in the transaction that changes the row. */
export async function recordAction(tx: Queryable, { id, action, target, before, after, reason }: OperatorAction): Promise<void> {
  await insertAction(tx, [id, action, target, before && JSON.stringify(before), JSON.stringify(after), reason]);
}

export interface PricingRow {
  readonly mdr: number;
  readonly recommenderShare: number;
}

/** An org's prices, held until the transaction ends, with its country's bounds. */
export const lockPricing = preparedOne<PricingRow & { readonly leastShare: number; readonly mostShare: number }>(
  'lock_pricing',
  `select o.mdr_bps as mdr, o.recommender_share_bps as "recommenderShare",
          coalesce(n.min_share_bps, 0) as "leastShare", coalesce(n.max_share_bps, 10000) as "mostShare"
   from orgs o left join countries n on n.country_code = o.country_code
   where o.id = $1 for no key update of o`,
);

/** Parameters: org, MDR, recommender's share. */
export const updatePricing = prepared<never>('update_pricing', 'update orgs set mdr_bps = $2, recommender_share_bps = $3 where id = $1');

export interface CountryRow {
  readonly leastShare: number;
  readonly mostShare: number;
  readonly hasLivePartner: boolean;
}

const COUNTRY = 'min_share_bps as "leastShare", max_share_bps as "mostShare", coalesce(live_partner, false) as "hasLivePartner"';

/** Makes the country's row if there is none, with the defaults; answers nothing when there was one. */
const makeCountry = preparedOne<{ country_code: string }>(
  'make_country',
  'insert into countries (country_code) values ($1) on conflict do nothing returning country_code',
);
const readCountry = preparedOne<CountryRow>('lock_country', `select ${COUNTRY} from countries where country_code = $1 for no key update`);

/** A country's terms, held until the transaction ends; null when nothing was set for it so far. It is written then. */
export async function lockCountry(tx: Queryable, code: string): Promise<CountryRow | null> {
  const made = await makeCountry(tx, [code]);
  return made === null ? readCountry(tx, [code]) : null;
}

/** Parameters: country, least share, most share, live partner or null to leave it. Answers the row as it is then. */
export const updateCountry = preparedOne<CountryRow>(
  'update_country',
  `update countries set min_share_bps = $2, max_share_bps = $3, live_partner = coalesce($4, live_partner)
   where country_code = $1 returning ${COUNTRY}`,
);

export interface ComplianceRow {
  readonly id: string;
  readonly orgId: string | null;
  readonly env: Environment;
  readonly subject: string;
  readonly rule: string;
  readonly decision: 'BLOCKED' | 'PASSED' | 'FORCED' | 'CLEARED';
  readonly facts: unknown;
  readonly reason: string;
  readonly at: Date;
}

/** What was decided for or against, newest first. Parameters: before this time and id, how many. `infinity` begins at the newest. */
export const listComplianceRecords = prepared<ComplianceRow>(
  'list_compliance_records',
  `select id, org_id as "orgId", env, subject, rule, decision, facts, reason, at from compliance_records
   where (at, id) < ($1::timestamptz, $2::uuid) order by at desc, id desc limit $3`,
);

/** The checks read every row: they may take longer than a request's statement, but not for ever. */
const CHECKS_MS = 60_000;

/** Every promise of the books, checked in one snapshot: what moves meanwhile is in all checks or in none. */
export async function readIntegrity({ pool }: Database): Promise<CheckResult[]> {
  const client: PoolClient = await pool.connect();
  let fault: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(`set local statement_timeout = ${CHECKS_MS}`);
    const patient = { query: (text: string) => client.query({ text, query_timeout: CHECKS_MS } as never) };
    const results = await checkIntegrity(patient as unknown as Pick<typeof pool, 'query'>);
    await client.query('commit');
    return results;
  } catch (error) {
    await client.query('rollback').catch((broken: Error) => {
      fault = broken;
    });
    throw error;
  } finally {
    client.release(fault);
  }
}

import type { PoolClient } from 'pg';
import type { Environment } from '../domain/environment.ts';
import type { OperatorRole } from '../domain/operators.ts';
import { attemptsOf } from './compliance.ts';
import type { Database } from './database.ts';
import { checkIntegrity } from './integrity.ts';
import type { CheckResult } from './integrity.ts';
import { jsonText, statement, statementOne } from './statement.ts';
import type { JsonText, Queryable } from './statement.ts';

/** An operator's change of a row, with the row before and after. `target` is the noun and its key. */
export interface OperatorAction {
  readonly id: string;
  /** The operator's name. */
  readonly operator: string;
  readonly action:
    | 'set_pricing'
    | 'set_country'
    | 'set_kyb'
    | 'set_kyc'
    | 'clear_screening_case'
    | 'suspend_org'
    | 'resume_org'
    | 'end_sessions'
    | 'revoke_key'
    | 'erase_user'
    | 'propose_adjustment'
    | 'approve_adjustment'
    | 'withdraw_adjustment'
    | 'resolve_payout';
  readonly target: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly reason: string;
}

interface ActionParams {
  readonly id: string;
  readonly operator: string;
  readonly action: OperatorAction['action'];
  readonly target: string;
  readonly before: JsonText<object> | null;
  readonly after: JsonText<object> | null;
  readonly reason: string;
}

const insertAction = statement<ActionParams, never>(
  'insert_operator_action',
  `insert into operator_actions (id, operator, action, target, before, after, reason)
   values (:id, :operator, :action, :target, :before, :after, :reason) on conflict (id) do nothing`,
);

/** Records the action once, in the transaction that changes the row. */
export async function recordAction(tx: Queryable, action: OperatorAction): Promise<void> {
  const { before, after } = action;
  await insertAction(tx, {
    ...action,
    before: before && jsonText(before),
    after: after && jsonText(after),
  });
}

interface OperatorCall {
  readonly operator: string;
  readonly role: OperatorRole;
  readonly method: string;
  readonly path: string;
  readonly address: string;
  readonly requestId: string;
}

/** Appends a call of an operator to the record of all of them. */
export const insertOperatorCall = statement<OperatorCall, never>(
  'insert_operator_call',
  `insert into operator_calls (operator, role, method, path, address, request_id)
   values (:operator, :role, :method, :path, :address, :requestId)`,
);

/** Inserts the country's row with the defaults. Returns no row when there was one. */
const insertCountry = statementOne<{ countryCode: string }, { countryCode: string }>(
  'insert_country',
  'insert into countries (country_code) values (:countryCode) on conflict do nothing returning country_code',
);
const lockRow = statement<{ countryCode: string }, never>(
  'lock_country',
  'select from countries where country_code = :countryCode for no key update',
);

/**
 * Locks a country's row until the transaction ends. Returns true when it had none and got one with the
 * defaults.
 */
export async function lockCountry(tx: Queryable, countryCode: string): Promise<boolean> {
  const isNew = (await insertCountry(tx, { countryCode })) !== null;
  if (!isNew) await lockRow(tx, { countryCode });
  return isNew;
}

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
  /** 1, and the further blocked attempts that count on this record. */
  readonly attempts: number;
  readonly lastAttemptAt: Date;
  /** In minor units. Null for a judgement without an amount of its own. */
  readonly largestAmount: number | null;
}

interface RecordsPage {
  readonly afterKey: string;
  readonly afterId: string;
  readonly limit: number;
}

/** Lists the decisions of monitoring and screening, newest first. */
export const listComplianceRecords = statement<RecordsPage, ComplianceRow>(
  'list_compliance_records',
  `select r.id, r.org_id, r.env, r.subject, r.rule, r.decision, r.facts, r.reason, r.at, n.attempts,
          n.last_attempt_at, n.largest_amount
   from compliance_records r cross join lateral (${attemptsOf('r')}) n
   where (r.at, r.id) < (:afterKey::timestamptz, :afterId::uuid) order by r.at desc, r.id desc limit :limit`,
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

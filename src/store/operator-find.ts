import type { Environment } from '../domain/environment.ts';
import { attemptsOf } from './compliance.ts';
import { statement, statementOne } from './statement.ts';

/** The kinds of rows that an operator finds by id, in the order of preference where two share an id. */
export const FOUND_KINDS = [
  'org',
  'user',
  'terminal',
  'checkout',
  'charge',
  'return',
  'award',
  'payout',
  'counterparty',
  'delivery',
  'key',
  'verification_case',
  'screening_case',
  'compliance_record',
  'invite',
  'entry',
  'recommendation',
  'journal',
  'session',
  'sign_in_code',
  'audit_entry',
] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** An object that belongs to a found one. */
export interface RelatedObject {
  readonly kind: string;
  readonly id: string;
}

/** A row of any table, as far as operators see it: ids and statuses, no personal data. */
export interface FoundObject {
  readonly kind: FoundKind;
  readonly id: string;
  readonly orgId: string | null;
  readonly env: Environment | null;
  readonly status: string | null;
  /** The id in the name of its workflow. Null for a row without one. */
  readonly workflowKey: string | null;
  /** The blocked attempts that a compliance record counts. Null for other kinds. */
  readonly attempts: number | null;
  readonly related: readonly RelatedObject[];
}

/** At most 50 related objects of a kind: a charge may have a thousand awards. */
const MOST_RELATED = 'limit 50';

/** Related objects as JSON. Each branch selects a kind and an id. A null id is no object. */
const related = (...branches: readonly string[]): string =>
  `(select coalesce(json_agg(json_build_object('kind', kind, 'id', id)), '[]')
    from (${branches.map((branch) => `(${branch})`).join(' union all ')}) r (kind, id) where id is not null)`;

const one = (kind: string, id: string): string => `select '${kind}', ${id}::text`;
const many = (kind: string, from: string): string =>
  `select '${kind}', id::text from ${from} ${MOST_RELATED}`;
/** The compliance records of a subject, and those that count a blocked attempt of it. */
const records = (subject: string): string =>
  many(
    'compliance_record',
    `(select id from compliance_records where subject = ${subject}
      union select record_id from blocked_attempts where subject = ${subject}) c`,
  );
/** The verification cases of a business or a consumer, newest first. */
const cases = (subject: string): string =>
  many(
    'verification_case',
    `(select id from verification_cases where subject_id = ${subject} order by seq desc) c`,
  );
const deliveries = (event: string): string =>
  many('delivery', `(select d.id from events e join deliveries d on d.event_id = e.id where ${event}) d`);
/** The object of `checkout:<id>`, as compliance records and the trail name it. */
const named = (kind: string, id: string): string =>
  `select case ${kind} when 'destination' then 'counterparty' else ${kind} end, ${id}`;

interface Branch {
  readonly from: string;
  /** SQL of a column, or of null. */
  readonly org?: string;
  readonly env?: string;
  readonly status?: string;
  readonly workflowKey?: string;
  readonly attempts?: string;
  readonly related: string;
}

/** One branch for each kind. Every one reads by the primary key of its table, `t.id`. */
const BRANCHES: Readonly<Record<FoundKind, Branch>> = {
  org: {
    from: 'orgs t',
    org: 't.id',
    status: 't.status',
    related: related(
      `select 'user', user_id::text from members where org_id = t.id and role = 'owner' ${MOST_RELATED}`,
      cases('t.id'),
    ),
  },
  user: {
    from: 'users t',
    status: `case when t.erased_at is not null then 'ERASED' end`,
    related: related(
      `select 'org', org_id::text from members where user_id = t.id ${MOST_RELATED}`,
      cases('t.id'),
    ),
  },
  terminal: {
    from: 'terminals t',
    org: 't.org_id',
    status: 't.status',
    related: related(many('checkout', `checkouts where terminal_id = t.id and status = 'PENDING'`)),
  },
  checkout: {
    from: 'checkouts t left join charges h on h.checkout_id = t.id',
    org: 't.org_id',
    env: 't.env',
    status: 't.status',
    workflowKey: 't.id',
    related: related(
      one('terminal', 't.terminal_id'),
      one('charge', 'h.id'),
      one('user', 'h.consumer_id'),
      one('checkout', 't.superseded_by'),
      records(`'checkout:' || t.id`),
    ),
  },
  charge: {
    from: 'charges t',
    org: 't.org_id',
    env: 't.env',
    status: 't.status',
    workflowKey: 't.checkout_id',
    related: related(
      one('checkout', 't.checkout_id'),
      one('user', 't.consumer_id'),
      many('return', 'returns where charge_id = t.id'),
      many('award', 'awards where charge_id = t.id'),
      deliveries(`e.charge_id = t.id and e.event <> 'charge.returned'`),
    ),
  },
  return: {
    from: 'return_requests t join charges h on h.id = t.charge_id',
    org: 'h.org_id',
    env: 'h.env',
    workflowKey: 't.id',
    related: related(
      one('charge', 't.charge_id'),
      one('checkout', 'h.checkout_id'),
      `select 'journal', journal_id::text from returns where id = t.id`,
      deliveries('e.return_id = t.id'),
    ),
  },
  award: {
    from: 'awards t',
    org: 't.org_id',
    env: 't.env',
    status: 't.status',
    workflowKey: 't.id',
    related: related(one('charge', 't.charge_id'), one('user', 't.beneficiary_id')),
  },
  payout: {
    from: 'payout_requests t left join payouts p on p.id = t.id',
    org: 't.org_id',
    env: 't.env',
    status: 'p.status',
    workflowKey: 't.id',
    related: related(
      one('counterparty', 't.counterparty_id'),
      many('screening_case', 'screening_cases where counterparty_id = t.counterparty_id'),
      many('journal', 'journals where payout_id = t.id'),
      records(`'payout:' || t.id`),
    ),
  },
  counterparty: {
    from: 'counterparties t',
    org: 't.org_id',
    env: 't.env',
    status: 'destination_status(t)',
    workflowKey: 't.id',
    related: related(
      many('screening_case', 'screening_cases where counterparty_id = t.id'),
      records(`'counterparty:' || t.id`),
    ),
  },
  delivery: {
    from: 'deliveries t join events e on e.id = t.event_id left join charges h on h.id = e.charge_id',
    org: 't.org_id',
    env: 't.env',
    status: 't.status',
    workflowKey: 't.id',
    related: related(one('charge', 'h.id'), one('checkout', 'h.checkout_id'), one('return', 'e.return_id')),
  },
  key: {
    from: 'api_keys t',
    org: 't.org_id',
    env: 't.env',
    status: 't.status',
    related: related(one('user', 't.created_by')),
  },
  verification_case: {
    from: 'verification_cases t',
    org: 't.org_id',
    status: 't.status',
    workflowKey: 't.id',
    related: related(one('user', 't.user_id')),
  },
  screening_case: {
    from: 'screening_cases t',
    org: 't.org_id',
    env: 't.env',
    status: 't.status',
    related: related(one('counterparty', 't.counterparty_id')),
  },
  compliance_record: {
    from: 'compliance_records t',
    org: 't.org_id',
    env: 't.env',
    status: 't.decision',
    attempts: `(select attempts from (${attemptsOf('t')}) n)`,
    related: related(
      `${named(`split_part(s.subject, ':', 1)`, `split_part(s.subject, ':', 2)`)}
       from (select t.subject union select subject from blocked_attempts where record_id = t.id) s ${MOST_RELATED}`,
    ),
  },
  invite: {
    from: 'invites t',
    org: 't.org_id',
    status: 't.status',
    related: related(one('user', 't.created_by')),
  },
  entry: {
    from: 'buy_list_entries t left join recommendation_requests q on q.id = t.id',
    org: 't.merchant_id',
    env: 't.env',
    status: 't.status',
    workflowKey: 'q.id',
    related: related(one('user', 't.user_id')),
  },
  recommendation: {
    from: 'recommendation_requests t left join recommendations r on r.id = t.id',
    org: 't.merchant_id',
    env: 't.env',
    workflowKey: 't.id',
    related: related(one('user', 't.user_id'), one('entry', 'r.entry_id')),
  },
  journal: {
    from: 'journals t',
    org: 't.org_id',
    env: 't.env',
    related: related(one('charge', 't.charge_id'), one('payout', 't.payout_id')),
  },
  session: {
    from: 'sign_ins t',
    org: 't.org_id',
    status: `case when t.ended_at is not null or t.expires_at <= clock_timestamp() then 'ENDED' else 'ACTIVE' end`,
    related: related(one('user', 't.user_id')),
  },
  sign_in_code: {
    from: 'sign_in_codes t',
    workflowKey: 't.id',
    related: related(one('session', 't.sign_in_id')),
  },
  audit_entry: {
    from: 'org_events t',
    org: 't.org_id',
    env: 't.env',
    status: 't.action',
    related: related(named('t.target_kind', 't.target_id')),
  },
};

const branch = (kind: FoundKind, row: Branch): string =>
  `select '${kind}' as kind, t.id, ${row.org ?? 'null'}::uuid as org_id, ${row.env ?? 'null'}::text as env,
     ${row.status ?? 'null'}::text as status, ${row.workflowKey ?? 'null'}::uuid as workflow_key,
     ${row.attempts ?? 'null'}::integer as attempts, ${row.related} as related
   from ${row.from} where t.id = any (:ids::uuid[])`;

/** Finds the rows with these ids in all tables that have an id of their own. Two kinds may share an id. */
export const findObjects = statement<{ ids: readonly string[] }, FoundObject>(
  'find_objects',
  FOUND_KINDS.map((kind) => branch(kind, BRANCHES[kind])).join(' union all '),
);

/** A call of the request log. `acts` are the targets of the acts that the trail recorded for it. */
export interface FoundRequest {
  readonly orgId: string;
  readonly env: Environment;
  readonly path: string;
  readonly status: number;
  readonly acts: readonly RelatedObject[];
}

/**
 * Finds the newest call with this `x-request-id`, among the calls on behalf of an organization. The trail is
 * read around the time of the call only, because it has no index on request ids.
 */
export const findRequest = statementOne<{ requestId: string }, FoundRequest>(
  'find_logged_call',
  `select l.org_id, l.env, l.path, l.status,
     ${related(`${named('e.target_kind', 'e.target_id')} from org_events e
        where e.org_id = l.org_id and e.request_id = l.request_id
          and e.at between l.at - interval '1 minute' and l.at + interval '5 minutes'
        order by e.at ${MOST_RELATED}`)} as acts
   from request_log l where l.request_id = :requestId order by l.at desc, l.id desc limit 1`,
);

/** Finds the deposit that the bank reported under this id of its event, with the user and the booking. */
export const findDeposit = statementOne<{ eventId: string }, { related: readonly RelatedObject[] }>(
  'find_deposit',
  `select ${related(
    one('user', 't.reference'),
    `select 'journal', id::text from journals where op_key = 'deposit:' || t.event_id`,
  )} as related
   from partner_events t
   where t.partner = 'bank' and t.event_id = :eventId and t.type = 'deposit.received'`,
);

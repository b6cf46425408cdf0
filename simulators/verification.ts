import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createCallbacks } from './callbacks.ts';
import { openJournal } from './journal.ts';
import type { PartnerCall, PartnerContext, PartnerReply, PartnerSimulator } from './partners.ts';
import { casePage, noCasePage } from './verification-page.ts';
import type { Decision } from './verification-page.ts';

interface Case {
  readonly reference: string;
  readonly caseId: string;
  /** The secret in the page's address. */
  readonly token: string;
  readonly kind: 'business' | 'person';
  readonly countryCode: string;
  readonly callbackUrl: string;
  readonly status: Decision;
  /** RFC 3339. Null while the case is open. */
  readonly decidedAt: string | null;
  /** The registered name of the business. Null if nobody entered one. */
  readonly legalName?: string | null;
}

/** The decisions: the status that each one needs, and the status that it sets. */
const MOVES: Readonly<Record<string, { from: Decision; to: Exclude<Decision, 'pending'> }>> = {
  approve: { from: 'pending', to: 'approved' },
  reject: { from: 'pending', to: 'rejected' },
  abandon: { from: 'pending', to: 'withdrawn' },
  withdraw: { from: 'approved', to: 'withdrawn' },
};

const OK: PartnerReply = { status: 200, json: { ok: true } };
const NOT_FOUND: PartnerReply = { status: 404, json: { error: 'not found' } };
const UNAVAILABLE: PartnerReply = { status: 503, json: { error: 'unavailable' } };

/** Opens the provider's cases, which survive restarts. */
function openCases(file: string | null) {
  const journal = openJournal<Case>(file);
  const byReference = new Map<string, Case>();
  const referenceOf = new Map<string, string>();
  const know = (one: Case): Case => {
    byReference.set(one.reference, one);
    referenceOf.set(one.token, one.reference);
    return one;
  };
  for (const earlier of journal.earlier) know(earlier);
  return {
    find: (reference: string) => byReference.get(reference),
    findByToken: (token: string) => byReference.get(referenceOf.get(token) ?? ''),
    keep(one: Case): Case {
      journal.append(one);
      return know(one);
    },
  };
}

/**
 * Creates the verification provider.
 *
 * For the service, with its token: `POST /cases {reference, kind: 'business' | 'person', country_code,
 * callback_url}` answers `{case_id, url, status}`, and the same case again for a known reference. `GET
 * /cases/{reference}` answers `{reference, case_id, url, status, decided_at, legal_name}`. A signed callback
 * reports each decision: `{id, type: 'case.approved' | 'case.rejected' | 'case.withdrawn', reference,
 * occurred_at}`.
 *
 * For people: `url` is a page with buttons.
 *
 * For tests: `POST /cases/{reference}/decide {decision: 'approve' | 'reject' | 'abandon' | 'withdraw',
 * silent?, occurred_at?, legal_name?}` decides a case; `silent: true` sends no callback. `POST /control
 * {country_code, down}` makes the provider unavailable for one country.
 */
export function createVerification({
  stateDirectory,
  verificationSecret,
  ownUrl,
}: PartnerContext): PartnerSimulator {
  const cases = openCases(stateDirectory === null ? null : join(stateDirectory, 'verification.jsonl'));
  const callbacks = createCallbacks(verificationSecret);
  const away = new Set<string>();
  const replyFor = (one: Case): PartnerReply => {
    const { reference, caseId, token, status, decidedAt, countryCode, legalName = null } = one;
    if (away.has(countryCode)) return UNAVAILABLE;
    return {
      status: 200,
      json: {
        reference,
        case_id: caseId,
        url: `${ownUrl}/pages/${token}`,
        status,
        decided_at: decidedAt,
        legal_name: legalName,
      },
    };
  };
  const open = ({ body }: PartnerCall): PartnerReply => {
    const known = cases.find(String(body['reference']));
    if (known !== undefined) return replyFor(known);
    if (away.has(String(body['country_code']))) return UNAVAILABLE;
    return replyFor(cases.keep(freshCase(body)));
  };
  /** Decides a case. Returns false when its status does not allow the decision. */
  const decide = (one: Case, body: PartnerCall['body']): boolean => {
    const { decision, silent, occurred_at: occurredAt, legal_name: name } = body;
    const move = MOVES[String(decision)];
    if (move?.from !== one.status) return false;
    const decidedAt = typeof occurredAt === 'string' ? occurredAt : new Date().toISOString();
    const legalName = typeof name === 'string' && name.trim() !== '' ? name.trim() : one.legalName;
    cases.keep({ ...one, status: move.to, decidedAt, ...(legalName !== undefined && { legalName }) });
    const event = { type: `case.${move.to}`, reference: one.reference, occurred_at: decidedAt };
    if (silent !== true) callbacks.deliver(one.callbackUrl, event);
    return true;
  };
  const page = ({ method, body, path }: PartnerCall, one: Case | undefined): PartnerReply => {
    if (one === undefined) return { status: 404, html: noCasePage() };
    if (method !== 'POST') return { status: 200, html: casePage(one) };
    // A second press of a button changes nothing. The page shows the first decision.
    decide(one, { decision: body['decision'], legal_name: body['legal_name'] });
    return { status: 303, location: `${new URL(ownUrl).pathname}${path}` };
  };
  return {
    answer(call): PartnerReply {
      const { method, path, body, isTrusted } = call;
      const [what = '', which = '', more] = path.split('/').slice(1);
      if (what === 'pages') return page(call, cases.findByToken(which));
      if (method === 'POST' && what === 'control') {
        away[body['down'] === true ? 'add' : 'delete'](String(body['country_code']));
        return OK;
      }
      const one = cases.find(which);
      if (method === 'POST' && what === 'cases' && more === 'decide' && one !== undefined) {
        return decide(one, body) ? OK : { status: 409, json: { error: `case ${one.status}` } };
      }
      if (what === 'cases' && !isTrusted) return { status: 401, json: { error: 'unknown token' } };
      if (method === 'POST' && path === '/cases') return open(call);
      return method === 'GET' && what === 'cases' && one !== undefined ? replyFor(one) : NOT_FOUND;
    },
    stop: () => callbacks.stop(),
  };
}

function freshCase(body: PartnerCall['body']): Case {
  return {
    caseId: randomUUID(),
    token: randomBytes(24).toString('base64url'),
    status: 'pending',
    decidedAt: null,
    kind: body['kind'] === 'business' ? 'business' : 'person',
    reference: String(body['reference']),
    countryCode: String(body['country_code']),
    callbackUrl: String(body['callback_url']),
  };
}

import type { Outcome, Refusal, RefusalCode } from '../domain/outcome.ts';
import { refuse } from '../domain/outcome.ts';
import { HINTS } from './hints.ts';

/** The HTTP status of each refusal. A new code does not compile until it is listed here. */
export const STATUS = {
  bad_request: 400,
  headers_too_large: 431,
  request_timeout: 408,
  expectation_failed: 417,
  bad_json: 400,
  body_too_large: 413,
  unsupported_media_type: 415,
  not_found: 404,
  method_not_allowed: 405,
  rate_limited: 429,
  idempotency_key_reused: 422,
  request_in_progress: 409,
  unavailable: 503,
  cross_origin: 403,
  invalid: 400,
  bad_limit: 400,
  bad_cursor: 400,
  bad_status: 400,
  bad_event: 400,
  bad_action: 400,
  bad_terminal_type: 400,
  bad_format: 400,
  bad_country_code: 400,
  bad_currency: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  invalid_session: 401,
  invalid_code: 401,
  invalid_operator_token: 401,
  operator_role_required: 403,
  invalid_signature: 401,
  admin_required: 403,
  key_env_mismatch: 403,
  key_scope_required: 403,
  address_not_allowed: 403,
  org_required: 400,
  live_not_eligible: 403,
  fresh_code_required: 403,
  org_not_found: 404,
  terminal_not_found: 404,
  checkout_not_found: 404,
  charge_not_found: 404,
  sale_not_found: 404,
  member_not_found: 404,
  user_not_found: 404,
  session_not_found: 404,
  invite_not_found: 404,
  key_not_found: 404,
  entry_not_found: 404,
  payout_not_found: 404,
  delivery_not_found: 404,
  case_not_found: 404,
  counterparty_not_found: 404,
  adjustment_not_found: 404,
  no_active_checkout: 404,
  last_owner: 400,
  wallet_not_empty: 400,
  already_a_member: 400,
  too_many_keys: 400,
  invite_not_pending: 400,
  too_many_orgs: 400,
  too_many_terminals: 400,
  empty_items: 400,
  bad_line: 400,
  bad_cashback_rate: 400,
  total_mismatch: 400,
  bad_expires_in_secs: 400,
  terminal_of_another_merchant: 400,
  terminal_not_reusable: 400,
  terminal_inactive: 400,
  checkout_not_payable: 400,
  currency_mismatch: 400,
  insufficient_balance: 400,
  consumer_kyc_not_approved: 403,
  no_live_banking_partner: 403,
  blocked_by_monitoring: 403,
  auth_not_capturable: 400,
  auth_expired: 400,
  auth_not_voidable: 400,
  charge_not_captured: 400,
  return_qty_exceeds_captured: 400,
  merchant_kyb_not_approved: 403,
  org_suspended: 403,
  already_approved: 400,
  bad_iban: 400,
  unsupported_country: 400,
  force_reason_required: 400,
  name_mismatch: 400,
  name_check_unavailable: 400,
  no_bank_destination: 400,
  second_person_required: 403,
  destination_disabled: 400,
  payee_screening_blocked: 403,
  payout_state: 400,
  case_not_open: 400,
  second_operator_required: 403,
  adjustment_approved: 400,
  adjustment_withdrawn: 400,
  no_webhook_url: 400,
} as const satisfies Record<
  RefusalCode,
  400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 417 | 422 | 429 | 431 | 503
>;

/** Carries a refusal out of a route. Only src/http throws it: rules return outcomes. */
export class RefusalError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.name = 'RefusalError';
    this.refusal = refusal;
  }
}

/** Headers of every answer beside its request id: no cache stores it, no browser guesses its type. */
const ANSWER_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/**
 * Returns the headers of every answer. Where the public address is https, they tell browsers to use no plain
 * http there for a year.
 */
export function answerHeaders(publicUrl: string): Readonly<Record<string, string>> {
  if (!publicUrl.startsWith('https:')) return ANSWER_HEADERS;
  return { ...ANSWER_HEADERS, 'strict-transport-security': 'max-age=31536000' };
}

/**
 * Returns the body of a refusal: the reason, its details, and the hint of its code unless it has one of its
 * own. Source: contract, section 20.
 */
export function refusalBody({ code, reason, details = {} }: Refusal): Record<string, unknown> {
  const { retry_after: _, hint = HINTS[code], ...shown } = details;
  return { error: reason, ...shown, ...(hint === undefined ? {} : { hint }) };
}

/** The value of an outcome; a refusal leaves the route and becomes the response. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new RefusalError(outcome.refusal);
}

/** Leaves the route with this refusal. */
export function refused(...refusal: Parameters<typeof refuse>): never {
  return valueOf(refuse(...refusal));
}

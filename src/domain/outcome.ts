/**
 * The reasons of refusals, byte for byte. The specification names some of them; the contract adds the rest.
 * Source: specification, "Errors"; contract, sections 1 to 14.
 */
export const REASONS = {
  bad_request: 'bad request',
  headers_too_large: 'headers too large',
  request_timeout: 'request timeout',
  expectation_failed: 'expectation failed',
  bad_json: 'bad json',
  body_too_large: 'body too large',
  unsupported_media_type: 'unsupported media type',
  not_found: 'not found',
  method_not_allowed: 'method not allowed',
  rate_limited: 'rate limited',
  idempotency_key_reused: 'idempotency key reused',
  request_in_progress: 'request in progress',
  unavailable: 'temporarily unavailable',
  cross_origin: 'cross-origin request',
  /** The text varies: `<field>: <what is wrong>`. */
  invalid: 'invalid',
  bad_limit: 'bad limit',
  bad_cursor: 'bad cursor',
  bad_status: 'bad status',
  bad_event: 'bad event',
  bad_action: 'bad action',
  bad_terminal_type: 'bad terminal_type',
  bad_format: 'bad format',
  bad_country_code: 'bad country_code',
  bad_currency: 'bad currency',

  missing_api_key: 'missing x-api-key',
  invalid_api_key: 'invalid x-api-key',
  invalid_session: 'invalid or expired session',
  invalid_code: 'invalid or expired code',
  invalid_operator_token: 'invalid operator token',
  operator_role_required: 'operator role required',
  invalid_signature: 'invalid signature',
  admin_required: 'owner/admin required',
  key_env_mismatch: 'key env mismatch',
  /** The text names the scope: `key scope required: <scope>`. */
  key_scope_required: 'key scope required: <scope>',
  address_not_allowed: 'address not allowed',
  org_required: 'org_id required',
  live_not_eligible: 'live not eligible',
  fresh_code_required: 'fresh code required',

  org_not_found: 'org not found',
  terminal_not_found: 'terminal not found',
  checkout_not_found: 'checkout not found',
  charge_not_found: 'charge not found',
  sale_not_found: 'sale not found',
  member_not_found: 'member not found',
  user_not_found: 'user not found',
  session_not_found: 'session not found',
  invite_not_found: 'invite not found',
  key_not_found: 'key not found',
  entry_not_found: 'entry not found',
  payout_not_found: 'payout not found',
  delivery_not_found: 'delivery not found',
  case_not_found: 'case not found',
  counterparty_not_found: 'counterparty not found',
  adjustment_not_found: 'adjustment not found',
  no_active_checkout: 'no active checkout on this terminal',

  last_owner: 'last owner',
  already_a_member: 'already a member',
  wallet_not_empty: 'wallet not empty',
  too_many_keys: 'too many keys',
  invite_not_pending: 'invite not pending',
  too_many_orgs: 'too many orgs',
  too_many_terminals: 'too many terminals',

  empty_items: 'empty items',
  bad_line: 'bad line',
  bad_cashback_rate: 'bad cashback_rate',
  total_mismatch: 'total mismatch',
  bad_expires_in_secs: 'bad expires_in_secs',
  terminal_of_another_merchant: 'terminal belongs to another merchant',
  terminal_not_reusable: 'only REUSABLE terminals can be reused',
  terminal_inactive: 'terminal inactive',

  checkout_not_payable: 'checkout not payable',
  currency_mismatch: 'currency mismatch',
  insufficient_balance: 'insufficient balance',
  consumer_kyc_not_approved: 'consumer KYC not approved',
  no_live_banking_partner: 'no live banking partner',
  blocked_by_monitoring: 'blocked by monitoring',

  auth_not_capturable: 'auth not capturable',
  auth_expired: 'auth expired',
  auth_not_voidable: 'auth not voidable',
  charge_not_captured: 'charge not captured',
  return_qty_exceeds_captured: 'return qty exceeds captured',
  merchant_kyb_not_approved: 'merchant KYB not approved',
  org_suspended: 'org suspended',
  already_approved: 'already approved',

  bad_iban: 'bad iban',
  unsupported_country: 'unsupported country',
  force_reason_required: 'force_reason required',
  name_mismatch: 'name mismatch',
  name_check_unavailable: 'name check unavailable',
  no_bank_destination: 'no bank destination',
  second_person_required: 'second person required',
  destination_disabled: 'destination disabled',
  payee_screening_blocked: 'payee screening blocked',
  /** The text names the state: `payout <status>`. */
  payout_state: 'payout <status>',
  case_not_open: 'case not open',
  second_operator_required: 'second operator required',
  adjustment_approved: 'adjustment approved',
  adjustment_withdrawn: 'adjustment withdrawn',

  no_webhook_url: 'no webhook url',
} as const;

export type RefusalCode = keyof typeof REASONS;

/** A refusal: a code for the program, the reason that the caller reads, and further fields of the answer. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly reason: string;
  readonly details?: Readonly<Record<string, string | string[] | number | null>>;
}

/** The result of a rule: a value, or a refusal for the caller. Faults are exceptions, never outcomes. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** An outcome that allows the request. */
export function ok<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/**
 * An outcome that refuses the request. `reason` replaces the code's own text where it depends on the case.
 */
export function refuse(
  code: RefusalCode,
  reason: string = REASONS[code],
  details?: Refusal['details'],
): Outcome<never> {
  return { ok: false, refusal: details === undefined ? { code, reason } : { code, reason, details } };
}

/** A validation refusal: `<field>: <what is wrong>`. */
export function invalid(field: string, problem: string): Outcome<never> {
  return refuse('invalid', `${field}: ${problem}`);
}

/**
 * The same outcome; a refusal also gets `detail`, which says what exactly is wrong. `detailOf` runs only for
 * a refusal without one. Source: contract, section 20.
 */
export function withDetail<T>(
  outcome: Outcome<T>,
  detailOf: (refusal: Refusal) => string | null,
): Outcome<T> {
  if (outcome.ok || outcome.refusal.details?.['detail'] !== undefined) return outcome;
  const detail = detailOf(outcome.refusal);
  if (detail === null) return outcome;
  return { ok: false, refusal: { ...outcome.refusal, details: { ...outcome.refusal.details, detail } } };
}

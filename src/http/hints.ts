import type { RefusalCode } from '../domain/outcome.ts';

/**
 * The remedy for a refusal: the header or credential to send, the call to make first. The answer carries it
 * as `hint`. A reason has no entry if it explains itself, or is silent on purpose, as at sign-in. Source:
 * contract, section 20.
 */
export const HINTS: Readonly<Partial<Record<RefusalCode, string>>> = {
  bad_request: 'Send a valid HTTP/1.1 request.',
  headers_too_large: 'Keep the request line and the headers within 16 KiB.',
  request_timeout: 'Send the whole request at once.',
  expectation_failed: 'Send no expect header, or expect: 100-continue.',
  bad_json: 'Send one JSON object in UTF-8, nested at most 32 levels deep.',
  body_too_large: 'Keep the body within 256 KiB, before and after inflation.',
  unsupported_media_type: 'Send content-type: application/json. The only content-encoding is gzip.',
  not_found: 'GET /openapi.json lists every route. Routes under /sandbox need a sandbox credential.',
  method_not_allowed: 'The header allow lists the methods of this path.',
  rate_limited: 'Wait for the seconds in the header retry-after, then try again.',
  idempotency_key_reused: 'Use a new Idempotency-Key for another request.',
  request_in_progress: 'The first call with this Idempotency-Key is still running. Try again in a second.',
  unavailable:
    'Nothing was done. Try again after the seconds in the header retry-after, with the same Idempotency-Key.',
  cross_origin:
    'Pages send Sec-Fetch-Site: same-origin, or their own Origin. Programs call the API itself, with a key or a session.',
  bad_limit: 'limit is a whole number from 1 to 200.',
  bad_cursor: 'Send next_cursor of the previous page, with the same filters and the same credential.',
  bad_terminal_type: 'terminal_type is REUSABLE or USE_ONCE.',
  bad_country_code: 'Send an ISO 3166-1 alpha-2 code in upper case, such as US.',
  bad_currency: 'Send an ISO 4217 code in upper case, such as USD.',

  missing_api_key: 'Send the API key in the header x-api-key.',
  invalid_api_key:
    'The key is mistyped, revoked or expired. An owner or admin issues a new one: POST /apikeys.',
  invalid_session:
    'Send authorization: Bearer <session_token>. Sign in for a new one: POST /auth/otp/request, then POST /auth/otp/verify.',
  invalid_operator_token: "Send an operator's token in the header x-operator-token.",
  operator_role_required: 'This token may only read. Use the token of an operator with the role operator.',
  invalid_signature: 'Sign the exact bytes of the body with the shared secret, and send the current time.',
  admin_required: 'Ask a member with one of these roles, or have an owner change yours.',
  key_env_mismatch:
    'The object belongs to the other environment. Use a credential of that environment: sandbox and live never mix.',
  key_scope_required: 'Issue a key with this scope: POST /apikeys.',
  address_not_allowed: "Call from one of the key's allowed_addresses, or issue a key for this address.",
  org_required: 'Send org_id, or choose an organization: POST /auth/mode.',
  live_not_eligible: 'blockers lists what is missing.',
  fresh_code_required: 'Enter a mailed code: POST /auth/fresh/request, then POST /auth/fresh/verify.',

  terminal_not_found:
    'GET /terminals lists your terminals. Without terminal_id a checkout gets one of its own.',
  adjustment_not_found: 'GET /operator/adjustments lists the adjustments.',
  charge_not_found: 'The id of a charge is auth_id, from POST /checkouts/{id}/authorize.',
  no_active_checkout: 'Create a checkout with this terminal_id: POST /checkouts.',

  last_owner: 'Make another member an owner first.',
  too_many_keys: 'Revoke a key that is not used: DELETE /orgs/{id}/keys/{key_id}.',
  too_many_terminals: 'Use a terminal again that is not needed any more.',

  empty_items: 'Send at least one line in items.',
  bad_line:
    'Each line needs product_id and display_name (text), unit_price (minor units) and qty (1 or more); a return only product_id and qty.',
  bad_cashback_rate: 'cashback_rate is in basis points: 750 means 7.5 %. Send 0 for no cashback.',
  total_mismatch:
    'total = the sum of unit_price × qty over the lines + shipping_amount + tax_amount, in minor units.',
  bad_expires_in_secs: 'Send 60 to 604800 seconds, or leave expires_in_secs out for one day.',
  terminal_of_another_merchant: 'GET /terminals lists your own.',
  terminal_not_reusable: 'Leave terminal_id out, or create a terminal: POST /terminals.',
  terminal_inactive: 'Set it ACTIVE first: PATCH /terminals/{id}.',

  checkout_not_payable: 'Create a new checkout: POST /checkouts.',
  currency_mismatch: "The cart's currency must be that of the shopper's account.",
  insufficient_balance:
    'A shopper in the sandbox gets funds by POST /sandbox/wallet/topup. GET /wallet and GET /orgs/{id}/balance show what is available.',
  consumer_kyc_not_approved: 'The shopper verifies their identity first: POST /compliance/kyc/start.',
  blocked_by_monitoring: 'Do not repeat the call at once. The platform has the record.',

  auth_not_capturable: 'Only an AUTHORIZED charge can be captured. Create a new checkout.',
  auth_expired: 'The hold of seven days is over. Create a new checkout.',
  auth_not_voidable:
    'Only an AUTHORIZED charge can be voided. Give a captured one back by POST /charges/{id}/return.',
  charge_not_captured:
    'Only a CAPTURED charge can be returned. Give an authorized one up by POST /charges/{id}/void.',
  return_qty_exceeds_captured: 'GET /sales/{id} shows what was bought and what was returned.',
  merchant_kyb_not_approved: 'The business verifies itself first: POST /compliance/kyb/start.',
  org_suspended: 'Ask the platform. Voids, returns and reads go on.',

  bad_iban: 'Check the digits. Spaces and case do not matter.',
  unsupported_country: 'IBANs of the UK, the EU and the EEA are served.',
  force_reason_required: 'Say in force_reason why the account is right. It is recorded.',
  name_mismatch: 'Correct the name, or send force: true with a force_reason.',
  name_check_unavailable: 'Try again later, or send force: true with a force_reason.',
  no_bank_destination:
    'Register a bank account: POST /bank/payout-iban or POST /bank/payout-ach. GET /bank/counterparties shows which are ACTIVE.',
  second_person_required: 'Another owner or admin has to approve it.',
  second_operator_required: 'Send the token of another operator in the header x-operator-token.',
  destination_disabled: 'Register the account again.',
  payee_screening_blocked: 'An operator has to clear the case.',

  no_webhook_url: 'Set one first: PUT /orgs/{id}/webhook.',
};

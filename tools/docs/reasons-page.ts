import { REASONS } from '../../src/domain/outcome.ts';
import type { RefusalCode } from '../../src/domain/outcome.ts';

/** The meaning of each reason, and its remedy. A new reason does not compile until it has an entry here. */
const MEANINGS: Record<RefusalCode, string> = {
  bad_request: 'What came is no HTTP request.',
  headers_too_large: 'The request line and headers are longer than 16 KiB.',
  request_timeout: 'The request was not finished in time.',
  expectation_failed: '`expect` may be `100-continue` and nothing else.',
  bad_json: 'The body is no JSON object, is nested deeper than 32 levels, or its gzip is broken.',
  body_too_large: 'The body is over 256 KiB, before or after inflation.',
  unsupported_media_type: 'Send `content-type: application/json`; the only content encoding is `gzip`.',
  not_found: 'There is no such route, or it is not for live credentials.',
  method_not_allowed: 'The path is known under other methods: `allow` names them.',
  rate_limited: 'Too many calls, or too many at once for one object. Come back after the seconds in `retry-after`.',
  idempotency_key_reused: 'This `Idempotency-Key` has been used for another body. Take a new one.',
  request_in_progress: 'The first call with this `Idempotency-Key` is still running. Ask again.',
  unavailable:
    'PostgreSQL, Temporal, the workers or a partner did not answer in time. The command was not carried out, and will not be. Ask again after `retry-after`, with the same `Idempotency-Key`.',
  invalid: 'A field is missing or wrong; it stands before the colon.',
  bad_limit: '`limit` must be 1 to 200.',
  bad_cursor: 'Send `next_cursor` of the page before, with the same filters and credential.',
  bad_status: 'A status to filter by that does not exist.',
  bad_event: 'An event to filter by that does not exist.',
  bad_terminal_type: '`terminal_type` must be `REUSABLE` or `USE_ONCE`.',
  bad_country_code: 'Country codes are ISO 3166-1 alpha-2, in upper case.',
  bad_currency: 'Currency codes are circulating ISO 4217 ones, in upper case.',

  missing_api_key: 'The call wants an API key and there is none.',
  invalid_api_key: 'The key is unknown, mistyped or revoked.',
  invalid_session: 'Sign in again.',
  invalid_code: 'The code is wrong, used, older than ten minutes, or not the newest. Ask for another one.',
  invalid_operator_token: '`x-operator-token` is missing or wrong.',
  invalid_signature: "A partner's callback is not signed, or too old.",
  admin_required: "The member's role is too low. The words name the roles that may: also `owner/admin/finance required`.",
  key_env_mismatch: 'The object belongs to the other environment than the credential.',
  org_required: 'Several organizations and none chosen: send `org_id`, or choose one by `POST /auth/mode`.',
  live_not_eligible: '`blockers` beside it says what is missing: see [going live](going-live.md).',

  org_not_found: 'Unknown, or the caller is not a member.',
  terminal_not_found: "Unknown, or another organization's.",
  checkout_not_found: 'Unknown, or out of the reach of this caller.',
  charge_not_found: 'Unknown, or out of the reach of this caller.',
  sale_not_found: "Unknown, or another organization's.",
  member_not_found: 'Nobody of that id is a member.',
  user_not_found: 'Unknown.',
  invite_not_found: "Unknown, or another organization's.",
  key_not_found: "Unknown, or another organization's.",
  entry_not_found: "Unknown, or on another shopper's list.",
  payout_not_found: "Unknown, or another organization's.",
  delivery_not_found: "Unknown, or another organization's.",
  case_not_found: 'Unknown.',
  no_active_checkout: 'The last checkout was paid, has expired, or was superseded.',

  last_owner: 'An organization keeps one owner: make another member an owner first.',
  already_a_member: 'The user is a member already.',
  invite_not_pending: 'The invite was claimed or revoked.',

  empty_items: 'The list of items is empty.',
  bad_line: 'A line lacks a field, or has a wrong one: text of 1 to 200 characters, whole numbers, `qty` of 1 or more.',
  bad_cashback_rate: '`cashback_rate` must be 0 to 10000 basis points.',
  total_mismatch: '`total` must be goods, shipping and tax together. The answer says what we computed.',
  bad_expires_in_secs: '`expires_in_secs` must be 60 to 604800.',
  terminal_of_another_merchant: "`terminal_id` is somebody else's.",
  terminal_not_reusable: 'A `USE_ONCE` terminal has had its checkout. Omit `terminal_id`, or make a terminal.',
  terminal_inactive: 'Set the terminal `ACTIVE` first.',

  checkout_not_payable: 'Reads `checkout <status>`: paid, expired or superseded.',
  currency_mismatch: "The shopper's account has another currency than the cart.",
  insufficient_balance: "The wallet has too little that is not held; for a payout, the merchant's balance.",
  consumer_kyc_not_approved: 'Live: the shopper is not verified.',
  no_live_banking_partner: "Live: no banking partner serves the shopper's country.",
  blocked_by_monitoring: 'A rule on amounts or frequency blocked it. It is recorded for compliance; do not try again at once.',

  auth_not_capturable: 'The charge was voided.',
  auth_expired: 'The hold of seven days has ended. Make a new checkout.',
  auth_not_voidable: 'The charge is not `AUTHORIZED` any more; a repeated void answers this too.',
  charge_not_captured: 'Only captured charges can be returned; void an authorized one instead.',
  return_qty_exceeds_captured: 'More than is left to return, or a product that was not bought.',
  merchant_kyb_not_approved: 'Live: the business is not verified. The hold stays: capture again once it is.',
  already_approved: 'The verification is complete.',

  bad_iban: 'The IBAN is missing or mistyped.',
  unsupported_country: 'IBANs of the UK, the EU and the EEA are served.',
  force_reason_required: '`force` needs a `force_reason`; it is recorded.',
  name_mismatch: 'The account is held under another name: see `registered_name` beside it. Correct it, or `force`.',
  name_check_unavailable: 'Nobody could say whose account it is. Try again later, or `force`.',
  no_bank_destination: 'Register an account for this country and currency first.',
  payee_screening_blocked: 'The payee resembles an entry of a sanctions list. An operator has to clear it.',
  payout_state: 'Reads `payout <status>`: the move is not possible from there.',
  case_not_open: 'The screening case was cleared already.',

  no_webhook_url: 'Set a URL first: `PUT /orgs/{id}/webhook`.',
};

/** The form of the reasons that carry more than their own words. */
const READS: Partial<Record<RefusalCode, string>> = {
  invalid: '<field>: <what is wrong>',
  total_mismatch: 'total mismatch: server-computed <N>',
  checkout_not_payable: 'checkout <status>',
  payout_state: 'payout <status>',
};

/** The page of refusals: every reason with its status, generated from the tables that the code reads. */
export function reasonsPage(status: Readonly<Record<RefusalCode, number>>): string {
  const codes = (Object.keys(REASONS) as RefusalCode[]).toSorted((one, other) => status[one] - status[other]);
  const rows = codes.map((code) => `| ${status[code]} | \`${READS[code] ?? REASONS[code]}\` | ${MEANINGS[code]} |`);
  return `# Reasons

Made from the code by \`npm run reasons\`; edit the tables there, not this page. How to read and repeat a failed call: [errors and idempotency](errors-and-idempotency.md).

| Status | \`error\` | What it means |
| --- | --- | --- |
${rows.join('\n')}
| 500 | \`internal error\` | A fault of ours. Repeating a capture is safe; repeat other calls with an \`Idempotency-Key\`. Tell us the \`x-request-id\`. |
`;
}

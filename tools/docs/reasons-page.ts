import { HINTS } from '../../src/http/hints.ts';
import { REASONS } from '../../src/domain/outcome.ts';
import type { RefusalCode } from '../../src/domain/outcome.ts';

/** The meaning of each reason. Its remedy is the hint. A new reason does not compile without an entry. */
export const MEANINGS: Record<RefusalCode, string> = {
  bad_request: 'The message is not a valid HTTP request.',
  headers_too_large: 'The request line and headers exceed 16 KiB.',
  request_timeout: 'The request did not arrive in time.',
  expectation_failed: '`expect` may only be `100-continue`.',
  bad_json: 'The body is not a JSON object, is nested deeper than 32 levels, or its gzip is broken.',
  body_too_large: 'The body exceeds 256 KiB, before or after inflation.',
  unsupported_media_type: 'Send `content-type: application/json`. The only content encoding is `gzip`.',
  not_found: 'The route does not exist, or is not available to live credentials.',
  method_not_allowed: 'The path has other methods: `allow` names them.',
  rate_limited:
    'Too many calls, or too many at once for one object. Retry after the seconds in `retry-after`.',
  idempotency_key_reused: 'This `Idempotency-Key` was used for another body. Use a new one.',
  request_in_progress: 'The first call with this `Idempotency-Key` is still running. Retry.',
  unavailable:
    'PostgreSQL, Temporal, the workers or a partner did not answer in time. The command was not carried out, and will not be. Retry after `retry-after` seconds, with the same `Idempotency-Key`.',
  cross_origin:
    'Only pages: a call under `/pay` or `/console/api` that may change something did not come from a page of this service.',
  invalid: 'A field is missing or wrong; the text before the colon names it.',
  bad_limit: '`limit` must be 1 to 200.',
  bad_cursor: 'Send `next_cursor` of the previous page, with the same filters and credential.',
  bad_status: 'The status to filter by does not exist.',
  bad_event: 'The event to filter by does not exist.',
  bad_action: 'The action to filter by does not exist.',
  bad_terminal_type: '`terminal_type` must be `REUSABLE` or `USE_ONCE`.',
  bad_format: 'The report does not exist in this format.',
  bad_country_code: 'Country codes are ISO 3166-1 alpha-2, in upper case.',
  bad_currency: 'Currency codes are circulating ISO 4217 ones, in upper case.',

  missing_api_key: 'The call needs an API key and has none.',
  invalid_api_key: 'The key is unknown, mistyped, revoked or expired.',
  invalid_session: 'The session is unknown, has ended or has expired. Sign in again.',
  invalid_code: 'The code is wrong, used, older than ten minutes, or not the newest. Request another one.',
  invalid_operator_token: '`x-operator-token` is missing or wrong.',
  operator_role_required: 'The token belongs to a viewer, and the call writes.',
  invalid_signature: "The partner's callback has no valid signature, or is too old.",
  admin_required:
    "The member's role is too low. The reason names the sufficient roles, for example `owner/admin/finance required`.",
  key_env_mismatch: 'The object belongs to the other environment.',
  key_scope_required:
    'The key has scopes, and not the named one. Issue a key with it. Of `payouts/reports`, one is enough.',
  address_not_allowed: "The caller's address is in none of the key's `allowed_addresses`.",
  org_required:
    'The caller has several organizations or none, and chose none: send `org_id`, or choose one by `POST /auth/mode`.',
  fresh_code_required:
    'The act has live effect, and no mailed code was entered in the last 15 minutes (`FRESH_MINUTES`): `POST /auth/fresh/request`, then `POST /auth/fresh/verify`.',
  live_not_eligible: '`blockers` lists the missing conditions: see [going live](going-live.md).',

  org_not_found: 'The organization is unknown, or the caller is not a member.',
  terminal_not_found: "The terminal is unknown, or another organization's.",
  checkout_not_found: 'The checkout is unknown, or not accessible to this caller.',
  charge_not_found: 'The charge is unknown, or not accessible to this caller.',
  sale_not_found: "The sale is unknown, or another organization's.",
  member_not_found: 'The organization has no member with this id.',
  user_not_found: 'The user is unknown.',
  session_not_found: 'The sign-in is unknown, another user’s, or over.',
  invite_not_found: "The invite is unknown, or another organization's.",
  key_not_found: "The key is unknown, or another organization's.",
  entry_not_found: "The entry is unknown, or on another shopper's list.",
  payout_not_found: "The payout is unknown, or another organization's.",
  delivery_not_found: "The delivery is unknown, or another organization's.",
  case_not_found: 'The screening case or suspense case is unknown.',
  counterparty_not_found: 'The bank destination is unknown, or belongs to another organization.',
  adjustment_not_found: 'The adjustment is unknown.',
  no_active_checkout: 'The last checkout was paid, has expired, or was superseded.',

  last_owner: 'An organization keeps at least one owner: make another member an owner first.',
  already_a_member: 'The user is a member already.',
  wallet_not_empty: 'The person to erase has money, a hold or pending cashback in live.',
  too_many_keys: 'The organization has 100 active keys. Revoke one that is not used.',
  invite_not_pending: 'The invite was claimed or revoked before.',
  too_many_orgs: 'One user owns 100 organizations at most.',
  too_many_terminals: 'An organization has 1000 reusable terminals at most. Use a deactivated one again.',

  empty_items: 'The list of items is empty.',
  bad_line:
    'A line lacks a field, or has a wrong one: text of 1 to 200 characters, integers, `qty` of 1 or more.',
  bad_cashback_rate: '`cashback_rate` must be 0 to 10000 basis points.',
  total_mismatch:
    '`total` must be the sum of goods, shipping and tax. The reason carries the sum that the service computed.',
  bad_expires_in_secs: '`expires_in_secs` must be 60 to 604800.',
  terminal_of_another_merchant: "`terminal_id` is another merchant's terminal.",
  terminal_not_reusable:
    'A `USE_ONCE` terminal serves one checkout only. Omit `terminal_id`, or create a terminal.',
  terminal_inactive: 'The terminal is `INACTIVE`. Set it `ACTIVE` first.',

  checkout_not_payable: 'The checkout was paid, has expired or was superseded: `<status>` names its status.',
  currency_mismatch: "The cart's currency differs from the currency of the shopper's account.",
  insufficient_balance:
    "The wallet has too little money that is not held; for a payout, the merchant's balance is too low.",
  consumer_kyc_not_approved: 'Live only: the shopper has no approved KYC.',
  no_live_banking_partner: "Live only: no banking partner serves the shopper's country.",
  blocked_by_monitoring:
    'A rule on amounts or frequency blocked the payment. It is recorded for compliance. Do not retry at once.',

  auth_not_capturable: 'The charge was voided.',
  auth_expired: 'The hold of seven days has ended. Create a new checkout.',
  auth_not_voidable: 'The charge is no longer `AUTHORIZED`. A repeated void gets this answer too.',
  charge_not_captured: 'Only captured charges can be returned. Void an authorized one instead.',
  return_qty_exceeds_captured: 'The call returns more than is left, or a product that was not bought.',
  merchant_kyb_not_approved:
    'Live only: the business has no approved KYB. The hold stays: capture again after the approval.',
  org_suspended:
    'The platform has suspended the organization: it sells nothing and pays nothing out. Voids, returns and reads go on.',
  already_approved: 'The verification is approved already.',

  bad_iban: 'The IBAN is missing or mistyped.',
  unsupported_country: 'Only IBANs of the UK, the EU and the EEA are served.',
  force_reason_required: '`force` needs a `force_reason`, which is recorded.',
  name_mismatch:
    'The account has another registered name: see `registered_name`. Correct the name, or use `force`.',
  name_check_unavailable: "The account holder's name could not be checked. Retry later, or use `force`.",
  no_bank_destination:
    'No active bank destination fits: register one, wait for the end of its hold, or have it approved.',
  second_person_required: 'You registered this bank destination. Another owner or admin has to approve it.',
  destination_disabled: 'The bank destination was disabled. Register it again.',
  payee_screening_blocked: 'The payee resembles an entry of a sanctions list. An operator has to clear it.',
  payout_state: 'The payout cannot make this move: `<status>` names its status.',
  case_not_open: 'The screening case was cleared before, or the suspense case was assigned before.',
  second_operator_required: 'The operator proposed this adjustment. Another operator has to approve it.',
  adjustment_approved: 'The adjustment was approved before.',
  adjustment_withdrawn: 'The adjustment was withdrawn before. A new proposal gets an id of its own.',

  no_webhook_url: 'The organization has no webhook URL. Set one first: `PUT /orgs/{id}/webhook`.',
};

/** The form of each reason that carries a value. */
export const READS: Partial<Record<RefusalCode, string>> = {
  invalid: '<field>: <what is wrong>',
  total_mismatch: 'total mismatch: server-computed <N>',
  checkout_not_payable: 'checkout <status>',
  payout_state: 'payout <status>',
};

/** Returns docs/reasons.md: every reason with its status, from the tables that the code answers by. */
export function reasonsPage(status: Readonly<Record<RefusalCode, number>>): string {
  const codes = (Object.keys(REASONS) as RefusalCode[]).toSorted((one, other) => status[one] - status[other]);
  const rows = codes.map(
    (code) =>
      `| ${status[code]} | \`${READS[code] ?? REASONS[code]}\` | ${MEANINGS[code]} | ${HINTS[code] ?? ''} |`,
  );
  return `# Reasons

Generated from the code by \`npm run reasons\`; edit the tables there, not this page.
[Errors and idempotency](errors-and-idempotency.md) explains how to read and repeat a failed call.

| Status | \`error\` | Meaning | \`hint\` |
| --- | --- | --- | --- |
${rows.join('\n')}
| 500 | \`internal error\` | A fault of the service. Repeating a capture is safe; repeat other calls with an \`Idempotency-Key\`. Report the \`x-request-id\`. | |
`;
}

// Made from the tables of the service by `npm run console:facts`. Do not edit.
export const REASONS = [
 {
  "reason": "bad request",
  "meaning": "The message is not a valid HTTP request.",
  "hint": "Send a valid HTTP/1.1 request."
 },
 {
  "reason": "headers too large",
  "meaning": "The request line and headers exceed 16 KiB.",
  "hint": "Keep the request line and the headers within 16 KiB."
 },
 {
  "reason": "request timeout",
  "meaning": "The request did not arrive in time.",
  "hint": "Send the whole request at once."
 },
 {
  "reason": "expectation failed",
  "meaning": "`expect` may only be `100-continue`.",
  "hint": "Send no expect header, or expect: 100-continue."
 },
 {
  "reason": "bad json",
  "meaning": "The body is not a JSON object, is nested deeper than 32 levels, or its gzip is broken.",
  "hint": "Send one JSON object in UTF-8, nested at most 32 levels deep."
 },
 {
  "reason": "body too large",
  "meaning": "The body exceeds 256 KiB, before or after inflation.",
  "hint": "Keep the body within 256 KiB, before and after inflation."
 },
 {
  "reason": "unsupported media type",
  "meaning": "Send `content-type: application/json`. The only content encoding is `gzip`.",
  "hint": "Send content-type: application/json. The only content-encoding is gzip."
 },
 {
  "reason": "not found",
  "meaning": "The route does not exist, or is not available to live credentials.",
  "hint": "GET /openapi.json lists every route. Routes under /sandbox need a sandbox credential."
 },
 {
  "reason": "method not allowed",
  "meaning": "The path has other methods: `allow` names them.",
  "hint": "The header allow lists the methods of this path."
 },
 {
  "reason": "rate limited",
  "meaning": "Too many calls, or too many at once for one object. Retry after the seconds in `retry-after`.",
  "hint": "Wait for the seconds in the header retry-after, then try again."
 },
 {
  "reason": "idempotency key reused",
  "meaning": "This `Idempotency-Key` was used for another body. Use a new one.",
  "hint": "Use a new Idempotency-Key for another request."
 },
 {
  "reason": "request in progress",
  "meaning": "The first call with this `Idempotency-Key` is still running. Retry.",
  "hint": "The first call with this Idempotency-Key is still running. Try again in a second."
 },
 {
  "reason": "temporarily unavailable",
  "meaning": "PostgreSQL, Temporal, the workers or a partner did not answer in time. The command was not carried out, and will not be. Retry after `retry-after` seconds, with the same `Idempotency-Key`.",
  "hint": "Nothing was done. Try again after the seconds in the header retry-after, with the same Idempotency-Key."
 },
 {
  "reason": "cross-origin request",
  "meaning": "Only pages: a call under `/pay` or `/console/api` that may change something did not come from a page of this service.",
  "hint": "Pages send Sec-Fetch-Site: same-origin, or their own Origin. Programs call the API itself, with a key or a session."
 },
 {
  "reason": "<field>: <what is wrong>",
  "meaning": "A field is missing or wrong; the text before the colon names it.",
  "hint": ""
 },
 {
  "reason": "bad limit",
  "meaning": "`limit` must be 1 to 200.",
  "hint": "limit is a whole number from 1 to 200."
 },
 {
  "reason": "bad cursor",
  "meaning": "Send `next_cursor` of the previous page, with the same filters and credential.",
  "hint": "Send next_cursor of the previous page, with the same filters and the same credential."
 },
 {
  "reason": "bad status",
  "meaning": "The status to filter by does not exist.",
  "hint": ""
 },
 {
  "reason": "bad event",
  "meaning": "The event to filter by does not exist.",
  "hint": ""
 },
 {
  "reason": "bad action",
  "meaning": "The action to filter by does not exist.",
  "hint": ""
 },
 {
  "reason": "bad terminal_type",
  "meaning": "`terminal_type` must be `REUSABLE` or `USE_ONCE`.",
  "hint": "terminal_type is REUSABLE or USE_ONCE."
 },
 {
  "reason": "bad format",
  "meaning": "The report does not exist in this format.",
  "hint": ""
 },
 {
  "reason": "bad country_code",
  "meaning": "Country codes are ISO 3166-1 alpha-2, in upper case.",
  "hint": "Send an ISO 3166-1 alpha-2 code in upper case, such as US."
 },
 {
  "reason": "bad currency",
  "meaning": "Currency codes are circulating ISO 4217 ones, in upper case.",
  "hint": "Send an ISO 4217 code in upper case, such as USD."
 },
 {
  "reason": "missing x-api-key",
  "meaning": "The call needs an API key and has none.",
  "hint": "Send the API key in the header x-api-key."
 },
 {
  "reason": "invalid x-api-key",
  "meaning": "The key is unknown, mistyped, revoked or expired.",
  "hint": "The key is mistyped, revoked or expired. An owner or admin issues a new one: POST /apikeys."
 },
 {
  "reason": "invalid or expired session",
  "meaning": "The session is unknown, has ended or has expired. Sign in again.",
  "hint": "Send authorization: Bearer <session_token>. Sign in for a new one: POST /auth/otp/request, then POST /auth/otp/verify."
 },
 {
  "reason": "invalid or expired code",
  "meaning": "The code is wrong, used, older than ten minutes, or not the newest. Request another one.",
  "hint": ""
 },
 {
  "reason": "invalid operator token",
  "meaning": "`x-operator-token` is missing or wrong.",
  "hint": "Send an operator's token in the header x-operator-token."
 },
 {
  "reason": "operator role required",
  "meaning": "The token belongs to a viewer, and the call writes.",
  "hint": "This token may only read. Use the token of an operator with the role operator."
 },
 {
  "reason": "invalid signature",
  "meaning": "The partner's callback has no valid signature, or is too old.",
  "hint": "Sign the exact bytes of the body with the shared secret, and send the current time."
 },
 {
  "reason": "owner/admin required",
  "meaning": "The member's role is too low. The reason names the sufficient roles, for example `owner/admin/finance required`.",
  "hint": "Ask a member with one of these roles, or have an owner change yours."
 },
 {
  "reason": "key env mismatch",
  "meaning": "The object belongs to the other environment.",
  "hint": "The object belongs to the other environment. Use a credential of that environment: sandbox and live never mix."
 },
 {
  "reason": "key scope required: <scope>",
  "meaning": "The key has scopes, and not the named one. Issue a key with it. Of `payouts/reports`, one is enough.",
  "hint": "Issue a key with this scope: POST /apikeys."
 },
 {
  "reason": "address not allowed",
  "meaning": "The caller's address is in none of the key's `allowed_addresses`.",
  "hint": "Call from one of the key's allowed_addresses, or issue a key for this address."
 },
 {
  "reason": "org_id required",
  "meaning": "The caller has several organizations or none, and chose none: send `org_id`, or choose one by `POST /auth/mode`.",
  "hint": "Send org_id, or choose an organization: POST /auth/mode."
 },
 {
  "reason": "live not eligible",
  "meaning": "`blockers` lists the missing conditions: see [going live](going-live.md).",
  "hint": "blockers lists what is missing."
 },
 {
  "reason": "fresh code required",
  "meaning": "The act has live effect, and no mailed code was entered in the last 15 minutes (`FRESH_MINUTES`): `POST /auth/fresh/request`, then `POST /auth/fresh/verify`.",
  "hint": "Enter a mailed code: POST /auth/fresh/request, then POST /auth/fresh/verify."
 },
 {
  "reason": "org not found",
  "meaning": "The organization is unknown, or the caller is not a member.",
  "hint": ""
 },
 {
  "reason": "terminal not found",
  "meaning": "The terminal is unknown, or another organization's.",
  "hint": "GET /terminals lists your terminals. Without terminal_id a checkout gets one of its own."
 },
 {
  "reason": "checkout not found",
  "meaning": "The checkout is unknown, or not accessible to this caller.",
  "hint": ""
 },
 {
  "reason": "charge not found",
  "meaning": "The charge is unknown, or not accessible to this caller.",
  "hint": "The id of a charge is auth_id, from POST /checkouts/{id}/authorize."
 },
 {
  "reason": "sale not found",
  "meaning": "The sale is unknown, or another organization's.",
  "hint": ""
 },
 {
  "reason": "member not found",
  "meaning": "The organization has no member with this id.",
  "hint": ""
 },
 {
  "reason": "user not found",
  "meaning": "The user is unknown.",
  "hint": ""
 },
 {
  "reason": "session not found",
  "meaning": "The sign-in is unknown, another user’s, or over.",
  "hint": ""
 },
 {
  "reason": "invite not found",
  "meaning": "The invite is unknown, or another organization's.",
  "hint": ""
 },
 {
  "reason": "key not found",
  "meaning": "The key is unknown, or another organization's.",
  "hint": ""
 },
 {
  "reason": "entry not found",
  "meaning": "The entry is unknown, or on another shopper's list.",
  "hint": ""
 },
 {
  "reason": "payout not found",
  "meaning": "The payout is unknown, or another organization's.",
  "hint": ""
 },
 {
  "reason": "delivery not found",
  "meaning": "The delivery is unknown, or another organization's.",
  "hint": ""
 },
 {
  "reason": "case not found",
  "meaning": "The screening case or suspense case is unknown.",
  "hint": ""
 },
 {
  "reason": "counterparty not found",
  "meaning": "The bank destination is unknown, or belongs to another organization.",
  "hint": ""
 },
 {
  "reason": "adjustment not found",
  "meaning": "The adjustment is unknown.",
  "hint": "GET /operator/adjustments lists the adjustments."
 },
 {
  "reason": "no active checkout on this terminal",
  "meaning": "The last checkout was paid, has expired, or was superseded.",
  "hint": "Create a checkout with this terminal_id: POST /checkouts."
 },
 {
  "reason": "last owner",
  "meaning": "An organization keeps at least one owner: make another member an owner first.",
  "hint": "Make another member an owner first."
 },
 {
  "reason": "already a member",
  "meaning": "The user is a member already.",
  "hint": ""
 },
 {
  "reason": "wallet not empty",
  "meaning": "The person to erase has money, a hold or pending cashback in live.",
  "hint": ""
 },
 {
  "reason": "too many keys",
  "meaning": "The organization has 100 active keys. Revoke one that is not used.",
  "hint": "Revoke a key that is not used: DELETE /orgs/{id}/keys/{key_id}."
 },
 {
  "reason": "invite not pending",
  "meaning": "The invite was claimed or revoked before.",
  "hint": ""
 },
 {
  "reason": "too many orgs",
  "meaning": "One user owns 100 organizations at most.",
  "hint": ""
 },
 {
  "reason": "too many terminals",
  "meaning": "An organization has 1000 reusable terminals at most. Use a deactivated one again.",
  "hint": "Use a terminal again that is not needed any more."
 },
 {
  "reason": "empty items",
  "meaning": "The list of items is empty.",
  "hint": "Send at least one line in items."
 },
 {
  "reason": "bad line",
  "meaning": "A line lacks a field, or has a wrong one: text of 1 to 200 characters, integers, `qty` of 1 or more.",
  "hint": "Each line needs product_id and display_name (text), unit_price (minor units) and qty (1 or more); a return only product_id and qty."
 },
 {
  "reason": "bad cashback_rate",
  "meaning": "`cashback_rate` must be 0 to 10000 basis points.",
  "hint": "cashback_rate is in basis points: 750 means 7.5 %. Send 0 for no cashback."
 },
 {
  "reason": "total mismatch: server-computed <N>",
  "meaning": "`total` must be the sum of goods, shipping and tax. The reason carries the sum that the service computed.",
  "hint": "total = the sum of unit_price × qty over the lines + shipping_amount + tax_amount, in minor units."
 },
 {
  "reason": "bad expires_in_secs",
  "meaning": "`expires_in_secs` must be 60 to 604800.",
  "hint": "Send 60 to 604800 seconds, or leave expires_in_secs out for one day."
 },
 {
  "reason": "terminal belongs to another merchant",
  "meaning": "`terminal_id` is another merchant's terminal.",
  "hint": "GET /terminals lists your own."
 },
 {
  "reason": "only REUSABLE terminals can be reused",
  "meaning": "A `USE_ONCE` terminal serves one checkout only. Omit `terminal_id`, or create a terminal.",
  "hint": "Leave terminal_id out, or create a terminal: POST /terminals."
 },
 {
  "reason": "terminal inactive",
  "meaning": "The terminal is `INACTIVE`. Set it `ACTIVE` first.",
  "hint": "Set it ACTIVE first: PATCH /terminals/{id}."
 },
 {
  "reason": "checkout <status>",
  "meaning": "The checkout was paid, has expired or was superseded: `<status>` names its status.",
  "hint": "Create a new checkout: POST /checkouts."
 },
 {
  "reason": "currency mismatch",
  "meaning": "The cart's currency differs from the currency of the shopper's account.",
  "hint": "The cart's currency must be that of the shopper's account."
 },
 {
  "reason": "insufficient balance",
  "meaning": "The wallet has too little money that is not held; for a payout, the merchant's balance is too low.",
  "hint": "A shopper in the sandbox gets funds by POST /sandbox/wallet/topup. GET /wallet and GET /orgs/{id}/balance show what is available."
 },
 {
  "reason": "consumer KYC not approved",
  "meaning": "Live only: the shopper has no approved KYC.",
  "hint": "The shopper verifies their identity first: POST /compliance/kyc/start."
 },
 {
  "reason": "no live banking partner",
  "meaning": "Live only: no banking partner serves the shopper's country.",
  "hint": ""
 },
 {
  "reason": "blocked by monitoring",
  "meaning": "A rule on amounts or frequency blocked the payment. It is recorded for compliance. Do not retry at once.",
  "hint": "Do not repeat the call at once. The platform has the record."
 },
 {
  "reason": "auth not capturable",
  "meaning": "The charge was voided.",
  "hint": "Only an AUTHORIZED charge can be captured. Create a new checkout."
 },
 {
  "reason": "auth expired",
  "meaning": "The hold of seven days has ended. Create a new checkout.",
  "hint": "The hold of seven days is over. Create a new checkout."
 },
 {
  "reason": "auth not voidable",
  "meaning": "The charge is no longer `AUTHORIZED`. A repeated void gets this answer too.",
  "hint": "Only an AUTHORIZED charge can be voided. Give a captured one back by POST /charges/{id}/return."
 },
 {
  "reason": "charge not captured",
  "meaning": "Only captured charges can be returned. Void an authorized one instead.",
  "hint": "Only a CAPTURED charge can be returned. Give an authorized one up by POST /charges/{id}/void."
 },
 {
  "reason": "return qty exceeds captured",
  "meaning": "The call returns more than is left, or a product that was not bought.",
  "hint": "GET /sales/{id} shows what was bought and what was returned."
 },
 {
  "reason": "merchant KYB not approved",
  "meaning": "Live only: the business has no approved KYB. The hold stays: capture again after the approval.",
  "hint": "The business verifies itself first: POST /compliance/kyb/start."
 },
 {
  "reason": "org suspended",
  "meaning": "The platform has suspended the organization: it sells nothing and pays nothing out. Voids, returns and reads go on.",
  "hint": "Ask the platform. Voids, returns and reads go on."
 },
 {
  "reason": "already approved",
  "meaning": "The verification is approved already.",
  "hint": ""
 },
 {
  "reason": "bad iban",
  "meaning": "The IBAN is missing or mistyped.",
  "hint": "Check the digits. Spaces and case do not matter."
 },
 {
  "reason": "unsupported country",
  "meaning": "Only IBANs of the UK, the EU and the EEA are served.",
  "hint": "IBANs of the UK, the EU and the EEA are served."
 },
 {
  "reason": "force_reason required",
  "meaning": "`force` needs a `force_reason`, which is recorded.",
  "hint": "Say in force_reason why the account is right. It is recorded."
 },
 {
  "reason": "name mismatch",
  "meaning": "The account has another registered name: see `registered_name`. Correct the name, or use `force`.",
  "hint": "Correct the name, or send force: true with a force_reason."
 },
 {
  "reason": "name check unavailable",
  "meaning": "The account holder's name could not be checked. Retry later, or use `force`.",
  "hint": "Try again later, or send force: true with a force_reason."
 },
 {
  "reason": "no bank destination",
  "meaning": "No active bank destination fits: register one, wait for the end of its hold, or have it approved.",
  "hint": "Register a bank account: POST /bank/payout-iban or POST /bank/payout-ach. GET /bank/counterparties shows which are ACTIVE."
 },
 {
  "reason": "second person required",
  "meaning": "You registered this bank destination. Another owner or admin has to approve it.",
  "hint": "Another owner or admin has to approve it."
 },
 {
  "reason": "destination disabled",
  "meaning": "The bank destination was disabled. Register it again.",
  "hint": "Register the account again."
 },
 {
  "reason": "payee screening blocked",
  "meaning": "The payee resembles an entry of a sanctions list. An operator has to clear it.",
  "hint": "An operator has to clear the case."
 },
 {
  "reason": "payout <status>",
  "meaning": "The payout cannot make this move: `<status>` names its status.",
  "hint": ""
 },
 {
  "reason": "case not open",
  "meaning": "The screening case was cleared before, or the suspense case was assigned before.",
  "hint": ""
 },
 {
  "reason": "second operator required",
  "meaning": "The operator proposed this adjustment. Another operator has to approve it.",
  "hint": "Send the token of another operator in the header x-operator-token."
 },
 {
  "reason": "adjustment approved",
  "meaning": "The adjustment was approved before.",
  "hint": ""
 },
 {
  "reason": "adjustment withdrawn",
  "meaning": "The adjustment was withdrawn before. A new proposal gets an id of its own.",
  "hint": ""
 },
 {
  "reason": "no webhook url",
  "meaning": "The organization has no webhook URL. Set one first: `PUT /orgs/{id}/webhook`.",
  "hint": "Set one first: PUT /orgs/{id}/webhook."
 }
] as const;

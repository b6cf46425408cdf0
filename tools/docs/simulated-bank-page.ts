import { SETTLES } from '../../simulators/bank-script.ts';
import type { BankScript } from '../../simulators/bank-script.ts';

const PAYEE_NAMES = `## Names of account holders

The service compares the name of a bank destination with the registered name of its account. The register is
simulated too, at \`/payee-names\` of the simulators' address. It knows only accounts that you register there, and
forgets them when it stops. If it does not know the account, or knows it under another name, the registration of
the destination is \`400 name mismatch\`, unless the call has \`force\` and a reason.

| Call | Effect |
| --- | --- |
| \`POST /payee-names/holders {account, registered_name}\` | registers the account under this name; needs no credential |

\`account\` is the IBAN without spaces, or \`<routing number>/<account number>\`. If the name is \`unavailable\`, the
register answers 503 for that account, and its registration is \`400 name check unavailable\`.

\`\`\`bash
# The register of names answers this name for the account.
curl -s $SIM/payee-names/holders -H 'content-type: application/json' -d '{"account": "021000021/123456789", "registered_name": "Corner Shop LLC"}'
\`\`\`
`;

/** Returns docs/simulated-bank.md: the bank's controls, its protocol, and every script of its table. */
export function simulatedBankPage(scripts: Readonly<Record<string, BankScript>>): string {
  const rows = Object.entries(scripts).map(
    ([name, script]) => `| \`${name}\` | …\`${script.amountEndsIn}\` | ${script.says} | ${outcome(script)} |`,
  );
  return `# The simulated bank

Generated from the code by \`npm run simulated-bank\`; edit the table in \`simulators/bank-script.ts\`, not this page.

\`npm start\` and \`npm test\` run a bank for live payouts and deposits, at \`/bank\` of the simulators' address. It has
a ledger of its own, which survives restarts, with at most one transfer for a reference, even if its answers say
otherwise. The sandbox does not use it.

## Scripts

By default the bank accepts a transfer, settles it two seconds later and sends one callback. Three things select
another script, in this order: its reference, the last digits of its amount in minor units, or a mix (see below).

| Script | Amount | Behaviour | Final status |
| --- | --- | --- | --- |
${rows.join('\n')}

Scripted transfers move after a tenth of a second. Only the first submit gets the scripted answer; a second copy of
it gets a normal one.

## Controls

The controls need no credential. Bodies are JSON. \`BANK\` is the simulators' address and \`/bank\`.

| Call | Effect |
| --- | --- |
| \`POST /transfers/{reference}/settle\` | settles a pending transfer and sends the callback |
| \`POST /transfers/{reference}/fail {reason?}\` | fails a pending transfer |
| \`POST /transfers/{reference}/return {reason?}\` | returns a settled transfer |
| \`POST /transfers/{reference}/book\` | books a transfer that was refused without a trace, and leaves it pending |
| \`POST /deposits {user_id, amount_minor, currency, callback_url?}\` | receives money for a user and sends \`deposit.received\` |
| \`POST /control {reference, script}\` | runs this script for the reference, now and later |
| \`POST /control {mix: {script: weight}, seed}\` | draws a script for every transfer without another one; \`usual\` may be among them; \`mix: null\` ends it |
| \`POST /control {settle_after_ms}\` | sets how long unscripted transfers stay pending, in milliseconds; \`null\`: until a control moves them |
| \`GET /ledger?reference=\` | answers transfers, deposits, the number of submits and questions for each reference, and the sum that each account received |

The first four take \`copies\`: the number of callbacks, 0 to lose the callback.

\`\`\`bash
# Puts 50.00 USD into the live wallet of a user. SIM is the simulators' address.
curl -s $SIM/bank/deposits -H 'content-type: application/json' \\
  -d "{\\"user_id\\":\\"$SHOPPER_ID\\",\\"amount_minor\\":5000,\\"currency\\":\\"USD\\"}"
\`\`\`

## Protocol

Calls carry the service's bearer token. A transfer is \`{id, reference, status, amount_minor, currency, reason, booked_at}\`. Its
status is \`pending\`, \`settled\`, \`failed\` or \`returned\`.

| Call | Answer |
| --- | --- |
| \`POST /transfers\`, with the reference in \`idempotency-key\` | the transfer; for a repeat the same one, or 422 if the content differs |
| \`GET /transfers/{reference}\` | the transfer, or 404 \`transfer not found\` |
| \`GET /transfers?currency=&from=&to=&after=&limit=\` | \`{transfers, next}\` in the order of booking, booked from \`from\` on and before \`to\`; send \`next\` as \`after\` |
| \`GET /deposits/{event id}\` | the deposit \`{id, event_id, reference, amount_minor, currency, occurred_at}\`, or 404 \`deposit not found\` |
| \`GET /deposits?currency=&from=&to=&after=&limit=\` | \`{deposits, next}\` |

The bank signs its callbacks and sends them to the transfer's \`callback_url\` until one is answered 2xx, at most six
times: \`{id, type, reference, transfer_id, amount_minor, currency, reason?, occurred_at}\` with the type
\`transfer.settled\`, \`transfer.failed\` or \`transfer.returned\`. For \`deposit.received\` the reference is the user's
id, and \`deposit_id\` replaces \`transfer_id\`. The service looks up what a callback reports, and believes the
lookup only.

${PAYEE_NAMES}`;
}

function outcome({ accepts, becomes = SETTLES }: BankScript): string {
  return accepts === 'never' ? 'no transfer' : `\`${becomes.at(-1) ?? 'pending'}\``;
}

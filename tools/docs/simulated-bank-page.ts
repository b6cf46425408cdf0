import { SETTLES } from '../../simulators/bank-script.ts';
import type { BankScript } from '../../simulators/bank-script.ts';

const PAYEE_NAMES = `## Names of account holders

A bank destination's name is compared with the one that its account is registered under. The register is simulated too, at \`/payee-names\` of the simulators'
address. It knows no account until it is told of it, and forgets all when it ends. For an account that it does not know, or knows under another name, registering
the destination is \`400 name mismatch\`, unless \`force\` is given with its reason.

| Call | What it does |
| --- | --- |
| \`POST /payee-names/holders {account, registered_name}\` | registers the account under this name; asks for no password |

\`account\` is the IBAN without spaces, or \`<routing number>/<account number>\`. Where the name is \`unavailable\`, the register answers
503 about that account, and registering it is \`400 name check unavailable\`.

\`\`\`bash
# SIM is the simulators' address.
curl -s $SIM/payee-names/holders -H 'content-type: application/json' -d '{"account": "021000021/123456789", "registered_name": "Corner Shop LLC"}'
\`\`\`
`;

/** The page of the simulated bank: its controls, and every script of the table that the code reads. */
export function simulatedBankPage(scripts: Readonly<Record<string, BankScript>>): string {
  const rows = Object.entries(scripts).map(
    ([name, script]) => `| \`${name}\` | …\`${script.amountEndsIn}\` | ${script.says} | ${outcome(script)} |`,
  );
  return `# The simulated bank

Made from the code by \`npm run simulated-bank\`; edit the table in \`simulators/bank-script.ts\`, not this page.

\`npm start\` and \`npm test\` bring up a bank for live payouts and deposits, at \`/bank\` of the simulators' address. It has books of its own, over restarts, with
at most one transfer for a reference, whatever it says about it. Nothing of it concerns the sandbox, where no bank is asked.

## Scripts

A transfer is accepted, settles two seconds later and is told once. Another treatment follows from the last digits of its amount in minor units, or from its
reference, or from a mix (see below): the reference comes before the amount, and the amount before the mix.

| Script | Amount | What happens | Ends as |
| --- | --- | --- | --- |
${rows.join('\n')}

Scripted transfers move on after a tenth of a second. Only the first submit is answered oddly; the second copy of one is answered as it should be.

## Controls

They ask for no password. Bodies are JSON; \`BANK\` is the simulators' address and \`/bank\`.

| Call | What it does |
| --- | --- |
| \`POST /transfers/{reference}/settle\` | settles a pending transfer and tells the service |
| \`POST /transfers/{reference}/fail {reason?}\` | fails a pending one |
| \`POST /transfers/{reference}/return {reason?}\` | sends a settled one back |
| \`POST /deposits {user_id, amount_minor, currency, callback_url?}\` | receives money for a user and sends \`deposit.received\` |
| \`POST /control {reference, script}\` | treats this reference so, whenever it comes |
| \`POST /control {mix: {script: weight}, seed}\` | draws a script for every transfer that nothing else is said about, \`usual\` among them; \`mix: null\` ends it |
| \`POST /control {settle_after_ms}\` | how long unscripted transfers stay pending; \`null\`: until a control moves them |
| \`GET /ledger?reference=\` | transfers, deposits, how often each reference was submitted and asked about, and what each account has got |

The first four take \`copies\`: how often the service is told, 0 for a callback that is lost.

\`\`\`bash
# Puts 50.00 USD into the live wallet of a user.
curl -s $BANK/deposits -H 'content-type: application/json' -d '{"user_id": "…", "amount_minor": 5000, "currency": "USD"}'
\`\`\`

## Protocol

With the service's bearer token. A transfer is \`{id, reference, status, amount_minor, currency, reason}\`, its status \`pending\`, \`settled\`, \`failed\` or \`returned\`.

| Call | Answer |
| --- | --- |
| \`POST /transfers\`, header \`idempotency-key\`: the reference | the transfer; the same one for the same content, 422 for other content |
| \`GET /transfers/{reference}\` | the transfer, or 404 \`transfer not found\` |
| \`GET /transfers?currency=&after=&limit=\` | \`{transfers, next}\` in the order of booking; \`next\` is what to send as \`after\` |
| \`GET /deposits?currency=&after=&limit=\` | \`{deposits, next}\` |

Callbacks are signed and go to the transfer's \`callback_url\`, again until one is answered 2xx, six times in all:
\`{id, type, reference, transfer_id, amount_minor, currency, reason?, occurred_at}\` with the type \`transfer.settled\`, \`transfer.failed\` or \`transfer.returned\`.
For \`deposit.received\` the reference is the user's id, and \`deposit_id\` takes the place of \`transfer_id\`.

${PAYEE_NAMES}`;
}

function outcome({ accepts, becomes = SETTLES }: BankScript): string {
  return accepts === 'never' ? 'no transfer' : `\`${becomes.at(-1) ?? 'pending'}\``;
}

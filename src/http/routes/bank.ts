import { insertDestination, registrationResult } from '../../commands/destination.ts';
import { decideAch } from '../../domain/bank-account.ts';
import type { PayableAccount } from '../../domain/bank-account.ts';
import { ok, refuse } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { listCounterparties } from '../../store/counterparties.ts';
import { valueOf } from '../answers.ts';
import { actorOf } from '../access/caller.ts';
import type { SessionCaller } from '../access/caller.ts';
import { requireFreshIfLive } from '../access/fresh.ts';
import { orgOfSession } from '../access/membership.ts';
import { buildPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps } from '../route.ts';
import {
  achInput,
  counterpartiesQuery,
  counterpartyBody,
  counterpartyList,
  ibanInput,
  readIban,
  registrationAnswer,
} from '../shapes/bank.ts';

const tag = 'Payouts';
const refusals = ['force_reason_required', 'name_mismatch', 'name_check_unavailable', 'fresh_code_required'];
/** A destination directs payouts, so it needs the capability of payouts. Source: contract, section 2. */
const access = {
  target: { kind: 'org', at: 'body', name: 'org_id', unnamed: 'acting_org' },
  capability: 'create_payouts',
  environment: 'own',
} as const;

export const bankRoutes = [
  defineRoute({
    method: 'POST',
    path: '/bank/payout-iban',
    credential: 'session',
    access,
    id: 'registerIban',
    tag,
    summary: 'Register a bank destination in the UK, the EU or the EEA',
    body: ibanInput,
    answer: registrationAnswer,
    refusals: ['bad_iban', 'unsupported_country', ...refusals],
    async handle(call) {
      const { sent } = call;
      const { orgId } = await orgOfSession(call, call.namedOrg);
      await requireFreshIfLive(call);
      const account = valueOf(readIban(typeof sent['iban'] === 'string' ? sent['iban'] : null));
      valueOf(readForce(sent));
      const { name, force_reason: reason } = call.body();
      const forceReason = sent['force'] === true ? (reason ?? null) : null;
      return register(call, { ...account, orgId, name, forceReason });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/bank/payout-ach',
    credential: 'session',
    access,
    id: 'registerAch',
    tag,
    summary: 'Register a bank destination in the United States',
    body: achInput,
    answer: registrationAnswer,
    refusals,
    async handle(call) {
      const { sent } = call;
      const { orgId } = await orgOfSession(call, call.namedOrg);
      await requireFreshIfLive(call);
      const {
        routing_number: routingNumber,
        account_number: accountNumber,
        name,
        force_reason: reason,
      } = call.body();
      const account = valueOf(decideAch({ routingNumber, accountNumber }));
      valueOf(readForce(sent));
      const forceReason = sent['force'] === true ? (reason ?? null) : null;
      return register(call, { ...account, orgId, name, forceReason });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/bank/counterparties',
    credential: 'session',
    access: {
      target: { kind: 'org', at: 'query', name: 'org_id', unnamed: 'acting_org' },
      environment: 'own',
    },
    id: 'listCounterparties',
    tag,
    summary: "List the organization's bank destinations, newest first",
    query: counterpartiesQuery,
    answer: counterpartyList,
    async handle(call) {
      const { org_id: asked, ...paging } = call.query();
      const { orgId } = await orgOfSession(call, asked);
      const { secrets, database } = call.deps;
      const scope = ['counterparties', orgId, call.caller.env];
      const page = valueOf(readPage(paging, scope, secrets));
      const rows = await listCounterparties(database.pool, {
        orgId,
        env: call.caller.env,
        afterKey: page.after?.key ?? null,
        afterId: page.after?.id ?? null,
        limit: page.limit + 1,
      });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.createdAt.toISOString(), id: row.id }),
      });
      return { counterparties: cut.rows.map(counterpartyBody), next_cursor: cut.next_cursor };
    },
  }),
];

/**
 * An override without its reason. Judged before the rest of the body: account, reason, name. Source:
 * contract, section 14.
 */
function readForce({ force, force_reason: reason }: Readonly<Record<string, unknown>>): Outcome<null> {
  const isSaid = typeof reason === 'string' && reason.trim() !== '';
  return force === true && !isSaid ? refuse('force_reason_required') : ok(null);
}

interface RegisterCall {
  readonly deps: ApiDeps;
  readonly caller: SessionCaller;
  newId(): string;
}

/**
 * Registers a bank destination: writes it, and has its workflow check the name of its holder and screen the
 * payee.
 */
async function register(
  { deps, caller, newId }: RegisterCall,
  account: PayableAccount & {
    readonly orgId: string;
    readonly name: string;
    readonly forceReason: string | null;
  },
) {
  const counterpartyId = newId();
  await insertDestination(deps, { ...account, counterpartyId, env: caller.env, actor: actorOf(caller) });
  valueOf(await deps.workflows.registerCounterparty(counterpartyId));
  const nameMatch = valueOf(await registrationResult(deps, counterpartyId));
  return { counterparty_id: counterpartyId, name_match: nameMatch, status: 'ACTIVE' as const };
}

import {
  approveDestination,
  disableDestination,
  insertDestination,
  registrationResult,
} from '../../commands/destination.ts';
import { sealOrigin } from '../../commands/org-event.ts';
import { decideAch } from '../../domain/bank-account.ts';
import type { PayableAccount } from '../../domain/bank-account.ts';
import type { Environment } from '../../domain/environment.ts';
import { ok, refuse } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { findCounterparty, listCounterparties } from '../../store/counterparties.ts';
import type { CounterpartyRow } from '../../store/counterparties.ts';
import { refused, valueOf } from '../answers.ts';
import { actorOf } from '../access/caller.ts';
import type { SessionCaller } from '../access/caller.ts';
import { requireFreshIfLive } from '../access/fresh.ts';
import { isInOrg, orgOfSession, requireEnvironment, requireRole } from '../access/membership.ts';
import type { SessionCall } from '../access/membership.ts';
import { buildPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import type { CallDeps } from '../route.ts';
import {
  achInput,
  counterpartiesQuery,
  counterpartyAnswer,
  counterpartyBody,
  counterpartyList,
  ibanInput,
  readIban,
  registrationAnswer,
} from '../shapes/bank.ts';
import { isId, okAnswer } from '../shapes/fields.ts';

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
  defineRoute({
    method: 'POST',
    path: '/bank/counterparties/{id}/approve',
    credential: 'session',
    access: {
      target: { kind: 'counterparty', at: 'path', name: 'id' },
      capability: 'approve_destinations',
      environment: 'live',
    },
    id: 'approveCounterparty',
    tag,
    summary: 'Approve a live bank destination that somebody else registered, so that its hold ends',
    answer: counterpartyAnswer,
    refusals: ['second_person_required', 'destination_disabled', 'fresh_code_required'],
    bearsNoId: true,
    async handle(call) {
      const destination = await counterpartyOf(call, 'live');
      const approved = approveDestination(call.deps, { ...destination, actor: actorOf(call.caller) });
      return counterpartyBody(valueOf(await approved));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/bank/counterparties/{id}',
    credential: 'session',
    access: {
      target: { kind: 'counterparty', at: 'path', name: 'id' },
      capability: 'create_payouts',
      environment: 'own',
    },
    id: 'disableCounterparty',
    tag,
    summary: 'Disable a bank destination: no payout goes to it any more',
    answer: okAnswer,
    refusals: ['fresh_code_required'],
    async handle(call) {
      const destination = await counterpartyOf(call, call.caller.env);
      await disableDestination(call.deps, { ...destination, actor: actorOf(call.caller) });
      return { ok: true as const };
    },
  }),
];

/**
 * The destination that the path names, for a member with the route's capability, in this environment.
 * Refused: `counterparty not found`, `key env mismatch`, the refusals of `requireRole`, and in live
 * `fresh code required`.
 */
async function counterpartyOf(
  call: SessionCall & {
    readonly params: Readonly<Record<string, string>>;
    requireKey(): void;
  },
  env: Environment,
): Promise<CounterpartyRow> {
  const counterpartyId = call.params['id'] ?? '';
  const { pool } = call.deps.database;
  const row = isId(counterpartyId) ? await findCounterparty(pool, { counterpartyId }) : null;
  if (row === null || !(await isInOrg(call, row.orgId))) return refused('counterparty_not_found');
  requireEnvironment(call, row);
  if (call.caller.env !== env) return refused('key_env_mismatch');
  await requireRole(call, row.orgId);
  await requireFreshIfLive(call);
  return row;
}

/**
 * An override without its reason. Judged before the rest of the body: account, reason, name. Source:
 * contract, section 14.
 */
function readForce({ force, force_reason: reason }: Readonly<Record<string, unknown>>): Outcome<null> {
  const isSaid = typeof reason === 'string' && reason.trim() !== '';
  return force === true && !isSaid ? refuse('force_reason_required') : ok(null);
}

interface RegisterCall {
  readonly deps: CallDeps;
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
  const destination = { ...account, counterpartyId, env: caller.env, actor: actorOf(caller) };
  valueOf(await insertDestination(deps, destination));
  const origin = sealOrigin(deps.secrets, deps.origin);
  valueOf(await deps.workflows[caller.env].registerCounterparty(counterpartyId, origin));
  const { nameMatch, status } = valueOf(await registrationResult(deps, counterpartyId));
  return { counterparty_id: counterpartyId, name_match: nameMatch, status };
}

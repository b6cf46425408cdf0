import { recordGate } from '../../commands/monitoring.ts';
import { PAYOUT_GATES } from '../../domain/payout.ts';
import type { PayoutTrigger } from '../../domain/payout.ts';
import { judgementsOf } from '../../store/compliance.ts';
import { findDestination } from '../../store/counterparties.ts';
import { listPayouts, payoutRow, payoutView } from '../../store/payouts.ts';
import type { PayoutView } from '../../store/payouts.ts';
import { findOrgEligibility } from '../../store/users.ts';
import { refused, valueOf } from '../answers.ts';
import { actorOf } from '../access/caller.ts';
import type { KeyCaller, SessionCaller } from '../access/caller.ts';
import type { KeyCheck } from '../access/key-rules.ts';
import {
  actingOrg,
  isInOrg,
  orgOfSession,
  requireChangeable,
  requireEnvironment,
} from '../access/membership.ts';
import type { RequestRecord } from '../pipeline/request-record.ts';
import { buildPage, readPage } from '../paging.ts';
import { queuePayoutMove, payOutInTurn } from '../turns/payout.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps, CallDeps } from '../route.ts';
import { isId, okAnswer } from '../shapes/fields.ts';
import {
  payoutBody,
  payoutCreated,
  payoutDetail,
  payoutDetailBody,
  payoutInput,
  payoutList,
  payoutsQuery,
} from '../shapes/payout.ts';

const tag = 'Payouts';

const SUMMARIES = {
  settle: 'Settle a pending sandbox payout now instead of a day after its creation',
  return: 'Return a settled sandbox payout',
  fail: 'Fail a pending sandbox payout',
} as const satisfies Record<PayoutTrigger, string>;

export const payoutRoutes = [
  defineRoute({
    method: 'POST',
    path: '/payouts',
    credential: 'api_key_or_session',
    access: {
      target: { kind: 'org', at: 'body', name: 'org_id', unnamed: 'acting_org' },
      capability: 'create_payouts',
      scope: 'payouts',
      environment: 'own',
    },
    id: 'createPayout',
    tag,
    summary:
      "Create a payout from the merchant's balance to its bank destination for this country and currency",
    body: payoutInput,
    answer: payoutCreated,
    refusals: [
      'merchant_kyb_not_approved',
      'org_suspended',
      'bad_currency',
      'bad_country_code',
      'no_bank_destination',
      'blocked_by_monitoring',
      'payee_screening_blocked',
      'insufficient_balance',
    ],
    async handle(call) {
      const { deps, caller } = call;
      const { orgId } = await actingOrg(call, call.namedOrg);
      const payoutId = call.newId();
      const made = call.isRepeat ? await payoutRow(deps.database.pool, { payoutId }) : null;
      if (made !== null) return { instruction_id: payoutId };
      await requireStanding(call, { orgId, payoutId });
      const {
        amount_minor: amount,
        currency,
        country_code: countryCode,
        counterparty_id: named,
      } = call.body();
      const wanted = { orgId, env: caller.env, countryCode, currency, counterpartyId: named ?? null };
      const isUnknown = named !== undefined && named !== null && !isId(named);
      const destination = isUnknown ? null : await findDestination(deps.database.pool, wanted);
      if (destination === null) {
        const facts = { amount, currency, countryCode };
        return blocked(call, { orgId, payoutId, refusal: 'no_bank_destination', facts });
      }
      const asked = {
        payoutId,
        orgId,
        env: caller.env,
        counterpartyId: destination.id,
        amount,
        currency,
        actor: actorOf(caller),
      };
      await payOutInTurn(deps, asked);
      return { instruction_id: payoutId };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/payouts',
    credential: 'session',
    access: {
      target: { kind: 'org', at: 'query', name: 'org_id', unnamed: 'acting_org' },
      environment: 'own',
    },
    id: 'listPayouts',
    tag,
    summary: "List the organization's payouts, newest first",
    query: payoutsQuery,
    answer: payoutList,
    async handle(call) {
      const { org_id: asked, ...paging } = call.query();
      const { orgId } = await orgOfSession(call, asked);
      const { secrets, database } = call.deps;
      const scope = ['payouts', orgId, call.caller.env];
      const page = valueOf(readPage(paging, scope, secrets));
      const rows = await listPayouts(database.pool, {
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
      return { payouts: cut.rows.map(payoutBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/payouts/{id}',
    credential: 'api_key_or_session',
    access: { target: { kind: 'payout', at: 'path', name: 'id' }, scope: 'payouts', environment: 'own' },
    id: 'getPayout',
    tag,
    summary: 'Get a payout with its history and its next step',
    answer: payoutDetail,
    async handle(call) {
      return payoutDetailBody(await payoutOf(call));
    },
  }),
  ...(['settle', 'return', 'fail'] as const).map((trigger) =>
    defineRoute({
      method: 'POST',
      path: `/sandbox/payouts/{id}/${trigger}`,
      credential: 'api_key_or_session',
      access: {
        target: { kind: 'payout', at: 'path', name: 'id' },
        capability: 'create_payouts',
        scope: 'sandbox',
        environment: 'sandbox',
      },
      id: `${trigger}SandboxPayout`,
      tag: 'Sandbox',
      summary: SUMMARIES[trigger],
      answer: okAnswer,
      refusals: ['payout_state'],
      bearsNoId: true,
      async handle(call) {
        const payout = await requireChangeable(call, await payoutOf(call));
        await queuePayoutMove(call.deps, payout, { commandId: call.newId(), trigger });
        return { ok: true as const };
      },
    }),
  ),
];

/** The payout that the path names, in the caller's reach. Refused: `payout not found`, `key env mismatch`. */
async function payoutOf(
  call: Pick<KeyCheck, 'requireKey'> & {
    readonly deps: CallDeps;
    readonly caller: KeyCaller | SessionCaller;
    readonly params: Readonly<Record<string, string>>;
    readonly record: RequestRecord;
  },
): Promise<PayoutView> {
  const payoutId = call.params['id'] ?? '';
  const view = isId(payoutId) ? await payoutView(call.deps.database.pool, { payoutId }) : null;
  if (view === null || !(await isInOrg(call, view.orgId))) return refused('payout_not_found');
  return requireEnvironment(call, view);
}

interface PayoutCall {
  readonly deps: ApiDeps;
  readonly isRepeat: boolean;
  readonly caller: KeyCaller | SessionCaller;
}

/**
 * Live pays only whom KYB has approved, and nobody whom the platform has suspended; judged before the body,
 * and once more when it is reserved. Source: contract, sections 8 and 16.
 */
async function requireStanding(
  call: PayoutCall,
  { orgId, payoutId }: { orgId: string; payoutId: string },
): Promise<void> {
  const standing = await findOrgEligibility(call.deps.database.pool, { orgId });
  const facts = { kyb: standing?.verification };
  if (call.caller.env === 'live' && standing?.verification !== 'APPROVED')
    await blocked(call, { orgId, payoutId, refusal: 'merchant_kyb_not_approved', facts });
  if (standing?.isSuspended) await blocked(call, { orgId, payoutId, refusal: 'org_suspended', facts });
}

interface Block {
  readonly orgId: string;
  readonly payoutId: string;
  readonly refusal: keyof typeof PAYOUT_GATES;
  readonly facts: object;
}

/** Refuses a payout at a gate before monitoring, and records it for compliance. */
async function blocked(
  { deps, caller, isRepeat }: PayoutCall,
  { orgId, payoutId, refusal, facts }: Block,
): Promise<never> {
  const { pool } = deps.database;
  const { countryCode, currency = null } = facts as { countryCode?: string; currency?: string };
  const isRecorded = isRepeat && (await judgementsOf(pool, { subject: `payout:${payoutId}` })).length > 0;
  if (!isRecorded) {
    const { env } = caller;
    const rule = PAYOUT_GATES[refusal];
    await recordGate(pool, { id: deps.newId(), payoutId, orgId, env, rule, currency, facts, at: null });
  }
  if (refusal !== 'no_bank_destination') return refused(refusal);
  return refused(refusal, undefined, { detail: `no ACTIVE destination for ${countryCode} in ${currency}` });
}

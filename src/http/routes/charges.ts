import type { z } from 'zod';
import { decideVoid, checkCapture } from '../../domain/charge.ts';
import { withDetail } from '../../domain/outcome.ts';
import type { Capability } from '../../domain/roles.ts';
import { previewReturn } from '../../commands/charge-return.ts';
import { findCharge } from '../../store/charges.ts';
import type { ChargeScopeRow } from '../../store/charges.ts';
import { leftOfCharge } from '../../store/returns.ts';
import { refused, valueOf } from '../answers.ts';
import { actorOf } from '../access/caller.ts';
import type { KeyCaller, SessionCaller } from '../access/caller.ts';
import { queueCapture, queueReturn, queueVoid } from '../turns/charge.ts';
import type { KeyCheck } from '../access/key-rules.ts';
import { isInOrg, requireChangeable, requireEnvironment } from '../access/membership.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps, CallDeps } from '../route.ts';
import type { RequestRecord } from '../pipeline/request-record.ts';
import { captureAnswer, captureBody, stateDetail } from '../shapes/charge.ts';
import {
  checkQuantities,
  previewAnswer,
  previewBody,
  readReturn,
  returnAnswer,
  returnBody,
  returnInput,
} from '../shapes/charge-return.ts';
import type { ReturnRequest } from '../shapes/charge-return.ts';
import { isId, okAnswer } from '../shapes/fields.ts';

/** Voids and returns are the merchant's: a member's role decides. */
const OF_MERCHANT = {
  target: { kind: 'charge', at: 'path', name: 'id' },
  capability: 'void_and_return',
  environment: 'own',
} as const;
const RETURN_REFUSALS = ['charge_not_captured', 'empty_items', 'bad_line', 'return_qty_exceeds_captured'];

export const chargeRoutes = [
  defineRoute({
    method: 'POST',
    path: '/charges/{auth_id}/capture',
    credential: 'api_key_or_session',
    access: {
      target: { kind: 'charge', at: 'path', name: 'auth_id', reach: ['shopper'] },
      scope: 'charges',
      environment: 'own',
    },
    id: 'captureCharge',
    tag: 'Charges',
    summary: 'Capture an authorized charge; repeating it is safe',
    answer: captureAnswer,
    refusals: ['merchant_kyb_not_approved', 'org_suspended', 'auth_not_capturable', 'auth_expired'],
    async isDone(call) {
      return (await chargeOf(call, call.params['auth_id'])).captured !== null;
    },
    async handle(call) {
      const { deps, caller, newId } = call;
      const charge = await chargeOf(call, call.params['auth_id']);
      // Answered from its row: that outlives the workflow, and skips every gate, for the money has moved.
      if (charge.captured !== null) return captureBody(charge.captured);
      valueOf(withDetail(checkCapture(charge, charge, charge.now), () => stateDetail(charge)));
      return captureBody(await queueCapture(deps, charge, { commandId: newId(), actor: actorOf(caller) }));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/charges/{id}/void',
    credential: 'api_key_or_session',
    access: { ...OF_MERCHANT, scope: 'charges' },
    id: 'voidCharge',
    tag: 'Charges',
    summary: 'Release the hold of an authorized charge',
    answer: okAnswer,
    refusals: ['auth_not_voidable'],
    async handle(call) {
      const { deps, caller, newId } = call;
      const charge = await merchantCharge(call);
      const by = { commandId: newId(), actor: actorOf(caller) };
      // An earlier run of this command voided it, and its answer was lost.
      if (charge.voidCommandId === by.commandId) return { ok: true as const };
      valueOf(withDetail(decideVoid(charge, charge.now), () => stateDetail(charge)));
      await queueVoid(deps, charge, by);
      return { ok: true as const };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/charges/{id}/return',
    credential: 'api_key_or_session',
    access: { ...OF_MERCHANT, scope: 'returns' },
    id: 'returnCharge',
    tag: 'Charges',
    summary: 'Return a captured charge in full or in part; each call is a new return',
    body: returnInput as z.ZodType<unknown>,
    answer: returnAnswer,
    refusals: RETURN_REFUSALS,
    async handle(call) {
      const { deps, caller, newId, isRepeat } = call;
      const { charge, items, reason } = await checkedReturn(call);
      const by = { commandId: newId(), actor: actorOf(caller) };
      return returnBody(await queueReturn(deps, charge, { ...by, items, reason, isRepeat }));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/charges/{id}/return/preview',
    credential: 'api_key_or_session',
    access: { ...OF_MERCHANT, scope: 'returns' },
    id: 'previewReturn',
    tag: 'Charges',
    summary: 'Get what a return would refund and cut now; nothing is written',
    body: returnInput as z.ZodType<unknown>,
    answer: previewAnswer,
    refusals: RETURN_REFUSALS,
    bearsNoId: true,
    async handle(call) {
      const { charge, items } = await checkedReturn(call);
      const { pool } = call.deps.database;
      valueOf(checkQuantities(await leftOfCharge(pool, { chargeId: charge.id }), items));
      return previewBody(valueOf(await previewReturn(pool, { chargeId: charge.id, items })));
    },
  }),
];

interface ChargeCall extends Pick<KeyCheck, 'requireKey'> {
  readonly deps: CallDeps;
  readonly caller: KeyCaller | SessionCaller;
}

/** A call of the merchant about the charge that its path names. */
interface MerchantCall extends ChargeCall {
  readonly capability: Capability;
  readonly record: RequestRecord;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * The charge of the caller's org, for a caller who may void and return it. To anybody else, its shopper
 * included, it is unknown. Source: contract, section 18.
 */
async function merchantCharge(call: MerchantCall): Promise<ChargeScopeRow> {
  const charge = await findById(call, call.params['id']);
  if (charge === null || !(await isInOrg(call, charge.orgId))) return refused('charge_not_found');
  return requireChangeable(call, charge);
}

/** The charge and the goods of a return that may be made as far as a look at it shows. */
async function checkedReturn(
  call: MerchantCall & { readonly sent: unknown },
): Promise<{ charge: ChargeScopeRow; items: ReturnRequest['items']; reason: string | null }> {
  const charge = await merchantCharge(call);
  if (charge.status !== 'CAPTURED')
    return refused('charge_not_captured', undefined, { detail: stateDetail(charge) });
  const { items, reason: said } = valueOf(readReturn(call.sent));
  if (!said.ok)
    valueOf(checkQuantities(await leftOfCharge(call.deps.database.pool, { chargeId: charge.id }), items));
  return { charge, items, reason: valueOf(said) };
}

/**
 * The charge in the caller's reach: their org's, or their own as a shopper. Anybody else's is as unknown as a
 * missing one; their own in the other environment is a mismatch. Source: contract, sections 3, 5 and 14.
 */
async function chargeOf(
  call: Omit<ChargeCall, 'deps'> & { readonly deps: ApiDeps },
  chargeId: string | undefined,
): Promise<ChargeScopeRow> {
  const { caller } = call;
  const charge = await findById(call, chargeId);
  if (charge === null) return refused('charge_not_found');
  const own = caller.kind === 'api_key' ? charge.orgId === caller.orgId : charge.consumerId === caller.userId;
  if (!own) return refused('charge_not_found');
  return requireEnvironment(call, charge);
}

async function findById(
  { deps }: { readonly deps: ApiDeps },
  chargeId: string | undefined,
): Promise<ChargeScopeRow | null> {
  return chargeId !== undefined && isId(chargeId) ? findCharge(deps.database.pool, { chargeId }) : null;
}

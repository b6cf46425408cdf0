import type { z } from 'zod';
import { decideVoid, checkCapture } from '../../domain/charge.ts';
import { decideQuantities } from '../../domain/charge-return.ts';
import { withDetail } from '../../domain/outcome.ts';
import { findCharge } from '../../store/charges.ts';
import type { ChargeScopeRow } from '../../store/charges.ts';
import { leftOfCharge } from '../../store/returns.ts';
import { refused, valueOf } from '../answers.ts';
import { actorOf } from '../access/caller.ts';
import type { KeyCaller, SessionCaller } from '../access/caller.ts';
import { queueCapture, queueReturn, queueVoid } from '../turns/charge.ts';
import type { KeyCheck } from '../access/key-rules.ts';
import { requireEnvironment } from '../access/membership.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps } from '../route.ts';
import { captureAnswer, captureBody, stateDetail } from '../shapes/charge.ts';
import { readReturn, returnAnswer, returnBody, returnInput } from '../shapes/charge-return.ts';
import { isId, okAnswer } from '../shapes/fields.ts';

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
    credential: 'api_key',
    access: { target: { kind: 'charge', at: 'path', name: 'id' }, scope: 'charges', environment: 'own' },
    id: 'voidCharge',
    tag: 'Charges',
    summary: 'Release the hold of an authorized charge',
    answer: okAnswer,
    refusals: ['auth_not_voidable'],
    async handle(call) {
      const { deps, caller, newId } = call;
      const charge = await chargeOf(call, call.params['id']);
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
    credential: 'api_key',
    access: { target: { kind: 'charge', at: 'path', name: 'id' }, scope: 'returns', environment: 'own' },
    id: 'returnCharge',
    tag: 'Charges',
    summary: 'Return a captured charge in full or in part; each call is a new return',
    body: returnInput as z.ZodType<unknown>,
    answer: returnAnswer,
    refusals: ['charge_not_captured', 'empty_items', 'bad_line', 'return_qty_exceeds_captured'],
    async handle(call) {
      const { deps, caller, sent, newId, isRepeat } = call;
      const charge = await chargeOf(call, call.params['id']);
      if (charge.status !== 'CAPTURED')
        return refused('charge_not_captured', undefined, { detail: stateDetail(charge) });
      const { items, reason: said } = valueOf(readReturn(sent));
      if (!said.ok)
        valueOf(decideQuantities(await leftOfCharge(deps.database.pool, { chargeId: charge.id }), items));
      const reason = valueOf(said);
      const by = { commandId: newId(), actor: actorOf(caller) };
      return returnBody(await queueReturn(deps, charge, { ...by, items, reason, isRepeat }));
    },
  }),
];

/**
 * The charge in the caller's reach: their org's, or their own as a shopper. Anybody else's is as unknown as a
 * missing one; their own in the other environment is a mismatch. Source: contract, sections 3, 5 and 14.
 */
async function chargeOf(
  call: Pick<KeyCheck, 'requireKey'> & { readonly deps: ApiDeps; readonly caller: KeyCaller | SessionCaller },
  chargeId: string | undefined,
): Promise<ChargeScopeRow> {
  const { deps, caller } = call;
  const charge =
    chargeId !== undefined && isId(chargeId) ? await findCharge(deps.database.pool, { chargeId }) : null;
  if (charge === null) return refused('charge_not_found');
  const own = caller.kind === 'api_key' ? charge.orgId === caller.orgId : charge.consumerId === caller.userId;
  if (!own) return refused('charge_not_found');
  return requireEnvironment(call, charge);
}

import type { z } from 'zod';
import { decideCart } from '../../domain/cart.ts';
import { decideAuthorize } from '../../domain/charge.ts';
import { isFinal } from '../../domain/checkout.ts';
import { withDetail } from '../../domain/outcome.ts';
import { authorizeFacts, authorizeRow } from '../../store/charges.ts';
import { checkoutView, openedRow } from '../../store/checkouts.ts';
import type { CheckoutView } from '../../store/checkouts.ts';
import { refused, STATUS, valueOf } from '../answers.ts';
import { actorOf } from '../access/caller.ts';
import type { KeyCaller, SessionCaller } from '../access/caller.ts';
import { queueAuthorization, openInTurn } from '../turns/checkout.ts';
import { isInOrg, requireEnvironment } from '../access/membership.ts';
import type { RequestRecord } from '../pipeline/request-record.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps, CallDeps } from '../route.ts';
import { cartDetail, cartInput, readCart } from '../shapes/cart.ts';
import { authorizeAnswer, authorizeDetail, authorizeInput } from '../shapes/charge.ts';
import { checkoutAnswer, checkoutBody, checkoutQuery, openedAnswer, payUrlOf } from '../shapes/checkout.ts';
import { isId } from '../shapes/fields.ts';
import { readWait } from '../shapes/wait.ts';

export const checkoutRoutes = [
  defineRoute({
    method: 'POST',
    path: '/checkouts',
    credential: 'api_key',
    access: {
      target: {
        kind: 'terminal',
        at: 'body',
        name: 'terminal_id',
        unnamed: 'nothing',
        foreign: 'terminal_of_another_merchant',
      },
      scope: 'checkouts',
      environment: 'own',
    },
    id: 'createCheckout',
    tag: 'Checkouts',
    summary: "Create a checkout; it supersedes the terminal's pending one",
    body: cartInput as z.ZodType<unknown>,
    answer: openedAnswer,
    refusals: [
      'empty_items',
      'bad_line',
      'bad_cashback_rate',
      'total_mismatch',
      'bad_currency',
      'bad_expires_in_secs',
      'terminal_not_reusable',
      'terminal_inactive',
      'org_suspended',
    ],
    async handle({ deps, caller, requireKey, sent, newId, isRepeat }) {
      requireKey();
      const { offer, extras, terminalId } = valueOf(readCart(sent));
      const cart = valueOf(withDetail(decideCart(offer), (refusal) => cartDetail(refusal, offer, sent)));
      const { pool } = deps.database;
      const [checkoutId, newTerminalId] = [newId(), newId()];
      const made = isRepeat ? await openedRow(pool, { checkoutId }) : null;
      const payUrl = payUrlOf(checkoutId, deps.config.PUBLIC_URL);
      if (made !== null) return { id: checkoutId, terminal_id: made.terminalId, pay_url: payUrl };
      const sentCart = {
        id: checkoutId,
        orgId: caller.orgId,
        env: caller.env,
        cart,
        extras,
        actor: actorOf(caller),
      };
      const opening = { cart: sentCart, terminalId, newTerminalId, expiresInSecs: cart.expiresInSecs };
      return { id: checkoutId, terminal_id: await openInTurn(deps, opening), pay_url: payUrl };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/checkouts/{id}',
    credential: 'api_key_or_session',
    access: {
      target: {
        kind: 'checkout',
        at: 'path',
        name: 'id',
        reach: ['member', 'shopper', 'anybody_while_payable'],
      },
      scope: 'checkouts',
      environment: 'own',
    },
    id: 'getCheckout',
    tag: 'Checkouts',
    summary: 'Get a checkout; waits for a change of its status on request',
    query: checkoutQuery,
    answer: checkoutAnswer,
    refusals: ['invalid'],
    async handle(call) {
      const { deps } = call;
      const view = requireEnvironment(call, await requireView(call));
      const waitMs = valueOf(readWait(call.query().wait));
      const shown = waitMs > 0 && !isFinal(view.status) ? await viewAfter(call, view, waitMs) : view;
      return checkoutBody(shown, deps.config.PUBLIC_URL);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/checkouts/{id}/authorize',
    credential: 'session',
    access: { target: { kind: 'checkout', at: 'path', name: 'id', reach: ['anybody'] }, environment: 'own' },
    id: 'authorizeCheckout',
    tag: 'Checkouts',
    summary: "Authorize a checkout; this holds its total in the shopper's wallet for 7 days",
    body: authorizeInput,
    answer: authorizeAnswer,
    refusals: [
      'checkout_not_payable',
      'no_live_banking_partner',
      'consumer_kyc_not_approved',
      'org_suspended',
      'currency_mismatch',
      'insufficient_balance',
      'blocked_by_monitoring',
    ],
    async handle(call) {
      const { deps, caller, params } = call;
      const view = await findView(deps, params['id']);
      if (view === null) return refused('checkout_not_found');
      requireEnvironment(call, view);
      // Judged before the workflow is asked: refusals, however many, cost it nothing. Monitoring and the
      // money are its own.
      const newChargeId = call.newId();
      const row = await authorizeRow(deps.database.pool, {
        checkoutId: view.id,
        consumerId: caller.userId,
        newChargeId,
      });
      if (row === null) return refused('checkout_not_found');
      // Placed by the run before, whatever has become of it since.
      if (row.chargeId === newChargeId) return { auth_id: newChargeId };
      const facts = authorizeFacts(row, caller.userId);
      const decision = withDetail(decideAuthorize(facts, row.now), (refusal) =>
        authorizeDetail(refusal, facts),
      );
      // Gates come before the body, and the body before the rest.
      if (!decision.ok && STATUS[decision.refusal.code] === 403) valueOf(decision);
      const { attribution = [] } = call.body();
      const { again } = valueOf(decision);
      if (again !== null) return { auth_id: again };
      const inCart = new Set(view.items.map(({ productId }) => productId));
      const followed = Object.fromEntries(
        attribution
          .filter((entry) => inCart.has(entry.product_id) && isId(entry.recommender_id))
          .map((entry) => [entry.product_id, entry.recommender_id] as const),
      );
      const request = { consumerId: caller.userId, newChargeId, attribution: followed };
      return {
        auth_id: await queueAuthorization(deps, { checkoutId: view.id, orgId: view.orgId, row, ...request }),
      };
    },
  }),
];

async function findView(deps: ApiDeps, checkoutId: string | undefined): Promise<CheckoutView | null> {
  return checkoutId !== undefined && isId(checkoutId)
    ? checkoutView(deps.database.pool, { checkoutId })
    : null;
}

/**
 * Returns the checkout that the call names. Refused: `checkout not found`, also if the caller may not see it.
 */
async function requireView(
  call: Sight & { readonly params: Readonly<Record<string, string>> },
): Promise<CheckoutView> {
  const view = await findView(call.deps, call.params['id']);
  return view !== null && (await maySee(call, view)) ? view : refused('checkout_not_found');
}

/** Returns the checkout after its status has changed, or after so many milliseconds. Refused: the same. */
async function viewAfter(
  call: Parameters<typeof requireView>[0],
  view: CheckoutView,
  waitMs: number,
): Promise<CheckoutView> {
  await call.deps.checkoutWait.untilChanged({ id: view.id, seen: view.status }, waitMs);
  return requireView(call);
}

/** A call whose access to a checkout is checked. */
interface Sight {
  readonly deps: CallDeps;
  readonly caller: KeyCaller | SessionCaller;
  readonly record: RequestRecord;
}

/**
 * The merchant's own people always; a shopper while it can be paid, or who has paid it. Source: contract,
 * section 4.
 */
async function maySee(call: Sight, view: CheckoutView): Promise<boolean> {
  const { caller } = call;
  if (caller.kind === 'session' && (view.payable || view.consumerId === caller.userId)) return true;
  return isInOrg(call, view.orgId);
}

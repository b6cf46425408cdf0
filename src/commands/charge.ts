import { clampShare, firstAwards, PENDING_MS } from '../domain/cashback.ts';
import { decideAuthorize, decideCapture, decideVoid, HOLD_MS } from '../domain/charge.ts';
import type { CapturePosting, CaptureResult } from '../domain/charge.ts';
import { bps, minor } from '../domain/money.ts';
import { originOfActor } from '../domain/org-event.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { AuthorizedBody, CapturedBody, VoidedBody } from '../domain/webhook-body.ts';
import { findAuthorizationRequest } from '../store/authorization-requests.ts';
import type { AuthorizationRequestRow } from '../store/authorization-requests.ts';
import * as charges from '../store/charges.ts';
import { lockCheckout } from '../store/checkouts.ts';
import type { Queryable } from '../store/database.ts';
import { jsonText } from '../store/statement.ts';
import type {
  Authorization,
  AuthorizeRequest,
  AwardInput,
  CheckoutRef,
  CheckoutState,
  Command,
} from '../../workflows/messages.ts';
import { endedState, readCheckout, stateOf } from './checkout.ts';
import type { StepResult } from './checkout.ts';
import { brokenInvariant, clockOf, deadlineOf, inTime, underLock } from './command.ts';
import type { CommandDeps } from './command.ts';
import { judgeMovement, recordMovement } from './monitoring.ts';
import { openOrigin, recordOrgEvent } from './org-event.ts';
import type { MonitoringDeps } from './monitoring.ts';

/** The result of a committed command to a charge, and what is to be started for it. */
export interface ChargeResult<T> extends StepResult<T> {
  /** The delivery to send, or null. */
  readonly deliveryId: string | null;
  /** The awards that have become pending. */
  readonly pendingAwards: readonly AwardInput[];
}

/** A command to the charge of a checkout. */
export type ChargeStep = CheckoutRef & Command;

/** The result of a command that changed nothing. */
const unchanged = <T>(answer: Outcome<T>, row: CheckoutState | null): ChargeResult<T> => {
  return { answer, row, deliveryId: null, pendingAwards: [] };
};

/**
 * The result of a command after its deadline. The caller gets 503: the command was not carried out and will
 * not be.
 */
const TOO_LATE = unchanged(refuse('unavailable'), null);

/**
 * Places the hold on the shopper's wallet. A repeat by the same shopper returns the charge that exists.
 * Refused: what `decideAuthorize` refuses, `blocked by monitoring`.
 */
export function authorizeCheckout(
  deps: MonitoringDeps,
  { checkoutId, orgId, request }: CheckoutRef & { request: AuthorizeRequest },
): Promise<ChargeResult<Authorization>> {
  return inTime(deps.database, TOO_LATE, async (tx) => {
    const { newChargeId: chargeId } = request;
    const { consumerId, attribution } = await requestOf(tx, request);
    await lockCheckout(tx, { orgId, checkoutId });
    const wallet = await charges.lockPayingWallet(tx, { checkoutId, consumerId });
    const row = wallet && (await charges.authorizeRow(tx, { checkoutId, consumerId, newChargeId: chargeId }));
    if (!row) throw brokenInvariant(`no checkout ${checkoutId} or no shopper ${consumerId}`);

    const state = stateOf(row);
    // An earlier run of this command placed the hold, or was blocked.
    if (row.chargeId === chargeId) return unchanged(ok({ authId: chargeId }), state);
    if (row.wasBlocked) return unchanged(refuse('blocked_by_monitoring'), state);
    const decision = decideAuthorize(charges.authorizeFacts(row, consumerId), row.now);
    if (!decision.ok) return unchanged(decision, state);
    if (decision.value.again !== null) return unchanged(ok({ authId: decision.value.again }), state);

    const { env, total, currency, now: at } = row;
    const party = {
      kind: 'authorization',
      partyId: consumerId,
      orgId,
      env,
      subject: `checkout:${checkoutId}`,
    } as const;
    const movement = {
      ...party,
      amount: total,
      currency,
      at,
      recordId: chargeId,
      deadline: request.deadline,
    };
    const judgement = await judgeMovement(tx, movement, deps);
    await recordMovement(tx, { movement, judgement, counted: true }, deps);
    if (judgement.rule !== null) return unchanged(refuse('blocked_by_monitoring'), state);

    const holdExpiresAt = new Date(at.getTime() + HOLD_MS);
    const hold = { checkoutId, chargeId, consumerId, walletId: wallet.id, total, at, holdExpiresAt };
    const body: AuthorizedBody = {
      checkout_id: checkoutId,
      auth_id: chargeId,
      total_minor: total,
      currency,
      consumer_id: consumerId,
    };
    const written = await charges.writeAuthorization(tx, {
      ...hold,
      attribution: jsonText(attribution),
      eventId: deps.newId(),
      body: jsonText(body),
      deliveryId: deps.newId(),
      deadline: deadlineOf(request.deadline),
    });
    if (!written?.done)
      throw brokenInvariant(`the hold for ${checkoutId} met another state than its locked row`);
    return {
      answer: ok({ authId: chargeId }),
      row: { status: 'AUTHORIZED', due: holdExpiresAt.getTime(), clock: clockOf(row) },
      deliveryId: written.deliveryId,
      pendingAwards: [],
    };
  });
}

/** The shopper and the attribution of a request: from its row, or from a message of an earlier release. */
async function requestOf(tx: Queryable, request: AuthorizeRequest): Promise<AuthorizationRequestRow> {
  const { newChargeId: chargeId, consumerId, attribution = [] } = request;
  if (consumerId !== undefined) {
    const recommenders = attribution.map(
      ({ productId, recommenderId }) => [productId, recommenderId] as const,
    );
    return { consumerId, attribution: Object.fromEntries(recommenders) };
  }
  const row = await findAuthorizationRequest(tx, { chargeId });
  if (row === null) throw brokenInvariant(`no authorization request ${chargeId}`);
  return row;
}

/**
 * Posts the capture once. A second run finds it posted and returns the same answer. Refused: what
 * `decideCapture` refuses.
 */
export function captureCharge(deps: CommandDeps, step: ChargeStep): Promise<ChargeResult<CaptureResult>> {
  return inTime(deps.database, TOO_LATE, async (tx) => {
    await lockCheckout(tx, step);
    const charge = await charges.captureRow(tx, step);
    if (charge === null)
      return unchanged(refuse('charge_not_found'), stateOf(await readCheckout(tx, step.checkoutId)));
    if (charge.status === 'CAPTURED') {
      const earlier = await charges.capturedRow(tx, charge);
      if (earlier === null) throw brokenInvariant(`charge ${charge.chargeId} is captured without a capture`);
      return unchanged(ok(earlier), endedState('CAPTURED', charge));
    }

    const share = clampShare(bps(charge.recommenderShare), {
      least: bps(charge.leastShare),
      most: bps(charge.mostShare),
    });
    const facts = {
      ...charge,
      total: minor(charge.total),
      tax: minor(charge.tax),
      totalCashback: minor(charge.totalCashback),
      lines: charge.lines.map((line) => ({ ...line, pot: minor(line.pot) })),
    };
    const { kyb, isSuspended } = charge;
    const terms = { mdr: bps(charge.mdr), recommenderShare: share, kyb, isSuspended };
    const decision = decideCapture(facts, terms, charge.now);
    if (!decision.ok) {
      const due = charge.status === 'AUTHORIZED' ? charge.holdExpiresAt.getTime() : null;
      return unchanged(decision, { status: charge.status, due, clock: clockOf(charge) });
    }
    return postCapture(tx, { ...step, charge, posting: decision.value, share }, deps);
  });
}

interface CaptureToPost extends ChargeStep {
  readonly charge: charges.CaptureRow;
  readonly posting: CapturePosting;
  readonly share: number;
}

async function postCapture(
  tx: Queryable,
  { charge, posting, share, checkoutId, orgId, actor, commandId, deadline }: CaptureToPost,
  { newId }: CommandDeps,
): Promise<ChargeResult<CaptureResult>> {
  const { mdrFee, split } = posting;
  const { recommenderAmount, deferredBuyerAmount, recommenderId, recommenders } = split;
  const captured = {
    journalId: newId(),
    mdrFee,
    recommenderAmount,
    deferredBuyerAmount,
    recommenderId,
    recommenders,
  };
  const pendingUntil = new Date(charge.now.getTime() + PENDING_MS);
  const awards = firstAwards(split, charge.consumerId).map((award) => ({ id: newId(), ...award }));
  const written = await charges.writeCapture(tx, {
    ...captured,
    chargeId: charge.chargeId,
    at: charge.now,
    entries: jsonText(captureEntries(charge, posting)),
    mdrBps: charge.mdr,
    recommenderShareBps: share,
    totalCashback: charge.totalCashback,
    recommenders: jsonText(recommenders),
    lines: jsonText(split.lines),
    awards: jsonText(awards),
    pendingUntil,
    eventId: newId(),
    body: jsonText<CapturedBody>({
      checkout_id: checkoutId,
      auth_id: charge.chargeId,
      mdr_fee: mdrFee,
      buyer_amount: 0,
      deferred_buyer_amount: deferredBuyerAmount,
      recommender_amount: recommenderAmount,
    }),
    deliveryId: newId(),
    actor,
    commandId,
    deadline: deadlineOf(deadline),
  });
  if (!written?.done)
    throw brokenInvariant(`capture of ${charge.chargeId} met another state than its locked row`);
  return {
    answer: ok(captured),
    row: endedState('CAPTURED', charge),
    deliveryId: written.deliveryId,
    pendingAwards: awards
      .filter(({ status }) => status === 'PENDING')
      .map(({ id: awardId }) => ({ awardId, orgId, due: pendingUntil.getTime() })),
  };
}

/**
 * Debits the wallet, and credits the merchant with what fee and cashback leave. Entries of 0 are not written.
 */
function captureEntries(charge: charges.CaptureRow, { net, mdrFee }: CapturePosting) {
  return [
    { account: charge.walletId, amount: -charge.total },
    { account: charge.merchantAccount, amount: net },
    { account: charge.feesAccount, amount: mdrFee },
    { account: charge.cashbackAccount, amount: charge.totalCashback },
  ].filter(({ amount }) => amount !== 0);
}

/**
 * Voids the authorization and releases its hold. A second run of the same command changes nothing and returns
 * the same answer. Refused: what `decideVoid` refuses.
 */
export function voidCharge(deps: CommandDeps, step: ChargeStep): Promise<ChargeResult<null>> {
  return inTime(deps.database, TOO_LATE, async (tx) => {
    await lockCheckout(tx, step);
    const row = await readCheckout(tx, step.checkoutId);
    const { chargeId, holdExpiresAt } = row;
    if (chargeId === null || holdExpiresAt === null)
      return unchanged(refuse('charge_not_found'), stateOf(row));
    // An earlier run of this command voided it.
    if (row.voidCommandId === step.commandId) return unchanged(ok(null), stateOf(row));
    const decision = decideVoid({ status: row.status as 'AUTHORIZED', holdExpiresAt }, row.now);
    if (!decision.ok) return unchanged(decision, stateOf(row));
    const written = await charges.writeVoid(tx, {
      chargeId,
      at: row.now,
      eventId: deps.newId(),
      body: jsonText<VoidedBody>({ auth_id: chargeId }),
      deliveryId: deps.newId(),
      actor: step.actor,
      commandId: step.commandId,
      deadline: deadlineOf(step.deadline),
    });
    await recordOrgEvent(tx, openOrigin(deps.secrets, step.origin, originOfActor(step.actor, row.env)), {
      orgId: step.orgId,
      action: 'charge.voided',
      target: { kind: 'charge', id: chargeId },
      before: { status: 'AUTHORIZED' },
      after: { status: 'VOIDED' },
      env: row.env,
    });
    if (!written?.done) throw brokenInvariant(`void of ${chargeId} met another state than its locked row`);
    return {
      answer: ok(null),
      row: endedState('VOIDED', row),
      deliveryId: written.deliveryId,
      pendingAwards: [],
    };
  });
}

/** Finds a charge when no command is still writing it. */
export const findChargeUnderLock = underLock(lockCheckout, charges.findCharge);

/** Finds the facts of an authorization when no command is still writing them. */
export const findAuthorizationUnderLock = underLock(lockCheckout, charges.authorizeRow);

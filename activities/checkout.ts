import { ApplicationFailure } from '@temporalio/common';
import { decideAuthorize, decideCapture, decideVoid, HOLD_MS } from '../src/domain/charge.ts';
import type { CapturePosting, CaptureResult } from '../src/domain/charge.ts';
import { clampShare, firstAwards, PENDING_MS } from '../src/domain/cashback.ts';
import { decideTerminal, displacedStatus, dueTrigger } from '../src/domain/checkout.ts';
import type { CheckoutStatus } from '../src/domain/checkout.ts';
import { bps, minor } from '../src/domain/money.ts';
import { ok, refuse } from '../src/domain/outcome.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import type { AuthorizedBody, CapturedBody, VoidedBody } from '../src/domain/webhook-body.ts';
import * as charges from '../src/store/charges.ts';
import * as checkouts from '../src/store/checkouts.ts';
import { jsonText } from '../src/store/statement.ts';
import type { Queryable } from '../src/store/statement.ts';
import type { Authorized, AuthorizeRequest, CheckoutOpening, CheckoutState, Command, OpenedCheckout } from '../workflows/messages.ts';
import { deadlineOf, unlessTooLate } from './dependencies.ts';
import type { ActivityDeps } from './dependencies.ts';
import { judgeMovement, recordMovement } from './monitoring.ts';

/** Which checkout a step is about. */
export interface CheckoutStep {
  readonly checkoutId: string;
  readonly orgId: string;
}

/** A step's answer to the caller, and the row that it left behind. */
export interface Stepped<T> {
  readonly answer: Outcome<T>;
  /** Null when the opening was refused, or the command came too late to change anything. */
  readonly row: CheckoutState | null;
}

/** The result of a step whose deadline has passed. The caller gets 503: the command was not carried out, and will not be. */
const TOO_LATE = { answer: refuse('unavailable'), row: null, deliveryId: null, pendingAwards: [] };

type TimedRow = Pick<checkouts.CheckoutRow, 'now' | 'offset'>;

/**
 * The checkout workflow's steps. Each is one transaction and safe to run twice, or at once: the locked row decides.
 * Requests are judged by the org's time as the database tells it under the lock; what falls due is judged by `at`.
 */
export function createCheckoutActivities(deps: ActivityDeps) {
  const { database, newId } = deps;

  return {
    /** The row as it stands. */
    async loadCheckout({ checkoutId }: CheckoutStep): Promise<CheckoutState> {
      return stateOf(await existing(database.pool, checkoutId));
    },

    /** Opens the checkout on its cart; the terminal's pending one makes way. A second run finds it open. */
    openCheckout(step: CheckoutStep & { opening: CheckoutOpening }): Promise<Stepped<OpenedCheckout> & { displaced: string | null }> {
      return unlessTooLate(
        database.transaction((tx) => openCheckout(tx, step)),
        { answer: TOO_LATE.answer, row: null, displaced: null },
      );
    },

    /** Places the hold, or answers the charge that the same shopper was given before. */
    async authorizeCheckout({ checkoutId, orgId, request }: CheckoutStep & { request: AuthorizeRequest }): Promise<Stepped<Authorized>> {
      const writing = database.transaction((tx) =>
        authorizeCheckout(tx, { checkoutId, orgId, request, newId, thresholds: deps.thresholds }),
      );
      const stepped = await unlessTooLate(writing, TOO_LATE);
      if (stepped.deliveryId !== null) deps.deliver(stepped.deliveryId, orgId);
      return { answer: stepped.answer, row: stepped.row };
    },

    /** Posts the capture once; a second run finds it posted and gives the same answer. */
    async captureCharge(step: CommandStep): Promise<Stepped<CaptureResult>> {
      const { orgId } = step;
      const stepped = await unlessTooLate(
        database.transaction((tx) => captureCharge(tx, { ...step, newId })),
        TOO_LATE,
      );
      deps.reached('capture.committed');
      if (stepped.deliveryId !== null) deps.deliver(stepped.deliveryId, orgId);
      for (const awardId of stepped.pendingAwards) deps.land(awardId, orgId);
      return { answer: stepped.answer, row: stepped.row };
    },

    /** Releases the hold when the merchant voids. A second run of the same command changes nothing and gives the same answer. */
    async voidCharge(step: CommandStep): Promise<Stepped<null>> {
      const { orgId } = step;
      const stepped = await unlessTooLate(
        database.transaction((tx) => voidCharge(tx, { ...step, newId })),
        TOO_LATE,
      );
      if (stepped.deliveryId !== null) deps.deliver(stepped.deliveryId, orgId);
      return { answer: stepped.answer, row: stepped.row };
    },

    /**
     * Expires an unpaid checkout, or releases a hold, whose time has come by `at` (milliseconds of org time), and in live by the
     * database's clock too.
     */
    closeOverdue({ checkoutId, orgId, at }: CheckoutStep & { at: number }): Promise<CheckoutState> {
      return database.transaction(async (tx) => {
        await checkouts.lockCheckout(tx, { orgId, checkoutId });
        const row = await existing(tx, checkoutId);
        const by = new Date(at);
        const ended =
          dueTrigger(row.status) === 'lapse' && row.chargeId !== null
            ? await charges.writeLapse(tx, { chargeId: row.chargeId, at: by })
            : await checkouts.writeExpiry(tx, { checkoutId, at: by });
        return ended === null ? stateOf(row) : closed('EXPIRED', row);
      });
    },
  };
}

export type CheckoutActivities = ReturnType<typeof createCheckoutActivities>;

interface Written<T> extends Stepped<T> {
  readonly deliveryId: string | null;
}

async function openCheckout(
  tx: Queryable,
  { checkoutId, orgId, opening }: CheckoutStep & { opening: CheckoutOpening },
): Promise<Stepped<OpenedCheckout> & { displaced: string | null }> {
  const { terminalId, newTerminalId, expiresInSecs, deadline } = opening;
  await checkouts.lockTerminal(tx, { orgId, checkoutId, terminalId: terminalId ?? newTerminalId });
  const earlier = await checkouts.checkoutRow(tx, { checkoutId });
  if (earlier !== null) {
    const displaced = await checkouts.displacedBy(tx, { checkoutId });
    return { answer: ok({ id: checkoutId, terminalId: earlier.terminalId }), row: stateOf(earlier), displaced: displaced?.id ?? null };
  }

  if (terminalId !== null) {
    const allowed = decideTerminal(await checkouts.terminalFacts(tx, { terminalId }), orgId);
    if (!allowed.ok) return { answer: allowed, row: null, displaced: null };
  }
  const facts = await checkouts.openingRow(tx, { checkoutId, terminalId });
  if (facts === null) throw broken(`no cart ${checkoutId}`);
  if (facts.pendingId !== null && facts.pendingExpiresAt !== null) {
    const status = displacedStatus(facts.pendingExpiresAt, facts.now);
    await checkouts.displaceCheckout(tx, { checkoutId: facts.pendingId, status, supersededBy: checkoutId });
  }
  const expiresAt = new Date(facts.now.getTime() + expiresInSecs * 1000);
  const insert = terminalId === null ? checkouts.insertCheckoutAndTerminal : checkouts.insertCheckout;
  await insert(tx, {
    checkoutId,
    terminalId: terminalId ?? newTerminalId,
    at: facts.now,
    expiresAt,
    deadline: deadlineOf(deadline),
  });
  return {
    answer: ok({ id: checkoutId, terminalId: terminalId ?? newTerminalId }),
    row: { status: 'PENDING', due: expiresAt.getTime(), clock: clockOf(facts) },
    displaced: facts.pendingId,
  };
}

/** A command to the charge of a checkout. */
export type CommandStep = CheckoutStep & Command;

type Writing = CommandStep & { readonly newId: () => string };

async function authorizeCheckout(
  tx: Queryable,
  step: CheckoutStep & Pick<ActivityDeps, 'thresholds' | 'newId'> & { request: AuthorizeRequest },
): Promise<Written<Authorized>> {
  const { checkoutId, orgId, request, newId } = step;
  await checkouts.lockCheckout(tx, { orgId, checkoutId });
  const wallet = await charges.lockPayingWallet(tx, { checkoutId, ...request });
  const row = wallet && (await charges.authorizeRow(tx, { checkoutId, ...request }));
  if (!row) throw broken(`no checkout ${checkoutId} or no shopper ${request.consumerId}`);

  const state = { status: row.status, due: dueOf(row), clock: clockOf(row) };
  // An earlier run of this command placed the hold, or was blocked.
  if (row.chargeId === request.newChargeId) return { answer: ok({ authId: row.chargeId }), row: state, deliveryId: null };
  if (row.wasBlocked) return { answer: refuse('blocked_by_monitoring'), row: state, deliveryId: null };
  const decision = decideAuthorize(charges.authorizeFacts(row, request.consumerId), row.now);
  if (!decision.ok) return { answer: decision, row: state, deliveryId: null };
  if (decision.value.again !== null) return { answer: ok({ authId: decision.value.again }), row: state, deliveryId: null };

  const { newChargeId: chargeId, consumerId } = request;
  const { env, total: amount, currency, now: at } = row;
  const movement = {
    kind: 'authorization',
    partyId: consumerId,
    orgId,
    env,
    subject: `checkout:${checkoutId}`,
    amount,
    currency,
    at,
    recordId: chargeId,
    deadline: request.deadline,
  } as const;
  const judgement = await judgeMovement(tx, movement, step);
  await recordMovement(tx, { movement, judgement, counted: true }, step);
  if (judgement.rule !== null) return { answer: refuse('blocked_by_monitoring'), row: state, deliveryId: null };

  const body: AuthorizedBody = {
    checkout_id: checkoutId,
    auth_id: chargeId,
    total_minor: row.total,
    currency: row.currency,
    consumer_id: consumerId,
  };
  const attribution = Object.fromEntries(request.attribution.map(({ productId, recommenderId }) => [productId, recommenderId]));
  const holdExpiresAt = new Date(row.now.getTime() + HOLD_MS);
  const written = await charges.writeAuthorization(tx, {
    checkoutId,
    chargeId,
    consumerId,
    walletId: wallet.id,
    total: row.total,
    attribution: jsonText(attribution),
    at: row.now,
    holdExpiresAt,
    eventId: newId(),
    body: jsonText(body),
    deliveryId: newId(),
    deadline: deadlineOf(request.deadline),
  });
  if (!written?.done) throw broken(`the hold for ${checkoutId} met another state than its locked row`);
  return {
    answer: ok({ authId: chargeId }),
    row: { status: 'AUTHORIZED', due: holdExpiresAt.getTime(), clock: clockOf(row) },
    deliveryId: written.deliveryId,
  };
}

interface WrittenCapture extends Written<CaptureResult> {
  /** Awards that begin to wait for their landing. */
  readonly pendingAwards: readonly string[];
}

async function captureCharge(tx: Queryable, step: Writing): Promise<WrittenCapture> {
  const { checkoutId, orgId, newId } = step;
  const nothing = { deliveryId: null, pendingAwards: [] };
  await checkouts.lockCheckout(tx, { orgId, checkoutId });
  const charge = await charges.captureRow(tx, { checkoutId });
  if (charge === null) return { answer: refuse('charge_not_found'), row: stateOf(await existing(tx, checkoutId)), ...nothing };
  if (charge.status === 'CAPTURED') {
    const earlier = await charges.capturedRow(tx, charge);
    if (earlier === null) throw broken(`charge ${charge.chargeId} is captured without a capture`);
    return { answer: ok(earlier), row: closed('CAPTURED', charge), ...nothing };
  }

  const share = clampShare(bps(charge.recommenderShare), { least: bps(charge.leastShare), most: bps(charge.mostShare) });
  const facts = {
    ...charge,
    total: minor(charge.total),
    tax: minor(charge.tax),
    totalCashback: minor(charge.totalCashback),
    lines: charge.lines.map((line) => ({ ...line, pot: minor(line.pot) })),
  };
  const decision = decideCapture(facts, { mdr: bps(charge.mdr), recommenderShare: share, kyb: charge.kyb }, charge.now);
  if (!decision.ok) {
    const due = charge.status === 'AUTHORIZED' ? charge.holdExpiresAt.getTime() : null;
    return { answer: decision, row: { status: charge.status, due, clock: clockOf(charge) }, ...nothing };
  }
  const captured = capturedOf(newId(), decision.value);
  const posted = await postCapture(tx, { ...step, charge, captured, posting: decision.value, share });
  return { answer: ok(captured), row: closed('CAPTURED', charge), ...posted };
}

function capturedOf(journalId: string, { mdrFee, split }: CapturePosting): CaptureResult {
  const { recommenderAmount, deferredBuyerAmount, recommenderId, recommenders } = split;
  return { journalId, mdrFee, recommenderAmount, deferredBuyerAmount, recommenderId, recommenders };
}

interface Posting {
  readonly charge: charges.CaptureRow;
  readonly captured: CaptureResult;
  readonly posting: CapturePosting;
  readonly share: number;
}

/** Money leaves the wallet; what is left of it after fee and cashback is the merchant's. Entries of 0 are not written. */
async function postCapture(tx: Queryable, step: Writing & Posting): Promise<Pick<WrittenCapture, 'deliveryId' | 'pendingAwards'>> {
  const { charge, checkoutId, captured, posting, share, actor, commandId, deadline, newId } = step;
  const entries = [
    { account: charge.walletId, amount: -charge.total },
    { account: charge.merchantAccount, amount: posting.net },
    { account: charge.feesAccount, amount: posting.mdrFee },
    { account: charge.cashbackAccount, amount: charge.totalCashback },
  ].filter(({ amount }) => amount !== 0);
  const body: CapturedBody = {
    checkout_id: checkoutId,
    auth_id: charge.chargeId,
    mdr_fee: captured.mdrFee,
    buyer_amount: 0,
    deferred_buyer_amount: captured.deferredBuyerAmount,
    recommender_amount: captured.recommenderAmount,
  };
  const awards = firstAwards(posting.split, charge.consumerId).map((award) => ({ id: newId(), ...award }));
  const written = await charges.writeCapture(tx, {
    ...captured,
    chargeId: charge.chargeId,
    at: charge.now,
    entries: jsonText(entries),
    mdrBps: charge.mdr,
    recommenderShareBps: share,
    totalCashback: charge.totalCashback,
    recommenders: jsonText(captured.recommenders),
    lines: jsonText(posting.split.lines),
    awards: jsonText(awards),
    pendingUntil: new Date(charge.now.getTime() + PENDING_MS),
    eventId: newId(),
    body: jsonText(body),
    deliveryId: newId(),
    actor,
    commandId,
    deadline: deadlineOf(deadline),
  });
  if (!written?.done) throw broken(`capture of ${charge.chargeId} met another state than its locked row`);
  const pendingAwards = awards.filter(({ status }) => status === 'PENDING').map(({ id }) => id);
  return { deliveryId: written.deliveryId, pendingAwards };
}

async function voidCharge(tx: Queryable, step: Writing): Promise<Written<null>> {
  const { checkoutId, orgId, actor, commandId, deadline, newId } = step;
  await checkouts.lockCheckout(tx, { orgId, checkoutId });
  const row = await existing(tx, checkoutId);
  const { chargeId, holdExpiresAt } = row;
  if (chargeId === null || holdExpiresAt === null) return { answer: refuse('charge_not_found'), row: stateOf(row), deliveryId: null };
  // An earlier run of this command voided it.
  if (row.voidCommandId === commandId) return { answer: ok(null), row: stateOf(row), deliveryId: null };
  const decision = decideVoid({ status: row.status as 'AUTHORIZED', holdExpiresAt }, row.now);
  if (!decision.ok) return { answer: decision, row: stateOf(row), deliveryId: null };
  const body: VoidedBody = { auth_id: chargeId };
  const written = await charges.writeVoid(tx, {
    chargeId,
    at: row.now,
    eventId: newId(),
    body: jsonText(body),
    deliveryId: newId(),
    actor,
    commandId,
    deadline: deadlineOf(deadline),
  });
  if (!written?.done) throw broken(`void of ${chargeId} met another state than its locked row`);
  return { answer: ok(null), row: closed('VOIDED', row), deliveryId: written.deliveryId };
}

async function existing(on: Queryable, checkoutId: string): Promise<checkouts.CheckoutRow> {
  const row = await checkouts.checkoutRow(on, { checkoutId });
  if (row === null) throw broken(`no checkout ${checkoutId}`);
  return row;
}

/** The time at which a checkout moves by itself, in milliseconds, or null for one that has ended. */
function dueOf({ status, expiresAt, holdExpiresAt }: Pick<checkouts.CheckoutRow, 'status' | 'expiresAt' | 'holdExpiresAt'>): number | null {
  const trigger = dueTrigger(status);
  if (trigger === 'expire') return expiresAt.getTime();
  return trigger === 'lapse' && holdExpiresAt !== null ? holdExpiresAt.getTime() : null;
}

const clockOf = ({ now, offset }: TimedRow) => ({ offset, floor: now.getTime() });
const stateOf = (row: checkouts.CheckoutRow): CheckoutState => ({ status: row.status, due: dueOf(row), clock: clockOf(row) });
const closed = (status: CheckoutStatus, row: TimedRow): CheckoutState => ({ status, due: null, clock: clockOf(row) });

/** A fault that no retry heals: an invariant does not hold. It stops the step and stays red in the Web UI. */
const broken = (what: string): ApplicationFailure => ApplicationFailure.nonRetryable(what, 'BrokenInvariant');

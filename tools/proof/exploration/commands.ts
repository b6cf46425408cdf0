import { CHECKOUT_TRIGGERS } from '../../../src/domain/checkout.ts';
import type { CheckoutTrigger } from '../../../src/domain/checkout.ts';
import type {
  AuthorizationFacts,
  CaptureFacts,
  ChargeStatus,
  MerchantTerms,
} from '../../../src/domain/charge.ts';
import type { PotLine } from '../../../src/domain/cashback.ts';
import type { Bps, Minor } from '../../../src/domain/money.ts';
import type { Outcome } from '../../../src/domain/outcome.ts';
import type { ExploredCart } from './cart.ts';
import type { State } from './state.ts';
import { must } from './violation.ts';

const CREATED = Date.UTC(2026, 0, 1);
/** The default of `expires_in_secs`. Source: specification, "Limits". */
const TERM_MS = 24 * 60 * 60 * 1000;
/** Source: specification, "Limits". */
const HOLD_MS = 7 * 24 * 60 * 60 * 1000;
const BUYER = 'ann';
const CHARGE = 'charge';
const CURRENCY = 'USD';

/** The three moments of a term: its start, its last millisecond, its end. */
const momentsOf = (start: number, lengthMs: number): readonly Date[] =>
  [0, lengthMs - 1, lengthMs].map((ms) => new Date(start + ms));
const TERM = momentsOf(CREATED, TERM_MS);
/** By the moment of the authorization. */
const HOLDS = TERM.map((authorized) => momentsOf(authorized.getTime(), HOLD_MS));
const EXPIRES_AT = new Date(CREATED + TERM_MS);

/** The time in this state: within the checkout's term until it is authorized, within the hold after. */
export function timeOf({ charge, moment, authorizedAt }: State): Date {
  return (charge === null ? TERM[moment] : HOLDS[authorizedAt]?.[moment]) as Date;
}

function holdEnd({ rules }: ExploredCart, { authorizedAt }: State): Date {
  return new Date((TERM[authorizedAt] as Date).getTime() + rules.holdMs);
}

type Consumer = AuthorizationFacts['consumer'];

/** Shoppers who may not pay, and the refusal that each of them must get while the checkout is payable. */
const STRANGERS: readonly {
  readonly refusal: string;
  readonly only?: 'live';
  readonly differs: Partial<Consumer> & { short?: number };
}[] = [
  { refusal: 'insufficient_balance', differs: { short: 1 } },
  { refusal: 'currency_mismatch', differs: { currency: 'EUR' } },
  { refusal: 'consumer_kyc_not_approved', only: 'live', differs: { kyc: 'PENDING' } },
  { refusal: 'no_live_banking_partner', only: 'live', differs: { hasLivePartner: false } },
];

function authorize(cart: ExploredCart, state: State, consumer: Consumer): Outcome<{ again: string | null }> {
  const facts: AuthorizationFacts = {
    env: cart.plan.env,
    status: state.checkout,
    expiresAt: EXPIRES_AT,
    total: cart.total as Minor,
    currency: CURRENCY,
    isSuspended: false,
    authorizedBy:
      state.charge === null
        ? null
        : { consumerId: BUYER, chargeId: CHARGE, holdExpiresAt: holdEnd(cart, state) },
    consumer,
  };
  return cart.rules.decideAuthorize(facts, timeOf(state));
}

/**
 * Returns true if the buyer may authorize now. Throws a violation when the rules let a shopper pay who must
 * not, or when a repeat makes a second hold.
 */
export function mayAuthorize(cart: ExploredCart, state: State): boolean {
  const kyc = cart.plan.env === 'live' ? 'APPROVED' : 'NOT_STARTED';
  const available = (state.books.wallet - state.books.held) as Minor;
  const buyer: Consumer = {
    id: BUYER,
    currency: CURRENCY,
    kyc,
    hasLivePartner: cart.plan.env === 'live',
    available,
  };
  const payable = state.checkout === 'PENDING' && state.moment < 2;
  const own = authorize(cart, state, buyer);
  if (state.charge === 'AUTHORIZED' && state.moment < 2) {
    must(
      own.ok && own.value.again === CHARGE,
      'the buyer asks again while the charge is authorized, and does not get the same charge',
    );
  } else {
    must(
      own.ok === payable,
      payable
        ? 'a payable checkout cannot be authorized'
        : 'a checkout that is not payable can be authorized',
    );
    must(!own.ok || own.value.again === null, 'the first authorization is said to be a repeat');
  }
  if (state.charge === 'CAPTURED') return false;
  for (const { refusal, only, differs } of STRANGERS) {
    if (only === 'live' && cart.plan.env !== 'live') continue;
    const { short = 0, ...rest } = differs;
    const stranger = authorize(cart, state, {
      ...buyer,
      ...rest,
      id: 'eve',
      available: (cart.total - short) as Minor,
    });
    // A free cart needs no funds, but 0 − 1 is still below 0.
    must(
      !stranger.ok && stranger.refusal.code === (payable ? refusal : 'checkout_not_payable'),
      `${refusal}: the shopper may pay, or hears another reason`,
    );
  }
  return payable;
}

/**
 * The facts of a charge that the capture reads in this state. The buyer recommends the products whose bit is
 * set.
 */
export function captureFacts(cart: ExploredCart, state: State): CaptureFacts {
  return {
    env: cart.plan.env,
    status: state.charge as ChargeStatus,
    holdExpiresAt: holdEnd(cart, state),
    total: cart.total as Minor,
    tax: cart.plan.tax as Minor,
    totalCashback: cart.lines.reduce((all, { pot }) => all + pot, 0) as Minor,
    lines: cart.lines.map(({ line, productId, pot }): PotLine => {
      const recommenderId = cart.plan.lines[line]?.recommenderId ?? null;
      return {
        line,
        productId,
        pot,
        recommenderId,
        buyerRecommends: ((state.recommends >> cart.products.indexOf(productId)) & 1) === 1,
      };
    }),
  };
}

/** The merchant's terms at capture. */
export function termsOf({ plan }: ExploredCart, kyb: MerchantTerms['kyb']): MerchantTerms {
  return { mdr: plan.mdr as Bps, recommenderShare: plan.recommenderShare as Bps, kyb, isSuspended: false };
}

/** The refusal of a capture, by the charge's status. An authorized charge has reached the end of its hold. */
const CAPTURE_REFUSALS: Readonly<Record<ChargeStatus, string>> = {
  AUTHORIZED: 'auth_expired',
  EXPIRED: 'auth_expired',
  CAPTURED: 'auth_not_capturable',
  VOIDED: 'auth_not_capturable',
};

/**
 * Throws a violation unless the rules refuse to capture and to void this charge now, for the contract's
 * reasons.
 */
export function checkNeitherCapturedNorVoided(cart: ExploredCart, state: State): void {
  const capture = cart.rules.decideCapture(
    captureFacts(cart, state),
    termsOf(cart, 'APPROVED'),
    timeOf(state),
  );
  const reason = CAPTURE_REFUSALS[state.charge as ChargeStatus];
  must(
    !capture.ok && capture.refusal.code === reason,
    'a charge that is not held any more can be captured, or another reason is given',
  );
  must(!mayVoid(cart, state), 'a charge that is not held any more can be voided');
}

/** Returns true if the rules let the merchant void the charge now. */
export function mayVoid(cart: ExploredCart, state: State): boolean {
  const outcome = cart.rules.decideVoid(
    { status: state.charge as ChargeStatus, holdExpiresAt: holdEnd(cart, state) },
    timeOf(state),
  );
  must(outcome.ok || outcome.refusal.code === 'auth_not_voidable', 'a void is refused for another reason');
  return outcome.ok;
}

/**
 * Returns true if a newer checkout on the terminal supersedes this one now, false if this one has already
 * expired.
 */
export function supersedes({ rules }: ExploredCart, state: State): boolean {
  return rules.displacedStatus(EXPIRES_AT, timeOf(state)) === 'SUPERSEDED';
}

/** The triggers that the specification allows from each status. All other statuses are final. */
const DRAWN: Readonly<Record<string, readonly CheckoutTrigger[]>> = {
  PENDING: ['authorize', 'expire', 'supersede'],
  AUTHORIZED: ['capture', 'void', 'lapse'],
};

/**
 * Throws a violation unless the rules allow exactly the triggers that the specification allows from this
 * status.
 */
export function checkTriggers({ rules }: ExploredCart, { checkout }: State): void {
  const drawn = DRAWN[checkout];
  for (const trigger of CHECKOUT_TRIGGERS) {
    const isDrawn = drawn?.includes(trigger) === true;
    must(
      (rules.nextStatus(checkout, trigger) !== null) === isDrawn,
      'a checkout moves as the specification does not draw it',
    );
  }
}

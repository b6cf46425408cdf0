import { buyerPart, clampShare } from '../../../domain/cashback.ts';
import { homeCurrency } from '../../../domain/countries.ts';
import type { Environment } from '../../../domain/environment.ts';
import { bps, minor } from '../../../domain/money.ts';
import { digestOf, isSessionToken } from '../../../security/secrets.ts';
import { checkoutView, potTerms } from '../../../store/checkouts.ts';
import type { CheckoutView } from '../../../store/checkouts.ts';
import { findSession } from '../../../store/credentials.ts';
import { findUser } from '../../../store/users.ts';
import { listWallets } from '../../../store/wallets.ts';
import { isId } from '../../shapes/fields.ts';
import type { ApiDeps } from '../../route.ts';

/** The screen of a checkout: one for paying, and one for each end. Source: contract, section 18. */
export type PayScreen = 'open' | 'paid' | 'already_paid' | 'canceled' | 'expired';

/** The signed-in visitor of a pay page. */
export interface Shopper {
  readonly userId: string;
  readonly email: string;
  /** The environment of the session. */
  readonly env: Environment;
  /** The currency of the shopper's account. */
  readonly currency: string;
  /** The money in the cart's currency that is not held, in minor units. */
  readonly available: number;
}

/** Returns the checkout of a pay page, or null for an unknown one. */
export async function findCheckout({ database }: ApiDeps, id: string): Promise<CheckoutView | null> {
  return isId(id) ? checkoutView(database.pool, { checkoutId: id }) : null;
}

/** Returns the user of a session, or null for a token that is unknown or over. */
export async function findVisitor({ database }: ApiDeps, token: string | undefined) {
  if (token === undefined || !isSessionToken(token)) return null;
  return findSession(database.pool, { tokenDigest: digestOf(token) });
}

/** Returns the visitor with the account that would pay the checkout. */
export async function readShopper(
  { database }: ApiDeps,
  visitor: { readonly userId: string; readonly env: Environment },
  view: CheckoutView,
): Promise<Shopper> {
  const { userId, env } = visitor;
  const [user, wallets] = await Promise.all([
    findUser(database, userId),
    listWallets(database.pool, { userId, env: view.env, currency: view.currency }),
  ]);
  const available = wallets.reduce((sum, { balance, held }) => sum + balance - held, 0);
  return { userId, env, email: user.email, currency: homeCurrency(user.countryCode), available };
}

/** Returns the screen of a checkout for this visitor. */
export function screenOf(view: CheckoutView, userId: string | null): PayScreen {
  switch (view.status) {
    case 'PENDING':
      return view.payable ? 'open' : 'expired';
    case 'AUTHORIZED':
    case 'CAPTURED':
      return userId !== null && view.consumerId === userId ? 'paid' : 'already_paid';
    case 'VOIDED':
    case 'SUPERSEDED':
      return 'canceled';
    case 'EXPIRED':
      return 'expired';
  }
}

/** Returns the cashback that the shopper earns if the checkout is captured now, in minor units. */
export async function readCashback(
  { database }: ApiDeps,
  view: CheckoutView,
  shopperId: string | null,
): Promise<number> {
  if (view.totalCashback === 0) return 0;
  const rows = await potTerms(database.pool, { checkoutId: view.id, shopperId });
  const [terms] = rows;
  if (terms === undefined) return 0;
  const bounds = { least: bps(terms.leastShare), most: bps(terms.mostShare) };
  const pots = rows.map(({ pot, isRecommended }) => ({ pot: minor(pot), isRecommended }));
  return buyerPart(pots, clampShare(bps(terms.recommenderShare), bounds));
}

import { decideCart } from '../../../src/domain/cart.ts';
import { firstAwards, PENDING_MS } from '../../../src/domain/cashback.ts';
import { decideAuthorize, decideCapture, decideVoid, HOLD_MS } from '../../../src/domain/charge.ts';
import { decideReturn } from '../../../src/domain/charge-return.ts';
import { displacedStatus, nextStatus } from '../../../src/domain/checkout.ts';

/** The rules that the exploration walks. A planted fault replaces one of them. */
export interface MoneyRules {
  readonly decideCart: typeof decideCart;
  readonly decideAuthorize: typeof decideAuthorize;
  readonly decideCapture: typeof decideCapture;
  readonly decideVoid: typeof decideVoid;
  readonly decideReturn: typeof decideReturn;
  readonly firstAwards: typeof firstAwards;
  readonly nextStatus: typeof nextStatus;
  readonly displacedStatus: typeof displacedStatus;
  readonly holdMs: number;
  readonly pendingMs: number;
}

/** The rules of the product. */
export const REAL_RULES: MoneyRules = {
  decideCart,
  decideAuthorize,
  decideCapture,
  decideVoid,
  decideReturn,
  firstAwards,
  nextStatus,
  displacedStatus,
  holdMs: HOLD_MS,
  pendingMs: PENDING_MS,
};

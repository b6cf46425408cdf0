import type { CaptureResult } from '../../src/domain/charge.ts';
import type { CheckoutStatus } from '../../src/domain/checkout.ts';
import type {
  Authorization,
  AuthorizeRequest,
  AwardRef,
  CheckoutOpening,
  CheckoutState,
  Command,
  DeliveryInput,
  OpenedCheckout,
} from '../../workflows/messages.ts';

type Answer<T> = { readonly ok: true; readonly value: T };
/** The row as the workflow mirrors it. */
export type Mirror = CheckoutState;

interface Step {
  readonly checkoutId: string;
  readonly orgId: string;
}

const EXPIRY_MS = 86_400_000;
const HOLD_MS = 7 * EXPIRY_MS;
const ID = '019aa7a0-0000-7000-8000-000000000000';
const row = (status: CheckoutStatus, due: number | null): Mirror => ({
  status,
  due,
  clock: { offset: 0, floor: Date.now() },
});
const ok = <T>(value: T): Answer<T> => ({ ok: true, value });

/** The checkout's steps without a database: they do nothing and return a result of the same size. */
export const engineActivities = {
  async openCheckout({ checkoutId, opening }: Step & { opening: CheckoutOpening | null }) {
    const terminalId = opening?.newTerminalId ?? ID;
    return {
      answer: ok<OpenedCheckout>({ id: checkoutId, terminalId }),
      row: row('PENDING', Date.now() + EXPIRY_MS),
      displaced: null,
    };
  },
  async authorizeCheckout({ request }: Step & { request: AuthorizeRequest }) {
    return {
      answer: ok<Authorization>({ authId: request.newChargeId }),
      row: row('AUTHORIZED', Date.now() + HOLD_MS),
    };
  },
  async captureCharge(_step: Step & Command) {
    const captured = {
      journalId: ID,
      mdrFee: 130,
      recommenderAmount: 0,
      deferredBuyerAmount: 0,
      recommenderId: null,
      recommenders: [],
    };
    return { answer: ok<CaptureResult>(captured), row: row('CAPTURED', null) };
  },
  async loadDelivery(_input: DeliveryInput) {
    return { status: 'PENDING', due: Date.now(), attempts: 0, clock: { offset: 0, floor: 0 } };
  },
  async attemptDelivery(_step: DeliveryInput & { at: number; withinTask: true }) {
    return { status: 'DELIVERED', due: null, attempts: 1, clock: { offset: 0, floor: 0 } };
  },
  async landAward(_award: AwardRef) {
    return { status: 'LANDED', due: null, clock: { offset: 0, floor: Date.now() } };
  },
};

export type EngineActivities = typeof engineActivities;

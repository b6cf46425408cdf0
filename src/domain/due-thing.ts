/**
 * The kinds of change that the passing of time causes. `POST /sandbox/clock/advance` lists them in `fired`.
 */
export const DUE_KINDS = [
  'checkout_expiry',
  'hold_lapse',
  'award_landing',
  'webhook_retry',
  'payout_settlement',
] as const;

export type DueKind = (typeof DUE_KINDS)[number];

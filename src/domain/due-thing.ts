/**
 * The kinds of change that the passing of time causes, in the words of the API: `fired` of
 * `POST /sandbox/clock/advance`.
 */
export const DUE_KINDS = ['checkout_expiry', 'hold_lapse', 'award_landing', 'webhook_retry', 'payout_settlement'] as const;

export type DueKind = (typeof DUE_KINDS)[number];

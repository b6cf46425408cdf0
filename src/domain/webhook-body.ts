/**
 * The body of a `checkout.authorized` event. The interfaces of this file name their fields as the
 * specification does. A body is serialised once, when its event is written, and sent unchanged. Source:
 * specification, "Events".
 */
export interface AuthorizedBody {
  readonly checkout_id: string;
  readonly auth_id: string;
  readonly total_minor: number;
  readonly currency: string;
  readonly consumer_id: string;
}

export interface CapturedBody {
  readonly checkout_id: string;
  readonly auth_id: string;
  readonly mdr_fee: number;
  /** Always 0 at capture: the buyer's share comes later. */
  readonly buyer_amount: 0;
  readonly deferred_buyer_amount: number;
  readonly recommender_amount: number;
}

export interface VoidedBody {
  readonly auth_id: string;
}

export interface ReturnedBody {
  readonly auth_id: string;
  readonly return_id: string;
  readonly refund: number;
  readonly buyer_cut: number;
  readonly rec_cut: number;
  readonly award_adjusted: boolean;
}

export type WebhookBody = AuthorizedBody | CapturedBody | VoidedBody | ReturnedBody;

import { Account } from './account.ts';
import { ApiKey } from './api-key.ts';
import { Award } from './award.ts';
import { BuyListEntry } from './buy-list-entry.ts';
import { CallLimit } from './call-limit.ts';
import { Capture } from './capture.ts';
import { CaptureLine } from './capture-line.ts';
import { Cart } from './cart.ts';
import { CartLine } from './cart-line.ts';
import { Charge } from './charge.ts';
import { Checkout } from './checkout.ts';
import { ComplianceRecord } from './compliance-record.ts';
import { ClockMove } from './clock-move.ts';
import { Country } from './country.ts';
import { Delivery } from './delivery.ts';
import { DeliveryAttempt } from './delivery-attempt.ts';
import { Entry } from './entry.ts';
import { Event } from './event.ts';
import { IdempotentRequest } from './idempotent-request.ts';
import { Invite } from './invite.ts';
import { Journal } from './journal.ts';
import { LoggedRequest } from './logged-request.ts';
import { Member } from './member.ts';
import { Org } from './org.ts';
import { OrgClock } from './org-clock.ts';
import { MerchantTotal } from './merchant-total.ts';
import { OperatorAction } from './operator-action.ts';
import { Counterparty } from './counterparty.ts';
import { PartnerEvent } from './partner-event.ts';
import { Payout } from './payout.ts';
import { PayoutRequest } from './payout-request.ts';
import { ScreeningCase } from './screening-case.ts';
import { RecommendationRequest } from './recommendation-request.ts';
import { Recommendation } from './recommendation.ts';
import { Return } from './return.ts';
import { ReturnLine } from './return-line.ts';
import { ReturnRequest } from './return-request.ts';
import { Session } from './session.ts';
import { SignInCode } from './sign-in-code.ts';
import { SignInLimit } from './sign-in-limit.ts';
import { Terminal } from './terminal.ts';
import { User } from './user.ts';
import { VerificationCase } from './verification-case.ts';
import { Webhook } from './webhook.ts';
import { WebhookPeriod } from './webhook-period.ts';

/** Every table of the schema as MikroORM knows it. */
export const ENTITIES = [
  Account,
  ApiKey,
  Award,
  BuyListEntry,
  CallLimit,
  Capture,
  CaptureLine,
  Cart,
  CartLine,
  Charge,
  Checkout,
  ComplianceRecord,
  ClockMove,
  Country,
  Delivery,
  DeliveryAttempt,
  Entry,
  Event,
  IdempotentRequest,
  Invite,
  Journal,
  LoggedRequest,
  Member,
  Org,
  OrgClock,
  MerchantTotal,
  OperatorAction,
  RecommendationRequest,
  Recommendation,
  Return,
  ReturnLine,
  ReturnRequest,
  Counterparty,
  PartnerEvent,
  Payout,
  PayoutRequest,
  ScreeningCase,
  Session,
  SignInCode,
  SignInLimit,
  Terminal,
  User,
  VerificationCase,
  Webhook,
  WebhookPeriod,
];
